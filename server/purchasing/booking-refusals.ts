// Refusals of booking purchases: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const purchaseBookingRefusals = {
  supplierInvoiceNotRecorded: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} is not recorded yet: record it before it is paid',
  ),
  supplierInvoiceNotApproved: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} is waiting for approval and cannot be paid until it is approved',
  ),
  beyondRemaining: refusal(
    'operation-not-allowed',
    '{amount} cannot be paid on supplier invoice {id}: {paid} of {total} {currency} is paid, and {remaining} remains',
  ),
  discountBeyond: refusal(
    'operation-not-allowed',
    'A cash discount of {amount} {currency} cannot be booked on supplier invoice {id}: it already has discounts of {given}, and its total is {total}',
  ),
  supplierPaymentNotFound: refusal('not-found', 'There is no payment {id} on this supplier invoice'),
  setOffTakenBack: refusal('operation-not-allowed', 'The set-off {id} is taken back already'),
  setOffNotFound: refusal('not-found', 'There is no set-off {id} on this supplier invoice'),
  tooManySupplierPayments: refusal('limit-exceeded', 'A supplier invoice takes at most {limit} payments'),
  accrualYear: refusal(
    'operation-not-allowed',
    'The fiscal year {id} uses the accrual method: its invoices are booked when they are recorded',
  ),
}

export const purchaseBookingFaults = {
  setOffItself: fault('must be another supplier invoice'),
  setOffUnknown: fault('there is no supplier invoice {id}'),
  setOffOtherParty: fault('must be of the same supplier'),
  setOffNothing: fault(
    'one of the two must be a credit note and the other one an invoice, neither of them settled: {remaining} {currency} remains of this one, {other} of the other',
  ),
  setOffBeyond: fault('must be above zero and at most {most}, which remains of both'),
  notPurchased: fault('account {account} is for money, receivables or payables: purchases cannot be booked on it'),
  lineAccount: fault('account {account} is not in the chart of accounts, or not active'),
  lineAmount: fault('must be an amount with at most two decimals, and not 0'),
  exemptRate: fault('must be 0 where the purchase is exempt'),
  reversedRate: fault('must be 25, 12 or 6 where the buyer owes the tax'),
  taxNotCharged: fault(
    'is for domestic purchases only: where the buyer owes the tax it is calculated, and otherwise there is none',
  ),
  taxAmount: fault('must be from 0 to {most}, the tax of {rate} % on the net amount'),
  linesDiffer: fault('add up to {sum} with tax, but the invoice is for {total}'),
  nothingBooked: fault('cancel each other out: there is nothing to book'),
  rateOfSek: fault('is for other currencies than SEK'),
  paymentAccount: fault('account {account} is not an active payment account: 19xx, 1580, 1630, 1686, 2018 or 2893'),
  paymentAmount: fault('must be an amount with at most two decimals, and not 0'),
  discountSide: fault('must have the same sign as the amount'),
  discountOfNothing: fault('is worth less than half an öre at the rate of the invoice: there is nothing to book'),
  termsOfNothing: fault('belongs to a cash discount: give cashDiscount too, or leave it out'),
  baseMissing: fault('is required when the invoice is in {currency}'),
  baseOfSek: fault('must be the amount itself when the invoice is in SEK'),
  baseSide: fault('must have the same sign as the amount'),
}
