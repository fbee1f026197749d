// Status and totals: tables of what the rules say, and the database saying the same for any content.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day } from '#platform/day'
import { atRate, microFromNumber, textFromMicro } from '#platform/decimal'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { lineNet, taxesOf, totalsOf } from '#rule/document-totals'
import { INVOICE_STATUSES, type InvoiceStatus, type StatusFacts, statusOf } from '#rules/sales/invoices/invoice-status'
import { type Service, startService, type TestCompany } from '#support/service'

const TODAY = '2026-06-10' as Day
const published = new Date('2026-06-01T08:00:00Z')

const facts = (changes: Partial<StatusFacts>): StatusFacts => ({
  kind: 'invoice',
  publishedAt: published,
  currency: 'SEK',
  currencyRate: '1',
  owedOn: addDays(TODAY, 20),
  totalBaseOre: 100_000n,
  reductionBaseOre: 0n,
  paidBaseOre: 0n,
  settledBaseOre: 0n,
  creditedBaseOre: 0n,
  ...changes,
})

const late = addDays(TODAY, -1)

const cases: [string, Partial<StatusFacts>, InvoiceStatus][] = [
  ['not published                         ', { publishedAt: null, paidBaseOre: 100_000n }, 'draft'],
  ['nothing paid                          ', {}, 'published'],
  ['due today                             ', { owedOn: TODAY }, 'published'],
  ['due yesterday                         ', { owedOn: late }, 'overdue'],
  ['paid                                  ', { paidBaseOre: 100_000n, owedOn: late }, 'paid'],
  ['paid and settled                      ', { paidBaseOre: 90_000n, settledBaseOre: 10_000n }, 'paid'],
  ['settled alone                         ', { settledBaseOre: 100_000n }, 'paid'],
  ['paid in part                          ', { paidBaseOre: 1n }, 'underPaid'],
  ['paid in part, due yesterday           ', { paidBaseOre: 1n, owedOn: late }, 'overdue'],
  ['99 öre short                          ', { paidBaseOre: 99_901n, owedOn: late }, 'paid'],
  ['1 krona short                         ', { paidBaseOre: 99_900n }, 'underPaid'],
  ['99 öre too much                       ', { paidBaseOre: 100_099n }, 'paid'],
  ['1 krona too much                      ', { paidBaseOre: 100_100n }, 'overPaid'],
  ['99 öre short in another currency      ', { paidBaseOre: 99_901n, currency: 'EUR' }, 'underPaid'],
  ['99 öre short in kronor of euro books  ', { paidBaseOre: 99_901n, currencyRate: '0.09' }, 'underPaid'],
  ['99 öre too much in another currency   ', { paidBaseOre: 100_099n, currency: 'EUR' }, 'overPaid'],
  ['99 öre in all, nothing paid           ', { totalBaseOre: 99n }, 'published'],
  ['a settlement that raises it           ', { settledBaseOre: -5_000n }, 'published'],
  ['that and its payment                  ', { settledBaseOre: -5_000n, paidBaseOre: 105_000n }, 'paid'],
  ['nothing to pay                        ', { totalBaseOre: 0n, owedOn: late }, 'paid'],
  ['credited                              ', { creditedBaseOre: 100_000n, owedOn: late }, 'credited'],
  ['credited after it was paid            ', { creditedBaseOre: 100_000n, paidBaseOre: 100_000n }, 'credited'],
  ['credited in part                      ', { creditedBaseOre: 40_000n }, 'published'],
  ['credited in part, due yesterday       ', { creditedBaseOre: 40_000n, owedOn: late }, 'overdue'],
  ['credited in part, the rest paid       ', { creditedBaseOre: 40_000n, paidBaseOre: 60_000n }, 'paid'],
  ['paid, and then credited in part       ', { creditedBaseOre: 40_000n, paidBaseOre: 100_000n }, 'overPaid'],
  ["the customer's part of a reduction     ", { reductionBaseOre: 30_000n, paidBaseOre: 70_000n }, 'paid'],
  ['less than that                        ', { reductionBaseOre: 30_000n, paidBaseOre: 60_000n }, 'underPaid'],
  ['a credit note that is not published   ', { kind: 'creditNote', publishedAt: null }, 'draft'],
  ['a credit note                         ', { kind: 'creditNote', owedOn: late }, 'published'],
]

