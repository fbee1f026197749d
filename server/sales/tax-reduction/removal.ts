// Decisions of the tax authority are removed with their invoices and entries.
import { type Sql, sql } from '#platform/sql'

export const reductionsToRemove = {
  kinds: [],
  use: {
    what: {
      sv: 'Verifikationer som Skatteverkets besked om rot och rut hänvisar till',
      en: 'Entries that answers of the tax authority on tax reductions refer to',
    },
    entries: (companyId: string): Sql => sql`
      select journal_entry_id from sales.tax_reduction_answer where company_id = ${companyId}`,
  },
  found: (): Sql => sql`select null::uuid, '', false where false`,
  ties: (companyId: string): Sql => sql`
    select invoice_id as one, journal_entry_id as other from sales.tax_reduction_answer
    where company_id = ${companyId}`,
}
