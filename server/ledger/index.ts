// The ledger: a company's books.
export {
  type AccountMap,
  type AccountRole,
  accountRoles,
  claimAccountsOf,
  isPaymentAccount,
  usualAccounts,
} from './account-map.rules.ts'
export { accountMapOf, setAccountRole } from './account-map.ts'
export { type AccountingMethod, type Book, type BookYear, bookOf, lockBooks, openBooks, setLockDate } from './book.ts'
export { createAccount, setAccountActive } from './chart.ts'
export { bookDocument, type DocumentEntry, type DocumentItem } from './document.ts'
export {
  closeFiscalYear,
  createFiscalYear,
  type FiscalYear,
  getFiscalYear,
  listFiscalYears,
} from './fiscal-year.ts'
export { yearAt } from './journal-entry.rules.ts'
export { ledgerFaults, ledgerRefusals } from './refusals.ts'
export { ledgerRows } from './routes.ts'
export { exportSie } from './sie-export.ts'
export { importSie } from './sie-import.ts'
export type { SieReport } from './sie-report.ts'
export { SIE_FILE_LIMIT } from './sie-routes.ts'
export { type Verified, verifyBooks } from './verify.ts'
