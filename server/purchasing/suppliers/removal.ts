// Supplier invoices removed with a fiscal year, with their payments, approvals, e-invoices and uploads.
import type { RemovableDocuments } from '#ledger'
import { sql } from '#platform/sql'

export const purchasesToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'supplierInvoice',
      what: {
        sv: 'Leverantörsfakturor med betalningar, attester och underlag',
        en: 'Supplier invoices with payments, approvals and uploads',
      },
      unfinished: {
        sv: 'Leverantörsfakturor som inte var bokförda och betalda när året tog slut',
        en: 'Supplier invoices that were not booked and paid when the year ended',
      },
      tied: {
        sv: 'Leverantörsfakturor som hör ihop med något som stannar',
        en: 'Supplier invoices that belong together with something that stays',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`select purchasing.remove_supplier_invoices(${companyId}, ${ids}::uuid[])`)
      },
    },
  ],
  use: {
    what: {
      sv: 'Verifikationer som leverantörsfakturor och deras betalningar hänvisar till',
      en: 'Entries that supplier invoices and their payments refer to',
    },
    entries: (companyId) => sql`
      select journal_entry_id from purchasing.supplier_invoice where company_id = ${companyId}
      union all select journal_entry_id from purchasing.payment where company_id = ${companyId}
      union all select moved_entry_id from purchasing.payment where company_id = ${companyId}`,
  },
  found: (companyId, until) => sql`
    select i.id, 'supplierInvoice', coalesce(isempty(o.days) or upper(o.days) <= ${until}, false)
    from purchasing.supplier_invoice i
    left join purchasing.open_days o on o.company_id = i.company_id and o.supplier_invoice_id = i.id
    where i.company_id = ${companyId} and i.invoice_date <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from purchasing.supplier_invoice where company_id = ${companyId}
    union all select supplier_invoice_id, journal_entry_id from purchasing.payment where company_id = ${companyId}
    union all select supplier_invoice_id, moved_entry_id from purchasing.payment where company_id = ${companyId}`,
}
