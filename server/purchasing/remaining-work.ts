// Unfinished purchasing tasks of a fiscal year before it is closed.
import { accountingCurrencyIn } from '#ledger'
import { sql } from '#platform/sql'
import { unpaidBy } from '#purchasing/invoices/year-end'
import type { RemainingWorkOf, RemainingWorkPart } from '#todo/remaining-work'

/** The columns common to supplier invoices `i`. */
const ofInvoice = {
  id: sql`i.id`,
  at: sql`'/supplier-invoices/' || i.id`,
  date: sql`i.invoice_date`,
  number: sql`i.invoice_number`,
  name: sql`(select s.name from purchasing.supplier s where s.company_id = i.company_id and s.id = i.supplier_id)`,
  ore: sql`i.total_base_ore`,
} satisfies Partial<RemainingWorkPart>

/**
 * Unrecorded supplier invoices, unpaid ones in other currencies, and under the cash method unpaid and unbooked ones.
 */
export const purchasesRemainingWork: RemainingWorkOf = ({ company, end, method }) => [
  {
    ...ofInvoice,
    kind: 'supplierInvoice.unrecorded',
    rows: sql`purchasing.supplier_invoice i
      where i.company_id = ${company} and i.recorded_at is null and i.invoice_date <= ${end}::date`,
  },
  {
    ...ofInvoice,
    kind: 'supplierInvoice.unpaid',
    rows: sql`${unpaidBy(company, sql`${end}::date`)} and ${method === 'cash'}`,
  },
  {
    ...ofInvoice,
    kind: 'supplierInvoice.inCurrency',
    ore: sql`i.total_base_ore - p.paid`,
    rows: sql`purchasing.open_days o
      join purchasing.supplier_invoice i on i.company_id = o.company_id and i.id = o.supplier_invoice_id
      cross join lateral (
        select coalesce(sum(m.ore), 0) as own, coalesce(sum(m.claim_base_ore), 0)::bigint as paid
        from purchasing.payment m
        where m.company_id = i.company_id and m.supplier_invoice_id = i.id and m.date <= ${end}::date) p
      where o.company_id = ${company} and o.days @> ${end}::date and i.currency <> ${accountingCurrencyIn(company)}
        and i.recorded_at is not null and i.total_ore <> p.own`,
  },
]
