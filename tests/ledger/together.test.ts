// Entries of several companies that are posted at once: they are posted together, and an error or a lock of one company
// is nothing to the others.
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount } from '#ledger'
import { raw, sql } from '#platform/sql'
import { LOCK_WAITS } from '#support/by-company'
import { anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'
import { allEntries, book, connectTo, item, verified } from './support.ts'

let service: Service
/** Another process on its database, which takes the entries. */
let behind: Service
let client: Client
/** Companies whose frames the service remembers: each has one entry. */
let companies: TestCompany[]
beforeAll(async () => {
  service = await startService()
  behind = await startService({ beside: service })
  client = await connectTo(service)
})
afterAll(async () => {
  await client.end()
  await behind.close()
  await service.close()
})
beforeEach(async () => {
  companies = []
  for (let left = COMPANIES; left > 0; left -= 1) {
    const company = await service.newCompany()
    const url = company.url.replace(service.base, behind.base)
    companies.push({ ...company, url, ...requestsWith(url, company.token) })
  }
  for (const company of companies) await book(company)
})

const COMPANIES = 12
/** How many entries each company posts at once. */
const EACH = 5

const posted = (
  changesOf: (company: TestCompany, place: number) => Record<string, unknown> = () => ({}),
  headersOf: (place: number) => Record<string, string> = () => ({}),
) =>
  Promise.all(
    companies.flatMap((company) =>
      Array.from({ length: EACH }, async (_, place) => {
        const body = anEntry({ title: `Post ${place}`, ...changesOf(company, place) })
        return { company, place, answer: await company.post('/journal-entries', body, headersOf(place)) }
      }),
    ),
  )

const allRight = async (count = EACH + 1) => {
  for (const { id } of companies) expect(await verified(service, id)).toEqual({ entries: count, fault: null })
}

/** Of how many companies each transaction has booked what was posted. */
const companiesByTransaction = async (): Promise<number[]> => {
  const found = new Map<string, number>()
  for (const { id } of companies) {
    const rows = await service.database.rows<{ number: string }>(sql`
      select distinct xmin::text as number from ledger.journal_entry
      where company_id = ${id} and title like 'Post %'`)
    for (const { number } of rows) found.set(number, (found.get(number) ?? 0) + 1)
  }
  return [...found.values()]
}

test('one transaction books what several have posted, and each company has numbers and events of its own', async () => {
  const answers = await posted()
  expect(answers.map(({ answer }) => answer.status)).toEqual(answers.map(() => 200))
  // Of sixty that are sent in one moment some wait for the first: how many is a matter of speed, that there are is not.
  expect(Math.max(...(await companiesByTransaction()))).toBeGreaterThan(1)
  await allRight()
  for (const company of companies) {
    const own = answers.filter((one) => one.company === company).map(({ answer }) => answer.body.journalEntryNumber)
    expect(own.sort()).toEqual(['V2', 'V3', 'V4', 'V5', 'V6'])
    const { items } = (await company.get('/events?types=journal-entry.booked')).body
    const ids = (await allEntries(company)).map(({ id }) => id)
    expect(items.map(({ resource }: { resource: { id: string } }) => resource.id)).toEqual(ids)
  }
})

test('a company whose books are held waits alone', async () => {
  const [held, ...others] = companies as [TestCompany, ...TestCompany[]]
  await client.query('begin')
  await client.query('select from ledger.book where company_id = $1 for update', [held.id])
  const waiting = held.post('/journal-entries', anEntry())
  await expect.poll(async () => (await service.database.rows(raw(LOCK_WAITS))).length).toBeGreaterThan(0)
  for (let round = 1; round <= EACH; round += 1) {
    const answers = await Promise.all(others.map((company) => company.post('/journal-entries', anEntry())))
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
  }
  await client.query('commit')
  expect((await waiting).body.journalEntryNumber).toBe('V2')
})

test('what one of them has wrong is refused to that one, by rules and by the database', async () => {
  const [unruly, lost] = companies as [TestCompany, TestCompany]
  // An account that the program remembers and the database has lost: rules and witness differ.
  await client.query('set session_replication_role = replica')
  await client.query('delete from ledger.account where company_id = $1 and number = 6540', [lost.id])
  await client.query('reset session_replication_role')
  const answers = await posted((company, place) => {
    if (company === unruly && place === 2) return { items: [item(6110, 5), item(1930, -4)] }
    return company === lost && place === 3 ? { items: [item(6540, 5), item(1930, -5)] } : {}
  })
  const expected = ({ company, place }: { company: TestCompany; place: number }) => {
    if (company === unruly && place === 2) return 400
    return company === lost && place === 3 ? 500 : 200
  }
  expect(answers.map(({ answer }) => answer.status)).toEqual(answers.map(expected))
  for (const { id } of companies) {
    const entries = id === unruly.id || id === lost.id ? EACH : EACH + 1
    expect(await verified(service, id)).toEqual({ entries, fault: null })
  }
})

test('a frame that another process has changed is read again', async () => {
  const [first, second] = companies as [TestCompany, TestCompany]
  for (const { id } of [first, second]) {
    await service.operateFor(id, (call) => createAccount(call, { number: 30001, name: 'Nytt' }))
  }
  const changed = { items: [item(30001, 5), item(1930, -5)] }
  const answers = await posted((company) => (company === first ? changed : {}))
  expect(answers.map(({ answer }) => answer.status)).toEqual(answers.map(() => 200))
  await allRight()
})

test('a key is one of its company: it books once in each, and has the same answer again', async () => {
  const headersOf = (place: number) => ({ 'idempotency-key': `post-${place}` })
  const answers = await posted(undefined, headersOf)
  const again = await posted(undefined, headersOf)
  expect(answers.map(({ answer }) => answer.status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(({ answer }) => answer.body.id)).size).toBe(COMPANIES * EACH)
  expect(again.map(({ answer }) => answer.body)).toEqual(answers.map(({ answer }) => answer.body))
  expect(again.map(({ answer }) => answer.headers.get('idempotent-replayed'))).toEqual(again.map(() => 'true'))
  await allRight()
})
