// Entries that fixed assets refer to: they stay as long as these.
import type { EntryUse } from '#ledger'
import { sql } from '#platform/sql'

export const entriesOfAssets: EntryUse = {
  what: {
    sv: 'Verifikationer för avskrivningar och avyttringar av anläggningstillgångar',
    en: 'Entries of depreciations and disposals of fixed assets',
  },
  entries: (companyId) => sql`
    select journal_entry_id from assets.depreciation where company_id = ${companyId}
    union all select journal_entry_id from assets.disposal where company_id = ${companyId}`,
}
