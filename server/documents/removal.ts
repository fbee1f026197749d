// Uploads go with what they underlie. One of a supplier invoice and of an entry ties the two together.
import { sql } from '#platform/sql'

export const uploadsToRemove = {
  kinds: [],
  found: () => sql`select null::uuid, '', false where false`,
  ties: (companyId: string) => sql`
    select supplier_invoice_id as one, journal_entry_id as other from documents.upload
    where company_id = ${companyId} and supplier_invoice_id is not null`,
}
