// A report is given again as it was while nothing has happened in its company, and never once something has.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#support/entries'
import { type DatabaseProxy, startProxy } from '#support/servers/database-proxy'
import { anEntry, requestsWith, type Service, START, startService, type TestCompany } from '#support/service'

let first: Service
let second: Service
let proxy: DatabaseProxy
beforeAll(async () => {
  first = await startService({ alone: true })
  proxy = await startProxy(first.databaseUrl)
  second = await startService({ beside: proxy.before(first) })
})
afterAll(async () => {
  await second.close()
  await proxy.close()
  await first.close()
})

/** The same company at the process whose statements are looked at. */
const atSecond = (company: TestCompany): TestCompany => {
  const url = company.url.replace(first.base, second.base)
  return { ...company, url, ...requestsWith(url, company.token) }
}

const ANEW = { 'cache-control': 'max-age=0, no-cache' }
const REPORTS = ['trial-balance', 'income-statement', 'balance-sheet', 'vat-report', 'key-figures', 'eu-sales-list']

const asked = (report: string): string =>
  `/reports/${report}${report === 'eu-sales-list' ? '?from=2026-06-01&to=2026-06-30' : ''}`

const readAll = (company: TestCompany, headers: Record<string, string> = {}) =>
  Promise.all(REPORTS.map(async (report) => ok(await company.get(asked(report), headers))))

/** How many statements a request takes at the second process, beside that of who calls. */
const statementsOf = async (request: () => Promise<unknown>): Promise<number> => {
  proxy.transactions()
  await request()
  const own = proxy.transactions().filter((statements) => statements.some((one) => /ledger|sales|purchasing/.test(one)))
  return own.flat().length
}

test('what has not changed is given again without reading the books', async () => {
  const company = await first.newCompany()
  ok(await company.post('/journal-entries', anEntry()))
  const beside = atSecond(company)
  const before = await readAll(beside)
  expect(await statementsOf(async () => expect(await readAll(beside)).toEqual(before))).toBe(0)
  // A client that asks for a fresh reading gets one.
  expect(await statementsOf(async () => expect(await readAll(beside, ANEW)).toEqual(before))).toBeGreaterThan(0)
  // It is the answer to one question, in one language.
  const names = async (language: string) =>
    ok(await beside.get(asked('balance-sheet'), { 'accept-language': language })).rows[0].name
  expect([await names('en'), await names('sv')]).toEqual(['Assets', 'Tillgångar'])
  const whole = ok(await beside.get(asked('trial-balance')))
  expect(ok(await beside.get(`${asked('trial-balance')}?accounts=1930`)).rows.length).toBeLessThan(whole.rows.length)
})

test('what another process has booked is told with the very next request', async () => {
  const company = await first.newCompany()
  const beside = atSecond(company)
  for (let time = 1; time <= 3; time += 1) {
    const { knownAt } = ok(await beside.get(asked('trial-balance')))
    expect(knownAt).toBe(time - 1)
    ok(await company.post('/journal-entries', anEntry()))
    expect(await readAll(beside)).toEqual(await readAll(company, ANEW))
    expect(ok(await beside.get(asked('trial-balance'))).knownAt).toBe(time)
  }
})

test('no company is given what another was answered, and no token what it may not read', async () => {
  const own = await first.newCompany()
  const other = await first.newCompany()
  ok(await own.post('/journal-entries', anEntry()))
  expect(ok(await own.get(asked('trial-balance'))).knownAt).toBe(1)
  expect(ok(await other.get(asked('trial-balance'))).knownAt).toBe(0)
  const poor = await first.newCompany({ scopes: ['customers:read'] })
  expect((await poor.get(asked('trial-balance'))).status).toBe(403)
  expect((await fetch(`${own.url}${asked('trial-balance')}`)).status).toBe(401)
})

test('a new day has its own answers', async () => {
  const company = await first.newCompany()
  const on = async () => ok(await company.get(asked('key-figures'))).on
  expect(await on()).toBe('2026-06-10')
  first.setNow('2026-06-11T10:00:00.000Z')
  expect(await on()).toBe('2026-06-11')
  first.setNow(START)
  expect(await on()).toBe('2026-06-10')
})
