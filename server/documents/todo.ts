// To-dos about uploads: unbooked receipts.
import { sql } from '#platform/sql'
import type { RemainingWorkOf } from '#todo/remaining-work'
import type { TodosOf } from '#todo/todo'

/** Unconnected uploads, oldest first. */
export const todosOfUploads: TodosOf = ({ company }) => [
  {
    kind: 'receipt.unrecorded',
    id: sql`u.id`,
    name: sql`u.description`,
    date: sql`(u.created_at at time zone 'Europe/Stockholm')::date`,
    rows: sql`documents.upload u
      where u.company_id = ${company} and u.journal_entry_id is null and u.supplier_invoice_id is null
        and u.deleted_at is null`,
    order: sql`u.id`,
  },
]

const day = sql`(u.created_at at time zone 'Europe/Stockholm')::date`

/** Unconnected uploads of its days. */
export const uploadsRemainingWork: RemainingWorkOf = ({ company, end }) => [
  {
    kind: 'receipt.unrecorded',
    id: sql`u.id`,
    at: sql`'/uploads/' || u.id`,
    name: sql`u.description`,
    date: day,
    rows: sql`documents.upload u
      where u.company_id = ${company} and u.journal_entry_id is null and u.supplier_invoice_id is null
        and u.deleted_at is null and ${day} <= ${end}::date`,
  },
]
