// Where imported SIE files are kept: they go with the fiscal year that they were of.
import type { Corner } from '#documents'
import { sql } from '#platform/sql'

export const sieFiles: Corner = {
  // They stand beside the papers of the company, in no corner of their own.
  name: '',
  kind: 'sieImport',
  thing: 'SIE import',
  table: sql`(select company_id, id, file_digest as digest from ledger.sie_import) f`,
  has: sql`true`,
  dropped: sql`ledger.dropped_file`,
}
