// Uploads are removed with what they are connected to. An upload of both a supplier invoice and an entry connects the
// two.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

export const uploadsToRemove = {
  kinds: [],
  found: () => sql`select null::uuid, '', false where false`,
  ties: (companyId: string) => sql`
    select supplier_invoice_id as one, journal_entry_id as other from documents.upload
    where company_id = ${companyId} and supplier_invoice_id is not null`,
}

/** The number of a company's uploads that are not deleted. */
export const countUploads = async ({ db, companyId }: CompanyCall): Promise<number> => {
  const { count } = await db.one<{ count: bigint }>(sql`
    select count(*) as count from documents.upload where company_id = ${companyId} and deleted_at is null`)
  return Number(count)
}

/** Tables that are kept when a company is removed: rows of its uploads, and files queued for deletion. */
export const documentsRetainedTables: readonly string[] = ['documents.upload', 'documents.dropped_file']
