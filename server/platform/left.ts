// What is left in a fiscal year before it ends, worked out from what contexts keep. Each says its part, as with to-dos;
// all of them together are one statement.
import type { Day } from '#platform/day'
import { join, raw, type Sql, sql } from '#platform/sql'

/** What may be left, each of one kind of resource. */
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

/** The company, a column or value of the statement, and the first and the last day of its fiscal year. */
export type LeftAsked = { company: Sql; start: Day; end: Day; method: 'cash' | 'accrual' }

/** What a context says of its part. */
export type LeftOf = (asked: LeftAsked) => readonly LeftPart[]

/** Where the rows of a part are, and what each is. */
export type LeftPart = {
  kind: LeftKind
  id: Sql
  /** Its address below the company. */
  at: Sql
  name: Sql
  number?: Sql
  date: Sql
  /** What it comes to, in öre of SEK. */
  ore?: Sql
  /** `from … where …` */
  rows: Sql
}

/** The parts as a query of the columns kind, id, at, name, number, date and ore. */
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
