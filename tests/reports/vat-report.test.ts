// The VAT report: every box by the VAT codes of accounts, whole kronor beside what is booked, and what fits no box.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '#ledger'
import { boxesIn, boxesOf, useAccounts } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Case, cases } from '#support/samples/worked-cases'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

type Value = { reported: number | null; amount: number }
type Row = { kind: string; key: string; name: string; accounts: string | null; values: Value[] }
type Report = { knownAt: number; columns: { query: string }[]; rows: Row[] }

const read = async (company: TestCompany, query = ''): Promise<Report> =>
  ok(await company.get(`/reports/vat-report?${query}`, { 'accept-language': 'sv' }))

const rowOf = ({ rows }: Report, key: string): Row => {
  const row = rows.find((one) => one.key === key)
  if (!row) throw new Error(`There is no row ${key}`)
  return row
}

const entry = async (company: TestCompany, date: string, items: [account: number, kronor: number][]) =>
  ok(
    await company.post('/journal-entries', {
      title: 'Prov',
      date,
      items: items.map(([account, kronor]) => (kronor > 0 ? { account, debit: kronor } : { account, credit: -kronor })),
    }),
  )

const bookStep = (company: TestCompany, { rows }: Case['steps'][number], date = '2026-05-15') =>
  entry(
    company,
    date,
    rows.map(([account, side, kronor]) => [Number(account), side === 'D' ? Number(kronor) : -Number(kronor)]),
  )

describe('worked cases', () => {
  test('all have boxes here', () => {
    expect(Object.keys(boxesOf).sort()).toEqual(cases.map(({ id }) => id).sort())
  })

  test.each(cases)('$id $title', async ({ id, steps }) => {
    const company = checkedCompany(await service.newCompany())
    await useAccounts(
      service,
      company,
      {},
      steps.flatMap(({ rows }) => rows.map(([account]) => Number(account))),
    )
    for (const step of steps) await bookStep(company, step)
    const report = await read(company)
    expect(boxesIn(report)).toEqual(boxesOf[id])
    expect(rowOf(report, 'difference').values).toEqual([{ reported: null, amount: 0 }])
  })
})

