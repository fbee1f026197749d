// Tax withheld from pay: every row of the official tables, and worked cases to the krona.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { NoTaxTables, type TaxedPay, type TaxRule, tableOfRates, taxOf, workColumn } from '#rule/payroll/tax'
import { COLUMNS, FIRST_TABLE, LAST_TABLE, oneOffPercent, oneOffProfiles, taxColumn } from '#rule/payroll/tax-tables'
import { every } from '#support/every'

/** The digest of the authority's file of monthly tables for 2026 (SKVFS 2025:20). */
const OFFICIAL_FILE = '769a4d510d07ef9d8259d267a378e1cbd8ede89102b5dce4258c01d78aebd932'

type Wide = { from: number; to: number | null; values: number[] }

const rowsOf = (table: number, kind: 'B' | '%'): Wide[] => {
  const columns = Array.from({ length: COLUMNS }, (_, index) => taxColumn('2026-01-25', table, index + 1))
  const [first] = columns
  if (!first) return []
  const isAmount = kind === 'B'
  const ends: (number | null)[] = isAmount ? [...first.bounds] : [...first.above.slice(1), null]
  const before = isAmount ? [0, ...first.bounds] : first.above
  return ends.map((to, index) => ({
    from: (before[index] ?? 0) + 1,
    to,
    values: columns.map((one) => (isAmount ? one?.amounts : one?.percents)?.[index] ?? -1),
  }))
}

test('the tables are those of the tax authority, row by row', () => {
  const inRecord = (table: number, kind: 'B' | '%') =>
    rowsOf(table, kind).map(({ from, to, values }) =>
      [
        `30${kind}${table}`,
        String(from).padStart(7),
        String(to ?? '').padStart(7),
        ...values.map((value) => String(value).padStart(5)),
      ].join(''),
    )
  const tables = Array.from({ length: LAST_TABLE - FIRST_TABLE + 1 }, (_, index) => FIRST_TABLE + index)
  const lines = tables.flatMap((table) => [...inRecord(table, 'B'), ...inRecord(table, '%')])
  expect(lines).toHaveLength(7966)
  const file = lines.map((line) => `${line}\r\n`).join('')
  expect(createHash('sha256').update(file).digest('hex')).toBe(OFFICIAL_FILE)
})

const table = (number: number, column: number, extra = 0): TaxRule => ({
  kind: 'table',
  table: number,
  column,
  extraOre: BigInt(extra) * 100n,
})
const side: TaxRule = { kind: 'sideIncome', extraOre: 0n }
const pay = (kronor: number, more: Partial<TaxedPay> = {}): TaxedPay => {
  const regularOre = BigInt(Math.round(kronor * 100))
  return {
    day: '2026-06-25',
    regularOre,
    oneOffOre: 0n,
    yearlyOre: 0n,
    cashOre: regularOre + (more.oneOffOre ?? 0n),
    earlier: { regularOre: 0n, taxOre: 0n },
    ...more,
  }
}
const bonus = (kronor: number, yearly: number) => ({
  oneOffOre: BigInt(kronor) * 100n,
  yearlyOre: BigInt(yearly) * 100n,
})
const before = (kronor: number, tax: number) => ({
  earlier: { regularOre: BigInt(kronor) * 100n, taxOre: BigInt(tax) * 100n },
})

