// Where the files of the tax account are kept, and the events of their rows.
import type { FileNamespace } from '#documents'
import { sql } from '#platform/sql'

export const taxAccountFiles: FileNamespace = {
  name: 'tax-account',
  kind: 'bankStatement',
  thing: 'statement of the tax account',
  table: sql`(
    select company_id, id, file_digest as digest from tax_account.statement where file_digest is not null) statement`,
  has: sql`true`,
  dropped: sql`tax_account.dropped_statement`,
}
