// What remains to be done in a fiscal year before it ends. Each context contributes queries, as with to-dos; they run
// as one statement.
import type { Day } from '#platform/day'
import { join, raw, type Sql, sql } from '#platform/sql'

/** The kinds of remaining work, each about one kind of resource. */
export const remainingWorkKinds = [
  'invoice.unrecorded',
  'invoice.draft',
  'invoice.unpaid',
  'invoice.inCurrency',
  'supplierInvoice.unrecorded',
  'supplierInvoice.unpaid',
  'supplierInvoice.inCurrency',
  'bankTransaction.open',
  'receipt.unrecorded',
  'entry.withoutDocument',
] as const
export type RemainingWorkKind = (typeof remainingWorkKinds)[number]

/** The company (a column or value of the statement), and the first and last day of its fiscal year. */
type RemainingWorkQuery = { company: Sql; start: Day; end: Day; method: 'cash' | 'accrual' }

/** Returns the parts of one context. */
export type RemainingWorkOf = (asked: RemainingWorkQuery) => readonly RemainingWorkPart[]

/** The rows of a part, and their columns. */
export type RemainingWorkPart = {
  kind: RemainingWorkKind
  id: Sql
  /** Its path below the company. */
  at: Sql
  name: Sql
  number?: Sql
  date: Sql
  /** The amount, in öre of SEK. */
  ore?: Sql
  /** The name of the person or program to ask. */
  asked?: Sql
  /** `from … where …` */
  rows: Sql
}

/** The parts as one query with the columns kind, id, at, name, number, date, ore and asked. */
export const remainingWorkIn = (parts: readonly RemainingWorkPart[]): Sql =>
  join(
    parts.map(
      ({ kind, id, at, name, number, date, ore, asked, rows }) => sql`
      (select ${raw(`'${kind}'::text`)} as kind, ${id} as id, ${at} as at, ${name} as name,
        ${number ?? sql`null`}::text as number, ${date} as date, ${ore ?? sql`null`}::bigint as ore,
        ${asked ?? sql`null`}::text as asked
      from ${rows})`,
    ),
    ' union all ',
  )
