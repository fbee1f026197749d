// What reports contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { deadlinesPort } from '#reports/key-figures/deadline'
import { reportRefusals } from './refusals.ts'
import { shiftsPort } from './shift.ts'

export const reportsContribution = {
  deadlinesPort,
  shiftsPort,
  reportRefusals,
}
