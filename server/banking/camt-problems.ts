// What is wrong with a bank's file, and where in it; each is said in Swedish by the console.
import { phrase } from '#platform/refusal'

/** Where in the file. */
export const camtPlaces = {
  file: phrase('the file'),
  statement: phrase('statement {number}'),
  within: phrase('statement {number}, {within}'),
  entry: phrase('entry {number}'),
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
  isStatusReport: phrase(
    'it is neither camt.053 nor camt.054, but a status report on payments (pain.002): ask the bank for camt.053',
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
  noDirection: phrase('it does not say whether it is credit or debit (CdtDbtInd)'),
}
