// Reminders: who has not paid in time is asked again, with a fee and late interest where they are owed.
export { chargesOfReminders, claimsOfReminders } from './claim.ts'
export { halfYearOf } from './interest.rules.ts'
export { findReminders, reminderJobs, remindIn } from './jobs.ts'
export { REMINDER_ERRAND, reminderErrands } from './mailing.ts'
export { lastReferenceRate, referenceRates, setReferenceRate } from './reference-rate.ts'
export { reminderFaults, reminderRefusals } from './refusals.ts'
export { reminderRows } from './routes.ts'
export { queueOfReminders } from './todo.ts'
