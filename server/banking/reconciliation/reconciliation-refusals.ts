// Refusals of comparing the bank with the ledger.
import { fault, refusal } from '#platform/refusal'

export const reconciliationRefusals = {
  noClosingBalance: refusal(
    'operation-not-allowed',
    'bank-reconciliation.no-closing-balance',
    'The bank statement {id} tells no closing balance or no last day: there is nothing to compare with the ledger',
    'Kontoutdraget {id} har inget utgående saldo eller ingen sista dag: det finns inget att jämföra med bokföringen',
  ),
  otherCurrency: refusal(
    'operation-not-allowed',
    'bank-reconciliation.other-currency',
    'The bank account is in {currency}, and the ledger is in {accounting}: they are compared when the account is restated at the end of the year',
    'Bankkontot är i {currency}, och bokföringen i {accounting}: de jämförs när kontot räknas om vid bokslutet',
  ),
  sharedAccount: refusal(
    'operation-not-allowed',
    'bank-reconciliation.shared-account',
    'Several bank accounts are booked on account {account}, so that the ledger has no balance of each: give each an account of its own',
    'Flera bankkonton bokförs på konto {account}, så bokföringen har inget saldo för vart och ett: ge varje bankkonto ett eget konto',
  ),
  noMonth: refusal(
    'not-found',
    'bank-reconciliation.no-month',
    'There is no month {month}: months are written as 2026-01',
    'Det finns ingen månad {month}: månader skrivs som 2026-01',
  ),
  notOver: refusal(
    'operation-not-allowed',
    'bank-reconciliation.not-over',
    'The month ends on {end}: it can be reconciled once it is over',
    'Månaden slutar {end}: den kan stämmas av när den är slut',
  ),
}

export const reconciliationFaults = {
  noBankBalance: fault(
    'bank-reconciliation.no-bank-balance',
    'is needed: no bank statement tells the balance at the end of {end}',
    'behövs: inget kontoutdrag har saldot i slutet av {end}',
  ),
  toldByStatement: fault(
    'bank-reconciliation.told-by-statement',
    'is told by a bank statement, as {amount}: leave it out, or import the right statement',
    'står i ett kontoutdrag, som {amount}: utelämna det, eller läs in rätt kontoutdrag',
  ),
  unexplained: fault(
    'bank-reconciliation.unexplained',
    'is needed: the bank has {bank} and the ledger {ledger}, and the note says why',
    'behövs: banken har {bank} och bokföringen {ledger}, och anteckningen säger varför',
  ),
}
