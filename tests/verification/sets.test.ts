// Verification of many companies at once: which of them is at fault, how it goes on where it was broken off, and what
// happens to a set of which a statement takes too long.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorAdmin, type Walker } from '#operator'
import { sql } from '#platform/sql'
import { beginVerification } from '#server/operator/verification'
import { connectByCompany } from '#support/by-company'
import { command } from '#support/commands'
import { newRunner } from '#support/jobs'
import { anEntry, type Service, startService } from '#support/service'
import { booksJob } from '#verification/verification-job'
import { walkerOf } from '#verification/verification-walk'

let service: Service
/** In the order of their ids. */
let companies: { id: string; name: string }[]

beforeAll(async () => {
  service = await startService({ alone: true })
  for (let at = 0; at < 7; at++) {
    const company = await service.newCompany({ name: `Bolag ${at} AB` })
    await company.post('/journal-entries', anEntry())
  }
  companies = await walkerOf(service, undefined).companies()
})
afterAll(() => service.close())

const THE_SPOILT = 3

/** Alters a title behind the triggers while `work` is done. */
const spoiling = async <T>(work: (spoilt: { id: string; name: string }) => Promise<T>): Promise<T> => {
  const spoilt = companies[THE_SPOILT] ?? { id: '', name: '' }
  const retitle = async (title: string) => {
    const client = await connectByCompany(service)
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query('select title from ledger.journal_entry where company_id = $1', [spoilt.id])
    await client.query('update ledger.journal_entry set title = $2 where company_id = $1', [spoilt.id, title])
    await client.end()
    return rows[0].title as string
  }
  const title = await retitle('Ändrad')
  try {
    return await work(spoilt)
  } finally {
    await retitle(title)
  }
}

const walk = (walker: Walker, some = companies) => walker.walk(some, () => {})

test('a set of sound companies counts their entries, and finds nothing', async () => {
  expect(await walk(walkerOf(service, undefined))).toEqual({ entries: companies.length, faults: [] })
})

test('of a set the company in the middle that is wrong is named, and no other one', async () => {
  await spoiling(async ({ id, name }) => {
    const { entries, faults } = await walk(walkerOf(service, undefined))
    expect(entries).toBe(companies.length)
    expect(faults).toEqual([
      { companyId: id, companyName: name, part: 'books', fault: expect.stringContaining('its content was altered') },
    ])
  })
})

test('a set of which a statement takes too long is halved, down to each company by itself', async () => {
  await spoiling(async ({ id }) => {
    const { entries, faults } = await walk(walkerOf(service, undefined, { statementMs: 1 }))
    expect([entries, faults.map(({ companyId }) => companyId)]).toEqual([companies.length, [id]])
  })
})

test('a company that is removed while others are verified is no fault', async () => {
  const gone = { id: '00000000-0000-7000-8000-000000000000', name: 'Borta AB' }
  const { entries, faults } = await walk(walkerOf(service, undefined), [gone, ...companies])
  expect([entries, faults]).toEqual([companies.length, []])
})

const verify = async (...words: string[]) => {
  const { stdout, stderr } = await command(service, ['verify', '--json', ...words])
  return { ...JSON.parse(stdout), stderr }
}

/** A run that was broken off behind the first `count` companies. */
const brokenOff = async (count: number): Promise<void> => {
  const run = await service.operate((call) => operatorAdmin.takeVerificationRun(call, { anew: true }))
  const noted = JSON.stringify([
    { companyId: companies[0]?.id, companyName: companies[0]?.name, part: 'books', fault: 'found before' },
  ])
  await service.database.rows(sql`
    update operator.verification_on_way set reached = ${companies[count - 1]?.id}, entries = ${count},
      faults = ${noted}::jsonb where id = ${run.id}`)
}

const foundIn = ({ faults }: { faults: { companyId: string }[] }) => faults.map(({ companyId }) => companyId)

test('the command goes on behind the last company that it has noted, keeps what it found, and ends the run', async () => {
  await spoiling(async ({ id }) => {
    await brokenOff(THE_SPOILT)
    const before = await verify()
    expect(before.stderr).toContain('Continuing the run of')
    expect([before.companies, before.entries]).toEqual([companies.length, companies.length])
    expect(foundIn(before)).toEqual([companies[0]?.id, id])
    expect(before.heads.length).toBeGreaterThanOrEqual(2 * companies.length)
    // What was walked before is not walked again.
    await brokenOff(THE_SPOILT + 1)
    expect(foundIn(await verify())).toEqual([companies[0]?.id])
    // The run has ended: the next one begins anew.
    expect(foundIn(await verify())).toEqual([id])
  })
})

test('--from-start begins anew, and so does a run of another copy or of long ago', async () => {
  await spoiling(async ({ id }) => {
    await brokenOff(companies.length)
    expect(foundIn(await verify('--from-start'))).toEqual([id])
    for (const change of [sql`place = 'another'`, sql`noted_at = now() - interval '25 hours'`]) {
      await brokenOff(companies.length)
      await service.database.rows(sql`update operator.verification_on_way set ${change}`)
      expect(foundIn(await verify())).toEqual([id])
    }
  })
})

test('a run that another command has taken over is not noted any more', async () => {
  const first = await service.operate((call) => operatorAdmin.takeVerificationRun(call, { anew: true }))
  const second = await service.operate((call) => operatorAdmin.takeVerificationRun(call, { anew: false }))
  expect(second.begunAt).toEqual(first.begunAt)
  await operatorAdmin.removeVerificationRun(service.database, first)
  expect(await service.database.rows(sql`select id from operator.verification_on_way`)).toEqual([{ id: second.id }])
  await operatorAdmin.removeVerificationRun(service.database, second)
})

test('the job goes on where a process was killed, and keeps what that had found', async () => {
  await spoiling(async ({ id }) => {
    const begin = async (count: number) => {
      const { rows } = service.database
      await rows(sql`delete from platform.job where kind = 'books.verify'`)
      await rows(sql`update operator.verification set failed_at = now() where finished_at is null`)
      const begun = await service.operate(beginVerification)
      await rows(sql`
        update operator.verification set reached = ${companies[count - 1]?.id}, companies_done = ${count},
          entries = ${count}, faults = 1 where id = ${begun.id}`)
      await rows(sql`
        insert into operator.verification_fault (verification_id, number, company_id, company_name, part, fault)
        values (${begun.id}, 1, ${companies[0]?.id}, 'Bolag 0 AB', 'books', 'found before')`)
      await newRunner(service, [booksJob(undefined)]).runDue()
      const found = await rows<{ companyId: string }>(sql`
        select company_id as "companyId" from operator.verification_fault where verification_id = ${begun.id}
          and company_id is not null order by number`)
      const [run] = await rows(sql`
        select companies, companies_done as done, entries::int as entries, finished_at is not null as "isOver"
        from operator.verification where id = ${begun.id}`)
      return { run, found: found.map(({ companyId }) => companyId) }
    }
    const count = companies.length
    const first = companies[0]?.id
    const all = { companies: count, done: count, entries: count, isOver: true }
    expect(await begin(THE_SPOILT)).toEqual({ run: all, found: [first, id] })
    expect(await begin(THE_SPOILT + 1)).toEqual({ run: all, found: [first] })
  })
})
