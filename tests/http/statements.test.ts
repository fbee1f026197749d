// How much is said to the database for requests that wait for each other: their keys are claimed together too.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '#support/needs'
import { type DatabaseProxy, startProxy } from '#support/servers/database-proxy'
import { anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let behind: Service
let proxy: DatabaseProxy
let holder: Client
beforeAll(async () => {
  service = await startService({ alone: true })
  proxy = await startProxy(service.databaseUrl)
  behind = await startService({ beside: proxy.before(service) })
  holder = new Client({ connectionString: service.databaseUrl })
  await holder.connect()
})
afterAll(async () => {
  await holder.end()
  await behind.close()
  await proxy.close()
  await service.close()
})

const newCompany = async (): Promise<TestCompany> => {
  const company = await service.newCompany()
  const url = company.url.replace(service.base, behind.base)
  return { ...company, url, ...requestsWith(url, company.token) }
}

/**
 * Maximum number of statements in one transaction, however many entries it books: `begin`, the claim of the keys and
 * the booking, in one message; and answers are kept in that of `commit`.
 */
const MOST = 4
/** How many entries are posted at once, and most transactions that they may take: those that wait go together. */
const POSTED = 60
const TRANSACTIONS = 12

/** Waits until a transaction waits for a lock of the holder. */
const somebodyWaits = async (): Promise<void> => {
  const waiting = `select from pg_locks l join pg_locks h on h.transactionid = l.transactionid
    where not l.granted and h.pid = pg_backend_pid() limit 1`
  while ((await holder.query(waiting)).rows.length === 0);
}

test('entries with keys that are posted at once are claimed, booked and answered together', async () => {
  needs('one machine')
  const company = await newCompany()
  await company.post('/journal-entries', anEntry(), { 'idempotency-key': 'first' })
  proxy.transactions()
  // While no one can book, all of them arrive.
  await holder.query('begin')
  await holder.query('select from ledger.book where company_id = $1 for update', [company.id])
  const posted = Array.from({ length: POSTED }, (_, place) =>
    company.post('/journal-entries', anEntry({ title: `Post ${place}` }), { 'idempotency-key': `post-${place}` }),
  )
  await somebodyWaits()
  await company.get('/company-information')
  await holder.query('commit')
  const answers = await Promise.all(posted)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const transactions = proxy.transactions()
  const most = transactions.reduce((one, other) => (other.length > one.length ? other : one), [])
  expect(most.length, most.join('\n')).toBeLessThanOrEqual(MOST)
  expect(transactions.length).toBeLessThanOrEqual(TRANSACTIONS)
})
