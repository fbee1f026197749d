// Plans: what a company has paid for, its features, and its request quota.
export {
  type Addon,
  addons,
  type CompanyPlan,
  type Feature,
  isExpired,
  isInTrial,
  type Plan,
  plans,
} from './plan.rules.ts'
export { setPlan, startTrial } from './plan.ts'
export { planRefusals } from './refusals.ts'
export { planRows } from './routes.ts'
export { plansService } from './service.ts'
export type { CompanyStanding, StandingRow } from './standing.ts'
export { storageRows } from './storage-routes.ts'
export type { Usage } from './usage.ts'
