// Every endpoint of banking.
import { matchingRows } from '#banking/matching/matching-routes'
import { bankAccountRows } from '#banking/payments/bank-account-routes'
import { bankPaymentRows } from '#banking/payments/payment-routes'
import { reconciliationRows } from '#banking/reconciliation/reconciliation-routes'
import { statementColumnsRows } from '#banking/sheets/statement-columns-routes'
import { statementRows } from '#banking/statements/statement-routes'
import type { Row } from '#http'

export const bankingRows: readonly Row[] = [
  ...bankAccountRows,
  ...bankPaymentRows,
  ...statementRows,
  ...statementColumnsRows,
  ...matchingRows,
  ...reconciliationRows,
]
