// Maps entries to sales documents, for reports by buyer.
import { type Sql, sql } from '#platform/sql'
import { vatNumbersOnPapers } from '#sales/archive/paper'

/**
 * The entries of sales documents and their payments, with the buyer as printed: rows of journal_entry_id, customer_id,
 * customer_name and vat_number.
 */
export const bookedSales = (companyId: string): Sql => sql`
  select booked.journal_entry_id, i.customer_id, i.customer_name, p.vat_number
  from (
    select id as invoice_id, journal_entry_id from sales.invoice
    where company_id = ${companyId} and journal_entry_id is not null
    union
    select invoice_id, journal_entry_id from sales.payment
    where company_id = ${companyId} and journal_entry_id is not null
    union
    select invoice_id, journal_entry_id from sales.settlement
    where company_id = ${companyId} and journal_entry_id is not null
  ) booked
  join sales.invoice i on i.company_id = ${companyId} and i.id = booked.invoice_id
  join (${vatNumbersOnPapers(companyId)}) p on p.invoice_id = i.id`
