// Recurring invoices: what is invoiced again and again, and the invoices that are made of it.

export { recurringErasure } from './erasure.ts'
export { findDue, makeDueIn, recurringJobs } from './jobs.ts'
export { recurringPartyParts } from './party-data.ts'
export { recurringUsesOf } from './recurring.ts'
export { recurringFaults, recurringRefusals } from './refusals.ts'
export { recurringRows } from './routes.ts'
export { queueOfRecurring } from './todo.ts'
