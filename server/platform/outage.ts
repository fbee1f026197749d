// What is out of order around us: the database, its locks, the disk, the files. None of it is a bug and none is the
// caller's fault: the caller is told to come back in a while.
import pg from 'pg'

/** What is out of order; each has its own words for the caller and its own count in the log. */
export type OutageKind = 'database' | 'connections' | 'lock' | 'time' | 'disk' | 'busy' | 'lasting' | 'files' | 'paper'

/** Something that we found out of order ourselves. `undone`: nothing of what was asked for has been done, for sure. */
export class Outage extends Error {
  readonly kind: OutageKind
  readonly undone: boolean

  constructor(kind: OutageKind, message: string, { undone, cause }: { undone: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'Outage'
    this.kind = kind
    this.undone = undone
  }
}

/** What is out of order when this was thrown; null for a refusal or a bug. */
export const outageOf = (cause: unknown): OutageKind | null => {
  if (cause instanceof Outage) return cause.kind
  if (cause instanceof pg.DatabaseError) return ofSqlState(cause.code ?? '') ?? ofMachines(cause)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return ofSystem[code] ?? null
}

/**
 * Whether what failed has left nothing behind for sure: the server refused it, or a bug of our own came before that.
 * When the connection was lost instead, the server may have committed and nobody knows.
 */
export const isUndone = (cause: unknown): boolean => {
  if (cause instanceof Outage) return cause.undone
  if (cause instanceof pg.DatabaseError) return cause.code === QUERY_CANCELED || !UNCERTAIN.test(cause.code ?? '')
  return cause instanceof Error && cause.name !== 'Error'
}

const QUERY_CANCELED = '57014'
/** The classes of connection exceptions, operator intervention, system errors and internal errors; or no SQLSTATE. */
const UNCERTAIN = /^(?:08|57|58|XX|$)/

/**
 * Between the machines of a cluster a lost connection is mostly a connection exception, and an internal error where it
 * was lost within a transaction; only the sentence says which.
 */
const ofMachines = ({ code, message }: pg.DatabaseError): OutageKind | null =>
  code === INTERNAL_ERROR && LOST_BETWEEN_MACHINES.test(message) ? 'database' : null
const INTERNAL_ERROR = 'XX000'
const LOST_BETWEEN_MACHINES = new RegExp(
  [
    '^(?:failure on connection',
    'connection (?:lost|failed|not open)',
    'could not (?:find an available connection|connect to any active)',
    'execution cannot recover from multiple connection failures)',
  ].join('|'),
)

const ofSqlState = (code: string): OutageKind | null => states[code] ?? states[code.slice(0, 2)] ?? null

/** SQLSTATEs, and classes of them, of a server that cannot do what it otherwise would (PostgreSQL, appendix A). */
const states: Readonly<Record<string, OutageKind>> = {
  '08': 'database', // connection exception
  '25006': 'database', // read-only: the server has become a standby
  '25P03': 'time', // the transaction stood still for too long
  '28': 'database', // it does not let us in any more
  '3D000': 'database', // there is no such database
  '40001': 'lock', // could not be put in an order with others
  '40P01': 'lock', // deadlock
  '53': 'database', // insufficient resources
  '53100': 'disk',
  '53300': 'connections',
  '55P03': 'lock', // not had in lock_timeout
  '57014': 'time', // statement_timeout
  '57P01': 'database', // shut down by its administrator
  '57P02': 'database', // crash of another backend
  '57P03': 'database', // starting or stopping
  '57P04': 'database', // the database was dropped
  '57P05': 'database', // idle for too long
  '58030': 'database', // input or output failed
}

/** Errors of the operating system about files; those of connections mean one thing at the database and another here. */
const ofSystem: Readonly<Record<string, OutageKind>> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  EROFS: 'files',
  EIO: 'files',
  EMFILE: 'files',
  ENFILE: 'files',
}
