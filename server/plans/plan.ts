// The plan of a company: set by the operator, read by the guard at each request.
import { holdCompany } from '#identity'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Addon, addons, type CompanyPlan, type Plan, plans, trialFrom, unlimited } from './plan.rules.ts'
import { planFaults } from './refusals.ts'

export type PlanRow = { plan: Plan | null; addons: Addon[]; expires_on: Day | null; trial_ends_on: Day | null }

/** The plan in a row; null if none has been set. */
export const planOf = (row: PlanRow | null): CompanyPlan =>
  row?.plan
    ? { plan: row.plan, addons: row.addons, expiresOn: row.expires_on, trialEndsOn: row.trial_ends_on }
    : unlimited

export const readPlan = async ({ db, companyId }: CompanyCall): Promise<CompanyPlan> =>
  planOf(
    await db.maybe<PlanRow>(sql`
      select plan, addons, expires_on, trial_ends_on from plans.company_plan where company_id = ${companyId}`),
  )

/** Replaces a company's plan completely: omitted parts are removed. It applies from the next request. */
export const setPlan = async (call: CompanyCall, plan: CompanyPlan): Promise<CompanyPlan> => {
  refuseIfAny(wrongIn(plan))
  // Serializes changes, so that each records the right previous plan.
  await holdCompany(call)
  const before = await readPlan(call)
  const after = { ...plan, addons: [...new Set(plan.addons)].sort() }
  await call.db.rows(sql`
    insert into plans.company_plan (company_id, plan, addons, expires_on, trial_ends_on, changed_at)
    values (${call.companyId}, ${after.plan}, ${after.addons}, ${after.expiresOn}, ${after.trialEndsOn}, ${call.now})
    on conflict (company_id) do update set plan = excluded.plan, addons = excluded.addons,
      expires_on = excluded.expires_on, trial_ends_on = excluded.trial_ends_on, changed_at = excluded.changed_at`)
  recordEvent(call, 'plan.changed', null, { before, after })
  return after
}

const wrongIn = ({ plan, addons: bought }: CompanyPlan): FieldError[] => [
  ...(plans.includes(plan) ? [] : [planFaults.plan('#/plan', { known: plans.join(', ') })]),
  ...(bought.every((addon) => addons.includes(addon))
    ? []
    : [planFaults.addon('#/addon', { known: addons.join(', ') })]),
]

/** Starts the trial of a company created to try the service. */
export const startTrial = (call: CompanyCall): Promise<CompanyPlan> => setPlan(call, trialFrom(dayOf(call.now)))
