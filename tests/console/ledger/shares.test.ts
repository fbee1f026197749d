// How money is shared while it is typed: that of a bank transaction among invoices, and the result of a year among
// partners. All in öre.
import { describe, expect, test } from 'vitest'
import { isTooMuch, type Open, sharesOf } from '#console-rules/banking/shares'
import { equalParts, leftOf, sharesOf as partnersOf } from '#console-rules/year-end/shares'

const sold = (rest: number): Open => ({
  id: 'F',
  kind: 'invoice',
  number: '1',
  name: 'Kund AB',
  due: '2026-07-01',
  rest,
  takesAll: true,
  owed: null,
})
const bought = (rest: number): Open => ({ ...sold(rest), kind: 'supplierInvoice', takesAll: false })
const inEuro = (rest: number, ore: number): Open => ({
  ...bought(rest),
  takesAll: true,
  owed: { ore, currency: 'EUR' },
})

const small = sold(1000)
const big = sold(1250)

type Case = [what: string, whole: number, of: [invoice: Open, typed: number | null][], amounts: number[], rest: number]

// biome-ignore format: a table
const cases: readonly Case[] = [
  ['one that it pays',               1250, [[big, null]],                           [1250],              0],
  ['one that it pays in part',        500, [[big, null]],                           [500],               0],
  ['a customer who pays too much',   1300, [[big, null]],                           [1300],              0],
  ['a supplier gets what is owed',   1300, [[bought(1250), null]],                  [1250],             50],
  ['one in euro takes all',          1090, [[inEuro(1100, 100), null]],             [1090],              0],
  ['two customers',                  1300, [[small, null], [small, null]],          [1000, 300],         0],
  ['more than both',                 2100, [[small, null], [small, null]],          [1000, 1000],      100],
  ['what is typed stands',           1000, [[small, 400], [small, null]],           [400, 600],          0],
  ['what is typed later stands too', 2985, [[big, null], [big, null], [big, 500]],  [1250, 1250, 500], -15],
  ['nothing is left for the last',   1000, [[small, null], [sold(500), null]],      [1000, 0],           0],
  ['nought was typed',               1000, [[small, 0], [small, null]],             [0, 1000],           0],
  ['none',                            700, [],                                      [],                700],
]

describe('the money of a transaction', () => {
  test.each(cases)('%s', (_, whole, of, amounts, rest) => {
    const shares = of.map(([invoice, amount]) => ({ invoice, amount, paid: null }))
    expect(sharesOf(shares, whole)).toEqual({ amounts, rest })
  })

  // biome-ignore format: a table
  test.each([
    ['a customer may pay more',             sold(100),       null, 101, null, false],
    ['a supplier gets all that is owed',    bought(100),     null, 100, null, false],
    ['a supplier gets no more',             bought(100),     null, 101, null, true],
    ['in euro the money says nothing',      inEuro(110, 10), null, 999, null, false],
    ['in euro the bank says how much',      inEuro(110, 10), null, 110, 11,   true],
    ['in euro what is typed comes first',   inEuro(110, 10), 10,   110, 11,   false],
    ['in euro too much is typed',           inEuro(110, 10), 12,   110, null, true],
  ] as const)('too much: %s', (_, invoice, paid, gets, told, is) => {
    expect(isTooMuch({ invoice, amount: null, paid }, { gets, told })).toBe(is)
  })
})

describe('the result of a year', () => {
  const partners = [{ account: 2019 }, { account: 2029 }, { account: 2039 }]

  test.each([
    [9000, [3000, 3000, 3000]],
    [10_000, [3334, 3333, 3333]],
    [-10_001, [-3334, -3334, -3333]],
    [0, [0, 0, 0]],
  ])('%d is shared equally', (result, parts) => {
    const split = equalParts(result, partners)
    expect(Object.values(split)).toEqual(parts)
    expect(leftOf(result, split)).toBe(0)
  })

  test('is left if it is not distributed, and is sent in kronor', () => {
    expect(leftOf(8_000_000, { 2019: 5_000_001, 2029: null })).toBe(2_999_999)
    expect(leftOf(100, { 2019: 150 })).toBe(-50)
    expect(partnersOf({ 2019: 5_000_001, 2029: null, 2039: 0 })).toEqual([{ account: 2019, amount: 50_000.01 }])
  })
})
