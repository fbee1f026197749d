// Agencies: accounting practices that work in their client companies, through integrations.

export { agencyRetainedTables, blankSteps } from './company-removal.ts'
export { forgetOldLinks } from './navigation.ts'
export { navigationPages } from './navigation-pages.ts'
export { agencyParts } from './personal.ts'
export { agencyRefusals } from './refusals.ts'
export { agencyRows } from './routes.ts'
export { type RightsReader, templateJobs } from './template-jobs.ts'
