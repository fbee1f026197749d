// Erasure of a customer or supplier: their entries are kept as accounting information (GDPR art. 17.3 b).
import { sql } from '#platform/sql'
import type { ErasurePart } from '#privacy/party'

export const ledgerErasure: ErasurePart = {
  steps: [],
  kept: async ({ db, companyId }, { entries }) => {
    const { count, lastDay } = await db.one<{ count: bigint; lastDay: string | null }>(sql`
      select count(*) as count, max(y.end_date)::text as "lastDay" from ledger.journal_entry e
      join ledger.fiscal_year y on y.company_id = e.company_id and y.id = e.fiscal_year_id
      where e.company_id = ${companyId} and e.id in (${entries})`)
    return [
      {
        what: {
          sv: 'Verifikationer med texter, kommentarer och underlag, och banktransaktioner som de är matchade med',
          en: 'Entries with their texts, comments and files, and bank transactions that they are matched with',
        },
        count: Number(count),
        lastDay,
        law: 'Bokföringslagen 7 kap. 2 §',
      },
    ]
  },
}
