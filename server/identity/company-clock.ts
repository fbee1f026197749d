// The clock of a test company: it may be ahead of the service's, so that somebody who tries things out can see what
// becomes of a trial, a due date or a deadline. It goes forward only: books grow in the order in which they are kept.
import { type CompanyCall, serviceTime } from '#platform/call'
import { aheadBy, type Day, dayOf, daysBetween } from '#platform/day'
import type { Db } from '#platform/db'
import { happen } from '#platform/event'
import { sql } from '#platform/sql'
import { identityRefusals as refusals } from './refusals.ts'

/** How far ahead a clock may be, in days (ten years). */
export const MOST_CLOCK_DAYS = 3660

export type CompanyClock = { date: Day; daysAhead: number }

/** The time in a company, with how far it is ahead of the given moment of the service. */
export const timeInCompany = async (
  db: Db,
  { companyId, now }: { companyId: string; now: Date },
): Promise<{ now: Date; aheadMs: number }> => {
  const { days } = await db.one<{ days: number }>(sql`
    select clock_days as days from identity.company where id = ${companyId}`)
  const ahead = aheadBy(now, days)
  return { now: ahead, aheadMs: ahead.getTime() - now.getTime() }
}

/** What the clock shows; refused as not found of a company that is real. */
export const companyClock = async (call: CompanyCall, { lock = false } = {}): Promise<CompanyClock> => {
  const found = await call.db.maybe<{ days: number }>(sql`
    select clock_days as days from identity.company
    where id = ${call.companyId} and is_test ${lock ? sql`for no key update` : sql``}`)
  if (!found) throw refusals.noClock()
  return { date: dayOf(aheadBy(serviceTime(call), found.days)), daysAhead: found.days }
}

/** Moves the clock forward to a day; the next request has it. The day that it shows already changes nothing. */
export const moveClock = async (call: CompanyCall, to: Day): Promise<CompanyClock> => {
  const { date: from, daysAhead } = await companyClock(call, { lock: true })
  if (to < from) throw refusals.clockBackwards({ to, date: from })
  const days = daysAhead + daysBetween(from, to)
  if (days > MOST_CLOCK_DAYS) throw refusals.clockTooFar({ days: MOST_CLOCK_DAYS })
  if (to > from) await call.db.rows(sql`update identity.company set clock_days = ${days} where id = ${call.companyId}`)
  happen(call, 'company-clock.moved', { id: call.companyId }, { from, to })
  return { date: to, daysAhead: days }
}
