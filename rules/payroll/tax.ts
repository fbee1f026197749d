// Tax withheld from pay (skatteförfarandelagen 2011:1244, 11 kap.): by table and column, on one-off amounts, on side
// income, by a decision of the tax authority, and for those who live abroad. Amounts in öre; the
// tax is in whole kronor.
import { lawOn } from '#rule/law'
import { inWholeKronor, wholeShareOf } from '#rule/payroll/shares'
import { type OneOffProfile, oneOffPercent, type TaxColumn, taxColumn } from '#rule/payroll/tax-tables'

/** How tax is withheld from the pay of a person. */
export type TaxRule =
  | { kind: 'table'; table: number; column: number; extraOre: bigint }
  | { kind: 'sideIncome'; extraOre: bigint }
  /** A decision (jämkning): a percentage of the pay, or an amount a month. */
  | { kind: 'decidedPercent'; percent: number }
  | { kind: 'decidedAmount'; amountOre: bigint }
  | { kind: 'abroad' | 'abroadAtSea' | 'artistAbroad' }
  /** A contractor approved for F-tax, or pay that is not taxed here. */
  | { kind: 'none' }

export type TaxedPay = {
  /** The day of payment, which decides tables and rates. */
  day: string
  /** Cash and taxable benefits less gross deductions, without one-off amounts. */
  regularOre: bigint
  oneOffOre: bigint
  /** The expected income of the year with the one-off amount; decides its percentage. */
  yearlyOre: bigint
  /** What is paid in cash: the tax is taken from it and never more. */
  cashOre: bigint
  /** What the same person was paid, and the tax withheld on it, earlier in the month. */
  earlier: { regularOre: bigint; taxOre: bigint }
}

/** What a part of the tax comes from; `percent` is null where a table gave an amount. */
type TaxPart = {
  what: 'table' | 'oneOff' | 'percent' | 'decision' | 'extra' | 'withheldEarlier' | 'beyondCash'
  baseOre: bigint
  percent: number | null
  ore: bigint
}

type Tax = { taxOre: bigint; parts: readonly TaxPart[] }

/** Why tax cannot be computed: the service has no tables for the day. */
export class NoTaxTables extends Error {
  readonly day: string
  constructor(day: string) {
    super(`No tax tables for ${day}`)
    this.name = 'NoTaxTables'
    this.day = day
  }
}

/**
 * The tax of a payment, never negative and never more than the cash.
 * @throws {NoTaxTables} where a table is asked for and there is none for the day
 */
export const taxOf = (rule: TaxRule, pay: TaxedPay): Tax => {
  const parts = partsOf(rule, pay).filter(({ ore, baseOre }) => ore !== 0n || baseOre !== 0n)
  const wanted = parts.reduce((sum, { ore }) => sum + ore, 0n)
  const most = inWholeKronor(pay.cashOre > 0n ? pay.cashOre : 0n)
  const taxOre = wanted < 0n ? 0n : wanted > most ? most : wanted
  if (taxOre === wanted) return { taxOre, parts }
  const beyond: TaxPart = { what: 'beyondCash', baseOre: pay.cashOre, percent: null, ore: taxOre - wanted }
  return { taxOre, parts: [...parts, beyond] }
}

const partsOf = (rule: TaxRule, pay: TaxedPay): TaxPart[] => {
  const { day, regularOre, oneOffOre } = pay
  const wholeOre = regularOre + oneOffOre
  const share = (percent: number, what: TaxPart['what'] = 'percent'): TaxPart => ({
    what,
    baseOre: wholeOre,
    percent,
    ore: wholeShareOf(atLeastNothing(wholeOre), percent),
  })
  switch (rule.kind) {
    case 'none':
      return []
    case 'table':
      return [...byTable(rule, pay), ...oneOff(rule, pay), extra(rule.extraOre)]
    case 'sideIncome':
      return [share(lawOn(day).value('payTax.sideIncome')), extra(rule.extraOre)]
    case 'decidedPercent':
      return [share(rule.percent, 'decision')]
    case 'decidedAmount':
      return [
        { what: 'decision', baseOre: wholeOre, percent: null, ore: inWholeKronor(rule.amountOre) },
        withheldEarlier(pay),
      ]
    default:
      return [share(lawOn(day).value(`payTax.${rule.kind}`))]
  }
}

const atLeastNothing = (ore: bigint): bigint => (ore > 0n ? ore : 0n)

const extra = (ore: bigint): TaxPart => ({ what: 'extra', baseOre: 0n, percent: null, ore: inWholeKronor(ore) })

const withheldEarlier = ({ earlier }: TaxedPay): TaxPart => ({
  what: 'withheldEarlier',
  baseOre: earlier.regularOre,
  percent: null,
  ore: -earlier.taxOre,
})

/** The tables build on whole months: the sum of the month is looked up, and the rest withheld. */
const byTable = ({ table, column }: { table: number; column: number }, pay: TaxedPay): TaxPart[] => {
  const found = taxColumn(pay.day, table, column)
  if (!found) throw new NoTaxTables(pay.day)
  const baseOre = pay.regularOre + pay.earlier.regularOre
  const { ore, percent } = tableTax(found, baseOre)
  return [{ what: 'table', baseOre, percent, ore }, ...(pay.earlier.regularOre === 0n ? [] : [withheldEarlier(pay)])]
}

/** The tax of a month's pay by a column: an amount, or above the last bound a percentage with the öre dropped. */
const tableTax = (
  { bounds, amounts, above, percents }: TaxColumn,
  monthOre: bigint,
): { ore: bigint; percent: number | null } => {
  const kronor = Number(monthOre / 100n)
  if (kronor < 1) return { ore: 0n, percent: null }
  const index = bounds.findIndex((bound) => kronor <= bound)
  if (index >= 0) return { ore: BigInt(amounts[index] ?? 0) * 100n, percent: null }
  const percent = percents[above.findLastIndex((bound) => kronor > bound)] ?? 0
  return { ore: wholeShareOf(inWholeKronor(monthOre), percent), percent }
}

const profileOf = (column: number): OneOffProfile => `column_${column}` as OneOffProfile

const oneOff = ({ column }: { column: number }, { day, oneOffOre, yearlyOre }: TaxedPay): TaxPart[] => {
  if (oneOffOre <= 0n) return []
  const percent = oneOffPercent(day, profileOf(column), Number(atLeastNothing(yearlyOre) / 100n))
  if (percent === null) throw new NoTaxTables(day)
  return [{ what: 'oneOff', baseOre: oneOffOre, percent, ore: wholeShareOf(oneOffOre, percent) }]
}

/** The number of the table: the sum of the rates rounded, up from .51 and down to .50. */
export const tableOfRates = (hundredths: number): number => Math.floor((hundredths + 49) / 100)

/** The column of work income by year of birth and the year of payment: 1 under the limit of age, otherwise 3. */
export const workColumn = (birthYear: number, year: number, limit: number): 1 | 3 =>
  year - 1 - birthYear >= limit ? 3 : 1
