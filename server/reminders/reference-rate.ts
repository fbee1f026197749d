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

/** Enters the rate of a half-year, or corrects it; answers the one before. */
export const setReferenceRate = async (
  call: Call,
  { fromDate, hundredths }: { fromDate: Day; hundredths: number },
): Promise<number | null> => {
  const { db, now } = call
  const before = await db.maybe<{ hundredths: number }>(sql`
    select hundredths from reminders.reference_rate where from_date = ${fromDate} for update`)
  await db.rows(sql`
    insert into reminders.reference_rate (from_date, hundredths, changed_at) values (${fromDate}, ${hundredths}, ${now})
    on conflict (from_date) do update set hundredths = excluded.hundredths, changed_at = excluded.changed_at`)
  happen(call, 'reference-rate.set', null, { fromDate, hundredths, before: before?.hundredths ?? null })
  return before?.hundredths ?? null
}
