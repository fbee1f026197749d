// The plan of a company: set by the operator, read by the guard at each request.
import { holdCompany } from '#identity'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { happen } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Addon, addons, type CompanyPlan, type Plan, plans, trialFrom, unlimited } from './plan.rules.ts'
import { planFaults } from './refusals.ts'

export type PlanRow = { plan: Plan | null; addons: Addon[]; expires_on: Day | null; trial_ends_on: Day | null }

/** What a row says; no plan in it means that nobody has set one. */
export const planOf = (row: PlanRow | null): CompanyPlan =>
  row?.plan
    ? { plan: row.plan, addons: row.addons, expiresOn: row.expires_on, trialEndsOn: row.trial_ends_on }
    : unlimited

export const readPlan = async ({ db, companyId }: CompanyCall): Promise<CompanyPlan> =>
  planOf(
    await db.maybe<PlanRow>(sql`
      select plan, addons, expires_on, trial_ends_on from plans.company_plan where company_id = ${companyId}`),
  )

/** Gives a company another plan, whole: what the plan does not name is not there any more. The next request has it. */
export const setPlan = async (call: CompanyCall, plan: CompanyPlan): Promise<CompanyPlan> => {
  refuseIfAny(wrongIn(plan))
  // One change after the other, so that each tells rightly what was there before.
  await holdCompany(call)
  const before = await readPlan(call)
  const after = { ...plan, addons: [...new Set(plan.addons)].sort() }
  await call.db.rows(sql`
    insert into plans.company_plan (company_id, plan, addons, expires_on, trial_ends_on, changed_at)
    values (${call.companyId}, ${after.plan}, ${after.addons}, ${after.expiresOn}, ${after.trialEndsOn}, ${call.now})
    on conflict (company_id) do update set plan = excluded.plan, addons = excluded.addons,
      expires_on = excluded.expires_on, trial_ends_on = excluded.trial_ends_on, changed_at = excluded.changed_at`)
  happen(call, 'plan.changed', null, { before, after })
  return after
}

const wrongIn = ({ plan, addons: bought }: CompanyPlan): FieldError[] => [
  ...(plans.includes(plan) ? [] : [planFaults.plan('#/plan', { known: plans.join(', ') })]),
  ...(bought.every((addon) => addons.includes(addon))
    ? []
    : [planFaults.addon('#/addon', { known: addons.join(', ') })]),
]

/** Begins the trial of a company that somebody has made to try the service. */
export const startTrial = (call: CompanyCall): Promise<CompanyPlan> => setPlan(call, trialFrom(dayOf(call.now)))
