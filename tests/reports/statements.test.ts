// What the statements look like: lines, levels, columns, languages, and the way from a figure to its entries.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookOf, closeFiscalYear, createAccount, createFiscalYear } from '#ledger'
import { dayFrom } from '#platform/day'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany

type Row = { kind: string; key: string; name: string; accounts: string | null; values: Record<string, number>[] }
type Report = { knownAt: number; columns: { kind: string; from: string; to: string; query: string }[]; rows: Row[] }

const read = async (report: string, query = '', language = 'sv', of = company): Promise<Report> =>
  ok(await of.get(`/reports/${report}?${query}`, { 'accept-language': language }))
const amounts = ({ rows }: Report) => rows.map(({ key, values }) => [key, ...values.map(({ amount }) => amount)])

const book = async (date: string, items: [account: number, amount: number][], of = company) =>
  ok(
    await of.post('/journal-entries', {
      title: 'Prov',
      date,
      items: items.map(([account, amount]) => ({
        account,
        debit: Math.max(amount, 0),
        credit: Math.max(-amount, 0),
      })),
    }),
  )

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  await book('2026-01-15', [
    [1930, 1250],
    [3001, -1000],
    [2611, -250],
  ])
  await book('2026-02-15', [
    [5410, 400.5],
    [2641, 100.13],
    [1930, -500.63],
  ])
  await book('2026-03-15', [
    [4010, 200],
    [8410, 10],
    [1930, -210],
  ])
})
afterAll(() => service.close())

test('the income statement has the lines of the law, with results so far', async () => {
  expect(amounts(await read('income-statement', 'level=line&from=2026-01-01&to=2026-03-31&by=month'))).toEqual([
    ['operatingIncome'],
    ['netSales', 1000, 0, 0, 1000],
    ['operatingIncomeTotal', 1000, 0, 0, 1000],
    ['operatingExpenses'],
    ['goodsForResale', 0, 0, -200, -200],
    ['otherExternalExpenses', 0, -400.5, 0, -400.5],
    ['operatingExpensesTotal', 0, -400.5, -200, -600.5],
    ['operatingResult', 1000, -400.5, -200, 399.5],
    ['financialItems'],
    ['interestExpenses', 0, 0, -10, -10],
    ['financialItemsTotal', 0, 0, -10, -10],
    ['resultAfterFinancialItems', 1000, -400.5, -210, 389.5],
    ['resultBeforeTax', 1000, -400.5, -210, 389.5],
    ['netResult', 1000, -400.5, -210, 389.5],
  ])
})

test('a row has its accounts or its groups below, in the language that is asked for', async () => {
  const below = async (level: string, language: string) =>
    (await read('income-statement', `level=${level}`, language)).rows
      .filter(({ kind }) => ['line', 'group', 'account'].includes(kind))
      .slice(0, 2)
      .map(({ kind, key, name }) => [kind, key, name])
  expect(await below('group', 'sv')).toEqual([
    ['line', 'netSales', 'Nettoomsättning'],
    ['group', '30', 'Huvudintäkter'],
  ])
  expect(await below('group', 'en')).toEqual([
    ['line', 'netSales', 'Net sales'],
    ['group', '30', 'Main income'],
  ])
  const [, account] = await below('account', 'en')
  expect(account?.slice(0, 2)).toEqual(['account', '3001'])
})

test('goods for resale are told apart by their SRU code', async () => {
  const other = checkedCompany(await service.newCompany())
  await book(
    '2026-01-15',
    [
      [4010, 100],
      [1930, -100],
    ],
    other,
  )
  expect((await read('income-statement', 'level=line', 'sv', other)).rows[1]?.key).toBe('goodsForResale')
  ok(await other.patch('/chart-of-accounts/4010', { sruCodes: ['7511'] }))
  expect((await read('income-statement', 'level=line', 'sv', other)).rows[1]?.key).toBe('rawMaterials')
})

