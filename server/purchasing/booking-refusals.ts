// Why booking of purchases refuses: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const purchaseBookingRefusals = {
  supplierInvoiceNotRecorded: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} is not recorded yet: record it before it is paid',
  ),
  supplierInvoiceNotApproved: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} waits for somebody to approve it and is not paid before',
  ),
  beyondRemaining: refusal(
    'operation-not-allowed',
    '{amount} cannot be paid on supplier invoice {id}: {paid} of {total} {currency} is paid, and {remaining} remains',
  ),
  discountBeyond: refusal(
    'operation-not-allowed',
    'A cash discount of {amount} {currency} cannot be booked on supplier invoice {id}: it has discounts of {given} and comes to {total}',
  ),
  supplierPaymentNotFound: refusal('not-found', 'There is no payment {id} on this supplier invoice'),
  tooManySupplierPayments: refusal('limit-exceeded', 'A supplier invoice takes at most {limit} payments'),
  accrualYear: refusal(
    'operation-not-allowed',
    'The fiscal year {id} is of the accrual method: its invoices are booked when they are recorded',
  ),
}

export const purchaseBookingFaults = {
  notPurchased: fault('account {account} is for money or claims: nothing is bought on it'),
  lineAccount: fault('account {account} is not in the chart of accounts, or not active'),
  lineAmount: fault('must be an amount with at most two decimals, and not 0'),
  exemptRate: fault('must be 0 where the purchase is exempt'),
  reversedRate: fault('must be 25, 12 or 6 where the buyer owes the tax'),
  taxNotCharged: fault(
    'is for domestic purchases only: where the buyer owes the tax it is reckoned, and else there is none',
  ),
  taxAmount: fault('must be from 0 to {most}, the tax of {rate} % on the net amount'),
  linesDiffer: fault('come to {sum} with tax, the invoice to {total}'),
  nothingBooked: fault('take each other back: there is nothing to book'),
  rateOfSek: fault('is for other currencies than SEK'),
  paymentAccount: fault('account {account} is not an active payment account: 19xx, 1580, 1630, 2018 or 2893'),
  paymentAmount: fault('must be an amount with at most two decimals, and not 0'),
  discountSide: fault('must be on the same side of 0 as the amount'),
  termsOfNothing: fault('is of a cash discount: say cashDiscount too, or leave it out'),
  baseMissing: fault('is required when the invoice is in {currency}'),
  baseOfSek: fault('must be the amount itself when the invoice is in SEK'),
  baseSide: fault('must be on the same side of 0 as the amount'),
}
