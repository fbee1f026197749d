// The advisory locks that programs hold of a database: a number for all of them, and one for each. They stand together,
// since two that are the same would keep out whoever has nothing to do with the other.

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
