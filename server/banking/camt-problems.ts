// Errors in a bank's file, and their place; the console has each in Swedish.
import { phrase } from '#platform/refusal'

/** The places in the file. */
export const camtPlaces = {
  file: phrase('the file'),
  statement: phrase('statement {number}'),
  within: phrase('statement {number}, {within}'),
  entry: phrase('entry {number}'),
  batch: phrase('batch {number}'),
  paymentOf: phrase('batch {number}, payment {payment}'),
  openingBalance: phrase('opening balance'),
  closingBalance: phrase('closing balance'),
}

export const camtProblems = {
  tooMuch: phrase('it takes too much time or memory to read'),
  notXml: phrase("it is no XML file: get the account's statement from the bank as camt.053"),
  malformed: phrase('its XML is broken at line {line}: get it from the bank again'),
  unreadable: phrase('its XML is broken off or cannot be read: get it from the bank again'),
  noStatement: phrase('there is no statement in it'),
  tooManyStatements: phrase('it has more than {limit} statements'),
  tooManyTransactions: phrase('it has more than {limit} transactions'),
  otherRoot: phrase('it is neither camt.053 nor camt.054, its root is {root}'),
  isPayments: phrase(
    "it is neither camt.053 nor camt.054, but payments for the bank (pain.001): import the bank's statements instead",
  ),
  isIntraday: phrase(
    'it is neither camt.053 nor camt.054, but an intraday report (camt.052): ask the bank for camt.053',
  ),
  noIdentification: phrase('it has no identification (Id)'),
  noAccount: phrase('it names no account (Acct/Id)'),
  noCurrency: phrase('it does not say its currency'),
  sums: phrase('the opening balance {opening} and the entries add up to {made}, but the closing balance is {closing}'),
  unknownStatus: phrase('its status {status} is not known (Sts)'),
  noStatus: phrase('it has no status (Sts)'),
  noDay: phrase('it has no day (BookgDt)'),
  noAmount: phrase('it has no amount (Amt)'),
  otherCurrency: phrase('its amount is in {currency}, and the account is in {expected}'),
  noAmountCurrency: phrase('its amount is in no currency, and the account is in {expected}'),
  badAmount: phrase('its amount {amount} is not one with at most two decimals'),
  noReportId: phrase('the report has no identification (GrpHdr/MsgId)'),
  noReportMoment: phrase('the report does not say when the bank made it (GrpHdr/CreDtTm)'),
  noOriginal: phrase('the report does not say which file of payments it is about (OrgnlMsgId)'),
  severalFiles: phrase('the report is about several files of payments (OrgnlGrpInfAndSts)'),
  noBatchName: phrase('it does not say which batch it is about (OrgnlPmtInfId)'),
  noPaymentName: phrase('it does not say which payment it is about (OrgnlEndToEndId or OrgnlInstrId)'),
  notAStatus: phrase('{status} is no status of ISO 20022'),
  noStatusAtAll: phrase('the report gives neither the file, nor a batch, nor a payment a status'),
  noPaymentStatus: phrase('it has no status (TxSts), and what it is in has none for all of it'),
  toldTwice: phrase('it is given the status {status}, and before that {before}'),
  againstWhole: phrase('it is given the status {status}, and what it is in is refused'),
  tooManyStatuses: phrase('the report is about more than {limit} payments'),
  noDirection: phrase('it does not say whether it is credit or debit (CdtDbtInd)'),
}
