// Entries that customer invoices and credit notes refer to: they stay as long as these.
import type { EntryUse } from '#ledger'
import { sql } from '#platform/sql'

export const entriesOfSales: EntryUse = {
  what: {
    sv: 'Verifikationer som kundfakturor, kreditfakturor och deras betalningar hänvisar till',
    en: 'Entries that invoices, credit notes and their payments refer to',
  },
  entries: (companyId) => sql`
    select journal_entry_id from sales.invoice where company_id = ${companyId}
    union all select journal_entry_id from sales.payment where company_id = ${companyId}
    union all select journal_entry_id from sales.settlement where company_id = ${companyId}
    union all select journal_entry_id from sales.income_share where company_id = ${companyId}`,
}
