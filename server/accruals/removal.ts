// Accruals removed with the fiscal year in which their last month was booked.
import type { RemovableDocuments } from '#ledger'
import { sql } from '#platform/sql'
import { counts, shiftsOfAccruals } from './accrual.ts'

export const accrualsToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'accrual',
      what: { sv: 'Periodiseringar', en: 'Accruals' },
      unfinished: {
        sv: 'Periodiseringar med månader som inte var bokförda när året tog slut',
        en: 'Accruals with months that were not booked when the year ended',
      },
      tied: {
        sv: 'Periodiseringar som hör ihop med något som stannar',
        en: 'Accruals that belong together with something that stays',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`
          with portions as (
            delete from accruals.portion p where p.company_id = ${companyId} and p.accrual_id = any(${ids}::uuid[])
          )
          delete from accruals.accrual a where a.company_id = ${companyId} and a.id = any(${ids}::uuid[])`)
      },
    },
  ],
  use: {
    what: {
      sv: 'Verifikationer som periodiseringar hänvisar till',
      en: 'Entries that accruals refer to',
    },
    entries: (companyId) => sql`
      select source_entry_id from accruals.accrual where company_id = ${companyId}
      union all ${shiftsOfAccruals(companyId)}`,
  },
  found: (companyId, until) => sql`
    select a.id, 'accrual', not ${counts(sql`a`)} or (
      (a.first_month + make_interval(months => a.months))::date - 1 <= ${until} and a.ore = (
        select coalesce(sum(p.ore), 0) from accruals.portion p
        where p.company_id = a.company_id and p.accrual_id = a.id and ${counts(sql`p`)}))
    from accruals.accrual a where a.company_id = ${companyId} and a.first_month <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from accruals.accrual where company_id = ${companyId}
    union all select accrual_id, journal_entry_id from accruals.portion where company_id = ${companyId}`,
  // The source entry, such as an invoice's, may be kept for other reasons.
  leans: (companyId) => sql`
    select id as one, source_entry_id as other from accruals.accrual where company_id = ${companyId}`,
}
