// The run of the command that verifies all books: it goes on where it was broken off, unless that is long ago.
import type { Call } from '#platform/call'
import type { Database } from '#platform/db'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import type { Fault, Walked } from './verification.ts'

/** For how long a run that was broken off is gone on with, in milliseconds (a day). */
const KEPT_MS = 24 * 60 * 60 * 1000
/** With more faults than this it is not noted how far the run is: it goes on from where that was. */
const MOST_NOTED = 10_000

/** A run, and the last company that it has walked, in the order of their ids; null before the first one. */
export type VerificationRun = { id: string; begunAt: Date; reached: string | null; entries: number; faults: Fault[] }

/**
 * The server, its timeline and the database there, since what was verified of another copy is not verified of this one;
 * and the moment after which a run must have been noted to be gone on with.
 */
const HERE = sql`select concat_ws(' ', s.system_identifier, c.timeline_id, d.oid) as place,
    now() - make_interval(secs => ${KEPT_MS / 1000}) as "keptSince"
  from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database()`

/**
 * The run that was broken off, or a new one; `anew` forgets the former. It belongs to who took it last: one that still
 * runs elsewhere walks on to its end, and notes no more how far it is.
 */
export const takeVerificationRun = async ({ db, now }: Call, { anew }: { anew: boolean }): Promise<VerificationRun> => {
  const id = newId()
  // A statement by itself: a spread database takes no subquery among inserted values, and no clock in an update.
  const { place, keptSince } = await db.one<{ place: string; keptSince: Date }>(HERE)
  const left = sql`not ${anew}::boolean and w.place = excluded.place and w.noted_at > ${keptSince}`
  return db.one<VerificationRun>(sql`
    insert into operator.verification_on_way as w (id, place, begun_at, noted_at)
    values (${id}, ${place}, ${now}, now())
    on conflict (is_only) do update set id = excluded.id, place = excluded.place, noted_at = excluded.noted_at,
      begun_at = case when ${left} then w.begun_at else excluded.begun_at end,
      reached = case when ${left} then w.reached end,
      entries = case when ${left} then w.entries else 0 end,
      faults = case when ${left} then w.faults else '[]' end
    returning id, begun_at as "begunAt", reached, entries::int as entries, faults`)
}

/** Notes that companies were walked, up to `reached`, and what was found in them; `faults` are all so far. */
export const noteProgress = async (
  database: Database,
  { id, faults }: Pick<VerificationRun, 'id' | 'faults'>,
  { reached, walked }: { reached: string; walked: Walked },
): Promise<void> => {
  if (faults.length > MOST_NOTED) return
  await database.rows(sql`
    update operator.verification_on_way set reached = ${reached}, entries = entries + ${walked.entries},
      faults = faults || ${JSON.stringify(walked.faults)}::jsonb, noted_at = now()
    where id = ${id}`)
}

/** Forgets a run that has come to its end. */
export const removeVerificationRun = async (database: Database, { id }: Pick<VerificationRun, 'id'>): Promise<void> => {
  await database.rows(sql`delete from operator.verification_on_way where id = ${id}`)
}
