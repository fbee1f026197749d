// Entries that answers of the tax authority refer to: they stay as long as these.
import { sql } from '#platform/sql'

export const entriesOfReductions = {
  what: {
    sv: 'Verifikationer som Skatteverkets besked om rot och rut hänvisar till',
    en: 'Entries that answers of the tax authority on tax reductions refer to',
  },
  entries: (companyId: string) => sql`
    select journal_entry_id from sales.tax_reduction_answer where company_id = ${companyId}`,
}
