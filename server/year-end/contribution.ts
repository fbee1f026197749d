// What year-end contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { deadlinesOfYears, noteReportFiled } from './deadlines.ts'
import { yearEndRetainedTables, yearEndRevokedRights } from './revoked-rights.ts'

export const yearEndContribution = {
  deadlinesOfYears,
  noteReportFiled,
  retainedTables: yearEndRetainedTables,
  revokedRights: yearEndRevokedRights,
}
