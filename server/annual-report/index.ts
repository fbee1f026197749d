// Annual statements and the annual report (årsredovisning): from the books to what the meeting adopts and the registrar
// gets.
import type { Row } from '#http'
import { dataRows } from './data-routes.ts'
import { reportRows } from './report-routes.ts'
import { statementRows } from './statements/statement-routes.ts'

export { annualReportContribution } from './contribution.ts'
export { annualReportService } from './service.ts'

export const annualReportRows: readonly Row[] = [...dataRows, ...statementRows, ...reportRows]
