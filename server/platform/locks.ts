// The advisory locks that programs hold of a database: a number for all of them, and one for each. They stand together,
// since two that are the same would keep out whoever has nothing to do with the other.

import type { Client } from 'pg'

const OURS = 7_346_001

/** A lock as PostgreSQL's functions take it. */
export type AdvisoryLock = readonly [number, number]

export const advisoryLocks = {
  /** Of all who use an embedded server, shared: the last one stops it. */
  use: [OURS, 1],
  /** Of the service that an embedded server is started for. */
  service: [OURS, 2],
  /** Of who brings the database to this version. Commands wait for it, so nobody holds it for long. */
  migration: [OURS, 3],
  /** Of who claims jobs. */
  claim: [OURS, 4],
  /** Of the process that keeps the backup, for as long as it does. */
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
