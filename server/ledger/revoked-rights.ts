// Database privileges on ledger tables that the service role does not have.
import type { RevokedRights } from '#schema/grants'

export const ledgerRevokedRights: readonly RevokedRights[] = [
  ['ledger.book', 'delete'],
  ['ledger.fiscal_year', 'delete'],
  ['ledger.fiscal_year_reopening', 'update, delete'],
  ['ledger.journal_entry', 'delete'],
  ['ledger.journal_entry_item', 'update, delete'],
  ['ledger.opening_revision', 'update, delete'],
  ['ledger.kept_entry', 'insert, update, delete'],
  ['ledger.removed_number', 'insert, update, delete'],
  ['ledger.removed_year', 'insert, update, delete'],
  ['ledger.sie_import', 'update, delete'],
]
