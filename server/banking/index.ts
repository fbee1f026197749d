// Banking: payments and their signing, payment files for the bank, and bank statements.

export { taxingOf } from './account-tax.rules.ts'
export {
  addBankAccount,
  changeBankAccount,
  listBankAccounts,
  type NewBankAccount,
  type OwnBankAccount,
  type PaymentFormat,
  paymentFormats,
  setDefaultBankAccount,
} from './bank-account.ts'
export type { CamtEntry, CamtTransaction } from './camt-entry.ts'
export { bankingErasure } from './erasure.ts'
export { paymentFiles, statementFiles } from './files.ts'
export { bankingLeft } from './left.ts'
export { matchingRefusals } from './matching-refusals.ts'
export { ruleFields } from './matching-routes.ts'
export {
  createMatchingRule,
  findMatchingRule,
  type MatchingRule,
  type NewMatchingRule,
  updateMatchingRule,
  wrongInRule,
} from './matching-rule.ts'
export { bankingPages } from './pages.ts'
export { bankingPartyParts } from './party-data.ts'
export { currencyOf, numberOf, statusAt } from './payment.rules.ts'
export {
  cancelPayment,
  findPaymentByEndToEndId,
  listPayments,
  markPaid,
  type PaymentRecord,
} from './payment.ts'
export { rejectPayment } from './payment-answers.ts'
export { createPaymentFile, filesForBank, type PaymentFileRecord, paymentFileBytes } from './payment-file.ts'
export { paymentFaults, paymentRefusals } from './payment-refusals.ts'
export { companiesWrongInPaymentFiles, verifyPaymentFiles } from './payment-verify.ts'
export { bankingParts } from './personal.ts'
export { bankingToRemove } from './removal.ts'
export { bankingRows } from './routes.ts'
export { decideOnPayments } from './signing.ts'
export { downloadStatement, type StatementFile, statementFilesBetween } from './statement.ts'
export { statementFaults, statementRefusals } from './statement-refusals.ts'
export { Proposal } from './statement-routes.ts'
export { companiesWrongInStatements, verifyStatements } from './statement-verify.ts'
export { queueOfPayments, queueOfTransactions, todosOfPayments } from './todo.ts'
export { bestProposals, type ShownProposal } from './transaction.ts'
export { bankingStays, bankingWithheld } from './withheld.ts'