describe('a quarter', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = checkedCompany(await service.newCompany())
    await service.operateFor(company.id, (call) => createAccount(call, { number: 5421, name: 'Program från EU' }))
    ok(await company.patch('/chart-of-accounts/5421', { vatCode: '21' }))
    await entry(company, '2026-01-10', [
      [1930, 1252.6],
      [3001, -1002.08],
      [2611, -250.52],
    ])
    await entry(company, '2026-01-20', [
      [6110, 132.8],
      [2641, 33.2],
      [1930, -166],
    ])
    await entry(company, '2026-02-10', [
      [5421, 1000],
      [2645, 250],
      [2614, -250],
      [1930, -1000],
    ])
    await entry(company, '2026-02-11', [
      [1510, 500],
      [2618, -100],
      [3990, -400],
    ])
    // Settled by hand, in a later month, and paid.
    await entry(company, '2026-04-30', [
      [2611, 250.52],
      [2614, 250],
      [2641, -33.2],
      [2645, -250],
      [3740, -0.32],
      [2650, -217],
    ])
    await entry(company, '2026-05-12', [
      [2650, 217],
      [1930, -217],
    ])
    await entry(company, '2026-05-13', [
      [1930, 125],
      [3001, -100],
      [2611, -25],
    ])
  })

  test('whole kronor: öre are dropped, and what is to be paid is the sum of the boxes', async () => {
    const report = await read(company, 'from=2026-01-01&to=2026-03-31&level=line')
    const values = (key: string) => rowOf(report, key).values[0]
    expect(values('05')).toEqual({ reported: 1002, amount: 1002.08 })
    expect(values('10')).toEqual({ reported: 250, amount: 250.52 })
    expect(values('21')).toEqual({ reported: 1000, amount: 1000 })
    expect(values('30')).toEqual({ reported: 250, amount: 250 })
    expect(values('48')).toEqual({ reported: 283, amount: 283.2 })
    expect(values('49')).toEqual({ reported: 217, amount: 217.32 })
    expect(values('rest')).toEqual({ reported: null, amount: 0.32 })
    expect(report.rows.filter(({ kind }) => kind === 'account')).toEqual([])
  })

  test('what fits no box is told with its accounts', async () => {
    const report = await read(company, 'from=2026-01-01&to=2026-03-31')
    const of = (key: string) => {
      const { accounts, values } = rowOf(report, key)
      return [accounts, values[0]?.amount]
    }
    expect(of('difference')).toEqual(['2618', 100])
    expect(of('incomeWithoutCode')).toEqual(['3990', 400])
    expect(of('salesBase')).toEqual([null, 0])
    expect(of('booked')).toEqual(['2611,2614,2618,2641,2645', 317.32])
    expect(of('closing')).toEqual(['2611,2614,2618,2641,2645', 317.32])
  })

  test('settlement is no tax of its period, and is told', async () => {
    const report = await read(company, 'from=2026-04-01&to=2026-06-30')
    expect(boxesIn(report)).toEqual({ '05': 100, '10': 25, '49': 25 })
    const amounts = ['opening', 'booked', 'settled', 'closing', 'difference'].map(
      (key) => rowOf(report, key).values[0]?.amount,
    )
    expect(amounts).toEqual([317.32, 25, -217.32, 125, 0])
  })

  test('a base that the tax does not fit is told', async () => {
    const other = checkedCompany(await service.newCompany())
    await entry(other, '2026-01-10', [
      [1930, 1000],
      [3001, -1000],
    ])
    await entry(other, '2026-01-10', [
      [1930, 1360],
      [3003, -1000],
      [2631, -60],
      [2621, -300],
    ])
    await entry(other, '2026-01-10', [
      [4515, 1000],
      [1930, -1000],
    ])
    const report = await read(other, 'level=line')
    expect(rowOf(report, 'salesBase').values[0]?.amount).toBe(-1500)
    expect(rowOf(report, 'purchaseBase').values[0]?.amount).toBe(1000)
  })

  test('a figure lists its entries', async () => {
    const report = await read(company, 'from=2026-01-01&to=2026-03-31')
    const { query } = report.columns[0] ?? { query: '' }
    const accounts = rowOf(report, '10').accounts ?? ''
    const list = ok(await company.get(`/journal-entries?accounts=${accounts}&query=${encodeURIComponent(query)}`))
    expect(list.totalItems).toBe(1)
  })

  test('months stand beside each other, and what was known then stays', async () => {
    const report = await read(company, 'from=2026-01-01&to=2026-03-31&by=month&level=line&knownAt=2')
    expect(rowOf(report, '49').values).toEqual([
      { reported: 217, amount: 217.32 },
      { reported: 0, amount: 0 },
      { reported: 0, amount: 0 },
      { reported: 217, amount: 217.32 },
    ])
    expect(rowOf(await read(company, 'from=2026-04-01&to=2026-06-30&knownAt=4'), 'settled').values[0]?.amount).toBe(0)
  })

  test('as a file', async () => {
    const { text } = await company.get('/reports/vat-report?format=csv&level=line', { 'accept-language': 'en' })
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      'Account,Name,In the return,Amount',
      ',Taxable sales and withdrawals,,',
      ',05 Taxable sales,1102.00,1102.08',
    ])
  })
})

