// Reports: what a company earned, owns and owes, for any period and by the state of knowledge at any time.
import type { Row } from '#http'
import { keyFigureRows } from './key-figures/key-figure-routes.ts'
import { ledgerRows } from './ledgers/ledger-routes.ts'
import { openItemRows } from './open-items/open-item-routes.ts'
import { statementRows } from './routes.ts'
import { vatReportRows } from './vat/vat-routes.ts'

export { outsideOf } from './asked.rules.ts'
export { type Deadline, type DeadlinesOf, deadlineKinds } from './key-figures/deadline.ts'
export { keyFigures } from './key-figures/key-figures.ts'
export { balancesOn, differencesOn } from './open-items/open-items.ts'

export { shiftingEntries } from './shift.ts'
export { requireRateOfEuro } from './vat/rate-of-euro.ts'
export { type VatDifference, vatDifferences, vatFigures } from './vat/vat-differences.ts'
export { vatPairs } from './vat/vat-report.rules.ts'

export const reportRows: readonly Row[] = [
  ...statementRows,
  ...ledgerRows,
  ...vatReportRows,
  ...openItemRows,
  ...keyFigureRows,
]
export { reportsContribution } from './contribution.ts'
