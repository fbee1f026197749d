// The entry of a VAT return, and its permitted days. Pure.
import type { BookYear } from '#ledger'
import { addDays, addMonths, type Day, dayFrom, FIRST_YEAR, firstOfMonth, lastOfMonth } from '#platform/day'
import { type Ore, size } from '#platform/money'
import type { PeriodSetting } from './due.rules.ts'

export type Days = { start: Day; end: Day }

/** The VAT period of a day: by the calendar, or the fiscal year; null outside fiscal years. */
export const periodAt = (setting: PeriodSetting, years: readonly BookYear[], day: Day): Days | null => {
  if (setting === 'yearly') {
    const year = years.find(({ startDate, endDate }) => startDate <= day && day <= endDate)
    return year ? { start: year.startDate, end: year.endDate } : null
  }
  if (setting === 'monthly') return { start: firstOfMonth(day), end: lastOfMonth(day) }
  const start = addMonths(firstOfMonth(day), -((Number(day.slice(5, 7)) - 1) % 3))
  return { start, end: lastOfMonth(addMonths(start, 2)) }
}

/** The twelve months up to a day, as far as days are supported. */
export const yearUpTo = (end: Day): { from: Day; to: Day } => {
  const first = dayFrom(`${FIRST_YEAR}-01-01`)
  return { from: end < `${FIRST_YEAR + 1}-01-01` ? first : addDays(addMonths(end, -12), 1), to: end }
}

/** An amount of an account in öre; VAT is credit positive. */
export type Tax = { account: number; ore: Ore }

/** The reported amounts: the VAT of each account, and the amount payable, whole kronor in öre. */
export type Reported = { taxes: readonly Tax[]; payable: Ore }

/**
 * Moves the VAT accounts to the settlement account, in whole kronor; the rest is rounding. A correction books only the
 * difference from the previous report. Amounts are debit positive.
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
 * The items on the settlement account. It gets items even if nothing is payable, since these identify the entry as a
 * VAT settlement.
 */
const settlement = (taxes: readonly [account: number, ore: Ore][], payable: Ore): Ore[] => {
  if (payable !== 0n) return [-payable]
  const moved = taxes.reduce((most, [, ore]) => (size(ore) > most ? size(ore) : most), 0n)
  return moved === 0n ? [] : [moved, -moved]
}
