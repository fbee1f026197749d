// Entries with files that a supplier invoice has too: they stay as long as that.
import { sql } from '#platform/sql'

export const entriesOfSharedUploads = {
  what: {
    sv: 'Verifikationer vars underlag även hör till en leverantörsfaktura',
    en: 'Entries with a file that belongs to a supplier invoice too',
  },
  entries: (companyId: string) => sql`
    select journal_entry_id from documents.upload
    where company_id = ${companyId} and journal_entry_id is not null and supplier_invoice_id is not null`,
}
