// Storage of imported SIE files: they are removed with the fiscal year they belong to.
import type { FileNamespace } from '#documents'
import { sql } from '#platform/sql'

export const sieFiles: FileNamespace = {
  // Stored directly in the company's folder, without a storage area of their own.
  name: '',
  kind: 'sieImport',
  thing: 'SIE import',
  table: sql`(select company_id, id, file_digest as digest from ledger.sie_import) f`,
  has: sql`true`,
  dropped: sql`ledger.dropped_file`,
}
