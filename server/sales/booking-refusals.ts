// Why booking of sales refuses: whole requests, and single fields.
import { fault, phrase, refusal } from '#platform/refusal'

export const bookingRefusals = {
  recordedAlready: refusal('operation-not-allowed', 'The document {id} is already recorded'),
  recordedDraft: refusal('operation-not-allowed', 'The document {id} is a draft: publish it before you record it'),
  noMoneyOnDraft: refusal(
    'operation-not-allowed',
    'The invoice {id} is a draft: payments and settlements are for published invoices',
  ),
  invoiceNotRecorded: refusal(
    'operation-not-allowed',
    'The invoice {invoiceId} of {id} is not recorded yet: record the invoice first',
  ),
  creditedNotRecorded: refusal(
    'operation-not-allowed',
    'The invoice {invoiceId}, which {id} credits, is not recorded yet: record the invoice first',
  ),
  unrecordedDocuments: refusal(
    'operation-not-allowed',
    'Not in the books yet: {documents}. Record them first (unpaid ones of a year under the cash method with ' +
      'POST …/unpaid-items or "fiscal-year book-unpaid"), or use force: documents can then be recorded on the first ' +
      'open day',
  ),
  resultNotBooked: refusal(
    'operation-not-allowed',
    'The result of the year, {amount} SEK, is not booked to equity: close the year with POST …/closing, which books ' +
      'it, or use force where it is booked elsewhere',
  ),
  nextBeginsOtherwise: refusal(
    'operation-not-allowed',
    'The next fiscal year, {next}, begins otherwise than this one ends on {accounts}: close the year with POST ' +
      '…/closing, which corrects its opening balances, or use force where they are right as they are',
  ),
  paymentNotFound: refusal('not-found', 'There is no payment {id} on this invoice'),
  settlementNotFound: refusal('not-found', 'There is no settlement {id} on this invoice'),
  paymentRecorded: refusal('operation-not-allowed', 'The payment {id} is already recorded'),
  settlementRecorded: refusal('operation-not-allowed', 'The settlement {id} is already recorded'),
  recordedPaymentStays: refusal('operation-not-allowed', 'The payment {id} is recorded and cannot be removed'),
  recordedSettlementStays: refusal('operation-not-allowed', 'The settlement {id} is recorded and cannot be removed'),
  settlementTakenBack: refusal(
    'operation-not-allowed',
    'The settlement {id} is taken back by another one, which would take back more than there is without it: record ' +
      'it, or remove the other one first',
  ),
  settlementNeeded: refusal(
    'operation-not-allowed',
    'Without the settlement {id} more would be credited, discounted and lost of the invoice than it comes to: record ' +
      'it, and take back what was too much, or remove a discount first',
  ),
  notCashYear: refusal(
    'operation-not-allowed',
    'The fiscal year {id} uses the accrual method: its invoices are booked when they are recorded',
  ),
  nothingToSettle: refusal('operation-not-allowed', 'Nothing is outstanding on the invoice {id}'),
  lossBeyondClaim: refusal(
    'operation-not-allowed',
    'A loss on the invoice {id} must be above zero and at most what is outstanding: {outstanding}',
  ),
  lossOfAdvance: refusal(
    'operation-not-allowed',
    'The invoice {id} is for an advance, so what is unpaid on it is not a loss: credit it',
  ),
  setOffTakenBack: refusal('operation-not-allowed', 'The set-off {id} is taken back already'),
  setOffNotFound: refusal('not-found', 'There is no set-off {id} on this invoice'),
  tooMany: refusal('limit-exceeded', 'An invoice takes at most {limit} payments and {limit} settlements'),
}

/** Warnings about accepted payments. */
export const bookingDoubts = {
  beyondAtRate: phrase(
    'the invoice is in {currency}: {amount} SEK is paid beyond what it is worth at its rate, and stays on the receivable until a settlement of type currency of -{amount} clears it or the money is paid back',
  ),
  leftAtRate: phrase(
    'the invoice is in {currency}: {amount} SEK is left of it at its rate, and stays on the receivable; where all of it is paid, a settlement of type currency of {amount} clears it',
  ),
}

export const bookingFaults = {
  setOffItself: fault('must be another invoice'),
  setOffUnknown: fault('there is no published invoice {id}'),
  setOffOtherParty: fault('must be an invoice of the same customer'),
  setOffOtherCurrency: fault('must be in the currency of the other one, {currency}'),
  setOffNothing: fault(
    'one of the two must be overpaid or credited beyond what is owed, and the other one unpaid: {outstanding} SEK is outstanding on this one, {other} SEK on the other',
  ),
  setOffBeyond: fault('must be above zero and at most {most} SEK, which both have'),
  setOffUnrecorded: fault('record the payments of invoice {number} first'),
  notPaymentAccount: fault('account {account} is not an active payment account: 19xx, 1580, 1630, 1686, 2018 or 2893'),
  zeroSum: fault('must be an amount with at most two decimals, and not zero'),
  notAboveZero: fault('must be above zero'),
  currencyOfSek: fault(
    'the invoice is in SEK, so there is no currency difference: use bankFee or paymentServiceFee for what was withheld',
  ),
  chargeAboveZero: fault(
    'a charge raises what is outstanding, so it is below zero, such as -60; above zero takes back what was charged, ' +
      'which is {made}',
  ),
  discountBeyond: fault(
    'must be at most what is outstanding, {outstanding}; below zero takes back what was given, which is {made}',
  ),
  settlementBeyond: fault(
    'must be at most {most}: what is outstanding, or takes back what was made; and at least {least}: what takes back ' +
      'what was made or was paid too much, or raises what is owed by no more than the invoice comes to',
  ),
  noTerms: fault('is for settlements of type cashDiscount only'),
  noVatScheme: fault('is for settlements of type paymentServiceFee only'),
  vatSchemeMissing: fault('must be one of domestic, eu, nonEu, vatExempt'),
}
