// Reports: what a company earned, owns and owes, for any days and as known at any moment.

export { keyFigureRows } from './key-figure-routes.ts'
export { isBookedResult, mainAccount } from './lines.rules.ts'
export { openItemRows } from './open-item-routes.ts'
export { differencesOn } from './open-items.ts'
export { reportFaults, reportRefusals } from './refusals.ts'
export { reportRows } from './routes.ts'
export { vatFigures } from './vat-figures.ts'
export { vatReportRows } from './vat-routes.ts'
