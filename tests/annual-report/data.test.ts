// Figures for the annual report: each from its accounts, over the years, and against the statements.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { dayFrom } from '#platform/day'
import { fixedAssetNotes, multiYearRow, type YearAccount } from '#rules/annual-report/data'
import { checkedCompany } from '#support/checked'
import { entriesOf, ok, sumsOf } from '#support/entries'
import { asMember, booked, member, type Owned, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-02-01T10:00:00Z')
  company = await owned(service, { fiscalYear: ['2025-01-01', '2025-12-31'] })
  await booked(company, '2025-01-01', { 1930: 100_000, 2081: -100_000 })
  await booked(company, '2025-02-01', { 1220: 50_000, 1930: -50_000 })
  await booked(company, '2025-12-31', { 7832: 10_000, 1229: -10_000 })
  await booked(company, '2025-06-01', { 1930: 80_000, 3001: -80_000 })
  await booked(company, '2025-06-01', { 5010: 20_000, 1930: -20_000 })
  await booked(company, '2025-12-31', { 8811: 10_000, 2110: -10_000 })
  ok(await company.as('POST', `/fiscal-years/${company.fiscalYearId}/closing`, {}))
  await booked(company, '2026-01-15', { 1930: 30_000, 3001: -30_000 })
  await booked(company, '2026-01-20', { 1220: -5_000, 1930: 5_000 })
})
afterAll(() => service.close())

const dataOf = async (id: string) => ok(await company.get(`/fiscal-years/${id}/annual-report-data`))

test('a year and the one before, with what their figures are made of', async () => {
  const [next] = ok(await company.get('/fiscal-years')).items
  const { years, equity, fixedAssets, toBeTold, query, knownAt } = await dataOf(next.id)
  const figures = ({ netSales, resultAfterFinancialItems, totalAssets, adjustedEquity, equityRatio }: never) =>
    [netSales, resultAfterFinancialItems, totalAssets, adjustedEquity]
      .map(({ amount }: { amount: number }) => amount)
      .concat(equityRatio)
  expect(years.map(figures)).toEqual([
    [30_000, 30_000, 180_000, 177_940, 98.9],
    [80_000, 50_000, 150_000, 147_940, 98.6],
  ])
  expect([years[1].startDate, years[1].netSales.accounts, years[0].query]).toEqual(['2025-01-01', '3001', query])
  expect(query).toBe(`date>=2026-01-01&&date<=2026-12-31&&registration<=${knownAt}`)
  expect(equity).toEqual({
    rows: [
      { account: 2081, name: 'Aktiekapital', opening: 100_000, change: 0, closing: 100_000 },
      expect.objectContaining({ account: 2098, opening: 0, change: 40_000, closing: 40_000 }),
      expect.objectContaining({ account: 2099, opening: 40_000, change: -40_000, closing: 0 }),
    ],
    unbookedResult: 30_000,
  })
  expect(fixedAssets).toEqual([
    {
      key: 'equipment',
      acquisition: { opening: 50_000, increase: 0, decrease: -5_000, closing: 45_000, accounts: '1220' },
      depreciation: { opening: -10_000, increase: 0, decrease: 0, closing: -10_000, accounts: '1229' },
      writeDowns: { opening: 0, increase: 0, decrease: 0, closing: 0, accounts: null },
      carrying: { opening: 40_000, closing: 35_000 },
    },
  ])
  expect(toBeTold.map(({ key }: { key: string }) => key)).toContain('averageEmployees')
})

test('its figures are those of the statements, and lists of entries', async () => {
  const [next] = ok(await company.get('/fiscal-years')).items
  const { years } = await dataOf(next.id)
  for (const { id, resultAfterFinancialItems, totalAssets, netSales, query } of years) {
    const income = ok(await company.get(`/reports/income-statement?fiscalYearId=${id}&level=line`)).rows
    const balance = ok(await company.get(`/reports/balance-sheet?fiscalYearId=${id}&level=line`)).rows
    const rowOf = (rows: { key: string; values: Record<string, number>[] }[], key: string) =>
      rows.find((one) => one.key === key)?.values[0]
    expect(rowOf(income, 'resultAfterFinancialItems')?.amount).toBe(resultAfterFinancialItems.amount)
    expect(rowOf(balance, 'totalAssets')?.closing).toBe(totalAssets.amount)
    const asked = new URLSearchParams({ accounts: netSales.accounts, query, pageSize: '100' })
    const entries = ok(await company.get(`/journal-entries?${asked}`)).items
    const whole = (await entriesOf(company)).filter(({ id: of }) =>
      entries.some((one: { id: string }) => one.id === of),
    )
    expect(-(sumsOf(whole)[3001] ?? 0)).toBe(netSales.amount)
  }
})

const account = (main: number, kind: string, closing: bigint): YearAccount => ({
  number: main,
  main,
  name: '',
  kind,
  opening: closing,
  debit: 0n,
  credit: 0n,
})

