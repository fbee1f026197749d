// What banking contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { companiesWrongInPaymentFiles, verifyPaymentFiles } from '#banking/payments/payment-verify'
import { reopenMonths } from '#banking/reconciliation/jobs'
import { paymentFiles, statementFiles } from '#banking/statements/files'
import { companiesWrongInStatements, verifyStatements } from '#banking/statements/statement-verify'
import { bankingErasure } from './erasure.ts'
import { bankingPartyParts } from './party-data.ts'
import { bankingParts } from './personal.ts'
import { bankingToRemove } from './removal.ts'
import { bankingRetainedTables, bankingRevokedRights } from './revoked-rights.ts'
import { bankingRemainingWork, queueOfPayments, queueOfTransactions, todosOfPayments } from './todo.ts'

export const bankingContribution = {
  companiesWrongInPaymentFiles,
  companiesWrongInStatements,
  erasure: bankingErasure,
  parts: bankingParts,
  partyParts: bankingPartyParts,
  paymentFiles,
  queueOfPayments,
  queueOfTransactions,
  remainingWork: bankingRemainingWork,
  retainedTables: bankingRetainedTables,
  reopenMonths,
  revokedRights: bankingRevokedRights,
  statementFiles,
  toRemove: bankingToRemove,
  todosOfPayments,
  verifyPaymentFiles,
  verifyStatements,
}