test.each(cases)('the status: %s', (_, changes, status) => {
  expect(statusOf(facts(changes), TODAY)).toBe(status)
})

describe('the status in the database', () => {
  let service: Service
  let company: TestCompany
  beforeAll(async () => {
    service = await startService({ alone: true })
    company = await service.newCompany()
  })
  afterAll(() => service.close())

  const ore = fc.oneof(
    fc.constantFrom(0n, 0n, 1n, 99n, 100n, 50_000n, 99_900n, 99_901n, 100_000n, 100_099n, 100_100n),
    fc.bigInt({ min: 0n, max: 200_000n }),
  )
  const anyFacts = fc.record({
    kind: fc.constant('invoice' as const),
    publishedAt: fc.constantFrom(published, published, published, null),
    currency: fc.constantFrom('SEK', 'EUR'),
    currencyRate: fc.constantFrom('1', '1', '0.09'),
    owedOn: fc.integer({ min: -2, max: 2 }).map((days) => addDays(TODAY, days)),
    totalBaseOre: ore,
    reductionBaseOre: fc.constantFrom(0n, 0n, 30_000n),
    paidBaseOre: ore,
    settledBaseOre: fc.oneof(fc.constant(0n), ore, fc.bigInt({ min: -500n, max: 500n })),
    creditedBaseOre: fc.oneof(fc.constant(0n), fc.constant(0n), ore),
  })

  /** Writes invoices as stored after any history; returns the status of each. */
  const kept = async (all: readonly StatusFacts[]): Promise<Map<string, InvoiceStatus>> => {
    const ids = new Map<string, InvoiceStatus>()
    const { last } = await service.database.one<{ last: bigint }>(
      sql`select coalesce(max(number), 0) as last from sales.invoice where company_id = ${company.id}`,
    )
    let number = last
    for (const one of all) {
      const id = newId()
      ids.set(id, statusOf(one, TODAY))
      if (one.publishedAt !== null) number += 1n
      await service.database.rows(sql`
        insert into sales.invoice (
          company_id, id, kind, currency, currency_rate, date, due_date, net_ore, tax_ore, total_ore, total_base_ore,
          reduction_base_ore, number, published_at, paid_base_ore, settled_base_ore, credited_base_ore,
          created_by_kind, created_by_id, created_at, modified_at)
        values (${company.id}, ${id}, ${one.kind}, ${one.currency}, ${one.currencyRate}, '2026-05-01',
          ${one.owedOn}, 0, 0, 0,
          ${one.totalBaseOre}, ${one.reductionBaseOre}, ${one.publishedAt === null ? null : number},
          ${one.publishedAt}, ${one.paidBaseOre}, ${one.settledBaseOre}, ${one.creditedBaseOre}, 'token', ${id},
          ${published}, ${published})`)
    }
    return ids
  }

  const found = async (query: string): Promise<string[]> => {
    const ids: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const asked = `pageSize=100&cursor=${cursor}&query=${encodeURIComponent(query)}`
      const { body } = await company.get(`/invoices?${asked}`)
      ids.push(...body.items.map(({ id }: { id: string }) => id))
      cursor = body.nextCursor
    }
    return ids.sort()
  }

  test('is that of the rule, in lists and in filters', async () => {
    const all = await kept([
      ...cases.filter(([, { kind }]) => kind === undefined).map(([, changes]) => facts(changes)),
      ...fc.sample(anyFacts, { numRuns: 250, seed: 4 }),
    ])
    const having = (fits: (status: InvoiceStatus) => boolean) =>
      [...all].flatMap(([id, status]) => (fits(status) ? [id] : [])).sort()
    expect(new Set(all.values()).size).toBe(INVOICE_STATUSES.length - 1)
    const { body } = await company.get('/invoices?pageSize=100')
    for (const { id, status } of body.items) expect(status).toBe(all.get(id))
    for (const status of INVOICE_STATUSES) {
      expect(await found(`status==${status}`), status).toEqual(having((one) => one === status))
      expect(await found(`status!=${status}`), status).toEqual(having((one) => one !== status))
    }
    expect(await found('status~aid')).toEqual(having((one) => /aid/.test(one)))
  })
})

