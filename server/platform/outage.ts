// Dependency failures: the database, its locks, the disk, the files. None of them is a bug or the client's fault; the
// client is told to retry later.
import pg from 'pg'

/** The kinds of failures; each has its own message for the client and its own count in the log. */
export type OutageKind = 'database' | 'connections' | 'lock' | 'time' | 'disk' | 'busy' | 'lasting' | 'files' | 'paper'

/** A failure that we detected ourselves. `undone`: it is certain that no change was made. */
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

/** The kind of failure behind an error; null for a refusal or a bug. */
export const outageOf = (cause: unknown): OutageKind | null => {
  if (cause instanceof Outage) return cause.kind
  if (cause instanceof pg.DatabaseError) return ofSqlState(cause.code ?? '') ?? ofMachines(cause)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return ofSystem[code] ?? null
}

/**
 * Whether it is certain that the failed work left no changes: the server refused it, or we failed before the commit. If
 * the connection was lost, the server may have committed.
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
 * Between the machines of a cluster, a lost connection is usually a connection exception, but inside a transaction an
 * internal error, which only the message identifies.
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

/** SQLSTATEs, and classes of them, of a server that temporarily cannot work (PostgreSQL, appendix A). */
const states: Readonly<Record<string, OutageKind>> = {
  '08': 'database', // connection exception
  '25006': 'database', // read-only: the server has become a standby
  '25P03': 'time', // idle_in_transaction_session_timeout
  '28': 'database', // the role may no longer log in
  '3D000': 'database', // the database does not exist
  '40001': 'lock', // serialization failure
  '40P01': 'lock', // deadlock
  '53': 'database', // insufficient resources
  '53100': 'disk',
  '53300': 'connections',
  '55P03': 'lock', // lock_timeout
  '57014': 'time', // statement_timeout
  '57P01': 'database', // shut down by its administrator
  '57P02': 'database', // crash of another backend
  '57P03': 'database', // starting or stopping
  '57P04': 'database', // the database was dropped
  '57P05': 'database', // idle for too long
  '58030': 'database', // I/O error
}

/**
 * File errors of the operating system; those of connections mean different things for the database and for other
 * services.
 */
const ofSystem: Readonly<Record<string, OutageKind>> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  EROFS: 'files',
  EIO: 'files',
  EMFILE: 'files',
  ENFILE: 'files',
}
