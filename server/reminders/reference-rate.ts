// The central bank's reference rate, the basis of late interest. The operator enters new half-years.
import type { Call } from '#platform/call'
import type { Day } from '#platform/day'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import type { ReferenceRate } from './interest.rules.ts'

/** Half-years until the end of this century. */
const MAX_RATES = 400

/** All rates, earliest first. */
export const referenceRates = (db: Db): Promise<ReferenceRate[]> =>
  db.rows<ReferenceRate>(
    sql`
    select from_date as "fromDate", hundredths from reminders.reference_rate order by from_date limit ${MAX_RATES}`,
    'reference-rates',
  )

/** The latest rate, with the time and person that entered it; null if it was built in. */
export const lastReferenceRate = ({
  db,
}: Pick<Call, 'db'>): Promise<(ReferenceRate & { setAt: Date; setBy: string | null }) | null> =>
  db.maybe(sql`
    select from_date as "fromDate", hundredths, changed_at as "setAt", set_by as "setBy"
    from reminders.reference_rate order by from_date desc limit 1`)

/** Enters or corrects the rate of a half-year; returns the previous value. */
export const setReferenceRate = async (
  call: Call,
  { fromDate, hundredths }: { fromDate: Day; hundredths: number },
): Promise<number | null> => {
  const { db, now, actor } = call
  const before = await db.maybe<{ hundredths: number }>(sql`
    select hundredths from reminders.reference_rate where from_date = ${fromDate} for update`)
  await db.rows(sql`
    insert into reminders.reference_rate (from_date, hundredths, changed_at, set_by)
    values (${fromDate}, ${hundredths}, ${now}, ${actor.name})
    on conflict (from_date) do update set hundredths = excluded.hundredths, changed_at = excluded.changed_at,
      set_by = excluded.set_by`)
  recordEvent(call, 'reference-rate.set', null, { fromDate, hundredths, before: before?.hundredths ?? null })
  return before?.hundredths ?? null
}
