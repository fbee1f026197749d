// A pool of database connections. A lost or silent connection becomes an outage for the request that uses it and is not
// reused.
import pg from 'pg'
import { lossOf, notAnswering, type SilencePatience, type SilenceWatch, socketOf } from './db-silence.ts'
import { Outage, outageOf } from './outage.ts'
import { runTraced } from './statement-tracing.ts'
import { type Before, runWithTransactionStart } from './transaction-start.ts'

/** `waiting` counts requests that wait for a connection. */
export type PoolState = { name: 'requests' | 'look-ups'; size: number; inUse: number; idle: number; waiting: number }

export type DatabaseOptions = {
  connection: pg.PoolConfig
  poolSize: number
  onIdleError: (cause: Error) => void
  /** Overrides {@link PATIENCE}. */
  patience?: Partial<DatabaseTimeouts>
}

/** Timeouts in milliseconds. */
export type DatabaseTimeouts = SilencePatience & {
  /** For opening a connection, or for a free one in the pool. */
  connectionMs: number
  /** For a lock held by another transaction. */
  lockMs: number
  /** For the next statement of a transaction; then the server ends the session. */
  pauseMs: number
  /** Without any result at all, before the process counts as stuck. */
  stuckMs: number
}

/** Longest time a statement may take, in milliseconds; and how much longer we wait for the server's error. */
export const STATEMENT_TIMEOUT_MS = 120_000
const TOLD_LATE_MS = 5000
/** Idle time before the operating system sends TCP keep-alive probes, in milliseconds. */
const KEEP_ALIVE_MS = 10_000
/** Connections for look-ups: if one of them is silent, the others still work. */
export const LOOK_UP_CONNECTIONS = 3
/** Longest time a look-up may take, in milliseconds. */
export const LOOK_UP_TIMEOUT_MS = 10_000

export const PATIENCE: DatabaseTimeouts = {
  silenceMs: 4000,
  probeMs: 2000,
  connectionMs: 8000,
  lockMs: 20_000,
  pauseMs: 60_000,
  // Longer than any statement may take.
  stuckMs: STATEMENT_TIMEOUT_MS + 60_000,
}

/** For every connection: one connection per machine in a transaction, and direct writes to shards are allowed. */
const CLUSTER_CONNECTION_OPTIONS =
  ' -c citus.multi_shard_modify_mode=sequential -c citus.enable_manual_changes_to_shards=on'

/** Session settings that our statements rely on; they override those of the server and the role. */
const sessionOptions = ({ lockMs }: DatabaseTimeouts, isSpread: boolean) =>
  `-c datestyle=ISO -c default_transaction_isolation=read\\ committed -c lock_timeout=${lockMs}` +
  (isSpread ? CLUSTER_CONNECTION_OPTIONS : '')

const BIGINT = 20
const DATE = 1082

export type Pool = {
  pool: pg.Pool
  watch: SilenceWatch
  /** Whether a statement cannot run now, because it needs other machines and one of them is away. */
  lacks(text: string): boolean
  /** When the last answer arrived. */
  heardAt(): number
  /** For how many milliseconds requests have been waiting without any of them getting a result. */
  waitsFor(): number
  /** For how many milliseconds the longest-waiting request has waited for a connection. */
  waitsForConnection(): number
  /** Counts a request as waiting for a connection until it gets one. */
  connecting<T>(connection: Promise<T>): Promise<T>
  /** Counts a request as waiting until `outcome` settles. */
  during<T>(outcome: () => Promise<T>): Promise<T>
  /** Records that an answer arrived. */
  hear(): void
}

export const stateOf = (name: PoolState['name'], { pool }: Pool, size: number): PoolState => ({
  name,
  size,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  inUse: pool.totalCount - pool.idleCount,
})

type PoolOptions = {
  watch: SilenceWatch
  size: number
  statementMs: number
  /** Whether the database is distributed over machines. */
  isSpread: boolean
  lacks?: Pool['lacks']
}

