// Worked cases of the proposals of a year-end, each by the act that it follows: what is booked for given books.
import { describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import type { AccountBalance, Books, Draft } from '#rules/year-end/proposals/draft'
import type { Inputs } from '#rules/year-end/proposals/inputs'
import { type ProposalKind, proposed } from '#rules/year-end/proposals/kinds'
import { computeTax, increaseOf } from '#rules/year-end/proposals/tax-computation'

type Given = {
  year?: [string, string]
  form?: Books['companyType']
  /** Kronor, debit positive. */
  opening?: Record<number, number>
  moved?: Record<number, number>
  equipment?: [acquiredOn: string, cost: number, isHeld?: boolean, proceeds?: number][]
  /** The deficit that the year before leaves. */
  carried?: number
}

const ore = (kronor: number) => BigInt(Math.round(kronor * 100))

const booksOf = ({
  year = ['2026-01-01', '2026-12-31'],
  form,
  opening = {},
  moved = {},
  equipment = [],
  carried,
}: Given): Books => {
  const accounts = new Map<number, AccountBalance>()
  for (const account of new Set([...Object.keys(opening), ...Object.keys(moved)].map(Number))) {
    const first = ore(opening[account] ?? 0)
    const kind = account < 2000 ? 'asset' : account < 3000 ? 'liability' : 'expense'
    accounts.set(account, { kind, opening: first, closing: first + ore(moved[account] ?? 0) })
  }
  return {
    companyType: form ?? 'limitedCompany',
    // The days of the cases are days.
    startDate: year[0] as Day,
    endDate: year[1] as Day,
    accounts,
    years: [],
    carried: carried === undefined ? null : { ore: ore(carried), endDate: '2025-12-31' as Day },
    equipment: equipment.map(([acquiredOn, cost, isHeld = true, proceeds = 0]) => {
      return { acquiredOn: acquiredOn as Day, valueOre: ore(cost), isHeld, proceedsOre: ore(proceeds) }
    }),
  }
}

const after = { isClosed: false, today: '2027-02-01' as Day, undecidedOre: 0n, dividendOre: 0n }

const itemsOf = (found: Draft | null) =>
  Object.fromEntries((found?.items ?? []).map(({ account, debit }) => [account, Number(debit) / 100]))

type Case = [act: string, kind: ProposalKind, given: Given, inputs: Inputs, booked: Record<number, number>]

const profit = (kronor: number): Record<number, number> => ({ 3001: -kronor })
const pen = { name: 'Penna', account: 1460, quantity: 1000, cost: 10 } as const

const cases: Case[] = [
  // Stock: 10 000 at cost; the net value of a hundred is 2 kronor lower each.
  [
    'ÅRL 4:9',
    'stock',
    { opening: { 1460: 8000 } },
    {
      stock: {
        valuation: 'lowest',
        items: [
          { ...pen, quantity: 900 },
          { ...pen, quantity: 100, netValue: 8 },
        ],
      },
    },
    { 1460: 1800, 4960: -1800 },
  ],
  [
    'IL 17:4',
    'stock',
    { opening: { 1460: 8000 } },
    { stock: { valuation: 'blanket', items: [pen] } },
    { 1460: 1700, 4960: -1700 },
  ],
  [
    'all sold',
    'stock',
    { opening: { 1410: 500 } },
    { stock: { valuation: 'lowest', items: [] } },
    { 1410: -500, 4910: 500 },
  ],
  [
    'a third decimal of a quantity',
    'stock',
    {},
    { stock: { valuation: 'lowest', items: [{ ...pen, quantity: 0.125, cost: 99.99 }] } },
    { 1460: 12.5, 4960: -12.5 },
  ],
  // 50 000 without VAT, half of it lost; 5 000 is written down already.
  [
    'ÅRL 4:9',
    'doubtfulClaims',
    { opening: { 1519: -5000 } },
    { doubtfulClaims: { claims: [{ name: '1001', amount: 62500, vat: 12500, lossPercent: 50 }] } },
    { 6352: 20000, 1519: -20000 },
  ],
  // 20 days at 2 000 with 31.42 %, 5 at 1 000 with 10.21 %.
  [
    'Semesterlagen 16 §, SAL 2:26–27',
    'holidayDebt',
    { opening: { 2920: -50000, 2940: -15710 } },
    {
      holidayDebt: {
        employees: [
          { name: '1', days: 20, dayPay: 2000, contributions: 'full' },
          { name: '2', days: 5, dayPay: 1000, contributions: 'pension' },
        ],
      },
    },
    { 7290: -5000, 2920: 5000, 7519: -2631.5, 2940: 2631.5 },
  ],
  ['Lag 1991:687', 'pensionTax', { moved: { 7410: 100000, 7533: 20000 } }, {}, { 7533: 4260, 2514: -4260 }],
  [
    'Lag 1991:687 2 §: less than nothing is nothing',
    'pensionTax',
    { moved: { 7410: 1000 } },
    { pensionTax: { adjustments: [{ label: 'Avgår', amount: -5000 }] } },
    {},
  ],
  // 100 000 − 10 000 + 50 000 − 20 000 = 120 000; 30 % is 36 000, so 84 000 at least. The books have 110 000.
  [
    'IL 18:13',
    'taxDepreciation',
    {
      opening: { 1220: 200000, 1229: -100000, 2153: -10000 },
      moved: { 1220: 20000, 1229: -10000 },
      equipment: [
        ['2026-05-01', 50000],
        ['2024-01-01', 40000, false, 20000],
      ],
    },
    { taxDepreciation: { rule: 'main' } },
    { 8853: 16000, 2153: -16000 },
  ],
  // 80 % of 50 000, 60 % of 10 000, 20 % of 100 000: 66 000, lower than the main rule's 105 000.
  [
    'IL 18:17',
    'taxDepreciation',
    { opening: { 1220: 100000 }, moved: { 1220: 50000, 1229: -30000 } },
    {
      taxDepreciation: {
        rule: 'lowest',
        acquired: 50000,
        earlier: [
          { year: 2025, cost: 10000 },
          { year: 2023, cost: 100000 },
        ],
      },
    },
    { 8853: 54000, 2153: -54000 },
  ],
  // Half a year: half of 30 %.
  [
    'IL 18:13, six months',
    'taxDepreciation',
    { year: ['2026-07-01', '2026-12-31'], opening: { 1220: 100000, 2150: -1000 } },
    { taxDepreciation: { rule: 'main' } },
    { 8850: 14850, 2150: -14850 },
  ],
  ['IL 30:5', 'reserve', { moved: profit(400000) }, {}, { 8811: 100000, 2126: -100000 }],
  ['IL 30:5, a loss', 'reserve', { moved: profit(-1000) }, {}, {}],
  [
    'IL 30:5, less than the most',
    'reserve',
    { moved: profit(400000) },
    { reserve: { allocation: 5000 } },
    { 8811: 5000, 2126: -5000 },
  ],
  // The fund of 2020 is six years old: 25 % of 50 000 + 4 % of it + 2.55 % of 80 000.
  [
    'IL 30:7, SFS 2018:1206',
    'reserve',
    { opening: { 2120: -50000, 2124: -30000 } },
    {},
    { 2120: 50000, 8819: -50000, 8811: 13510, 2126: -13510 },
  ],
  [
    'IL 30:7, before it has to',
    'reserve',
    { opening: { 2124: -30000 } },
    { reserve: { allocation: 0, reversals: [{ account: 2124, amount: 10000 }] } },
    { 2124: 10000, 8819: -10000 },
  ],
  // 100 007 rounds to 100 000: 20 600.
  ['IL 1:7, 65:10', 'tax', { moved: profit(100007) }, {}, { 8910: 20600, 2512: -20600 }],
  [
    'IL 65:10, booked before',
    'tax',
    { moved: { ...profit(100000), 8910: 25000, 2512: -25000 } },
    {},
    { 8910: -4400, 2512: 4400 },
  ],
  [
    'IL 9, 16 and 8 kap.',
    'tax',
    { moved: { ...profit(100000), 6072: 1000, 6992: 500, 8423: 500, 8314: -2000 } },
    {},
    { 8910: 20600, 2512: -20600 },
  ],
  [
    'IL 40:2',
    'tax',
    { moved: profit(100000) },
    { tax: { adjustments: [], deficit: 60000 } },
    { 8910: 8240, 2512: -8240 },
  ],
  ['IL 40:2, by the year before', 'tax', { moved: profit(100000), carried: 60000 }, {}, { 8910: 8240, 2512: -8240 }],
  [
    'IL 40:2, entered in place of the year before',
    'tax',
    { moved: profit(100000), carried: 60000 },
    { tax: { adjustments: [], deficit: 0 } },
    { 8910: 20600, 2512: -20600 },
  ],
  // The reserve is a share of the surplus after the deficit (30:5): 25 % of 40 000.
  ['IL 30:5 and 40:2', 'reserve', { moved: profit(100000), carried: 60000 }, {}, { 8811: 10000, 2126: -10000 }],
  // A rate of its time: 21.4 % of years begun in 2020.
  [
    'IL 65:10 of 2020',
    'tax',
    { year: ['2020-07-01', '2021-06-30'], moved: profit(100000) },
    {},
    { 8910: 21400, 2512: -21400 },
  ],
]

describe('what is booked', () => {
  test.each(cases)('%s: %s', (_act, kind, given, inputs, expected) => {
    const found = proposed(kind, booksOf(given), inputs, after)
    expect(found?.missing ?? []).toEqual([])
    expect(itemsOf(found)).toEqual(expected)
    expect((found?.items ?? []).reduce((sum, { debit }) => sum + debit, 0n)).toBe(0n)
  })
})

test('forms whose owners pay the tax book neither tax nor reserve', () => {
  for (const form of ['proprietorship', 'partnership', 'limitedPartnership', 'nonProfitAssociation'] as const) {
    const books = booksOf({ form, moved: profit(100000) })
    expect(proposed('tax', books, {}, after)).toBeNull()
    expect(itemsOf(proposed('reserve', books, {}, after))).toEqual({})
  }
})

test('standard income follows the length of the year, and the year in which it ends', () => {
  const of = (year: [string, string]) =>
    computeTax(booksOf({ year, opening: { 2124: -100000 } }), {}).lines.map(({ field, ore: amount }) => [field, amount])
  expect(of(['2025-01-01', '2025-12-31'])).toEqual([['7654', 196000n]])
  expect(of(['2025-07-01', '2026-12-31'])).toEqual([['7654', 382500n]])
  expect(of(['2026-01-01', '2026-06-30'])).toEqual([['7654', 127500n]])
})

test('a reversal is increased by what the tax has fallen since the year of its fund', () => {
  const books = booksOf({})
  const of = (year: number) => increaseOf(books, { account: 2120, year, ore: 1n })
  expect([2018, 2019, 2020, 2021].map(of)).toEqual([6, 4, 4, 0])
})

test('the meeting decides on what is there: no more than the free equity, and on a day after the year', () => {
  const books = booksOf({ moved: { 2091: -10000, 2099: -40000 } })
  const closed = { ...after, isClosed: true, undecidedOre: ore(40000) }
  const decide = (date: string, dividend: number) =>
    proposed('resultDecision', books, { resultDecision: { date, dividend } }, closed)
  expect(itemsOf(decide('2027-01-31', 45000))).toEqual({ 2098: 40000, 2898: -45000, 2091: 5000 })
  const reasons = (found: Draft | null) => found?.missing.map(({ message }) => message.split(':')[0])
  expect(reasons(decide('2026-12-31', 0))).toEqual([
    'the meeting must be after 2026-12-31, the last day of the year, and at the latest today',
  ])
  expect(reasons(decide('2027-01-31', 50001))?.[0]).toMatch(/^at most 50000.00/)
})