test('the balance sheet balances with the result that is not booked yet', async () => {
  const { rows } = await read('balance-sheet', 'level=line&from=2026-02-01&to=2026-03-31')
  expect(rows.map(({ key, values: [value] }) => [key, value?.opening, value?.change, value?.closing])).toEqual([
    ['assets', undefined, undefined, undefined],
    ['currentAssets', undefined, undefined, undefined],
    ['cashAndBankHeading', undefined, undefined, undefined],
    ['cash', 1250, -710.63, 539.37],
    ['cashAndBank', 1250, -710.63, 539.37],
    ['currentAssetsTotal', 1250, -710.63, 539.37],
    ['totalAssets', 1250, -710.63, 539.37],
    ['equityAndLiabilities', undefined, undefined, undefined],
    ['currentLiabilities', undefined, undefined, undefined],
    ['otherCurrentLiabilities', 250, -100.13, 149.87],
    ['currentLiabilitiesTotal', 250, -100.13, 149.87],
    ['computedResult', 1000, -610.5, 389.5],
    ['earlierResults', 0, 0, 0],
    ['totalEquityAndLiabilities', 1250, -710.63, 539.37],
    ['difference', 0, 0, 0],
  ])
})

/** An account of each line of K2 that merged with others before, in the order of the statements, and its amount. */
const k2Lines: readonly (readonly [key: string, account: number, amount: number])[] = [
  ['goodwill', 1070, 11],
  ['machinery', 1210, 12],
  ['equipment', 1220, 13],
  ['otherLongTermClaims', 1380, 14],
  ['stockOfRawMaterials', 1410, 15],
  ['finishedGoods', 1460, 16],
  ['cash', 1930, 1000],
  ['shareCapital', 2081, -25],
  ['unregisteredShareCapital', 2082, -26],
  ['revaluationReserve', 2085, -27],
  ['statutoryReserve', 2086, -28],
  ['sharePremium', 2097, -29],
  ['retainedEarnings', 2091, -30],
  ['resultOfYear', 2099, -31],
  ['allocationReserves', 2110, -32],
  ['accumulatedExcessDepreciation', 2150, -33],
  ['pensionProvisions', 2210, -34],
  ['otherProvisions', 2220, -35],
  ['bonds', 2310, -36],
  ['longTermBankLoans', 2350, -37],
  ['otherLongTermLiabilities', 2390, -38],
]

test('the statements have each line of K2 by itself, in its order, with a total of each part', async () => {
  const other = checkedCompany(await service.newCompany())
  await service.operateFor(other.id, async (call) => {
    const { accounts } = await bookOf(call, true)
    for (const [name, number] of [...k2Lines, ['purchases', 4310] as const])
      if (!accounts.has(number)) await createAccount(call, { number, name })
  })
  const sum = k2Lines.reduce((total, [, , amount]) => total + amount, 0)
  const lines = k2Lines.map(([, account, amount]) => [account, amount] as [number, number])
  await book('2026-01-15', [...lines, [4310, 4], [4010, 5], [5720, 6], [2440, -sum - 15]], other)
  const { rows } = await read('balance-sheet', 'level=line', 'sv', other)
  const own = new Set(k2Lines.map(([key]) => key))
  const shown = rows.filter(({ kind, key }) => kind === 'line' && own.has(key))
  expect(shown.map(({ key, values: [value] }) => [key, value?.closing])).toEqual(
    k2Lines.map(([key, , amount]) => [key, Math.abs(amount)]),
  )
  const totals = rows.filter(({ kind }) => kind === 'total').map(({ key, values: [value] }) => [key, value?.closing])
  expect(totals.slice(0, 9)).toEqual([
    ['intangibleAssets', 11],
    ['tangibleAssets', 25],
    ['financialFixedAssets', 14],
    ['fixedAssetsTotal', 50],
    ['stock', 31],
    ['cashAndBank', 1000],
    ['currentAssetsTotal', 1031],
    ['totalAssets', 1081],
    ['restrictedEquity', 106],
  ])
  const income = await read('income-statement', 'level=line', 'sv', other)
  const costs = income.rows.filter(({ kind }) => kind === 'line').map(({ key, name }) => [key, name])
  expect(costs).toEqual([
    ['rawMaterials', 'Råvaror och förnödenheter'],
    ['goodsForResale', 'Handelsvaror'],
    ['otherExternalExpenses', 'Övriga externa kostnader'],
  ])
})

