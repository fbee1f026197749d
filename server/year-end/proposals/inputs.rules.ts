// What people give for the proposals of a year: amounts in öre, read from what was sent. Pure.
import { type Ore, oreFromNumber } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { proposalFaults as faults } from './refusals.ts'

/** Stock accounts, each with the account of its change (BAS 2026). */
export const stockAccounts = [1410, 1420, 1440, 1450, 1460] as const
export const stockValuations = ['lowest', 'blanket'] as const
export const contributionKinds = ['full', 'pension', 'none'] as const
export const equipmentRules = ['lowest', 'main'] as const
/** Fields of the tax return (INK2S) that an adjustment by hand may belong to. */
export const adjustmentFields = [
  '7652',
  '7653',
  '7751',
  '7764',
  '7752',
  '7753',
  '7754',
  '7668',
  '7655',
  '7665',
  '7666',
  '7765',
  '7663',
  '7762',
] as const

export type StockItem = {
  name: string
  account: (typeof stockAccounts)[number]
  quantity: number
  /** Kronor for one. */
  cost: number
  /** What one would bring less what it costs to sell; the cost where left out. */
  netValue?: number | null | undefined
}
export type Claim = { name: string; amount: number; vat: number; lossPercent: number }
export type Holiday = { name: string; days: number; dayPay: number; contributions: (typeof contributionKinds)[number] }
type Adjustment = {
  label: string
  /** Above zero it raises the taxable result, below zero it lowers it. */
  amount: number
  field?: (typeof adjustmentFields)[number] | null | undefined
}

/** All sections, as they are sent and kept: amounts in kronor. */
export type Inputs = {
  declined?: readonly string[] | undefined
  stock?: { valuation: (typeof stockValuations)[number]; items: readonly StockItem[] } | null | undefined
  doubtfulClaims?: { claims: readonly Claim[] } | null | undefined
  holidayDebt?: { employees: readonly Holiday[]; otherContributions?: number | undefined } | null | undefined
  pensionTax?: { adjustments: readonly Adjustment[] } | null | undefined
  taxDepreciation?:
    | {
        rule: (typeof equipmentRules)[number]
        acquired?: number | null | undefined
        proceeds?: number | null | undefined
        earlier?: readonly { year: number; cost: number }[] | null | undefined
      }
    | null
    | undefined
  reserve?:
    | { allocation?: number | null | undefined; reversals?: readonly { account: number; amount: number }[] | undefined }
    | null
    | undefined
  tax?: { adjustments: readonly Adjustment[]; deficit?: number | undefined } | null | undefined
  resultDecision?: { date: string; dividend: number } | null | undefined
}

/** Öre of an amount that was checked when it was stored. */
export const ore = (kronor: number): Ore => oreFromNumber(kronor) ?? 0n

/** Thousandths in one. */
const THOUSAND = 1000
const CLOSE = 1e-6

/** Thousandths of a number with at most three decimals. */
export const thousandths = (number: number): bigint => BigInt(Math.round(number * THOUSAND))

const hasMoreThanThree = (number: number): boolean =>
  Math.abs(number * THOUSAND - Math.round(number * THOUSAND)) > CLOSE * Math.max(1, Math.abs(number))

const COUNTS: ReadonlySet<string> = new Set(['quantity', 'days'])
const NO_AMOUNTS: ReadonlySet<string> = new Set(['account', 'year', 'lossPercent'])

/** Amounts with more than two decimals, and quantities with more than three, wherever they stand. */
export const wrongInInputs = (value: unknown, field = '#'): FieldError[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]): FieldError[] => {
    const at = `${field}/${name}`
    if (typeof one !== 'number') return wrongInInputs(one, at)
    if (COUNTS.has(name)) return hasMoreThanThree(one) ? [faults.quantity(at)] : []
    return NO_AMOUNTS.has(name) || oreFromNumber(one) !== null ? [] : [faults.amount(at)]
  })
}
