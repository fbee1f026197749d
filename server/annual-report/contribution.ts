// What the annual report contributes to what is made of all contexts: tables that stay, rights on them that the service
// does not have, and what follows a filing.
import type { RevokedRights } from '#schema/grants'
import { filedPort } from './signing.ts'

const revokedRights: readonly RevokedRights[] = [
  ['annual_report.version', 'update, delete'],
  ['annual_report.withdrawal', 'update, delete'],
  ['annual_report.filing', 'update, delete'],
]

/** Final reports are kept with their year. */
const retainedTables: readonly string[] = [
  'annual_report.text',
  'annual_report.version',
  'annual_report.withdrawal',
  'annual_report.signing',
  'annual_report.filing',
]

export const annualReportContribution = { revokedRights, retainedTables, filedPort }
