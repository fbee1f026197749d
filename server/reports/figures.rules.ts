// The figures of an account on a day and in a period, computed from sums over date ranges.
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

/**
 * `vatCode`: the VAT box that it counts towards. `part` identifies a part of the account that counts towards another
 * box than the rest of it, by its VAT rows.
 */
export type Account = {
  number: number
  name: string
  kind: AccountKind
  sru: readonly string[]
  vatCode: string | null
  part?: string
}

/** In öre. */
export type Moved = { debit: Ore; credit: Ore }

/**
 * Amounts by index of a date range; opening balances have negative indexes, the first base -1. The ranges are followed,
 * in the same order, by the amounts of VAT settlement entries in each, and then by those of shift entries.
 */
export type Amounts = ReadonlyMap<number, Moved>

/** Figures of the requested periods; amounts are in öre, debit positive. */
export type Figures = {
  /** The last registration number included. */
  registration: number
  /** The accounts with amounts, by number. */
  accounts: readonly Account[]
  /** The amounts booked on an account in a period. */
  moved(account: Account, column: Period & Partial<Column>): Moved
  /** The part in VAT settlement entries; zero unless requested. */
  settled(account: Account, period: Period): Moved
  /** The part in shift entries, which move amounts without buying or selling; zero unless requested. */
  shifted(account: Account, period: Period): Moved
  /**
   * The balance of an account at the start of a period, or of the books if they start within it: for a balance sheet
   * account its opening balance and all later bookings, for an income statement account the bookings of the fiscal year
   * of that day.
   */
  opening(account: Account, period: Period): Ore
  /** The same at the end of a period. */
  closing(account: Account, period: Period): Ore
  /**
   * The results of fiscal years before that of the last day that were not transferred to equity, including those in
   * opening balances of imported books; a profit is negative.
   */
  earlierResults(period: Period): Ore
  /** The same for the fiscal years before that of the first day, or of the books' first day within the period. */
  earlierResultsBefore(period: Period): Ore
}

export const isOnBalanceSheet = ({ kind }: Pick<Account, 'kind'>): boolean => kind === 'asset' || kind === 'liability'

type Read = {
  years: Years
  layout: Layout
  accounts: readonly Account[]
  /** By the number of the account, or by its part. */
  amounts: ReadonlyMap<number | string, Amounts>
  registration: number
}

const NOTHING: Amounts = new Map()

export const readFigures = ({ years, layout, accounts, amounts, registration }: Read): Figures => {
  const { slots, bases } = layout
  const amountsOf = ({ number, part }: Account) => amounts.get(part ?? number) ?? NOTHING
  /** From a day up to, but excluding, another; both are range boundaries. */
  const between = (account: Account, first: Day, end: (day: Day) => boolean, behind = 0): Moved => {
    let debit = 0n
    let credit = 0n
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

export const ACCOUNTS_PATTERN = '^\\d{1,8}(?:-\\d{1,8})?(?:,\\d{1,8}(?:-\\d{1,8})?)*$'

type Range = readonly [first: number, last: number]

/** The first and last account of each part. */
export const rangesIn = (text: string): Range[] =>
  text.split(',').map((part) => {
    const [first = '', last = first] = part.split('-')
    return [Number(first), Number(last)]
  })

/** Returns whether an account matches a filter; without a filter, all do. */
export const isAmong = (text: string | undefined): ((account: number) => boolean) => {
  if (text === undefined) return () => true
  const ranges = rangesIn(text)
  return (account) => ranges.some(([first, last]) => account >= first && account <= last)
}
