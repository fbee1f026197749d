// What remains to be done in a fiscal year before it ends. Each context contributes queries, as with to-dos; they run
// as one statement.
import type { Day } from '#platform/day'
import { join, raw, type Sql, sql } from '#platform/sql'

/** The kinds of remaining work, each about one kind of resource. */
export const leftKinds = [
  'invoice.unrecorded',
  'invoice.draft',
  'invoice.unpaid',
  'invoice.inCurrency',
  'supplierInvoice.unrecorded',
  'supplierInvoice.unpaid',
  'supplierInvoice.inCurrency',
  'bankTransaction.open',
  'receipt.unrecorded',
] as const
export type LeftKind = (typeof leftKinds)[number]

/** The company (a column or value of the statement), and the first and last day of its fiscal year. */
export type LeftAsked = { company: Sql; start: Day; end: Day; method: 'cash' | 'accrual' }

/** Returns the parts of one context. */
export type LeftOf = (asked: LeftAsked) => readonly LeftPart[]

/** The rows of a part, and their columns. */
export type LeftPart = {
  kind: LeftKind
  id: Sql
  /** Its path below the company. */
  at: Sql
  name: Sql
  number?: Sql
  date: Sql
  /** The amount, in öre of SEK. */
  ore?: Sql
  /** `from … where …` */
  rows: Sql
}

/** The parts as one query with the columns kind, id, at, name, number, date and ore. */
export const leftIn = (parts: readonly LeftPart[]): Sql =>
  join(
    parts.map(
      ({ kind, id, at, name, number, date, ore, rows }) => sql`
      (select ${raw(`'${kind}'::text`)} as kind, ${id} as id, ${at} as at, ${name} as name,
        ${number ?? sql`null`}::text as number, ${date} as date, ${ore ?? sql`null`}::bigint as ore
      from ${rows})`,
    ),
    ' union all ',
  )
