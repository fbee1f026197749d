// Recurring invoices, and the invoices made from them.

export { recurringContribution } from './contribution.ts'
export { makeDueIn } from './jobs.ts'
export { giveLinesKinds, pinnedLines, recurringByKind } from './kinds.ts'
export { recurringRows } from './routes.ts'
export { recurringService } from './service.ts'
