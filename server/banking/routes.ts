// Every endpoint of banking.
import type { Row } from '#http'
import { bankAccountRows } from './bank-account-routes.ts'
import { matchingRows } from './matching-routes.ts'
import { bankPaymentRows } from './payment-routes.ts'
import { statementRows } from './statement-routes.ts'

export const bankingRows: readonly Row[] = [...bankAccountRows, ...bankPaymentRows, ...statementRows, ...matchingRows]
