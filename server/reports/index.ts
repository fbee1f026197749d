// Reports: what a company earned, owns and owes, for any days and as known at any moment.

export { reportFaults, reportRefusals } from './refusals.ts'
export { reportRows } from './routes.ts'
export { vatReportRows } from './vat-routes.ts'
