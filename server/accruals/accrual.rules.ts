// How an amount is accrued over months (periodisering): its balance sheet account, and the portion of each month. Pure;
// in whole öre.
import { type DocumentItem, evenPortions } from '#ledger'
import { addMonths, type Day, firstOfMonth, LAST_YEAR } from '#platform/day'
import type { Ore } from '#platform/money'

/** `ore` is positive for an expense and negative for income; months are given by their first days. */
export type Spread = { ore: Ore; firstMonth: Day; months: number }

export type Portion = { month: Day; ore: Ore }

/**
 * The portion of each month: booked ones as booked; the first unbooked one takes the rounding difference. They add up
 * to the amount.
 */
export const portionsOf = ({ ore, firstMonth, months }: Spread, booked: readonly Portion[]): Portion[] => {
  const known = new Map(booked.map((one) => [one.month, one.ore]))
  const even = evenPortions(ore, months).map((each, index) => ({ month: addMonths(firstMonth, index), ore: each }))
  const short = even.reduce((sum, one) => sum + one.ore - (known.get(one.month) ?? one.ore), 0n)
  const first = even.find(({ month }) => !known.has(month))
  return even.map((one) => ({
    month: one.month,
    ore: known.get(one.month) ?? (one === first ? one.ore + short : one.ore),
  }))
}

const MONTHS_PER_YEAR = 12

/** The number of supported months from one on. */
export const monthsKnownFrom = (first: Day): number =>
  (LAST_YEAR + 1 - Number(first.slice(0, 4))) * MONTHS_PER_YEAR + 1 - Number(first.slice(5, 7))

/** Prepaid expenses and accrued income (förutbetalda kostnader och upplupna intäkter). */
const PREPAID = 1790
/** Accrued expenses and prepaid income (upplupna kostnader och förutbetalda intäkter). */
const ACCRUED = 2990

/** The balance sheet account of an amount: prepaid if it precedes its months, accrued if it belongs to earlier ones. */
export const usualBalanceAccount = (ore: Ore, { date, firstMonth }: { date: Day; firstMonth: Day }): number => {
  const isBefore = firstMonth < firstOfMonth(date)
  return ore > 0n === isBefore ? ACCRUED : PREPAID
}

/** Whether an account is a balance sheet account for accruals in the usual chart. */
export const isBalanceAccount = (account: number): boolean => /^(?:17|29)\d\d$/.test(String(account))

/** Whether an account is an income statement account. */
export const isResultAccount = (account: number): boolean => {
  const first = String(account).slice(0, 1)
  return first >= '3' && first <= '8' && !/^89/.test(String(account))
}

type Accounts = { account: number; balanceAccount: number }

/** Moves the whole amount off its account. */
export const deferralItems = (ore: Ore, { account, balanceAccount }: Accounts): DocumentItem[] => [
  { account: balanceAccount, debit: ore },
  { account, credit: ore },
]

/** Books the portion of a month. */
export const portionItems = (ore: Ore, { account, balanceAccount }: Accounts): DocumentItem[] => [
  { account, debit: ore },
  { account: balanceAccount, credit: ore },
]