test('results of years that were not booked to equity are told', async () => {
  const other = checkedCompany(await service.newCompany())
  await book(
    '2026-01-15',
    [
      [1930, 100],
      [3001, -100],
    ],
    other,
  )
  const next = await service.operateFor(other.id, async (call) => {
    const startDate = dayFrom('2027-01-01')
    return createFiscalYear(call, { startDate, endDate: dayFrom('2027-12-31'), accountingMethod: 'accrual' })
  })
  const valueAt = ({ rows }: Report, key: string) => rows.find((row) => row.key === key)?.values[0]
  const sheet = await read('balance-sheet', `fiscalYearId=${next.id}`, 'sv', other)
  expect(valueAt(sheet, 'earlierResults')).toEqual({ opening: 100, change: 0, closing: 100 })
  expect(valueAt(sheet, 'difference')).toEqual({ opening: 0, change: 0, closing: 0 })
  const trial = await read('trial-balance', `fiscalYearId=${next.id}`, 'sv', other)
  expect(valueAt(trial, 'total')).toEqual({ opening: 100, debit: 0, credit: 0, closing: 100 })
  expect(valueAt(trial, 'earlierResults')).toEqual({ opening: -100, debit: 0, credit: 0, closing: -100 })
  expect(valueAt(trial, 'difference')).toEqual({ opening: 0, debit: 0, credit: 0, closing: 0 })
  await service.operateFor(other.id, (call) => closeFiscalYear(call, { id: other.fiscalYearId }))
  expect(await read('balance-sheet', `fiscalYearId=${next.id}`, 'sv', other)).toEqual(sheet)
})

test('opening balances that were forced out of balance are a difference', async () => {
  const other = checkedCompany(await service.newCompany())
  const balances = [{ account: 1930, amount: 70 }]
  ok(await other.put(`/fiscal-years/${other.fiscalYearId}/opening-balances?force=true`, { balances }))
  const { rows } = await read('balance-sheet', '', 'sv', other)
  expect(rows.at(-1)).toMatchObject({ kind: 'difference', values: [{ opening: 70, change: 0, closing: 70 }] })
})

