// The reference rate of the central bank, which the rate of late interest goes by. The operator enters new half-years.
import type { Call } from '#platform/call'
import type { Day } from '#platform/day'
import type { Db } from '#platform/db'
import { happen } from '#platform/event'
import { sql } from '#platform/sql'
import type { ReferenceRate } from './interest.rules.ts'

/** Half-years up to the end of this century. */
const MAX_RATES = 400

/** All of them, the first first. */
export const referenceRates = (db: Db): Promise<ReferenceRate[]> =>
  db.rows<ReferenceRate>(
    sql`
    select from_date as "fromDate", hundredths from reminders.reference_rate order by from_date limit ${MAX_RATES}`,
    'reference-rates',
  )

/** The last one, with who has entered it when; nobody, where the service came with it. */
export const lastReferenceRate = ({
  db,
}: Pick<Call, 'db'>): Promise<(ReferenceRate & { setAt: Date; setBy: string | null }) | null> =>
  db.maybe(sql`
    select from_date as "fromDate", hundredths, changed_at as "setAt", set_by as "setBy"
    from reminders.reference_rate order by from_date desc limit 1`)

/** Enters the rate of a half-year, or corrects it; answers the one before. */
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
  happen(call, 'reference-rate.set', null, { fromDate, hundredths, before: before?.hundredths ?? null })
  return before?.hundredths ?? null
}
