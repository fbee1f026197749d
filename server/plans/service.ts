// What the programs of the service call in plans, and no other context.
import { denialOf, endInSight } from './plan.rules.ts'
import { readPlan } from './plan.ts'
import { requestsOfMonth, standingById, standingOf } from './standing.ts'
import { newUsage } from './usage.ts'

export const plansService = {
  denialOf,
  endInSight,
  newUsage,
  readPlan,
  requestsOfMonth,
  standingById,
  standingOf,
}
