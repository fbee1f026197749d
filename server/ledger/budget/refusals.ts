// Why a budget is refused.
import { fault, refusal } from '#platform/refusal'

export const budgetRefusals = {
  noYearBefore: refusal(
    'not-found',
    'budget.no-year-before',
    'There is no fiscal year before {year}, so there is nothing to propose a budget from',
    'Det finns inget räkenskapsår före {year}, så det finns inget att föreslå en budget från',
  ),
}

export const budgetFaults = {
  notResultAccount: fault(
    'budget.not-result-account',
    'account {account} is not an account of income or expenses',
    'konto {account} är inget intäkts- eller kostnadskonto',
  ),
  resultOfYear: fault(
    'budget.result-of-year',
    'account {account} takes the result of the year: it follows from the budget and has none of its own',
    'konto {account} tar emot årets resultat: det följer av budgeten och har ingen egen',
  ),
  notEachMonth: fault(
    'budget.not-each-month',
    'must have one amount for each of the {count} months from {first} to {last}',
    'ska ha ett belopp för var och en av de {count} månaderna från {first} till {last}',
  ),
}
