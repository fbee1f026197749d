// How what is asked for is divided: over the files of the tax authority, and over the years whose caps it counts in.
import { describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { type Case, filesOf, usedByYear, type WorkToPay } from '#rules/sales/tax-reduction/request'

/** A case of the tax authority's file, of an invoice that was paid on a day. */
const caseOf = (invoiceNumber: string, paidOn = '2026-06-10' as Day): Case => ({
  personalNumber: '198507099805',
  invoiceNumber,
  paidOn,
  price: 1000,
  paid: 500,
  asked: 500,
  otherCost: 0,
  realEstateNumber: null,
  tenantOrgNumber: null,
  apartmentNumber: null,
  work: [],
})

/** As many cases as are said. */
const casesOf = (count: number, ...of: Parameters<typeof caseOf>) => Array.from({ length: count }, () => caseOf(...of))

describe('cases go into files', () => {
  const cases: [ofInvoices: number[], inFiles: number[]][] = [
    [[], []],
    [[0, 0], []],
    [[2, 0, 1], [3]],
    [
      [60, 40, 1],
      [100, 1],
    ],
    [
      [99, 2],
      [99, 2],
    ],
    [
      [51, 51, 49, 1],
      [51, 100, 1],
    ],
    [
      [100, 100],
      [100, 100],
    ],
  ]
  test.each(cases)('that of invoices %j are %j', (ofInvoices, inFiles) => {
    const files = filesOf(ofInvoices.map((count, index) => casesOf(count, String(index + 1))))
    expect(files.map((file) => file.length)).toEqual(inFiles)
    const places = files.flatMap((file) => [...new Set(file.map(({ invoiceNumber }) => invoiceNumber))])
    expect(places).toEqual(ofInvoices.flatMap((count, index) => (count > 0 ? [String(index + 1)] : [])))
  })

  test('of an invoice with more than a file has room for, each share in one', () => {
    const large = [...casesOf(70, '2', '2025-05-11' as Day), ...casesOf(70, '2', '2025-05-12' as Day)]
    const files = filesOf([casesOf(30, '1'), large, casesOf(40, '3')])
    expect(files.map((file) => file.length)).toEqual([100, 70, 40])
  })
})

type ByDay = Record<string, number>

/** Of rot work for 100 000 kronor, due on 31 January 2027: what the customer pays, and what counts, in kronor. */
const uses: [string, asked: number, refused: number, paid: ByDay, used: ByDay][] = [
  ['nothing is paid                 ', 30_000, 0, {}, { 2027: 30_000 }],
  ['a part is paid the year before  ', 30_000, 0, { '2026-12-20': 42_000 }, { 2026: 18_000, 2027: 12_000 }],
  [
    'all is paid in two years        ',
    30_000,
    0,
    { '2027-01-15': 28_000, '2026-12-20': 42_000 },
    { 2026: 18_000, 2027: 12_000 },
  ],
  // What was paid first allows all of what is asked for.
  ['less is asked for than may be   ', 20_000, 0, { '2026-12-20': 48_000 }, { 2026: 20_000 }],
  ['a part is refused               ', 20_000, 10_000, { '2026-12-20': 70_000 }, { 2026: 20_000 }],
  [
    'the customer pays what is refused',
    20_000,
    10_000,
    { '2026-12-20': 70_000, '2027-02-01': 10_000 },
    { 2026: 20_000 },
  ],
  // Three sevenths of what is paid from 2026 on: no case asks for the rest.
  [
    'the later year allows less      ',
    50_000,
    0,
    { '2025-12-20': 25_000, '2026-01-15': 25_000 },
    { 2025: 25_000, 2026: 10_714 },
  ],
]

describe('what counts in a year', () => {
  test.each(uses)('when %s', (_, asked, refused, paid, used) => {
    const work: WorkToPay = {
      id: '1',
      priceOre: 10_000_000n,
      dueDate: '2027-01-31' as Day,
      lines: [
        {
          itemType: 'salesItem',
          productType: 'services',
          unitType: 'hour',
          quantity: '1',
          taxRate: 25,
          netOre: 8_000_000n,
          reductionType: 'rot',
          jobType: 'rotConstruction',
        },
      ],
      chargedOre: 0n,
      payments: Object.entries(paid).map(([date, kronor]) => ({ date: date as Day, ore: BigInt(kronor) * 100n })),
    }
    const askedOre = BigInt(asked) * 100n
    const refusedOre = BigInt(refused) * 100n
    const years = usedByYear(work, { type: 'rot', ownOre: askedOre, askedOre, refusedOre })
    expect(Object.fromEntries(years.map(({ year, ore }) => [year, Number(ore) / 100]))).toEqual(used)
  })

  test('is not more because of fees and interest for late payment', () => {
    const line = { itemType: 'salesItem', taxRate: 25, netOre: 8_000_000n, reductionType: 'rot' } as const
    const lines = [{ ...line, jobType: 'rotConstruction' as const }]
    const own = { priceOre: 10_000_000n, dueDate: '2025-12-31' as Day, lines }
    const usedAfter = (kronor: number, chargedOre: bigint) => {
      const payments = [{ date: '2026-06-01' as Day, ore: BigInt(kronor) * 100n }]
      const asked = { type: 'rot', ownOre: 5_000_000n, askedOre: 5_000_000n, refusedOre: 0n } as const
      return usedByYear({ id: '1', ...own, payments, chargedOre }, asked)
    }
    expect(usedAfter(51_560, 156_000n)).toEqual([{ year: 2026, ore: 2_142_800n }])
    expect(usedAfter(50_000, 156_000n)).toEqual(usedAfter(51_560, 156_000n))
    expect(usedAfter(51_560, 0n)).toEqual([{ year: 2026, ore: 2_209_700n }])
  })

  test('is what an advance has paid, also when money is paid back that the customer never owed', () => {
    const line = { itemType: 'salesItem', taxRate: 25, netOre: 8_000_000n, reductionType: 'rot' } as const
    const work: WorkToPay = {
      id: '1',
      priceOre: 3_000_000n,
      dueDate: '2027-01-31' as Day,
      chargedOre: 0n,
      lines: [{ ...line, jobType: 'rotConstruction' }],
      payments: [{ date: '2026-12-20' as Day, ore: -50_000n }],
    }
    expect(usedByYear(work, { type: 'rot', ownOre: 3_000_000n, askedOre: 3_000_000n, refusedOre: 0n })).toEqual([
      { year: 2027, ore: 3_000_000n },
    ])
  })

  test('is shared by people as they share the invoice', () => {
    const payments = [{ date: '2026-12-20' as Day, ore: 4_200_000n }]
    const line = { itemType: 'salesItem', taxRate: 25, netOre: 8_000_000n, reductionType: 'rot' } as const
    const work: WorkToPay = {
      id: '1',
      priceOre: 10_000_000n,
      dueDate: '2027-01-31' as Day,
      payments,
      chargedOre: 0n,
      lines: [{ ...line, jobType: 'rotConstruction' }],
    }
    expect(usedByYear(work, { type: 'rot', ownOre: 1_000_000n, askedOre: 3_000_000n, refusedOre: 0n })).toEqual([
      { year: 2026, ore: 600_000n },
      { year: 2027, ore: 400_000n },
    ])
  })
})
