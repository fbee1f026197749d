// What is left to do with invoices: to book them, and to get them paid.
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'

/**
 * Published invoices that are not paid, those due first, and published documents that are not recorded where the method
 * asks for it: a part of the statement that asks for all that is left to do. Sums are what is outstanding, in SEK.
 */
export const todosOfInvoices = ({ company, limit }: { company: Sql; today: Day; limit: number }): Sql => sql`
  (select 'invoice.unpaid' as kind, coalesce(i.customer_name, '') as name, i.number::text as number,
    i.total_base_ore - i.reduction_base_ore - i.credited_base_ore - i.paid_base_ore - i.settled_base_ore as ore,
    'SEK' as currency, i.due_date as date, null::date as from_date
  from sales.invoice i
  where i.company_id = ${company} and i.kind = 'invoice' and i.state in ('published', 'underPaid')
  order by i.due_date, i.id limit ${limit})
  union all
  (select 'invoice.unrecorded', coalesce(i.customer_name, ''), i.number::text, i.total_base_ore, 'SEK', i.date,
    null::date
  from sales.invoice i
  where i.company_id = ${company} and i.published_at is not null and i.recorded_at is null
    and not exists (
      select from ledger.fiscal_year y
      where y.company_id = i.company_id and i.date between y.start_date and y.end_date and y.accounting_method = 'cash')
  order by i.date, i.id limit ${limit})`
