// The e-invoices of a supplier, for the data subject's copy.
import { sql } from '#platform/sql'
import { asBooks, type PartyPart, plainRows } from '#privacy/party'

export const eInvoicePartyParts: readonly PartyPart[] = [
  {
    name: 'eInvoices',
    of: ['supplier'],
    tables: ['e_invoices.e_invoice'],
    why: asBooks,
    from: { sv: 'Från leverantörens e-fakturor.', en: "From the supplier's e-invoices." },
    read: ({ db, companyId }, { id, documents }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select e.supplier_invoice_id as id, to_jsonb(e) as row from e_invoices.e_invoice e
          where e.company_id = ${companyId} and (e.supplier_id = ${id} or e.supplier_invoice_id in (${documents}))
            and (${after}::uuid is null or e.supplier_invoice_id > ${after}::uuid)
          order by e.supplier_invoice_id limit ${limit}`),
      ),
  },
]
