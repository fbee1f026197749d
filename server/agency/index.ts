// Agencies: accounting practices that work in their client companies, through integrations.

export { blankSteps } from './company-removal.ts'
export { agencyContribution } from './contribution.ts'
export { navigationPages } from './navigation-pages.ts'
export { agencyRefusals } from './refusals.ts'
export { agencyRows } from './routes.ts'
export type { RightsReader } from './templates/template-jobs.ts'
