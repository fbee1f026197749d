// Budgets through the API: set, replaced, proposed from the year before, and shown beside what was booked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { sql } from '#platform/sql'
import type { AccountBudget } from '#server/ledger/budget/budget.rules'
import { monthsOf, proposedBudget } from '#server/ledger/budget/budget.rules'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { booked } from '#support/owned'
import { type Service, startService, type TestCompany } from '#support/service'
import { download } from '#tests/ledger/sie/sie-support'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async () => checkedCompany(await service.newCompany())
const pathOf = (company: TestCompany, year = company.fiscalYearId) => `/fiscal-years/${year}/budget`
const even = (kronor: number) => Array.from({ length: 12 }, () => kronor)
const nextYear = (company: TestCompany) =>
  service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'accrual' }),
  )

test('a budget is set, stands beside what is booked, and is replaced whole', async () => {
  const company = await newCompany()
  const none = ok(await company.get(pathOf(company)))
  expect(none).toMatchObject({ accounts: [], total: 0, months: expect.arrayContaining(['2026-01', '2026-12']) })
  await booked(company, '2026-02-10', { 1930: 90_000, 3001: -90_000 })
  const accounts = [
    { account: 3001, amounts: even(100_000) },
    { account: 5010, amounts: even(-8_000.5) },
  ]
  const first = await company.put(pathOf(company), { accounts })
  expect(first.body).toMatchObject({ total: 1_103_994, accounts: [{ total: 1_200_000 }, { total: -96_006 }] })
  const compared = async () => {
    const path = '/reports/income-statement?from=2026-01-01&to=2026-02-28&compare=budget'
    const { columns, rows } = ok(await company.get(path))
    const at = columns.findIndex(({ kind }: { kind: string }) => kind === 'budget')
    const rowOf = (account: number) => rows.find((row: { accounts: string }) => row.accounts === `${account}`)
    const of = (account: number) => rowOf(account)?.values?.[at]?.amount
    return [columns.length, of(3001), of(5010)]
  }
  expect(await compared()).toEqual([3, 200_000, -16_001])
  // A report that was read before is read anew.
  ok(await company.put(pathOf(company), { accounts: [{ account: 3001, amounts: even(50_000) }] }))
  expect(await compared()).toEqual([3, 100_000, undefined])
  const stale = await company.put(pathOf(company), { accounts }, { 'if-match': first.headers.get('etag') ?? '' })
  expect(stale.status).toBe(412)
  expect(ok(await company.put(pathOf(company), { accounts: [] }))).toMatchObject({ accounts: [], total: 0 })
})

test('a budget of a SIE file is shown and replaced, but for rows of objects and of balance sheet accounts', async () => {
  const company = await newCompany()
  const head = ['#FLAGGA 0', '#PROGRAM "Prov" 1', '#FORMAT PC8', '#GEN 20260101', '#SIETYP 4', '#FNAMN "Prov"']
  const chart = [
    '#RAR 0 20260101 20261231',
    '#IB 0 1930 0.00',
    '#KONTO 1930 "Bank"',
    '#KONTO 3001 "Intäkt"',
    '#DIM 1 "Ställe"',
    '#OBJEKT 1 "A" "A"',
  ]
  const plan = [
    '#PBUDGET 0 202601 3001 {} -500.00',
    '#PBUDGET 0 202601 3001 {1 "A"} -200.00',
    '#PBUDGET 0 202601 1930 {} 9.00',
  ]
  const file = Buffer.from([...head, ...chart, ...plan, ''].join('\r\n').replaceAll('ä', '\u0084'), 'latin1')
  ok(await company.upload('/sie/import', 'bok.se', file))
  const told = await service.database.rows<{ kind: string }>(sql`
    select kind from platform.event where tenant_id = ${company.id} and kind like 'budget.%'`)
  expect(told).toEqual([{ kind: 'budget.changed' }])
  const read = ok(await company.get(pathOf(company)))
  expect(read.accounts).toEqual([
    { account: 3001, name: expect.any(String), amounts: [500, ...even(0).slice(1)], total: 500 },
  ])
  ok(await company.put(pathOf(company), { accounts: [{ account: 3001, amounts: even(10) }] }))
  const written = (await download(company, company.fiscalYearId)).toString('latin1')
  const budgets = written.split('\r\n').filter((line: string) => line.startsWith('#PBUDGET'))
  expect(budgets).toHaveLength(14)
  expect(budgets.slice(0, 3)).toEqual([
    '#PBUDGET 0 202601 3001 {1 "A"} -200.00',
    '#PBUDGET 0 202601 1930 {} 9.00',
    '#PBUDGET 0 202601 3001 {} -10.00',
  ])
})

test('a budget is proposed from what was booked, or planned, in the year before', async () => {
  const company = await newCompany()
  await booked(company, '2026-03-10', { 1930: 1000.4, 3001: -1000.4 })
  await booked(company, '2026-03-11', { 1930: -300, 5010: 300 })
  await booked(company, '2026-03-31', { 8999: 700.4, 2099: -700.4 })
  const { id } = await nextYear(company)
  const march = (kronor: number) => even(0).map((none, month) => (month === 2 ? kronor : none))
  expect(ok(await company.get(`${pathOf(company, id)}/proposal?percent=10`))).toMatchObject({
    fiscalYearId: id,
    accounts: [
      { account: 3001, amounts: march(1100), total: 1100 },
      { account: 5010, amounts: march(-330), total: -330 },
    ],
  })
  ok(await company.put(pathOf(company), { accounts: [{ account: 6110, amounts: even(-99.6) }] }))
  expect(ok(await company.get(`${pathOf(company, id)}/proposal?basis=budget`)).accounts).toMatchObject([
    { account: 6110, amounts: even(-100) },
  ])
  expect(ok(await company.get(pathOf(company, id))).accounts).toEqual([])
})

const year = (startDate: string, endDate: string) => ({ startDate, endDate }) as Parameters<typeof monthsOf>[0]
const proposed = (rows: [number, string, bigint][], months: string[], percent = 0): AccountBudget[] =>
  proposedBudget(
    rows.map(([account, month, amount]) => ({ account, month, amount })),
    { months, percent },
  )

test.each([
  ['a calendar year', monthsOf(year('2026-01-01', '2026-12-31')).length, 12],
  ['a broken year', monthsOf(year('2026-05-01', '2027-04-30')).at(-1), '2027-04'],
  ['a first year from within a month', monthsOf(year('2026-01-15', '2026-03-31')), ['2026-01', '2026-02', '2026-03']],
  [
    'a year of 18 months before: months of one name are added',
    proposed(
      [
        [3001, '2025-01', 100n],
        [3001, '2026-01', 250n],
      ],
      ['2027-01'],
    ),
    [{ account: 3001, amounts: [400n] }],
  ],
  [
    'half a krona goes away from zero',
    proposed([[5010, '2025-01', -150n]], ['2026-01']),
    [{ account: 5010, amounts: [-200n] }],
  ],
  ['what comes to nothing is left out', proposed([[5010, '2025-02', -100n]], ['2026-01']), []],
  ['less', proposed([[3001, '2025-01', 10000n]], ['2026-01'], -25), [{ account: 3001, amounts: [7500n] }]],
])('%s', (_name, found, expected) => expect(found).toEqual(expected))
