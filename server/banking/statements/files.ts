// Storage of statement and payment files; a file is deleted with the last of its transactions or payments when a fiscal
// year is removed.
import type { FileNamespace } from '#documents'
import { sql } from '#platform/sql'

export const statementFiles: FileNamespace = {
  name: 'statements',
  kind: 'bankStatement',
  thing: 'bank statement',
  table: sql`(select company_id, id, file_digest as digest from banking.statement) statement`,
  has: sql`true`,
  dropped: sql`banking.dropped_statement`,
}

export const paymentFiles: FileNamespace = {
  name: 'payment-files',
  kind: 'paymentFile',
  thing: 'payment file',
  // The status reports on a file are kept beside it.
  table: sql`(select company_id, id, digest from banking.payment_file
    union all select company_id, id, digest from banking.payment_report) payment_file`,
  has: sql`true`,
  dropped: sql`banking.dropped_payment_file`,
}
