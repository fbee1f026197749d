// The advisory locks that programs hold in a database: a common class, and a number for each. They are listed together
// because two equal ones would block unrelated programs.
import type { Client } from 'pg'

const OURS = 7_346_001

/** A lock as PostgreSQL's functions take it. */
export type AdvisoryLock = readonly [number, number]

export const advisoryLocks = {
  /** Held in shared mode by all users of an embedded server; the last one stops it. */
  use: [OURS, 1],
  /** Held by the service that an embedded server was started for. */
  service: [OURS, 2],
  /** Held while the database is migrated. Commands wait for it, so it must not be held for long. */
  migration: [OURS, 3],
  /** Held while jobs are claimed. */
  claim: [OURS, 4],
  /** Held by the process that makes the backup, as long as it does. */
  backup: [OURS, 5],
} as const satisfies Record<string, AdvisoryLock>

/** The name of the program that holds a lock in the client's database. */
export const holderOf = async (client: Client, which: AdvisoryLock): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
       from pg_locks lock join pg_stat_activity activity using (pid)
      where lock.locktype = 'advisory' and lock.granted and lock.database = (
          select oid from pg_database where datname = current_database())
        and lock.classid = $1::bigint::oid and lock.objid = $2::bigint::oid and lock.objsubid = 2`,
    [...which],
  )
  return rows[0]?.name || 'unknown'
}
