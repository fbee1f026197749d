// What is left of purchases in a fiscal year before it ends.
import type { LeftOf, LeftPart } from '#platform/left'
import { sql } from '#platform/sql'
import { unpaidBy } from './year-end.ts'

/** What supplier invoices `i` have in common. */
const ofInvoice = {
  ...{
    id: sql`i.id`,
    at: sql`'/supplier-invoices/' || i.id`,
    date: sql`i.invoice_date`,
    number: sql`i.invoice_number`,
  },
  name: sql`(select s.name from purchasing.supplier s where s.company_id = i.company_id and s.id = i.supplier_id)`,
  ore: sql`i.total_base_ore`,
} satisfies Partial<LeftPart>

/** Supplier invoices that nobody has recorded, and under the cash method what is unpaid and not in the books. */
export const purchasesLeft: LeftOf = ({ company, end, method }) => [
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
]
