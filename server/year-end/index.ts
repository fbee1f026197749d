// Year-end: open tasks, closing, reopening, and figures for the tax return and the annual report.
import type { Row } from '#http'
import { annualReportRows } from './annual-report-routes.ts'
import { closeRow } from './close-routes.ts'
import { deadlineRows } from './deadline-routes.ts'
import { closingRows } from './routes.ts'
import { sruRows } from './sru-routes.ts'

export { deadlinesOfYears, openDeadlinesOf } from './deadlines.ts'
export { closeAsItStands } from './in-currency.ts'

export { closingsOf, removeClosings } from './removal.ts'
export { yearEndRetainedTables, yearEndRevokedRights } from './revoked-rights.ts'

export const yearEndRows: readonly Row[] = [closeRow, ...closingRows, ...deadlineRows, ...sruRows, ...annualReportRows]
