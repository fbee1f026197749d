// What is left to do with uploads: receipts that nobody has booked yet.
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'

/** Uploads that underlie nothing, oldest first: a part of the statement that asks for all that is left to do. */
export const todosOfUploads = ({ company, limit }: { company: Sql; today: Day; limit: number }): Sql => sql`
  select 'receipt.unrecorded' as kind, u.description as name, null::text as number, null::bigint as ore,
    'SEK' as currency, (u.created_at at time zone 'Europe/Stockholm')::date as date, null::date as from_date
  from documents.upload u
  where u.company_id = ${company} and u.journal_entry_id is null and u.supplier_invoice_id is null
    and u.deleted_at is null
  order by u.id limit ${limit}`
