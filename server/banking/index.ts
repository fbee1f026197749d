// Banking: payments and their signing, payment files for the bank, and bank statements.

export { bankingAdmin } from './administration.ts'
export { bankingContribution } from './contribution.ts'
export { ruleTaxingOf } from './matching/account-tax.rules.ts'
export { ruleFields } from './matching/matching-routes.ts'
export {
  createMatchingRule,
  findMatchingRule,
  type MatchingRule,
  type NewMatchingRule,
  updateMatchingRule,
  wrongInRule,
} from './matching/matching-rule.ts'
export { giveRulesKinds, pinnedRules, rulesByKind } from './matching/matching-rule-kinds.ts'
export { listBankAccounts, type OwnBankAccount } from './payments/bank-account.ts'
export { createSalaryPayments, type PaymentRecord, paymentsBy } from './payments/payment.ts'
export { filesForBank } from './payments/payment-file.ts'
export { downloadReport, reportsOn } from './payments/payment-report.ts'
export { monthsLeft } from './reconciliation/months-left.ts'
export { bankingRows } from './routes.ts'
export { balanceInCurrencyOn } from './statements/closing-balance.ts'
export { bankingPages } from './statements/pages.ts'
export { downloadStatement, type StatementFile, statementFilesBetween } from './statements/statement.ts'
export { Proposal } from './statements/statement-routes.ts'
export { bestProposals, type ShownProposal } from './statements/transaction.ts'
