// What the operator's commands call in banking, and nothing else.
import {
  addBankAccount,
  changeBankAccount,
  paymentFormats,
  setDefaultBankAccount,
} from '#banking/payments/bank-account'
import { cancelPayment, listPayments } from '#banking/payments/payment'
import { currencyOf, numberOf, statusAt } from '#banking/payments/payment.rules'
import { rejectPayment } from '#banking/payments/payment-answers'
import { createPaymentFile, paymentFileBytes } from '#banking/payments/payment-file'

export const bankingAdmin = {
  addBankAccount,
  cancelPayment,
  changeBankAccount,
  createPaymentFile,
  currencyOf,
  listPayments,
  numberOf,
  paymentFileBytes,
  paymentFormats,
  rejectPayment,
  setDefaultBankAccount,
  statusAt,
}
