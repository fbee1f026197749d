// VAT returns are removed with the fiscal year of their last day, a correction together with what it corrects.
import type { RemovableDocuments } from '#ledger'
import { sql } from '#platform/sql'

export const returnsToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'vatReturn',
      what: { sv: 'Momsdeklarationer', en: 'VAT returns' },
      unfinished: { sv: 'Momsdeklarationer som inte är avslutade', en: 'VAT returns that are not over' },
      tied: {
        sv: 'Momsdeklarationer som hör ihop med något som stannar',
        en: 'VAT returns that belong together with something that stays',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`delete from vat.vat_return where company_id = ${companyId} and id = any(${ids}::uuid[])`)
      },
    },
  ],
  use: {
    what: {
      sv: 'Verifikationer som momsdeklarationer hänvisar till',
      en: 'Entries that VAT returns refer to',
    },
    entries: (companyId) => sql`
      select journal_entry_id from vat.vat_return where company_id = ${companyId}`,
  },
  found: (companyId, until) => sql`
    select id, 'vatReturn', true from vat.vat_return where company_id = ${companyId} and end_date <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from vat.vat_return where company_id = ${companyId}
    union all select id, corrects_id from vat.vat_return where company_id = ${companyId}`,
}