test.each([
  [1010, 'acquisition'],
  [1018, 'writeDowns'],
  [1019, 'depreciation'],
  [1088, 'acquisition'],
  [1089, 'depreciation'],
  [1119, 'depreciation'],
  [1128, 'writeDowns'],
  [1179, 'depreciation'],
  [1180, 'acquisition'],
  [1188, 'acquisition'],
  [1189, 'acquisition'],
  [1229, 'depreciation'],
  [1278, 'writeDowns'],
  [1288, 'acquisition'],
  [1289, 'acquisition'],
  [1298, 'writeDowns'],
] as const)('%i is a part of the note on its assets: %s', (number, part) => {
  const [note] = fixedAssetNotes([account(number, 'asset', 100n)], new Map())
  expect(note?.[part]).toMatchObject({ closing: 100n, accounts: [number] })
})

test('what was reversed in the year is neither bought nor sold', async () => {
  const other = checkedCompany(await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] }))
  await service.operateFor(other.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' }),
  )
  const reversed = async ({ id }: { id: string }) => ok(await other.post(`/journal-entries/${id}/reverse`))
  const noteOf = async (year: string) => {
    const [note] = ok(await other.get(`/fiscal-years/${year}/annual-report-data`)).fixedAssets
    return [note.acquisition, note.depreciation].map(({ opening, increase, decrease, closing }) => [
      opening,
      increase,
      decrease,
      closing,
    ])
  }
  const buy = (date: string) => booked(other, date, { 1220: 50_000, 1930: -50_000 })
  const wrong = await buy('2025-02-01')
  const reversal = await reversed(wrong)
  await buy('2025-02-02')
  await booked(other, '2025-03-01', { 1930: 4_000, 1220: -4_000 })
  await reversed(await booked(other, '2025-12-31', { 7832: 9_000, 1229: -9_000 }))
  await booked(other, '2025-12-31', { 7832: 10_000, 1229: -10_000 })
  expect(await noteOf(other.fiscalYearId)).toEqual([
    [0, 50_000, -4_000, 46_000],
    [0, 0, -10_000, -10_000],
  ])
  // A reversal that is reversed was none: then it was bought twice. And once more it was not.
  const again = await reversed(reversal)
  expect((await noteOf(other.fiscalYearId))[0]).toEqual([0, 100_000, -4_000, 96_000])
  await reversed(again)
  expect((await noteOf(other.fiscalYearId))[0]).toEqual([0, 50_000, -4_000, 46_000])
  // What a later year takes back has been bought in this one.
  const { id } = await buy('2025-06-01')
  const [next] = ok(await other.get('/fiscal-years')).items
  await service.operateFor(other.id, (call) => closeFiscalYear(call, { id: other.fiscalYearId }))
  await reversed({ id })
  expect([(await noteOf(other.fiscalYearId))[0], (await noteOf(next.id))[0]]).toEqual([
    [0, 100_000, -4_000, 96_000],
    [96_000, 0, -50_000, 46_000],
  ])
})

test.each([
  ['just below a tenth', 3496n, 10_000n, 350],
  ['half a tenth', 3495n, 10_000n, 350],
  ['less than half a tenth', 34_949n, 100_000n, 349],
  ['a loss of half a tenth', -3495n, 10_000n, -350],
  ['a loss of less', -34_949n, 100_000n, -349],
])('the equity ratio is rounded: %s', (_, equity, total, ratio) => {
  const accounts = [account(1930, 'asset', total), account(2081, 'liability', -equity)]
  expect(multiYearRow(dayFrom('2025-01-01'), accounts).equityRatio).toBe(ratio)
})

test.each([
  ['2012-01-01', 173],
  ['2018-01-01', 178],
  ['2020-01-01', 178],
  ['2021-01-01', 179],
])('untaxed reserves of a year from %s count less the tax of then', (start, ratio) => {
  const accounts = [account(1930, 'asset', 1000n), account(2110, 'liability', -100n), account(2081, 'liability', -100n)]
  expect(multiYearRow(dayFrom(start), accounts).equityRatio).toBe(ratio)
})

test('a reader may read it', async () => {
  const as = asMember(company, await member(service, company, 'reader'))
  expect((await as('GET', `/fiscal-years/${company.fiscalYearId}/annual-report-data`)).status).toBe(200)
  expect((await company.get(`/fiscal-years/${company.id}/annual-report-data`)).status).toBe(404)
})

test('it is a sheet too: a column for each year, and what moved in the year', async () => {
  const [next] = ok(await company.get('/fiscal-years')).items
  const answer = await fetch(`${company.url}/fiscal-years/${next.id}/annual-report-data?format=csv`, {
    headers: { authorization: `Bearer ${company.token}`, 'accept-language': 'sv' },
  })
  const lines = (await answer.text()).trim().split(/\r?\n/)
  expect(lines).toEqual(
    expect.arrayContaining([
      'Nettoomsättning,30000.00,80000.00,,,,',
      '"Soliditet, %",98.90,98.60,,,,',
      '2081 Aktiekapital,,,100000.00,0.00,,100000.00',
      'Anskaffningsvärden,,,50000.00,0.00,-5000.00,45000.00',
      'Redovisat värde,,,40000.00,,,35000.00',
    ]),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^Medelantalet anställda/))
})
