// The tax account (skattekonto): its statements, and how their rows are matched and booked.
import type { Row } from '#http'
import { taxAccountRows as rows } from './routes.ts'

export { downloadFile as downloadTaxAccountFile, taxAccountFilesBetween } from './statement.ts'

export const taxAccountRows: readonly Row[] = rows
export { taxAccountContribution } from './contribution.ts'
