// Opening balances of the first year: set and corrected through the API, with what stood there before kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeFiscalYear, createFiscalYear, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { closeOutOfOrder } from '#support/samples/closed-years'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { contentOf, download } from '#tests/ledger/sie/sie-support'
import { balanceOf, book, verified } from './support.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async () => checkedCompany(await service.newCompany())
const pathOf = (company: TestCompany, year = company.fiscalYearId) => `/fiscal-years/${year}/opening-balances`
const capital = (kronor: number) => [
  { account: 1930, amount: kronor },
  { account: 2081, amount: -kronor },
]
const set = (company: TestCompany, balances: unknown, query = '', year?: string) =>
  company.put(`${pathOf(company, year)}${query}`, { balances })
const addYear = (company: TestCompany, year: number) =>
  service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod: 'accrual' }),
  )
const historyOf = (company: TestCompany) =>
  service.database.rows<{ what: string; detail: Record<string, unknown> }>(sql`
    select what, detail from platform.history
    where company_id = ${company.id} and what like 'opening-balances.%' order by id`)

test('that are carried on may be more than one amount may be', async () => {
  const company = await newCompany()
  const most = 1_000_000_000_000
  const items = [
    { account: 1930, debit: most },
    { account: 2081, credit: most },
  ]
  for (let time = 0; time < 2; time += 1) ok(await company.post('/journal-entries', anEntry({ items })))
  const next = await addYear(company, 2027)
  expect(ok(await company.get(pathOf(company, next.id)))).toMatchObject({
    balances: [
      { account: 1930, amount: 2 * most },
      { account: 2081, amount: -2 * most },
    ],
  })
})

test('are set, corrected and told, and all that ever stood there is kept', async () => {
  const company = await newCompany()
  const nothing = { fiscalYearId: company.fiscalYearId, origin: 'carried', revision: 0, balances: [], earlier: [] }
  expect((await company.get(pathOf(company))).body).toEqual(nothing)
  await book(company)
  const before = await balanceOf(company, 1930)
  expect((await set(company, capital(25_000))).body).toMatchObject({ origin: 'stored', revision: 1, earlier: [] })
  const corrected = await company.put(pathOf(company), {
    balances: [...capital(50_000.5), { account: 1510, amount: 0 }],
    reason: 'Nyemission',
  })
  expect(corrected.status).toBe(200)
  expect(corrected.body).toEqual({
    fiscalYearId: company.fiscalYearId,
    origin: 'stored',
    revision: 2,
    balances: capital(50_000.5),
    earlier: [{ revision: 1, balances: capital(25_000) }],
  })
  expect((await company.get(pathOf(company))).body).toEqual(corrected.body)
  expect(await balanceOf(company, 1930)).toBe(before + 50_000.5)
  const { balances } = await contentOf(await download(company, company.fiscalYearId))
  expect(balances.filter((line) => line.startsWith('opening'))).toEqual([
    'opening 0 1930 5000050',
    'opening 0 2081 -5000050',
  ])
  expect(await historyOf(company)).toEqual([
    {
      what: 'opening-balances.set',
      detail: {
        fiscalYearId: company.fiscalYearId,
        revision: 1,
        after: capital(25_000),
        before: [
          { account: 1930, amount: 0 },
          { account: 2081, amount: 0 },
        ],
      },
    },
    {
      what: 'opening-balances.corrected',
      detail: {
        fiscalYearId: company.fiscalYearId,
        revision: 2,
        reason: 'Nyemission',
        before: capital(25_000),
        after: capital(50_000.5),
      },
    },
  ])
  expect((await verified(service, company.id)).fault).toBeNull()
})

test('of none take back all there was', async () => {
  const company = await newCompany()
  await set(company, capital(100))
  expect((await set(company, [])).body).toMatchObject({ origin: 'stored', revision: 2, balances: [] })
  expect(await balanceOf(company, 1930)).toBe(0)
})

test('carry on into the years after', async () => {
  const company = await newCompany()
  const { id } = await addYear(company, 2027)
  await set(company, capital(100))
  await set(company, capital(300))
  expect((await company.get(pathOf(company, id))).body).toMatchObject({ origin: 'carried', balances: capital(300) })
})

describe('are refused', () => {
  const wrong: [string, unknown[], string, string][] = [
    ['an account that is not there', [{ account: 1999, amount: 1 }], '#/balances/0/account', 'is not in the chart'],
    ['an account of income', [{ account: 3001, amount: 1 }], '#/balances/0/account', 'start every year at zero'],
    ['an account twice', [...capital(1), ...capital(1)], '#/balances/2/account', 'is given twice'],
    ['three decimals', [{ account: 1930, amount: 0.125 }], '#/balances/0/amount', 'at most two decimals'],
    ['an endless amount', [{ account: 1930, amount: 1e13 }], '#/balances/0/amount', 'either side of zero'],
    ['a sum', [{ account: 1930, amount: 7.5 }], '#/balances', 'sum to 7.50 and not to 0.00'],
  ]
  test.each(wrong)('%s', async (_, balances, field, message) => {
    const company = await newCompany()
    const { status, body } = await set(company, balances)
    expect([status, body.errors[0].field]).toEqual([400, field])
    expect(body.errors[0].message).toContain(message)
    expect((await company.get(pathOf(company))).body.revision).toBe(0)
  })

  test('a sum, unless it is forced', async () => {
    const company = await newCompany()
    expect((await set(company, [{ account: 1930, amount: 7.5 }], '?force=true')).status).toBe(200)
    expect(await balanceOf(company, 1930)).toBe(7.5)
  })

  test('a year that is not the first', async () => {
    const company = await newCompany()
    const { id } = await addYear(company, 2027)
    const { status, body } = await set(company, capital(1), '', id)
    expect([status, body.message]).toEqual([
      400,
      'The fiscal year 2027-01-01 to 2027-12-31 is not the first of these books: correct the opening balances of 2026-01-01 to 2026-12-31, on which it is based',
    ])
  })

  test('locked days, closed years, and years that closed ones carry on from', async () => {
    const company = await newCompany()
    const { id } = await addYear(company, 2027)
    const saying = async () => (await set(company, capital(1))).body.message
    await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-01-31') }))
    expect(await saying()).toContain('The books are locked up to and including 2026-01-31')
    await service.operateFor(company.id, (call) => setLockDate(call, { date: null }))
    await closeOutOfOrder(service, company.id, id)
    expect(await saying()).toContain('2027-01-01 to 2027-12-31 is closed and is based on')
    await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
    expect(await saying()).toBe(
      'The fiscal year 2026-01-01 to 2026-12-31 is closed: its opening balances cannot be changed',
    )
  })

  test('by the database as well', async () => {
    const company = await newCompany()
    await set(company, capital(1))
    const year = company.fiscalYearId
    const row = (revision: number) => sql`
      insert into ledger.opening_balance (company_id, fiscal_year_id, revision, account, amount)
      values (${company.id}, ${year}, ${revision}, 1510, 5)`
    const revise = (revision: number) =>
      sql`update ledger.fiscal_year set opening_revision = ${revision} where id = ${year}`
    for (const statement of [row(1), row(3), revise(0), revise(3)]) {
      await expect(service.database.rows(statement)).rejects.toMatchObject({ code: 'GB009' })
    }
    await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-01-31') }))
    await expect(service.database.rows(revise(2))).rejects.toMatchObject({ code: 'GB009' })
  })
})

test('need the scope', async () => {
  const company = await service.newCompany({ scopes: ['fiscal-years:read'] })
  expect((await company.get(pathOf(company))).status).toBe(200)
  expect((await set(company, capital(1))).status).toBe(403)
})
