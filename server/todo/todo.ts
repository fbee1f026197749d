// To-dos, computed from what contexts store. Each context contributes queries; they run as one statement.
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

/** What people see in their queue: to-dos, and those of an agency. */
export type QueueKind =
  | TodoKind
  | 'bankTransaction.unmatched'
  | 'payment.refused'
  | 'payment.contradicted'
  | 'invoice.draft'
  | 'invoice.vatRate'
  | 'recurringInvoice.failed'
  | 'sending.failed'
  | 'reminder.failed'
  | 'statement.failed'
  | 'fiscalYear.unclosed'
  | 'incomeTaxReturn.due'
  | 'annualReport.due'
  | 'storage.nearlyFull'
  | 'proposal.waiting'

/** The company (a column of the statement), the day, and the limit per part. */
type TodosAsked = { company: Sql; today: Day; limit: number }

/** Returns a context's parts, as correlated queries. */
export type TodosOf = (asked: TodosAsked) => readonly TodoPart[]

/** The same for items that are only in the queue. */
export type QueueOf = (asked: TodosAsked) => readonly TodoPart<QueueKind>[]

/** The rows of a part, and their columns as to-dos. */
export type TodoPart<Kind extends QueueKind = TodoKind> = {
  kind: Kind | { when: Sql; is: Kind; else: Kind }
  /** The id of the resource; for a period its first day. */
  id: Sql
  /** The name of the counterparty or thing. */
  name?: Sql
  /** The number of a document, and its type if a kind of to-do has several. */
  number?: Sql
  documentType?: Sql
  /** The amount, in öre of `currency`, or of the accounting currency if absent. */
  ore?: Sql
  currency?: Sql
  /** The day it is listed under, and for a period its first day. */
  date: Sql
  from?: Sql
  /** `from … where …`, and the order of the list. */
  rows: Sql
  order: Sql
}

/**
 * The parts as one query with the columns kind, id, name, number, document_type, ore, currency (null: that of the
 * books), date and from_date.
 */
export const todosIn = (parts: readonly TodoPart<QueueKind>[], limit: number): Sql =>
  join(
    parts.map(
      ({ kind, id, name, number, documentType, ore, currency, date, from, rows, order }) => sql`
      (select ${kindOf(kind)} as kind, (${id})::text as id,
        ${name ?? sql`''`} as name, ${number ?? sql`null`}::text as number,
        ${documentType ?? sql`null`}::text as document_type,
        ${ore ?? sql`null`}::bigint as ore, ${currency ?? sql`null::text`} as currency, ${date} as date,
        ${from ?? sql`null`}::date as from_date
      from ${rows} order by ${order} limit ${limit})`,
    ),
    ' union all ',
  )

/** Kinds are inlined as constants of the statement. */
const kindOf = (kind: TodoPart<QueueKind>['kind']): Sql =>
  typeof kind === 'string'
    ? constant(kind)
    : sql`case when ${kind.when} then ${constant(kind.is)} else ${constant(kind.else)} end`

const constant = (kind: QueueKind): Sql => raw(`'${kind}'::text`)