const cases: [what: string, rule: TaxRule, pay: TaxedPay, kronor: number, source: string][] = [
  ['table 30, column 1', table(30, 1), pay(30_000), 5352, 'row 29801–30000'],
  ['table 30, column 2', table(30, 2), pay(30_000), 5225, 'the same row'],
  ['table 30, column 3', table(30, 3), pay(29_801), 2400, 'the same row'],
  ['table 32, column 1', table(32, 1), pay(29_900.99), 5703, 'the same row: öre are dropped'],
  ['table 32, column 5', table(32, 5), pay(30_000), 8826, 'the same row'],
  ['table 32, column 1', table(32, 1), pay(45_000), 9751, 'row 44801–45000'],
  ['table 34, column 4', table(34, 4), pay(45_000), 9927, 'the same row of table 34'],
  ['table 29, below all tax', table(29, 1), pay(2000), 0, 'row 1–2000'],
  ['table 29, the first tax', table(29, 1), pay(2001), 150, 'row 2001–2100'],
  ['no pay at all', table(32, 1), pay(0), 0, '-'],
  ['above the amounts', table(32, 1), pay(80_100), 25_632, 'row 80001–80200: 32 % of 80 100'],
  ['above the amounts, öre dropped', table(32, 1), pay(80_003.9), 25_600, '32 % of 80 003 is 25 600.96'],
  ['above all bounds', table(32, 1), pay(2_000_000), 1_020_000, 'row 1655801–: 51 %'],
  ['more by the employee’s wish', table(32, 1, 1000), pay(30_000), 6703, '5703 + 1000'],
  ['a bonus', table(32, 1), pay(30_000, bonus(10_000, 370_000)), 8303, '5703 + 26 % of 10 000 (SKVFS 2025:21)'],
  ['a bonus above the first threshold', table(32, 1), pay(30_000, bonus(10_000, 477_601)), 9103, '5703 + 34 %'],
  ['a bonus above the second threshold', table(32, 1), pay(30_000, bonus(10_000, 700_000)), 11_103, '5703 + 54 %'],
  ['a second payment of a month', table(32, 1), pay(15_000, before(30_000, 5703)), 4048, '9751 on 45 000 less 5703'],
  ['side income', side, pay(10_001.5), 3000, '30 %, öre dropped'],
  ['side income, a bonus too', side, pay(10_000, bonus(5000, 0)), 4500, '30 % of 15 000'],
  ['lives abroad, 2026', { kind: 'abroad' }, pay(20_000), 4500, '22.5 % from 2026-01-01'],
  ['lives abroad, 2025', { kind: 'abroad' }, pay(20_000, { day: '2025-12-22' }), 5000, '25 % before'],
  ['lives abroad, at sea', { kind: 'abroadAtSea' }, pay(20_000), 3000, '15 %'],
  ['artist abroad', { kind: 'artistAbroad' }, pay(20_000), 3000, '15 %'],
  ['a decision of 12.5 %', { kind: 'decidedPercent', percent: 12.5 }, pay(20_000), 2500, 'the decision'],
  ['a decision of an amount', { kind: 'decidedAmount', amountOre: 123_400n }, pay(20_000), 1234, 'the decision'],
  ['a contractor', { kind: 'none' }, pay(20_000), 0, 'F-tax'],
  ['benefits above the cash', table(32, 1), pay(30_000, { cashOre: 100_050n }), 1000, 'never more than the cash'],
  ['no cash', table(32, 1), pay(30_000, { cashOre: 0n }), 0, 'the same'],
  ['a payment back', table(32, 1), pay(-5000), 0, 'never negative'],
]

test('the tax of a payment, to the krona', () =>
  every(
    cases,
    ([what, , , kronor, source]) => `${what}: ${kronor} (${source})`,
    ([, rule, paid, kronor]) => {
      const { taxOre, parts } = taxOf(rule, paid)
      expect(taxOre).toBe(BigInt(kronor) * 100n)
      expect(parts.reduce((sum, { ore }) => sum + ore, 0n) === taxOre || kronor === 0).toBe(true)
    },
  ))

test('a year without tables is an error, never a guess', () => {
  expect(() => taxOf(table(32, 1), pay(30_000, { day: '2031-01-25' }))).toThrow(NoTaxTables)
  expect(() => taxOf(table(43, 1), pay(30_000))).toThrow(NoTaxTables)
  expect(taxOf(side, pay(30_000, { day: '2031-01-25' })).taxOre).toBe(900_000n)
})

test('every profile of one-off amounts begins without tax', () =>
  every(
    oneOffProfiles,
    (profile) => profile,
    (profile) => expect(oneOffPercent('2026-06-25', profile, 0)).toBe(0),
  ))

test('the table is the sum of the rates, and the column follows the age', () => {
  expect([32_50, 32_51, 31_99, 33_00].map(tableOfRates)).toEqual([32, 33, 32, 33])
  expect([1960, 1959].map((born) => workColumn(born, 2026, 66))).toEqual([1, 3])
})
