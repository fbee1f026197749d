// How an amount is spread over months (periodisering): where it waits, and what each month gets. Pure; in whole öre.
import { type DocumentItem, evenPortions } from '#ledger'
import { addMonths, type Day, firstOfMonth, LAST_YEAR } from '#platform/day'
import type { Ore } from '#platform/money'

/** `ore` is above zero for an expense and below for income; months are their first days. */
export type Spread = { ore: Ore; firstMonth: Day; months: number }

export type Portion = { month: Day; ore: Ore }

/**
 * The amount of each month: of those that are booked what is booked, and what these were rounded otherwise is of the
 * first that is not. Together they are the amount.
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

/** How many months there are from one on: no day is after the last year. */
export const monthsKnownFrom = (first: Day): number =>
  (LAST_YEAR + 1 - Number(first.slice(0, 4))) * MONTHS_PER_YEAR + 1 - Number(first.slice(5, 7))

/** Prepaid expenses and accrued income (förutbetalda kostnader och upplupna intäkter). */
const PREPAID = 1790
/** Accrued expenses and prepaid income (upplupna kostnader och förutbetalda intäkter). */
const ACCRUED = 2990

/** Where an amount waits: what is paid before its months is prepaid, what belongs to earlier ones has accrued. */
export const usualBalanceAccount = (ore: Ore, { date, firstMonth }: { date: Day; firstMonth: Day }): number => {
  const isBefore = firstMonth < firstOfMonth(date)
  return ore > 0n === isBefore ? ACCRUED : PREPAID
}

/** Whether amounts may wait on an account: those of accruals in the usual chart. */
export const isBalanceAccount = (account: number): boolean => /^(?:17|29)\d\d$/.test(String(account))

/** Whether what stands on an account is income or expense. */
export const isResultAccount = (account: number): boolean => {
  const first = String(account).slice(0, 1)
  return first >= '3' && first <= '8' && !/^89/.test(String(account))
}

type Accounts = { account: number; balanceAccount: number }

/** The whole amount leaves its account and waits. */
export const deferralItems = (ore: Ore, { account, balanceAccount }: Accounts): DocumentItem[] => [
  { account: balanceAccount, debit: ore },
  { account, credit: ore },
]

/** A month gets its portion. */
export const portionItems = (ore: Ore, { account, balanceAccount }: Accounts): DocumentItem[] => [
  { account, debit: ore },
  { account: balanceAccount, credit: ore },
]
