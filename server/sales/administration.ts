// What the operator's commands call in sales, and nothing else.
import { lockDays } from '#sales/booking/period-end'
import { settleInConsole } from '#sales/receivables/settlement'
import { payTaxReduction, refuseTaxReduction, submitTaxReduction } from '#sales/receivables/tax-reduction-decision'
import { decideSales, salesDecisions } from '#sales/settings/settings-change'

export const salesAdmin = {
  decideSales,
  decisions: salesDecisions,
  lockDays,
  payTaxReduction,
  refuseTaxReduction,
  settleInConsole,
  submitTaxReduction,
}
