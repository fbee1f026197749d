// Personal data in this context: what a person may approve, and has approved.
import { sql } from '#platform/sql'
import type { PersonalPart } from '#privacy/personal'

export const purchasingParts: readonly PersonalPart[] = [
  {
    name: 'approvals',
    tables: ['purchasing.approval', 'purchasing.approver'],
    why: {
      sv: 'Leverantörsfakturor som du har attesterat, och upp till vilket belopp du får göra det. Attesterna hör till företagets räkenskapsinformation och sparas lika länge som den.',
      en: 'Supplier invoices that you have approved, and up to which amount you may. The approvals belong to what the company keeps of its books, and are kept as long.',
    },
    read: ({ db }, { id }) =>
      db.rows(sql`
        select 'approval' as kind, company_id as "companyId", supplier_invoice_id as "supplierInvoiceId",
          person_name as "name", (total_base_ore / 100.0)::float8 as amount, approved_at as "approvedAt",
          withdrawn_at as "withdrawnAt"
        from purchasing.approval where person_id = ${id}
        union all
        select 'limit', company_id, null, null, (limit_ore / 100.0)::float8, null, null
        from purchasing.approver where person_id = ${id}`),
  },
]