const prices: [number, number, bigint][] = [
  [1, 0.004999, 0n],
  [1, 0.005, 1n],
  [1, -0.005, -1n],
  [1, -0.004999, 0n],
  [3, 33.335, 10001n],
  [0.333333, 3, 100n],
  [7.5, 1200, 900000n],
  [-2, 12.345, -2469n],
  [999_999_999, 1000, 99999999900000n],
  [0.000001, 5000, 1n],
  [1.005, 1, 101n],
  [0, 100, 0n],
]

const micro = (number: number): bigint => {
  const value = microFromNumber(number)
  if (value === null) throw new Error(`${number} is no quantity`)
  return value
}

test.each(prices)('%d at %d each', (quantity, unitPrice, net) => {
  expect(lineNet(micro(quantity), micro(unitPrice))).toBe(net)
})

const numbers: [number, string | null][] = [
  [0, '0'],
  [-0, '0'],
  [1, '1'],
  [0.1, '0.1'],
  [-1.000001, '-1.000001'],
  [0.000001, '0.000001'],
  [0.0000001, null],
  [1.0000001, null],
  [999_999_999.999999, '999999999.999999'],
  [1_000_000_000, null],
  [-1e21, null],
  [Number.NaN, null],
]

test.each(numbers)('the number %d', (number, text) => {
  const value = microFromNumber(number)
  expect(value === null ? null : textFromMicro(value)).toBe(text)
})

test('every number of six decimals comes back as it was', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), (value) => {
      expect(microFromNumber(Number(textFromMicro(value)))).toBe(value)
    }),
  )
})

type Lines = [net: number, rate: number][]
const totals: [string, Lines, boolean, net: bigint, tax: bigint, rounding: bigint, total: bigint][] = [
  [
    'tax on the sum of a rate ',
    [
      [3500, 25],
      [720, 25],
      [247.75, 25],
    ],
    false,
    446775n,
    111694n,
    0n,
    558469n,
  ],
  ['half an öre goes up      ', [[0.02, 25]], false, 2n, 1n, 0n, 3n],
  [
    'each rate by itself      ',
    [
      [0.02, 25],
      [0.05, 12],
      [0.09, 6],
      [7, 0],
    ],
    false,
    716n,
    3n,
    0n,
    719n,
  ],
  [
    'a discount lowers its tax',
    [
      [1000, 25],
      [-100, 25],
    ],
    false,
    90000n,
    22500n,
    0n,
    112500n,
  ],
  [
    'a discount of its own    ',
    [
      [1000, 25],
      [-100, 12],
    ],
    false,
    90000n,
    23800n,
    0n,
    113800n,
  ],
  ['rounded down             ', [[100.39, 25]], true, 10039n, 2510n, -49n, 12500n],
  ['rounded up               ', [[100.4, 25]], true, 10040n, 2510n, 50n, 12600n],
  ['nothing to round         ', [[100, 25]], true, 10000n, 2500n, 0n, 12500n],
  ['no lines                 ', [], true, 0n, 0n, 0n, 0n],
]

const countedOf = (lines: Lines) => lines.map(([net, taxRate]) => ({ netOre: BigInt(Math.round(net * 100)), taxRate }))

test.each(totals)('totals: %s', (_, lines, rounds, netOre, taxOre, roundingOre, totalOre) => {
  expect(totalsOf(countedOf(lines), { rounds })).toEqual({ netOre, taxOre, roundingOre, totalOre })
})

test('tax is listed by rate, the highest first', () => {
  expect(
    taxesOf(
      countedOf([
        [1, 0],
        [10, 6],
        [10, 25],
        [20, 6],
      ]),
    ),
  ).toEqual([
    { taxRate: 25, netOre: 1000n, taxOre: 250n },
    { taxRate: 6, netOre: 3000n, taxOre: 180n },
    { taxRate: 0, netOre: 100n, taxOre: 0n },
  ])
})

test.each([
  ['11.2345', 10_000n, 112_345n],
  ['0.005', 100n, 1n],
  ['0.004999', 100n, 0n],
  ['1', 55_569n, 55_569n],
])('at a rate of %s', (rate, ore, base) => {
  expect(atRate(ore, rate)).toBe(base)
})
