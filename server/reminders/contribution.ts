// What reminders contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { overdueInCurrency, remindableInvoices } from './due.ts'
import { reminderErasure } from './erasure.ts'
import { reminderJobs } from './jobs.ts'
import { reminderPartyParts } from './party-data.ts'
import { remindersToRemove } from './removal.ts'
import { queueOfReminders } from './todo.ts'

export const remindersContribution = {
  erasure: reminderErasure,
  jobs: reminderJobs,
  partyParts: reminderPartyParts,
  queue: queueOfReminders,
  overdueInCurrency,
  remindableInvoices,
  toRemove: remindersToRemove,
}
