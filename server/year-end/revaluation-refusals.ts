// Why what is in other currencies is not restated.
import { fault, refusal } from '#platform/refusal'

export const revaluationRefusals = {
  revaluationNotFound: refusal(
    'not-found',
    'revaluation.not-found',
    'There is no currency revaluation {id}',
    'Det finns ingen valutaomräkning {id}',
  ),
  nothingInCurrency: refusal(
    'operation-not-allowed',
    'revaluation.nothing',
    'Nothing in another currency than the accounting currency is open on {date}',
    'Inget i annan valuta än redovisningsvalutan är öppet den {date}',
  ),
  revaluedAlready: refusal(
    'operation-not-allowed',
    'revaluation.already',
    'What is in other currencies is restated on {date} already: reverse the revaluation {id} first',
    'Det som är i annan valuta är redan omräknat den {date}: återför valutaomräkningen {id} först',
  ),
  laterRevaluation: refusal(
    'operation-not-allowed',
    'revaluation.later',
    'What is in other currencies is restated on {date}, a later day: reverse the revaluation {id} first',
    'Det som är i annan valuta är omräknat den {date}, en senare dag: återför valutaomräkningen {id} först',
  ),
  revaluationReversed: refusal(
    'operation-not-allowed',
    'revaluation.reversed',
    'The currency revaluation {id} is reversed already',
    'Valutaomräkningen {id} är redan återförd',
  ),
  tooManyItems: refusal(
    'limit-exceeded',
    'revaluation.too-many',
    'More than {limit} open items in other currencies are not restated at once',
    'Fler än {limit} öppna poster i annan valuta räknas inte om på en gång',
  ),
}

export const revaluationFaults = {
  dayToCome: fault('revaluation.day-to-come', 'must be today or earlier', 'måste vara i dag eller tidigare'),
  rateMissing: fault(
    'revaluation.rate-missing',
    'no rate of {currency} is known for {date} or the {days} days before: give it in rates',
    'ingen kurs för {currency} är känd för {date} eller de {days} dagarna före: ange den i rates',
  ),
  rate: fault(
    'revaluation.rate',
    'must be above 0, below {limit}, with at most eight decimals',
    'ska vara över 0, under {limit}, med högst åtta decimaler',
  ),
  balanceMissing: fault(
    'revaluation.balance-missing',
    'no bank statement of account {account} ends on {date}: give its balance in {currency} in accounts',
    'inget kontoutdrag för konto {account} slutar den {date}: ange saldot i {currency} i accounts',
  ),
  account: fault(
    'revaluation.account',
    'account {account} is no active account of assets or debts in the chart',
    'konto {account} är inget aktivt konto för tillgångar eller skulder i kontoplanen',
  ),
  accountTwice: fault(
    'revaluation.account-twice',
    'account {account} is given twice',
    'konto {account} är angivet två gånger',
  ),
  accountOfLedger: fault(
    'revaluation.account-of-ledger',
    'account {account} is restated by its open items',
    'konto {account} räknas om genom sina öppna poster',
  ),
  accountCurrency: fault(
    'revaluation.account-currency',
    'the bank account of account {account} is in {currency}',
    'bankkontot på konto {account} är i {currency}',
  ),
  currency: fault(
    'revaluation.currency',
    'must be a currency of ISO 4217 other than the accounting currency',
    'ska vara en annan valuta än redovisningsvalutan enligt ISO 4217',
  ),
  balance: fault(
    'revaluation.balance',
    'must be an amount with at most two decimals',
    'ska vara ett belopp med högst två decimaler',
  ),
  unrecorded: fault(
    'revaluation.unrecorded',
    'record all that happened to {number} until {date} first: its ledger has {open}, the books {booked}',
    'bokför först allt som hänt med {number} till och med {date}: reskontran har {open}, bokföringen {booked}',
  ),
}
