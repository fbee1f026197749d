// Banking: payments and their signing, payment files for the bank, and bank statements.

export { bankingErasure } from './erasure.ts'
export { taxingOf } from './matching/account-tax.rules.ts'
export { matchingRefusals } from './matching/matching-refusals.ts'
export { ruleFields } from './matching/matching-routes.ts'
export {
  createMatchingRule,
  findMatchingRule,
  type MatchingRule,
  type NewMatchingRule,
  updateMatchingRule,
  wrongInRule,
} from './matching/matching-rule.ts'
export { bankingPartyParts } from './party-data.ts'
export {
  addBankAccount,
  changeBankAccount,
  listBankAccounts,
  type NewBankAccount,
  type OwnBankAccount,
  type PaymentFormat,
  paymentFormats,
  setDefaultBankAccount,
} from './payments/bank-account.ts'
export { currencyOf, numberOf, statusAt } from './payments/payment.rules.ts'
export {
  cancelPayment,
  findPaymentByEndToEndId,
  listPayments,
  markPaid,
  type PaymentRecord,
} from './payments/payment.ts'
export { rejectPayment } from './payments/payment-answers.ts'
export { createPaymentFile, filesForBank, type PaymentFileRecord, paymentFileBytes } from './payments/payment-file.ts'
export { paymentFaults, paymentRefusals } from './payments/payment-refusals.ts'
export { companiesWrongInPaymentFiles, verifyPaymentFiles } from './payments/payment-verify.ts'
export { decideOnPayments } from './payments/signing.ts'
export { bankingParts } from './personal.ts'
export { bankingToRemove } from './removal.ts'
export { bankingRetainedTables, bankingRevokedRights } from './revoked-rights.ts'
export { bankingRows } from './routes.ts'
export type { CamtEntry, CamtTransaction } from './statements/camt-entry.ts'
export { paymentFiles, statementFiles } from './statements/files.ts'
export { bankingPages } from './statements/pages.ts'
export { downloadStatement, type StatementFile, statementFilesBetween } from './statements/statement.ts'
export { statementFaults, statementRefusals } from './statements/statement-refusals.ts'
export { Proposal } from './statements/statement-routes.ts'
export { companiesWrongInStatements, verifyStatements } from './statements/statement-verify.ts'
export { bestProposals, type ShownProposal } from './statements/transaction.ts'
export { bankingRemainingWork, queueOfPayments, queueOfTransactions, todosOfPayments } from './todo.ts'
