// Entries that accruals refer to: they stay as long as these.
import type { EntryUse } from '#ledger'
import { sql } from '#platform/sql'

export const entriesOfAccruals: EntryUse = {
  what: {
    sv: 'Verifikationer som periodiseringar hänvisar till',
    en: 'Entries that accruals refer to',
  },
  entries: (companyId) => sql`
    select source_entry_id from accruals.accrual where company_id = ${companyId}
    union all select journal_entry_id from accruals.accrual where company_id = ${companyId}
    union all select journal_entry_id from accruals.portion where company_id = ${companyId}`,
}
