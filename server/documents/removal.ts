// Uploads go with what they underlie. One of a supplier invoice and of an entry ties the two together.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

export const uploadsToRemove = {
  kinds: [],
  found: () => sql`select null::uuid, '', false where false`,
  ties: (companyId: string) => sql`
    select supplier_invoice_id as one, journal_entry_id as other from documents.upload
    where company_id = ${companyId} and supplier_invoice_id is not null`,
}

/** How many uploads a company has that nobody has deleted. */
export const countUploads = async ({ db, companyId }: CompanyCall): Promise<number> => {
  const { count } = await db.one<{ count: bigint }>(sql`
    select count(*) as count from documents.upload where company_id = ${companyId} and deleted_at is null`)
  return Number(count)
}

/** What stays of uploads when their company goes: that there were some, and files on their way out. */
export const documentsStay: readonly string[] = ['documents.upload', 'documents.dropped_file']
