// What recurring contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { recurringErasure } from './erasure.ts'
import { recurringJobs } from './jobs.ts'
import { recurringPartyParts } from './party-data.ts'
import { queueOfRecurring } from './todo.ts'

export const recurringContribution = {
  erasure: recurringErasure,
  jobs: recurringJobs,
  partyParts: recurringPartyParts,
  queue: queueOfRecurring,
}
