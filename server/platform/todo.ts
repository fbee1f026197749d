// To-dos: what is left to do, worked out from what contexts keep. Each says its part; together they are one statement.
import type { Day } from '#platform/day'
import { join, raw, type Sql, sql } from '#platform/sql'

/** Every kind of to-do, as `todoType` names its list. */
export type TodoKind =
  | 'receipt.unrecorded'
  | 'supplierInvoice.unpaid'
  | 'supplierInvoice.unapproved'
  | 'invoice.unpaid'
  | 'invoice.unrecorded'
  | 'invoicePayment.unrecorded'
  | 'payment.unsigned'
  | 'vat.unreported'

/** What people see in their queue beside the to-dos of an agency. */
export type QueueKind =
  | TodoKind
  | 'bankTransaction.unmatched'
  | 'payment.refused'
  | 'payment.contradicted'
  | 'invoice.draft'
  | 'recurringInvoice.failed'
  | 'sending.failed'
  | 'reminder.failed'
  | 'statement.failed'
  | 'fiscalYear.unclosed'
  | 'incomeTaxReturn.due'
  | 'annualReport.due'
  | 'storage.nearlyFull'

/** The company whose to-dos are asked for, a column of the statement, on which day, and how many of each part. */
export type TodosAsked = { company: Sql; today: Day; limit: number }

/** What a context says of its part: one answers parts, which may ask of what is around them. */
export type TodosOf = (asked: TodosAsked) => readonly TodoPart[]

/** The same of what is in the queue alone. */
export type QueueOf = (asked: TodosAsked) => readonly TodoPart<QueueKind>[]

/** Where the rows of a part are, and what each is as a to-do. */
export type TodoPart<Kind extends QueueKind = TodoKind> = {
  kind: Kind | { when: Sql; is: Kind; else: Kind }
  /** The id of what it is about; of a period its first day. */
  id: Sql
  /** Whom or what it is about. */
  name?: Sql
  /** The number of a document, and which kind of document it is where a kind of to-do has several. */
  number?: Sql
  documentType?: Sql
  /** What it comes to, in öre of `currency`, or of SEK where none is named. */
  ore?: Sql
  currency?: Sql
  /** The day it is listed under, and where it is a period, its first one. */
  date: Sql
  from?: Sql
  /** `from … where …`, and by what the rows come first that are listed first. */
  rows: Sql
  order: Sql
}

/** The parts as a query of the columns kind, id, name, number, document_type, ore, currency, date and from_date. */
export const todosIn = (parts: readonly TodoPart<QueueKind>[], limit: number): Sql =>
  join(
    parts.map(
      ({ kind, id, name, number, documentType, ore, currency, date, from, rows, order }) => sql`
      (select ${kindOf(kind)} as kind, (${id})::text as id,
        ${name ?? sql`''`} as name, ${number ?? sql`null`}::text as number,
        ${documentType ?? sql`null`}::text as document_type,
        ${ore ?? sql`null`}::bigint as ore, ${currency ?? sql`'SEK'`} as currency, ${date} as date,
        ${from ?? sql`null`}::date as from_date
      from ${rows} order by ${order} limit ${limit})`,
    ),
    ' union all ',
  )

/** Kinds are written out, as constants of the statement. */
const kindOf = (kind: TodoPart<QueueKind>['kind']): Sql =>
  typeof kind === 'string'
    ? constant(kind)
    : sql`case when ${kind.when} then ${constant(kind.is)} else ${constant(kind.else)} end`

const constant = (kind: QueueKind): Sql => raw(`'${kind}'::text`)
