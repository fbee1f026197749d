// What is left to do with supplier invoices: to approve them, and to pay them.
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'

/** What is not paid, those due first: a part of the statement that asks for all that is left to do. */
export const todosOfSupplierInvoices = ({ company, limit }: { company: Sql; today: Day; limit: number }): Sql => sql`
  select case when i.approved_at is null then 'supplierInvoice.unapproved' else 'supplierInvoice.unpaid' end as kind,
    s.name, i.invoice_number as number, i.total_ore - i.paid_ore as ore, i.currency, i.due_date as date,
    null::date as from_date
  from purchasing.supplier_invoice i
  join purchasing.supplier s on s.company_id = i.company_id and s.id = i.supplier_id
  where i.company_id = ${company} and i.paid_ore <> i.total_ore and (i.total_ore > 0 or i.approved_at is null)
  order by i.due_date, i.id limit ${limit}`
