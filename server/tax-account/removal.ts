// Rows of the tax account are removed with the fiscal year of their day, and a statement with the year of its last day.
import type { RemovableDocuments } from '#ledger'
import { sql } from '#platform/sql'

export const taxAccountToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'taxAccountTransaction',
      what: { sv: 'Rader på skattekontot', en: 'Rows of the tax account' },
      unfinished: {
        sv: 'Rader på skattekontot som inte är avslutade',
        en: 'Rows of the tax account that are not over',
      },
      tied: {
        sv: 'Rader på skattekontot som hör ihop med något som stannar',
        en: 'Rows of the tax account that belong together with something that stays',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`
          delete from tax_account.transaction where company_id = ${companyId} and id = any(${ids}::uuid[])`)
      },
    },
    {
      kind: 'taxAccountStatement',
      what: { sv: 'Kontoutdrag från skattekontot', en: 'Statements of the tax account' },
      unfinished: {
        sv: 'Kontoutdrag från skattekontot som inte är avslutade',
        en: 'Statements of the tax account that are not over',
      },
      tied: {
        sv: 'Kontoutdrag från skattekontot med rader som stannar',
        en: 'Statements of the tax account with rows that stay',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`select tax_account.remove_statements(${companyId}, ${ids}::uuid[])`)
      },
    },
  ],
  use: {
    what: {
      sv: 'Verifikationer som rader på skattekontot är matchade med',
      en: 'Entries that rows of the tax account are matched with',
    },
    entries: (companyId) => sql`
      select journal_entry_id from tax_account.transaction where company_id = ${companyId}`,
  },
  found: (companyId, until) => sql`
    select id, 'taxAccountTransaction', true from tax_account.transaction
    where company_id = ${companyId} and date <= ${until}
    union all
    select id, 'taxAccountStatement', true from tax_account.statement
    where company_id = ${companyId} and to_date <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from tax_account.transaction where company_id = ${companyId}`,
  leans: (companyId) => sql`
    select id as one, statement_id as other from tax_account.transaction where company_id = ${companyId}`,
}
