// What a VAT return books, and which days it may be about. Pure.
import type { BookYear } from '#ledger'
import { addDays, addMonths, type Day, dayFrom, FIRST_YEAR, firstOfMonth, lastOfMonth } from '#platform/day'
import { type Ore, size } from '#platform/money'
import type { PeriodSetting } from './due.rules.ts'

export type Days = { start: Day; end: Day }

/** The VAT period that a day is in: of the calendar, or the fiscal year; null where there is no fiscal year. */
export const periodAt = (setting: PeriodSetting, years: readonly BookYear[], day: Day): Days | null => {
  if (setting === 'yearly') {
    const year = years.find(({ startDate, endDate }) => startDate <= day && day <= endDate)
    return year ? { start: year.startDate, end: year.endDate } : null
  }
  if (setting === 'monthly') return { start: firstOfMonth(day), end: lastOfMonth(day) }
  const start = addMonths(firstOfMonth(day), -((Number(day.slice(5, 7)) - 1) % 3))
  return { start, end: lastOfMonth(addMonths(start, 2)) }
}

/** The twelve months up to a day, as far as days go back. */
export const yearUpTo = (end: Day): { from: Day; to: Day } => {
  const first = dayFrom(`${FIRST_YEAR}-01-01`)
  return { from: end < `${FIRST_YEAR + 1}-01-01` ? first : addDays(addMonths(end, -12), 1), to: end }
}

/** An amount of an account in öre; tax is credit positive. */
export type Tax = { account: number; ore: Ore }

/** What was reported: the tax of each account, and what is to be paid, whole kronor in öre. */
export type Reported = { taxes: readonly Tax[]; payable: Ore }

/**
 * Empties the accounts of tax to the settlement account, which takes whole kronor; the rest is rounding. Of a
 * correction only the difference from what was reported before is booked. Amounts are debit positive.
 */
export const entryItems = (
  now: Reported,
  before: Reported,
  accounts: { settlement: number; rounding: number },
): Tax[] => {
  const left = new Map<number, Ore>()
  for (const { account, ore } of now.taxes) left.set(account, (left.get(account) ?? 0n) + ore)
  for (const { account, ore } of before.taxes) left.set(account, (left.get(account) ?? 0n) - ore)
  const taxes = [...left].filter(([, ore]) => ore !== 0n).toSorted(([one], [two]) => one - two)
  const payable = now.payable - before.payable
  const rest = taxes.reduce((sum, [, ore]) => sum + ore, 0n) - payable
  return [
    ...taxes.map(([account, ore]) => ({ account, ore })),
    ...settlement(taxes, payable).map((ore) => ({ account: accounts.settlement, ore })),
    ...(rest === 0n ? [] : [{ account: accounts.rounding, ore: -rest }]),
  ]
}

/**
 * What the settlement account takes. It has items also where nothing is to be paid: an entry is known by them as one
 * that settles tax.
 */
const settlement = (taxes: readonly [account: number, ore: Ore][], payable: Ore): Ore[] => {
  if (payable !== 0n) return [-payable]
  const moved = taxes.reduce((most, [, ore]) => (size(ore) > most ? size(ore) : most), 0n)
  return moved === 0n ? [] : [moved, -moved]
}
