// Recurring invoices, and the invoices made from them.

export { recurringErasure } from './erasure.ts'
export { findDue, makeDueIn, recurringJobs } from './jobs.ts'
export { recurringPartyParts } from './party-data.ts'
export { recurringUsesOf } from './recurring.ts'

export { recurringRows } from './routes.ts'
export { queueOfRecurring } from './todo.ts'
