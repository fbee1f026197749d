// What the guard needs to know of a company before it admits a request: its plan, its usage this month, the agencies
// that have it as a client, its clock, and its last event.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'
import type { CompanyPlan } from './plan.rules.ts'
import { type PlanRow, planOf } from './plan.ts'

export type CompanyStanding = {
  plan: CompanyPlan
  requests: number
  agencies: readonly string[]
  /** By how many days its clock is ahead; test companies only. */
  clockDays: number
  /** The number of its last event. */
  lastEvent: string
}

export type StandingRow = PlanRow & { requests: bigint; agencies: string[]; clock_days: number; last_event: bigint }

/** The standing of a company, always one row: a part of a larger statement. */
export const standingById = (companyId: Sql, month: Day): Sql => sql`
  select p.plan, p.addons, p.expires_on, p.trial_ends_on, coalesce(u.requests, 0) as requests,
    coalesce((select c.clock_days from identity.company_view c where c.id = ${companyId}), 0) as clock_days,
    coalesce((select e.last_number from platform.event_counter_view e where e.tenant_id = ${companyId}), 0)
      as last_event,
    array(select a.agency_id from identity.agency_company_view a where a.company_id = ${companyId}) as agencies
  from (select ${companyId} as id) company
  left join plans.company_plan p on p.company_id = company.id
  left join plans.monthly_usage u on u.company_id = company.id and u.month = ${month}::date`

/** The number of requests of a company's private integrations in a month, as of the last second. */
export const requestsOfMonth = async ({ db, companyId }: CompanyCall, month: Day): Promise<number> => {
  const found = await db.maybe<{ requests: bigint }>(sql`
    select requests from plans.monthly_usage where company_id = ${companyId} and month = ${month}::date`)
  return Number(found?.requests ?? 0)
}

export const standingOf = (row: StandingRow): CompanyStanding => ({
  plan: planOf(row),
  requests: Number(row.requests),
  agencies: row.agencies,
  clockDays: row.clock_days,
  lastEvent: String(row.last_event),
})
