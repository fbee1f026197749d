// Amounts as they are shown, in both languages, and what an invoice comes to while it is typed.
import { describe, expect, test } from 'vitest'
import { totalsOf } from '#console-rules/sales/editor/totals'
import { amountText, kronorOf, numberText, oreOf } from '#console-rules/ui/inputs/amount'

// biome-ignore format: a table
const amounts: readonly (readonly [ore: number, swedish: string, english: string])[] = [
  [0,            '0,00',            '0.00'],
  [5,            '0,05',            '0.05'],
  [125_000,      '1 250,00',        '1,250.00'],
  [-125_050,     '−1 250,50',       '−1,250.50'],
  [-1,           '−0,01',           '−0.01'],
  [123_456_789,  '1 234 567,89',    '1,234,567.89'],
]

const plain = (text: string): string => text.replace(/\u00a0/g, ' ')

describe('an amount', () => {
  test.each(amounts)('%d', (ore, swedish, english) => {
    expect([plain(amountText(ore, 'sv')), amountText(ore, 'en')]).toEqual([swedish, english])
    expect(oreOf(kronorOf(ore))).toBe(ore)
  })

  test('without öre, and a number that is none', () => {
    expect(plain(amountText(-125_050, 'sv', { decimals: 0 }))).toMatch(/^−1 25[01]$/)
    expect([plain(numberText(-1234.5, 'sv')), numberText(1.125, 'en')]).toEqual(['−1 234,5', '1.125'])
    expect(oreOf(0.29)).toBe(29)
  })
})

type Lines = Parameters<typeof totalsOf>[0]
const line = (quantity: string, price: string, taxRate: number, kind: 'sales' | 'text' = 'sales') => ({
  kind,
  quantity,
  price,
  taxRate,
})

type Sums = { net: bigint; tax: bigint; rounding: bigint; total: bigint }

const sums = (net: bigint, tax: bigint, rounding: bigint, total: bigint): Sums => ({ net, tax, rounding, total })

// biome-ignore format: a table
const exact: readonly (readonly [what: string, lines: Lines, sums: Sums])[] = [
  ['nothing',                    [],                                             sums(0n, 0n, 0n, 0n)],
  ['one line',                   [line('2', '100', 25)],                         sums(20_000n, 5_000n, 0n, 25_000n)],
  ['one piece unless it says',   [line('', '100', 25)],                          sums(10_000n, 2_500n, 0n, 12_500n)],
  ['a text is nothing',          [line('', '', 25, 'text')],                     sums(0n, 0n, 0n, 0n)],
  ['what is missing is nothing', [line('2', '', 25)],                            sums(0n, 0n, 0n, 0n)],
  ['half an öre, from zero',     [line('0.5', '0.01', 0)],                       sums(1n, 0n, 0n, 1n)],
  ['half an öre below zero',     [line('-0.5', '0.01', 0)],                      sums(-1n, 0n, 0n, -1n)],
  ['tax on the sum of a rate',   [line('1', '0.02', 25), line('1', '0.02', 25)], sums(4n, 1n, 0n, 5n)],
  ['rates apart',                [line('1', '100', 25), line('1', '100', 12)],   sums(20_000n, 3_700n, 0n, 23_700n)],
]

// biome-ignore format: a table
const rounded: readonly (readonly [what: string, lines: Lines, sums: Sums])[] = [
  ['up',         [line('1', '100.40', 25)],  sums(10_040n, 2_510n, 50n, 12_600n)],
  ['down',       [line('1', '100.3', 25)],   sums(10_030n, 2_508n, -38n, 12_500n)],
  ['below zero', [line('-1', '100.40', 25)], sums(-10_040n, -2_510n, -50n, -12_600n)],
]

describe('an invoice comes to', () => {
  test.each(exact)('%s', (_, lines, whole) => {
    expect(totalsOf(lines, { rounds: false })).toMatchObject(whole)
  })

  test.each(rounded)('whole kronor, %s', (_, lines, whole) => {
    expect(totalsOf(lines, { rounds: true })).toMatchObject(whole)
  })

  test('its highest rate first', () => {
    const { rates } = totalsOf([line('1', '1', 6), line('1', '1', 25), line('1', '1', 0)], { rounds: false })
    expect(rates.map(({ taxRate }) => taxRate)).toEqual([25, 6, 0])
  })
})