describe('entries that move sales and purchases', () => {
  /** Spreads what an entry has on an account over the year, books the first three months, and gives the accrual. */
  const accrue = async (company: TestCompany, { id }: { id: string }, account: number) => {
    const accrual = { journalEntryRef: { id }, account, firstMonth: '2026-01', months: 12 }
    const made = ok(await company.post('/accruals', accrual))
    ok(await company.post('/accrual-portions', { to: '2026-03' }))
    return ok(await company.get(`/accruals/${made.id}`))
  }
  const sale: [account: number, kronor: number][] = [
    [1510, 15_000],
    [3001, -12_000],
    [2611, -3000],
  ]
  const service21: typeof sale = [
    [4535, 12_000],
    [2645, 3000],
    [2614, -3000],
    [2440, -12_000],
  ]
  const abroad = (account: number): typeof sale => [
    [1510, 12_000],
    [account, -12_000],
  ]
  const months = (company: TestCompany, query = '') => read(company, `from=2026-01-01&to=2026-03-31&by=month${query}`)
  const amountsOf = (report: Report, key: string) => rowOf(report, key).values.map(({ amount }) => amount)
  const once = [12_000, 0, 0, 12_000]
  const tax = [3000, 0, 0, 3000]

  test.each<[what: string, account: number, items: typeof sale, boxes: Record<string, number[]>]>([
    ['a sale                   ', 3001, sale, { '05': once, '10': tax }],
    ['a service from the Union ', 4535, service21, { '21': once, '30': tax, '48': tax }],
    ['goods to the Union       ', 3108, abroad(3108), { '35': once }],
    ['goods to other countries ', 3105, abroad(3105), { '36': once }],
  ])('%s stands where it was booked, and not where it is accrued', async (_, account, items, boxes) => {
    const company = checkedCompany(await service.newCompany())
    await accrue(company, await entry(company, '2026-01-15', items), account)
    const report = await months(company)
    for (const [box, amounts] of Object.entries(boxes)) {
      const place = report.rows.findIndex(({ kind, key }) => kind === 'line' && key === box)
      const [line, own] = report.rows.slice(place)
      expect([box, ...[line, own].map((row) => row?.values.map(({ amount }) => amount))]).toEqual([
        box,
        amounts,
        amounts,
      ])
    }
    for (const key of ['salesBase', 'purchaseBase', 'difference']) {
      expect([key, amountsOf(report, key)]).toEqual([key, [0, 0, 0, 0]])
    }
    const moved = account < 4000 ? 1000 : -1000
    expect(rowOf(report, 'shifted').accounts).toBe(String(account))
    expect(amountsOf(report, 'shifted')).toEqual([-11 * moved, moved, moved, -9 * moved])
  })

  test('what is reversed of an accrual changes no box either', async () => {
    const company = checkedCompany(await service.newCompany())
    const { id, portions } = await accrue(company, await entry(company, '2026-01-15', sale), 3001)
    const reverse = async (of: string) => ok(await company.post(`/journal-entries/${of}/reverse`)).id
    const box = async (query = '') => amountsOf(await months(company, query), '05')
    await reverse(portions[1].journalEntryRef.id)
    expect(await box()).toEqual(once)
    ok(await company.post('/accrual-portions', { to: '2026-02' }))
    expect(await box()).toEqual(once)
    ok(await company.post(`/accruals/${id}/reverse`))
    expect(await box()).toEqual(once)
    expect([await box('&knownAt=1'), await box('&knownAt=2'), await box('&knownAt=5')]).toEqual([once, once, once])
    const before = await months(company, '&knownAt=1')
    expect(before.rows.some(({ key }) => key === 'shifted')).toBe(false)
  })

  test('a fixed asset is sold where it was invoiced, and not where it is disposed of', async () => {
    const company = checkedCompany(await service.newCompany())
    const asset = { name: 'Svarv', acquisitionDate: '2025-12-10', acquisitionValue: 30_000, account: 1220 }
    const { id } = ok(await company.post('/fixed-assets', { ...asset, months: 60, firstMonth: '2026-02' }))
    await entry(company, '2026-01-20', [
      [1510, 50_000],
      [3001, -40_000],
      [2611, -10_000],
    ])
    const disposal = { date: '2026-02-10', price: 40_000, proceedsAccount: 3001 }
    const { disposal: made } = ok(await company.post(`/fixed-assets/${id}/disposal`, disposal))
    const hold = async () => {
      const report = await months(company)
      expect(amountsOf(report, '05')).toEqual([40_000, 0, 0, 40_000])
      expect(amountsOf(report, '10')).toEqual([10_000, 0, 0, 10_000])
      expect(amountsOf(report, 'salesBase')).toEqual([0, 0, 0, 0])
      // What was gained is no sale.
      expect(amountsOf(report, 'incomeWithoutCode')).toEqual([0, 0, 0, 0])
    }
    await hold()
    ok(await company.post(`/journal-entries/${made.journalEntryRef.id}/reverse`))
    await hold()
  })

  test('as a file', async () => {
    const company = checkedCompany(await service.newCompany())
    await accrue(company, await entry(company, '2026-01-15', sale), 3001)
    const path = '/reports/vat-report?from=2026-01-01&to=2026-01-31&format=csv&level=line'
    const { text } = await company.get(path, { 'accept-language': 'en' })
    expect(text.split('\r\n')).toEqual(
      expect.arrayContaining([
        ',05 Taxable sales,12000.00,12000.00',
        ',"Accruals and disposals, which no box counts",,-11000.00',
      ]),
    )
  })
})

