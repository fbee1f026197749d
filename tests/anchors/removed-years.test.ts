// Anchors that were made before a fiscal year was removed: its end still holds, and what was before it has gone.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headSources } from '#anchoring'
import { anchorJob } from '#anchors'
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { sql } from '#platform/sql'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { asMember, member, type Owned, owned } from '#support/owned'
import { anEntry, type Service, START, startService } from '#support/service'

const SECRET = randomBytes(32)
const DAY_MS = 86_400_000

let service: Service
let company: Owned
let year: string
beforeAll(async () => {
  service = await startService({ secretKeys: [SECRET] })
  company = await owned(service, { fiscalYear: ['2017-01-01', '2017-12-31'] })
  year = company.fiscalYearId
  const next = { startDate: '2018-01-01', endDate: '2018-12-31', accountingMethod: 'accrual' } as const
  await service.operateFor(company.id, (call) => createFiscalYear(call, next))
})
afterAll(() => service.close())

const anchored = async (day: number): Promise<void> => {
  service.setNow(new Date(START.getTime() + day * DAY_MS))
  const runner = newRunner(service, [anchorJob(headSources, {})], [])
  await runner.runDue()
  await runner.stop()
}

const faults = async (): Promise<string[]> => {
  const { stdout } = await command(service, ['verify', '--json'], { SECRET_KEY: SECRET.toString('hex') })
  return JSON.parse(stdout).faults.map(({ part, fault }: { part: string; fault: string }) => `${part}: ${fault}`)
}

test('they verify before and after, and still find an end that was changed', async () => {
  for (const day of [1, 2]) {
    ok(await company.post('/journal-entries', anEntry({ date: '2017-02-01' })))
    ok(await company.post('/journal-entries', anEntry({ date: '2018-02-01' })))
    await anchored(day)
  }
  await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: year }))
  expect(await faults()).toEqual([])
  // Days have passed: somebody logs in anew.
  const owner = asMember(company, await member(service, company, 'owner'))
  ok(await owner('POST', `/fiscal-years/${year}/removal`))
  expect(await faults()).toEqual([])
  await anchored(3)
  expect(await faults()).toEqual([])
  await service.database.transaction(async (db) => {
    await db.rows(sql`set local session_replication_role = replica`)
    await db.rows(sql`
      update ledger.series set last_hash = ${randomBytes(32)}
      where company_id = ${company.id} and fiscal_year_id = ${year}`)
  })
  const found = await faults()
  expect(found).toHaveLength(2)
  expect(found[0]).toContain('what is kept of it was altered')
  expect(found[1]).toMatch(/^anchors: anchor 2: .*chain .* V: link 2 is not the one that was anchored$/)
})
