// Entries that supplier invoices refer to: they stay as long as these.
import type { EntryUse } from '#ledger'
import { sql } from '#platform/sql'

export const entriesOfPurchases: EntryUse = {
  what: {
    sv: 'Verifikationer som leverantörsfakturor och deras betalningar hänvisar till',
    en: 'Entries that supplier invoices and their payments refer to',
  },
  entries: (companyId) => sql`
    select journal_entry_id from purchasing.supplier_invoice where company_id = ${companyId}
    union all select journal_entry_id from purchasing.payment where company_id = ${companyId}
    union all select moved_entry_id from purchasing.payment where company_id = ${companyId}`,
}
