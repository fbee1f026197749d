// Banking: payments and their signing, payment files for the bank, and bank statements.

export { bankingErasure } from './erasure.ts'
export { taxingOf } from './matching/account-tax.rules.ts'

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
  type OwnBankAccount,
  paymentFormats,
  setDefaultBankAccount,
} from './payments/bank-account.ts'
export { currencyOf, numberOf, statusAt } from './payments/payment.rules.ts'
export { cancelPayment, listPayments, type PaymentRecord } from './payments/payment.ts'
export { rejectPayment } from './payments/payment-answers.ts'
export { createPaymentFile, filesForBank, paymentFileBytes } from './payments/payment-file.ts'

export { companiesWrongInPaymentFiles, verifyPaymentFiles } from './payments/payment-verify.ts'

export { bankingParts } from './personal.ts'
export { bankingToRemove } from './removal.ts'
export { bankingRetainedTables, bankingRevokedRights } from './revoked-rights.ts'
export { bankingRows } from './routes.ts'

export { paymentFiles, statementFiles } from './statements/files.ts'
export { bankingPages } from './statements/pages.ts'
export { downloadStatement, type StatementFile, statementFilesBetween } from './statements/statement.ts'

export { Proposal } from './statements/statement-routes.ts'
export { companiesWrongInStatements, verifyStatements } from './statements/statement-verify.ts'
export { bestProposals, type ShownProposal } from './statements/transaction.ts'
export { bankingRemainingWork, queueOfPayments, queueOfTransactions, todosOfPayments } from './todo.ts'
