// Entries that bank transactions are matched with: they stay as long as these.
import type { EntryUse } from '#ledger'
import { sql } from '#platform/sql'

export const entriesOfBanking: EntryUse = {
  what: {
    sv: 'Verifikationer som banktransaktioner är matchade med',
    en: 'Entries that bank transactions are matched with',
  },
  entries: (companyId) => sql`
    select journal_entry_id from banking.transaction where company_id = ${companyId}
    union all select journal_entry_id from banking.transaction_part where company_id = ${companyId}`,
}