describe('days before the books', () => {
  let young: TestCompany
  beforeAll(async () => {
    young = checkedCompany(await service.newCompany({ fiscalYear: ['2024-05-01', '2024-12-31'] }))
    await service.operateFor(young.id, (call) =>
      createFiscalYear(call, { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' }),
    )
    const balances = [
      { account: 1930, amount: 100_000 },
      { account: 2081, amount: -100_000 },
    ]
    ok(await young.put(`/fiscal-years/${young.fiscalYearId}/opening-balances`, { balances }))
    const items: [number, number][] = [
      [1930, 500],
      [3001, -500],
    ]
    await book('2024-06-15', items, young)
  })
  const valuesOf = async (report: string, query: string, key = '1930') =>
    (await read(report, query, 'sv', young)).rows.find((row) => row.key === key)?.values

  test('a report that the books begin in begins with their opening balances', async () => {
    const days = 'from=2024-01-01&to=2024-12-31'
    const moved = { opening: 100_000, debit: 500, credit: 0, closing: 100_500 }
    expect(await valuesOf('trial-balance', days)).toEqual([moved])
    expect(await valuesOf('trial-balance', `${days}&knownAt=1`)).toEqual([moved])
    expect(await valuesOf('trial-balance', days, 'difference')).toMatchObject([{ opening: 0, closing: 0 }])
    expect(await valuesOf('balance-sheet', days)).toEqual([{ opening: 100_000, change: 500, closing: 100_500 }])
    const { accounts } = ok(await young.get(`/reports/general-ledger?${days}&accounts=1930`))
    expect(accounts).toMatchObject([{ account: 1930, opening: 100_000, closing: 100_500 }])
  })

  test('so does a column that is compared, and nothing stands anywhere before', async () => {
    const days = 'from=2024-06-01&to=2024-08-31'
    const nothing = { opening: 0, debit: 0, credit: 0, closing: 0 }
    const unmoved = { ...nothing, opening: 100_000, closing: 100_000 }
    const [period, compared] = (await valuesOf('trial-balance', `${days}&compare=previousPeriod`)) ?? []
    expect([period?.closing, compared]).toEqual([100_500, unmoved])
    const [, before] = (await valuesOf('trial-balance', `${days}&compare=2023-01-01..2024-04-30`)) ?? []
    expect(before).toEqual(nothing)
  })

  test('reach into the first year, and not into the second', async () => {
    for (const report of ['trial-balance', 'general-ledger']) {
      const { status, body } = await young.get(`/reports/${report}?from=2024-01-01&to=2025-12-31`)
      const message = 'must be in the same fiscal year as from: it ends on 2024-12-31'
      expect([report, status, body.errors]).toEqual([report, 400, [{ field: 'to', message }]])
    }
  })
})

test('a figure leads to its entries, and a pinned report stays as it is', async () => {
  const pinned = await read('income-statement', 'from=2026-01-01&to=2026-06-30&compare=previousYear')
  expect(pinned.columns.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['period', '2026-01-01', '2026-06-30'],
    ['compared', '2025-01-01', '2025-06-30'],
  ])
  const late = await book('2026-02-01', [
    [5410, 50],
    [1930, -50],
  ])
  const again = await read(
    'income-statement',
    `from=2026-01-01&to=2026-06-30&compare=previousYear&knownAt=${pinned.knownAt}`,
  )
  expect(again).toEqual(pinned)
  const now = await read('income-statement', 'from=2026-01-01&to=2026-06-30')
  expect(now.knownAt).toBe(pinned.knownAt + 1)
  for (const [report, ids] of [
    [pinned, 1],
    [now, 2],
  ] as const) {
    const row = report.rows.find(({ key }) => key === 'otherExternalExpenses')
    const query = encodeURIComponent(report.columns[0]?.query ?? '')
    const { items, totalItems } = ok(await company.get(`/journal-entries?accounts=${row?.accounts}&query=${query}`))
    expect(totalItems).toBe(ids)
    expect(items.some(({ id }: { id: string }) => id === late.id)).toBe(ids === 2)
  }
})

test('what was known at a moment is what was registered until then', async () => {
  const other = checkedCompany(await service.newCompany())
  const before = service.now()
  await book(
    '2026-01-15',
    [
      [1930, 100],
      [3001, -100],
    ],
    other,
  )
  service.setNow(new Date(before.getTime() + 60_000))
  await book(
    '2026-01-16',
    [
      [1930, 30],
      [3001, -30],
    ],
    other,
  )
  const earned = async (moment: Date) => {
    const report = await read('income-statement', `level=line&knownAt=${moment.toISOString()}`, 'sv', other)
    return [report.knownAt, report.rows.at(-1)?.values[0]?.amount]
  }
  expect(await earned(new Date(before.getTime() - 1))).toEqual([0, 0])
  expect(await earned(before)).toEqual([1, 100])
  expect(await earned(new Date(before.getTime() + 60_000))).toEqual([2, 130])
})

test('days and moments that there are not are refused, and those at the edges are read', async () => {
  const asked = async (query: string) => {
    const { status, body } = await company.get(`/reports/balance-sheet?${query}`)
    return [status, body.errors?.map(({ field }: { field: string }) => field)]
  }
  expect(await asked('knownAt=2026-13-01T10:00:00Z')).toEqual([400, ['knownAt']])
  expect(await asked('knownAt=2026-01-01T25:00:00Z')).toEqual([400, ['knownAt']])
  expect(await asked('from=0001-01-01&to=9999-12-31')).toEqual([400, ['from', 'to']])
  expect(await asked('from=1901-01-01&to=2198-12-31&by=year')).toEqual([400, ['by']])
  expect(await asked('from=1901-01-01&to=2198-12-31')).toEqual([200, undefined])
  expect(await asked('from=2198-01-01&to=2198-12-31&by=month&compare=previousYear')).toEqual([200, undefined])
  expect(await asked('knownAt=2026-01-01T10:00:00%2B01:00')).toEqual([200, undefined])
  expect(await asked('knownAt=2026-01-01T10:00:00+01:00')).toEqual([200, undefined])
})
