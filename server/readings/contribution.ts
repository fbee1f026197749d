// What readings contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { readingJobs } from './job.ts'
import { readingPartyParts } from './party-data.ts'

export const readingsContribution = {
  jobs: readingJobs,
  partyParts: readingPartyParts,
}
