// Year-end: open tasks, closing, reopening, and figures for the tax return.
import type { Row } from '#http'
import { accountingCurrencyRows } from './accounting-currency-routes.ts'
import { closeRow } from './close-routes.ts'
import { deadlineRows } from './deadline-routes.ts'
import { proposalRows } from './proposals/routes.ts'
import { revaluationRows } from './revaluation-routes.ts'
import { closingRows } from './routes.ts'
import { sruRows } from './sru-routes.ts'
import { taxFormRows } from './tax-forms/tax-form-routes.ts'

export { openDeadlinesOf } from './deadlines.ts'
export { closeAsItStands } from './in-currency.ts'

export const yearEndRows: readonly Row[] = [
  ...accountingCurrencyRows,
  closeRow,
  ...closingRows,
  ...deadlineRows,
  ...sruRows,
  ...taxFormRows,
  ...revaluationRows,
  ...proposalRows,
]
export { yearEndContribution } from './contribution.ts'
export { yearEndService } from './service.ts'
