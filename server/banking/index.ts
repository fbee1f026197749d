// Banking: payments that somebody signs, the files that carry them to the bank, and the bank's statements.
export {
  addBankAccount,
  changeBankAccount,
  defaultBankAccount,
  listBankAccounts,
  type NewBankAccount,
  type OwnBankAccount,
  type PaymentFormat,
  paymentFormats,
  setDefaultBankAccount,
} from './bank-account.ts'
export { bankText, bankTextOf, unlikeable } from './bank-text.rules.ts'
export { type CamtKind, type CamtReading, type CamtStatement, readCamt } from './camt.ts'
export type { CamtEntry, CamtTransaction } from './camt-entry.ts'
export { type Candidate, proposalsFor, sameName, type Told } from './match.rules.ts'
export { bankingPages } from './pages.ts'
export type { PaymentState, PaymentStatus, Recipient } from './payment.rules.ts'
export { currencyOf, numberOf, statusAt } from './payment.rules.ts'
export {
  cancelPayment,
  findPaymentByEndToEndId,
  listPayments,
  markPaid,
  type PaymentRecord,
  rejectPayment,
} from './payment.ts'
export { type PaymentFileContent, paymentFileText } from './payment-file.rules.ts'
export { createPaymentFile, type PaymentFileRecord, paymentFileBytes } from './payment-file.ts'
export { paymentFaults, paymentRefusals } from './payment-refusals.ts'
export { verifyPaymentFiles } from './payment-verify.ts'
export { bankingRows } from './routes.ts'
export { decideOnPayments } from './signing.ts'
export { accountMeant, decide, identified, type KnownTransaction } from './statement.rules.ts'
export { statementFaults, statementRefusals } from './statement-refusals.ts'
export { verifyStatements } from './statement-verify.ts'
export { todosOfPayments } from './todo.ts'