export const openPool = (
  { connection, onIdleError }: DatabaseOptions,
  patience: DatabaseTimeouts,
  { watch, size, statementMs, isSpread, lacks = () => false }: PoolOptions,
): Pool => {
  const pool = new pg.Pool({
    ...connection,
    options: sessionOptions(patience, isSpread),
    max: size,
    connectionTimeoutMillis: patience.connectionMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + TOLD_LATE_MS,
    idle_in_transaction_session_timeout: patience.pauseMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  pool.on('error', onIdleError)
  // A connection can be lost while we have no listener on it; without this one, the error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  let waiting = 0
  let heardAt = Number.NEGATIVE_INFINITY
  let outcomeAt = 0
  /** When each request started to wait for a connection, oldest first. */
  const connecting = new Map<symbol, number>()
  return {
    pool,
    watch,
    lacks,
    heardAt: () => heardAt,
    waitsFor: () => (waiting === 0 ? 0 : performance.now() - outcomeAt),
    waitsForConnection() {
      const [since = performance.now()] = connecting.values()
      return performance.now() - since
    },
    async connecting(connection) {
      const one = Symbol()
      connecting.set(one, performance.now())
      try {
        return await connection
      } finally {
        connecting.delete(one)
      }
    },
    async during(outcome) {
      if (waiting === 0) outcomeAt = performance.now()
      waiting += 1
      try {
        return await outcome()
      } finally {
        waiting -= 1
        outcomeAt = performance.now()
      }
    },
    hear() {
      heardAt = performance.now()
    },
  }
}

/** A connection that is open and, as far as we know, not silent. */
export const takeConnection = async ({ pool, watch, connecting: waitsFor }: Pool): Promise<pg.PoolClient> => {
  for (;;) {
    if (watch.isAway() && !(await watch.answers())) throw notAnswering()
    const connecting = watch.orAway(pool.connect(), (late) => late.release())
    const client = await waitsFor(connecting).catch((cause: unknown) => {
      if (cause instanceof Outage) throw cause
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Outage(outageOf(cause) ?? 'database', `No connection to the database (${reason})`, {
        undone: true,
        cause,
      })
    })
    if (watch.isTrusted(client)) return client
    releaseConnection(client, new Error('the connection may be silent'))
  }
}

/** A lost connection is destroyed without the closing handshake, which an unreachable server would not answer. */
export const releaseConnection = (client: pg.PoolClient, lost: Error | undefined): void => {
  if (lost) socketOf(client).destroy()
  client.release(lost)
}

/**
 * Runs a statement on a connection; if the connection is lost, the error is an outage. `before` goes in the same
 * message.
 */
type Run = (query: pg.QueryConfig, before?: Before | null) => Promise<pg.QueryResult>

export const runOn =
  (source: Pool, client: pg.PoolClient): Run =>
  async (query, before = null) => {
    if (source.lacks(query.text)) throw notAnswering()
    try {
      const asked = () => (before === null ? client.query(query) : runWithTransactionStart(client, before, query))
      const answer = await runTraced(query.text, () => source.watch.during(client, asked))
      source.hear()
      return answer
    } catch (cause) {
      throw lossOf(cause) ?? cause
    }
  }

export const withClient = <T>(source: Pool, work: (run: Run) => Promise<T>): Promise<T> =>
  source.during(async () => {
    const client = await takeConnection(source)
    let lost: Error | undefined
    try {
      return await work(runOn(source, client))
    } catch (cause) {
      if (isLost(cause) || isFatal(cause)) lost = cause
      throw cause
    } finally {
      releaseConnection(client, lost)
    }
  })

/** Whether the connection was lost; an outage detected elsewhere leaves the connection open. */
export const isLost = (cause: unknown): cause is Outage => cause instanceof Outage && !cause.undone

/** Whether the server ended the connection with this error. */
export const isFatal = (cause: unknown): cause is pg.DatabaseError =>
  cause instanceof pg.DatabaseError && ['FATAL', 'PANIC'].includes(cause.severity ?? '')

const typeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === BIGINT) return BigInt
  if (type === DATE) return (text: string) => text
  return pg.types.getTypeParser(type, format as 'text')
}
