// VAT returns are removed with the fiscal year of their last day, a correction together with what it corrects;
// and so are the margins of periods.
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
    {
      kind: 'margin',
      what: { sv: 'Uträkningar av vinstmarginal', en: 'Margin calculations' },
      unfinished: {
        sv: 'Uträkningar av vinstmarginal som inte är avslutade',
        en: 'Margin calculations that are not over',
      },
      tied: {
        sv: 'Uträkningar av vinstmarginal som hör ihop med något som stannar',
        en: 'Margin calculations that belong together with something that stays',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`delete from vat.margin where company_id = ${companyId} and id = any(${ids}::uuid[])`)
      },
    },
  ],
  use: {
    what: {
      sv: 'Verifikationer som momsdeklarationer och vinstmarginaler hänvisar till',
      en: 'Entries that VAT returns and margins refer to',
    },
    entries: (companyId) => sql`
      select journal_entry_id from vat.vat_return where company_id = ${companyId}
      union all select journal_entry_id from vat.margin where company_id = ${companyId}`,
  },
  found: (companyId, until) => sql`
    select id, 'vatReturn', true from vat.vat_return where company_id = ${companyId} and end_date <= ${until}
    union all select id, 'margin', true from vat.margin where company_id = ${companyId} and end_date <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from vat.vat_return where company_id = ${companyId}
    union all select id, corrects_id from vat.vat_return where company_id = ${companyId}
    union all select id, journal_entry_id from vat.margin where company_id = ${companyId}`,
}
