// The lines of annual statements as dated data: what a line is called, which accounts it has, and the sum that it
// belongs to. A framework (regelverk) is two such tables. Pure.
import type { Day } from '#platform/day'
import { type AccountRange, isWithin } from '#rule/account-ranges'

export type Words = Readonly<{ sv: string; en: string }>
type Side = 'debit' | 'credit'

/** Days of the first day of a fiscal year for which a row holds; without them it always does. */
type Dated = { from?: Day; until?: Day }

/**
 * A line. `parent` is the sum that it is part of. On the balance sheet `side` is the one on which amounts are positive;
 * on the income statement income is positive in all lines, and `side` is that of its element.
 */
export type Line = Dated & {
  kind: 'line'
  key: string
  words: Words
  /** Its element in the taxonomy, without prefix; null if the taxonomy has none. */
  element: string | null
  side: Side
  parent: string
  ranges: readonly AccountRange[]
}

/** A sum of its lines and of the sums in it; `parent` is null of the last one. `isKept`: shown even if it is zero. */
export type Sum = {
  kind: 'sum'
  key: string
  words: Words
  element: string | null
  side: Side
  parent: string | null
  isKept: boolean
}

/** A heading of a sum, shown with it. */
type Heading = { kind: 'heading'; of: string; level: number; words: Words }

export type TableRow = Line | Sum | Heading

/** Accounts whose balance, if it is on the other side, belongs to another line: each, or all of them together. */
export type Swing = { ranges: readonly AccountRange[]; by: 'account' | 'group'; to: string; when: Side }

export type Framework = {
  key: 'k1' | 'k2'
  income: readonly TableRow[]
  balance: readonly TableRow[]
  swings: readonly Swing[]
  /** The line of the year's result in equity, and the one of what is not transferred from earlier years. */
  yearResult: string
  retained: string
}

export const words = (sv: string, en: string): Words => ({ sv, en })

export const heading = (of: string, level: number, text: Words): Heading => ({
  kind: 'heading',
  of,
  level,
  words: text,
})

/** The rows of a table that hold for a year that begins on a day. */
export const rowsOn = (rows: readonly TableRow[], startDate: Day): TableRow[] =>
  rows.filter((row) => {
    const { from, until } = row.kind === 'line' ? row : {}
    return (!from || startDate >= from) && (!until || startDate <= until)
  })

/** The line of an account by its number in four digits; undefined if no line has it. */
export const lineOf = (rows: readonly TableRow[], main: number): Line | undefined =>
  rows.find((row): row is Line => row.kind === 'line' && isWithin(main, row.ranges))
