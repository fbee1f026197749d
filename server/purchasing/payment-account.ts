// Whether an account may pay or receive the money of purchases.
import { bookOf, isPaymentAccount } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { FieldError } from '#platform/refusal'
import { purchaseBookingFaults as faults } from '#purchasing/invoices/booking-refusals'

/** An error unless the account is an active payment account of the chart. */
export const wrongInAccount = async (call: CompanyCall, account: number): Promise<FieldError[]> => {
  const { accounts } = await bookOf(call, true)
  if (isPaymentAccount(account) && accounts.get(account)) return []
  return [faults.paymentAccount('#/bookkeepingAccountNumber', { account })]
}
