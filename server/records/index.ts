// Legally required records beside the books: documentation of the bookkeeping, and the archive of a year.
export { archiveOf } from './archive.ts'
export { exportCompany, makeExportReady, noteExport } from './export.ts'

export { partyOf } from './party-copy.ts'
export { partyRows } from './party-routes.ts'
export { recordRows } from './routes.ts'
