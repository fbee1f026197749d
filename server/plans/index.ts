// Plans: what a company has paid for, its features, and its request quota.
export {
  type Addon,
  addons,
  type CompanyPlan,
  denialOf,
  endInSight,
  type Feature,
  isExpired,
  isInTrial,
  type Plan,
  plans,
} from './plan.rules.ts'
export { readPlan, setPlan, startTrial } from './plan.ts'
export { planRefusals } from './refusals.ts'
export { planRows } from './routes.ts'
export { type CompanyStanding, requestsOfMonth, type StandingRow, standingById, standingOf } from './standing.ts'
export { storageRows } from './storage-routes.ts'
export { newUsage, type Usage } from './usage.ts'
