// Anchors that were made before a fiscal year was removed: its end still holds, and what was before it has gone.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorsContribution } from '#anchors'
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { sql } from '#platform/sql'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { asMember, member, type Owned, owned } from '#support/owned'
import { anEntry, type Service, START, startService } from '#support/service'
import { headSources } from '#verification/anchoring'

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
  const runner = newRunner(service, [anchorsContribution.job(headSources, {})], [])
  await runner.runDue()
  await runner.stop()
}

const verify = (...words: string[]) => command(service, ['verify', ...words], { SECRET_KEY: SECRET.toString('hex') })

const faults = async (): Promise<string[]> => {
  const { stdout } = await verify('--json')
  return JSON.parse(stdout).faults.map(({ part, fault }: { part: string; fault: string }) => `${part}: ${fault}`)
}

const overtaken = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await verify('--json', ...words)).stdout).overtaken

test('they verify before and after, tell what they cannot compare, and still find an end that was changed', async () => {
  const kept: string[] = []
  for (const day of [1, 2]) {
    ok(await company.post('/journal-entries', anEntry({ date: '2017-02-01' })))
    ok(await company.post('/journal-entries', anEntry({ date: '2018-02-01' })))
    await anchored(day)
    kept.push((await verify('--json')).stdout)
  }
  await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: year }))
  expect([await faults(), await overtaken()]).toEqual([[], []])
  // Days have passed, so a new login is needed.
  const owner = asMember(company, await member(service, company, 'owner'))
  ok(await owner('POST', `/fiscal-years/${year}/removal`))
  expect(await faults()).toEqual([])
  await anchored(3)
  expect(await faults()).toEqual([])
  await tellsWhatItCannotCompare()
  await tellsHowManyHeadsItCannotCompare(kept)
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

/** The first heads have the first of two entries of the year, the second its end. */
const tellsHowManyHeadsItCannotCompare = async ([first = '', second = '']: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-heads-'))
  const heads = join(folder, 'heads.json')
  const { companyId } = JSON.parse(first).heads.find(({ chain }: { chain: string }) => chain.startsWith(year))
  expect(companyId).toBe(company.id)
  writeFileSync(heads, first)
  expect(JSON.parse((await verify('--json', '--heads', heads)).stdout)).toMatchObject({ faults: [], overtakenHeads: 1 })
  const { code, stdout } = await verify('--heads', heads)
  expect([code, stdout]).toEqual([0, expect.stringContaining('\n1 of the kept ends lies within fiscal years')])
  writeFileSync(heads, second)
  expect(JSON.parse((await verify('--json', '--heads', heads)).stdout)).toMatchObject({ faults: [], overtakenHeads: 0 })
  expect((await verify('--heads', heads)).stdout).not.toContain('kept ends')
  rmSync(folder, { recursive: true })
}

/** The first anchor has the first of two entries of the year, the second its end; the third was made without it. */
const tellsWhatItCannotCompare = async () => {
  const first = { number: 1, madeAt: new Date(START.getTime() + DAY_MS).toISOString(), ends: 1 }
  expect(await overtaken()).toEqual([first])
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-anchors-'))
  for (const number of [1, 2])
    await command(service, ['anchors', 'export', '--number', `${number}`, '--output', join(folder, `${number}.txt`)], {
      SECRET_KEY: SECRET.toString('hex'),
    })
  expect(await overtaken('--anchors', folder)).toEqual([first])
  expect(await overtaken('--anchors', folder, '--company', company.id)).toEqual([first])
  const { code, stdout } = await verify('--anchors', folder)
  expect([code, stdout]).toEqual([0, expect.stringContaining(`anchor 1, made ${first.madeAt}: 1 end\n`)])
  expect(stdout).toContain('1 anchor has ends of chains within fiscal years that were removed since')
  rmSync(folder, { recursive: true })
}
