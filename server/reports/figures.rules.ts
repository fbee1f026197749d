// What figures say of an account on a day and between days, from sums over stretches of days.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import {
  type Base,
  baseOf,
  type Column,
  firstCounted,
  type Layout,
  openingDay,
  type Period,
  type Years,
  yearBefore,
} from './period.rules.ts'

export type AccountKind = 'asset' | 'liability' | 'income' | 'expense'

/** `vatCode`: the box of the VAT return that it counts towards. */
export type Account = {
  number: number
  name: string
  kind: AccountKind
  sru: readonly string[]
  vatCode: string | null
}

/** In öre. */
export type Moved = { debit: Ore; credit: Ore }

/**
 * By the place of a stretch; opening balances stand at places below zero: the first base at -1. Behind the stretches,
 * in their order, stands what entries that settle tax have moved in each, and behind that what those have that shift.
 */
export type Amounts = ReadonlyMap<number, Moved>

/** Figures of the periods that they were asked for; amounts are in öre, debit positive. */
export type Figures = {
  /** The last registration number that is counted. */
  registration: number
  /** Those that have anything, by number. */
  accounts: readonly Account[]
  /** What was booked on an account in a period. */
  moved(account: Account, column: Period & Partial<Column>): Moved
  /** What of it stands in entries that settle tax; nothing unless that was asked for. */
  settled(account: Account, period: Period): Moved
  /** What of it stands in entries that buy and sell nothing, and shift what others have; nothing unless asked for. */
  shifted(account: Account, period: Period): Moved
  /**
   * What stood on an account when the first day of a period began, or that of the books where they begin within it: of
   * a balance sheet account its opening balance and all since, of an income statement account what was booked in the
   * fiscal year of that day.
   */
  opening(account: Account, period: Period): Ore
  /** The same when the last day of a period had ended. */
  closing(account: Account, period: Period): Ore
  /**
   * Results of fiscal years before that of the last day that were not booked to equity, also those that opening
   * balances of imported books have; a profit is negative.
   */
  earlierResults(period: Period): Ore
  /** The same of the fiscal years before that of the first day, or of the books' first day within the period. */
  earlierResultsBefore(period: Period): Ore
}

export const isOnBalanceSheet = ({ kind }: Pick<Account, 'kind'>): boolean => kind === 'asset' || kind === 'liability'

type Read = {
  years: Years
  layout: Layout
  accounts: readonly Account[]
  amounts: ReadonlyMap<number, Amounts>
  registration: number
}

const NOTHING: Amounts = new Map()

export const readFigures = ({ years, layout, accounts, amounts, registration }: Read): Figures => {
  const { slots, bases } = layout
  const amountsOf = ({ number }: Account) => amounts.get(number) ?? NOTHING
  /** From a day up to, and without, another one: both are cuts. */
  const between = (account: Account, first: Day, end: (day: Day) => boolean, behind = 0): Moved => {
    let [debit, credit] = [0n, 0n]
    for (const [place, one] of amountsOf(account)) {
      const slot = slots[place - behind]
      if (!slot || slot.from < first || !end(slot.to)) continue
      debit += one.debit
      credit += one.credit
    }
    return { debit, credit }
  }
  const net = ({ debit, credit }: Moved) => debit - credit
  const openedWith = (account: Account, base: Base | null): Ore => {
    const place = base ? bases.findIndex(({ year }) => year.id === base.year.id) : -1
    return place === -1 ? 0n : net(amountsOf(account).get(-1 - place) ?? { debit: 0n, credit: 0n })
  }
  const standing = (account: Account, day: Day, end: (day: Day) => boolean): Ore => {
    if (!isOnBalanceSheet(account)) {
      const year = yearBefore(years, day)
      return year ? net(between(account, year.startDate, end)) : 0n
    }
    const base = baseOf(years, day, registration)
    const first = firstCounted(years, base)
    return openedWith(account, base) + (first ? net(between(account, first, end)) : 0n)
  }
  const earlier = (day: Day): Ore => {
    const year = yearBefore(years, day)
    const base = baseOf(years, day, registration)
    const first = firstCounted(years, base)
    if (!year || !first) return 0n
    const before = (account: Account) => net(between(account, first, (last) => last < year.startDate))
    const results = accounts.filter((account) => !isOnBalanceSheet(account))
    return results.reduce((sum, one) => sum + openedWith(one, base) + before(one), 0n)
  }
  return {
    registration,
    accounts,
    moved: (account, { from, to }) => between(account, from, (last) => last <= to),
    settled: (account, { from, to }) => between(account, from, (last) => last <= to, slots.length),
    shifted: (account, { from, to }) => between(account, from, (last) => last <= to, 2 * slots.length),
    opening: (account, period) => {
      const first = openingDay(years, period)
      return standing(account, first, (last) => last < first)
    },
    closing: (account, { to }) => standing(account, to, (last) => last <= to),
    earlierResults: ({ to }) => earlier(to),
    earlierResultsBefore: (period) => earlier(openingDay(years, period)),
  }
}
