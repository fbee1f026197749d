// To-dos about supplier invoices: approve and pay them.
import { sql } from '#platform/sql'
import type { TodosOf } from '#todo/todo'

/** Unpaid supplier invoices, earliest due first. */
export const todosOfSupplierInvoices: TodosOf = ({ company }) => [
  {
    kind: { when: sql`i.approved_at is null`, is: 'supplierInvoice.unapproved', else: 'supplierInvoice.unpaid' },
    id: sql`i.id`,
    name: sql`s.name`,
    number: sql`i.invoice_number`,
    ore: sql`i.total_ore - i.paid_ore`,
    currency: sql`i.currency`,
    date: sql`i.due_date`,
    rows: sql`purchasing.supplier_invoice i
      join purchasing.supplier s on s.company_id = i.company_id and s.id = i.supplier_id
      where i.company_id = ${company} and i.paid_ore <> i.total_ore and (i.total_ore > 0 or i.approved_at is null)`,
    order: sql`i.due_date, i.id`,
  },
]
