// Database privileges on bank data that the service role does not have.
import type { RevokedRights } from '#schema/grants'

export const bankingRevokedRights: readonly RevokedRights[] = [
  ['banking.statement', 'update, delete'],
  ['banking.payment_file', 'update, delete'],
  ['banking.payment_report', 'update, delete'],
]

/** Files queued for deletion, which outlive their company. */
export const bankingRetainedTables: readonly string[] = ['banking.dropped_statement', 'banking.dropped_payment_file']