describe('entries whose tax and base differ', () => {
  const named = async (company: TestCompany, days = 'from=2026-05-01&to=2026-05-31') =>
    ok(await company.get(`/reports/vat-report/differences?${days}`))
  type Items = [account: number, kronor: number][]
  const costOf = (tax: number, ...base: Items): Items => [...base, [2645, tax], [2614, -tax], [1930, -1000]]

  test('are named, the largest first, with the base that their tax is computed on', async () => {
    const company = checkedCompany(await service.newCompany())
    const small = await entry(company, '2026-05-10', costOf(250, [6540, 800], [4535, 200]))
    const large = await entry(company, '2026-05-11', costOf(250, [6540, 1000]))
    await entry(company, '2026-05-12', costOf(250, [4535, 1000]))
    const sold = await entry(company, '2026-05-13', [
      [1930, 1120],
      [3001, -1000],
      [2621, -100],
      [3740, -20],
    ])
    const imported = await entry(company, '2026-05-14', [
      [4547, 1000],
      [4549, -1000],
    ])
    const one = (of: { id: string; journalEntryNumber: string }, date: string, base: number, baseOfTax: number) => ({
      journalEntryRef: { id: of.id },
      journalEntryNumber: of.journalEntryNumber,
      date,
      title: 'Prov',
      base,
      baseOfTax,
      difference: Math.round((base - baseOfTax) * 100) / 100,
    })
    expect(await named(company)).toEqual({
      knownAt: 5,
      from: '2026-05-01',
      to: '2026-05-31',
      items: [
        {
          key: 'salesBase',
          baseBoxes: '05,06,07,08',
          taxBoxes: '10,11,12',
          difference: 166.67,
          totalEntries: 1,
          entries: [one(sold, '2026-05-13', 1000, 833.33)],
        },
        {
          key: 'purchaseBase',
          baseBoxes: '20,21,22,23,24',
          taxBoxes: '30,31,32',
          difference: -1800,
          totalEntries: 2,
          entries: [one(large, '2026-05-11', 0, 1000), one(small, '2026-05-10', 200, 1000)],
        },
        {
          key: 'importBase',
          baseBoxes: '50',
          taxBoxes: '60,61,62',
          difference: 1000,
          totalEntries: 1,
          entries: [one(imported, '2026-05-14', 1000, 0)],
        },
      ],
    })
    expect((await named(company, 'from=2026-05-12&to=2026-05-12')).items).toEqual([])
    expect((await named(company, 'from=2026-05-01&to=2026-05-31&knownAt=1')).items).toHaveLength(1)
  })

  test('are none where they make up for each other, differ by rounding, or settle tax', async () => {
    const company = checkedCompany(await service.newCompany())
    await entry(company, '2026-05-10', costOf(250, [6540, 1000]))
    await entry(company, '2026-05-11', [
      [4535, 1000],
      [6540, -1000],
    ])
    await entry(company, '2026-05-12', [
      [1930, 12.63],
      [3001, -10.1],
      [2611, -2.53],
    ])
    await entry(company, '2026-05-31', [
      [2611, 2.53],
      [2650, -2.53],
    ])
    expect((await named(company)).items).toEqual([])
  })

  test('are as many as there are, of which fifty are named', async () => {
    const company = checkedCompany(await service.newCompany())
    for (let count = 0; count < 51; count += 1) await entry(company, '2026-05-10', costOf(25, [6540, 1000]))
    const [difference] = (await named(company)).items
    expect([difference.totalEntries, difference.difference, difference.entries.length]).toEqual([51, -5100, 50])
  })
})
