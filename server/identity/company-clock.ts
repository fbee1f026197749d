// The clock of a test company: it may be ahead of the service's, to see what happens after a trial, a due date or a
// deadline. It only moves forward, because books grow in chronological order.
import { type CompanyCall, serviceTime } from '#platform/call'
import { aheadBy, type Day, dayOf, daysBetween } from '#platform/day'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { identityRefusals as refusals } from './refusals.ts'

/** How far ahead a clock may be, in days (ten years). */
export const MOST_CLOCK_DAYS = 3660

export type CompanyClock = { date: Day; daysAhead: number }

/** The current time in a company, and by how much it is ahead of the service's time. */
export const timeInCompany = async (
  db: Db,
  { companyId, now }: { companyId: string; now: Date },
): Promise<{ now: Date; aheadMs: number }> => {
  const { days } = await db.one<{ days: number }>(sql`
    select clock_days as days from identity.company where id = ${companyId}`)
  const ahead = aheadBy(now, days)
  return { now: ahead, aheadMs: ahead.getTime() - now.getTime() }
}

/** The state of the clock; refused as not found for a real company. */
export const companyClock = async (call: CompanyCall, { lock = false } = {}): Promise<CompanyClock> => {
  const found = await call.db.maybe<{ days: number }>(sql`
    select clock_days as days from identity.company
    where id = ${call.companyId} and is_test ${lock ? sql`for no key update` : sql``}`)
  if (!found) throw refusals.noClock()
  return { date: dayOf(aheadBy(serviceTime(call), found.days)), daysAhead: found.days }
}

/** Moves the clock forward to a day, from the next request on. Moving it to its current day has no effect. */
export const moveClock = async (call: CompanyCall, to: Day): Promise<CompanyClock> => {
  const { date: from, daysAhead } = await companyClock(call, { lock: true })
  if (to < from) throw refusals.clockBackwards({ to, date: from })
  const days = daysAhead + daysBetween(from, to)
  if (days > MOST_CLOCK_DAYS) throw refusals.clockTooFar({ days: MOST_CLOCK_DAYS })
  if (to > from) await call.db.rows(sql`update identity.company set clock_days = ${days} where id = ${call.companyId}`)
  recordEvent(call, 'company-clock.moved', { id: call.companyId }, { from, to })
  return { date: to, daysAhead: days }
}
