// Refusals of bank statements and of matching: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const statementRefusals = {
  statementNotFound: refusal('not-found', 'There is no bank statement {id} in this company'),
  transactionNotFound: refusal('not-found', 'There is no transaction {id} on this bank statement'),
  bookedAlready: refusal(
    'operation-not-allowed',
    'The transaction {id} is already booked, as journal entry {entry}: reverse that entry if it is wrong',
  ),
  transactionReplaced: refusal(
    'operation-not-allowed',
    'The transaction {id} was replaced by its details, which came in another file: match those',
  ),
  otherCurrency: refusal(
    'operation-not-allowed',
    'The transaction {id} is in {currency}: only accounts in SEK are booked from their statements',
  ),
  bankPaymentNotPayable: refusal(
    'operation-not-allowed',
    'The bank payment {id} is {state}, or another transaction has paid it',
  ),
  bankPaymentNotSigned: refusal(
    'operation-not-allowed',
    'The bank payment {id} is waiting for a signature: sign it, or cancel it if it was paid in another way',
  ),
  transactionNotMatched: refusal(
    'operation-not-allowed',
    'The transaction {id} is not matched: there is nothing to undo',
  ),
  matchBooked: refusal(
    'operation-not-allowed',
    'The transaction {id} has been booked as journal entry {entry}: reverse that entry first',
  ),
  matchPaid: refusal(
    'operation-not-allowed',
    'The transaction {id} is a payment of an invoice, which stays: correct it on the invoice',
  ),
  matchOfParts: refusal(
    'operation-not-allowed',
    'The transaction {id} was for several things, whose entries stay: correct each of them in the books',
  ),
  oppositeSign: refusal(
    'operation-not-allowed',
    'The transaction {id} goes in the opposite direction to what remains on the supplier invoice {supplierInvoiceId}',
  ),
}

export const statementFaults = {
  camtFile: fault('{place}: {problem}'),
  unknownPaymentFile: fault(
    'the report is about the file {message} ({kind}), which is no file of payments that this company has made here: nothing was changed',
  ),
  reportOfTomorrow: fault('the report says that the bank will make it first at {moment} (GrpHdr/CreDtTm)'),
  unknownBankAccount: fault('{place}: the company has no bank account {account}'),
  bankAccountCurrency: fault('{place}: it is in {currency}, and the bank account is in {expected}'),
  oneTarget: fault(
    'needs exactly one of invoiceId, supplierInvoiceId, bankPaymentId, journalEntryId, account and parts',
  ),
  oneTargetOfPart: fault('needs exactly one of invoiceId, supplierInvoiceId, journalEntryId and account'),
  emptyPart: fault('must be an amount other than 0, with at most two decimals'),
  partTwice: fault('names what an earlier part names already: give it once, with the whole amount'),
  partsSum: fault(
    'the parts make {sum}, and the transaction is for {amount}: say what the remaining {rest} was for, such as an account',
  ),
  salesTreatment: fault('must be domestic or exempt on a sales account'),
  ruleNameMissing: fault('must not be empty'),
  ruleNameTaken: fault('another matching rule is named {name}'),
  ruleWithoutCondition: fault('needs at least one of textContains, counterparty, reference, fromAmount and toAmount'),
  ruleAmount: fault('must be an amount from 0.01, with at most two decimals'),
  ruleAmountOrder: fault('must not be less than fromAmount'),
  invoiceAmount: fault('must be an amount above 0, with at most two decimals'),
  invoiceAmountOfNone: fault('is for matching with a supplier invoice only'),
  invoiceAmountOfSek: fault('is for a supplier invoice in another currency than SEK'),
  invoiceAmountMissing: fault(
    'is needed: the money is {paid} SEK, and all of {amount} {currency} is worth about {worth} SEK: say how much was paid in {currency}',
  ),
  titleOfAccount: fault('is for matching with an account only'),
  unknownInvoice: fault('there is no invoice {id}'),
  unknownSupplierInvoice: fault('there is no supplier invoice {id}'),
  unknownBankPayment: fault('there is no bank payment {id} made by this integration'),
  bankPaymentAmount: fault('the bank payment is for {amount}, and the transaction is for {other}'),
  unknownAccount: fault('account {account} is not in the chart of accounts, or not active'),
  unknownEntry: fault('there is no journal entry {id}'),
  entryAmount: fault('journal entry {number} has {amount} on account {account}, and the transaction is for {other}'),
  entryLeft: fault(
    'journal entry {number} has {left} left of {amount} on account {account}, and the transaction is for {other}',
  ),
  entryReversed: fault('journal entry {number} is reversed, by {reversing}'),
  entryReverses: fault('journal entry {number} reverses another'),
  entryMatched: fault('journal entry {number} is already matched with the transaction {transaction}'),
  ownAccount: fault('account {account} is the bank account itself'),
}
