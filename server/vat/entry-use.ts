// Entries that VAT returns refer to: they stay as long as these.
import type { EntryUse } from '#ledger'
import { sql } from '#platform/sql'

export const entriesOfVat: EntryUse = {
  what: {
    sv: 'Verifikationer som momsdeklarationer hänvisar till',
    en: 'Entries that VAT returns refer to',
  },
  entries: (companyId) => sql`
    select journal_entry_id from vat.vat_return where company_id = ${companyId}`,
}
