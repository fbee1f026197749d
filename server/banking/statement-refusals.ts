// Why bank statements and the matching of their transactions refuse: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const statementRefusals = {
  statementNotFound: refusal('not-found', 'There is no bank statement {id} in this company'),
  transactionNotFound: refusal('not-found', 'There is no transaction {id} on this bank statement'),
  bookedAlready: refusal(
    'operation-not-allowed',
    'The transaction {id} is booked already, as journal entry {entry}: what is wrong is put right by reversing the entry',
  ),
  transactionReplaced: refusal(
    'operation-not-allowed',
    'The transaction {id} was replaced by its details, which another file has: match those',
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
    'The bank payment {id} waits for a signature: sign it, or cancel it when it was paid otherwise',
  ),
  oppositeSign: refusal(
    'operation-not-allowed',
    'The transaction {id} goes the other way than what remains on the supplier invoice {supplierInvoiceId}',
  ),
}

export const statementFaults = {
  camtFile: fault('{place}: {problem}'),
  unknownBankAccount: fault('{place}: the company has no bank account {account}'),
  bankAccountCurrency: fault('{place}: it is in {currency}, and the bank account is in {expected}'),
  oneTarget: fault('needs exactly one of invoiceId, supplierInvoiceId, bankPaymentId, journalEntryId and account'),
  titleOfAccount: fault('is for matching with an account only'),
  unknownInvoice: fault('there is no invoice {id}'),
  unknownSupplierInvoice: fault('there is no supplier invoice {id}'),
  unknownBankPayment: fault('there is no bank payment {id} that this integration made'),
  bankPaymentAmount: fault('the bank payment is of {amount}, and the transaction is of {other}'),
  unknownAccount: fault('account {account} is not in the chart of accounts, or not active'),
  unknownEntry: fault('there is no journal entry {id}'),
  entryAmount: fault('journal entry {number} has {amount} on account {account}, and the transaction is of {other}'),
  entryReversed: fault('journal entry {number} is reversed, by {reversing}'),
  entryReverses: fault('journal entry {number} reverses another'),
  entryMatched: fault('journal entry {number} is matched with the transaction {transaction} already'),
  ownAccount: fault('account {account} is the bank account itself'),
}
