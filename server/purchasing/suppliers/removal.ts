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
    {
      kind: 'supplierAdvance',
      what: { sv: 'Förskott till leverantörer', en: 'Advances to suppliers' },
      unfinished: {
        sv: 'Förskott till leverantörer som inte var använda när året tog slut',
        en: 'Advances to suppliers that were not used when the year ended',
      },
      tied: {
        sv: 'Förskott till leverantörer som hör ihop med något som stannar',
        en: 'Advances to suppliers that belong together with something that stays',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`select purchasing.remove_advances(${companyId}, ${ids}::uuid[])`)
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
      union all select moved_entry_id from purchasing.payment where company_id = ${companyId}
      union all select journal_entry_id from purchasing.advance where company_id = ${companyId}
      union all select journal_entry_id from purchasing.advance_use where company_id = ${companyId}`,
  },
  found: (companyId, until) => sql`
    select i.id, 'supplierInvoice', coalesce(isempty(o.days) or upper(o.days) <= ${until}, false)
    from purchasing.supplier_invoice i
    left join purchasing.open_days o on o.company_id = i.company_id and o.supplier_invoice_id = i.id
    where i.company_id = ${companyId} and i.invoice_date <= ${until}
    union all
    select a.id, 'supplierAdvance', a.used_ore = a.ore and not exists (
      select from purchasing.advance_use u
      where u.company_id = a.company_id and u.advance_id = a.id and u.date > ${until})
    from purchasing.advance a where a.company_id = ${companyId} and a.date <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from purchasing.supplier_invoice where company_id = ${companyId}
    union all select supplier_invoice_id, journal_entry_id from purchasing.payment where company_id = ${companyId}
    union all select supplier_invoice_id, moved_entry_id from purchasing.payment where company_id = ${companyId}
    union all select id, journal_entry_id from purchasing.advance where company_id = ${companyId}
    union all select id, supplier_invoice_id from purchasing.advance where company_id = ${companyId}
    union all select advance_id, journal_entry_id from purchasing.advance_use where company_id = ${companyId}
    union all select advance_id, supplier_invoice_id from purchasing.advance_use where company_id = ${companyId}`,
}
