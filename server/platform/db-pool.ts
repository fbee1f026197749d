// Connections to the database, taken from a pool and given back: one that was lost, or has fallen silent, is an outage
// for whoever waits for it, and goes to nobody else.
import pg from 'pg'
import { type Before, runFirst } from '#platform/db-beginning'
import { lossOf, notAnswering, type SilencePatience, type SilenceWatch, socketOf } from '#platform/db-silence'
import { Outage, outageOf } from '#platform/outage'
import { SPREAD_OPTIONS, type Spread } from '#platform/shards'
import { watchedStatement } from '#platform/watching'

/** `waiting` counts those who wait for a connection. */
export type PoolState = { name: 'requests' | 'look-ups'; size: number; inUse: number; idle: number; waiting: number }

export type DatabaseOptions = {
  connection: pg.PoolConfig
  /** How it is spread over machines; left out where one machine has all of it. */
  spread?: Spread | null | undefined
  poolSize: number
  onIdleError: (cause: Error) => void
  /** Another patience than that of the service. */
  patience?: Partial<Patience>
}

/** How long is waited, in milliseconds. */
export type Patience = SilencePatience & {
  /** For a connection to be made, or for one of the pool to be free. */
  connectionMs: number
  /** For a lock that somebody else holds. */
  lockMs: number
  /** For the next statement of a transaction; then the server ends it. */
  pauseMs: number
  /** For any outcome at all, before the process counts as stuck. */
  stuckMs: number
}

/** Longest time one statement may take, in milliseconds; and how much longer we wait to be told so. */
export const STATEMENT_TIMEOUT_MS = 120_000
const TOLD_LATE_MS = 5000
/** After how long a connection that nobody uses is asked for a sign of life by the system, in milliseconds. */
const KEEP_ALIVE_MS = 10_000
/** How many connections look-ups have: while one of them is silent, others go on. */
export const LOOK_UP_CONNECTIONS = 3
/** Longest time a look-up may take, in milliseconds. */
export const LOOK_UP_TIMEOUT_MS = 10_000

export const PATIENCE: Patience = {
  silenceMs: 4000,
  probeMs: 2000,
  connectionMs: 8000,
  lockMs: 20_000,
  pauseMs: 60_000,
  // Beyond the end of every statement.
  stuckMs: STATEMENT_TIMEOUT_MS + 60_000,
}

/** What our statements take for granted, whatever the server or the role has as its own. */
const sessionOptions = ({ lockMs }: Patience, isSpread: boolean) =>
  `-c datestyle=ISO -c default_transaction_isolation=read\\ committed -c lock_timeout=${lockMs}` +
  (isSpread ? SPREAD_OPTIONS : '')

const BIGINT = 20
const DATE = 1082

export type Pool = {
  pool: pg.Pool
  watch: SilenceWatch
  /** Whether a statement could not be done now, since it needs other servers, and one of them is away. */
  lacks(text: string): boolean
  /** When an answer came last. */
  heardAt(): number
  /** Since how many milliseconds somebody waits without that anybody got an outcome. */
  waitsFor(): number
  /** For how many milliseconds the one has waited for a connection who has waited longest. */
  waitsForConnection(): number
  /** Notes that somebody waits for a connection until it comes. */
  connecting<T>(connection: Promise<T>): Promise<T>
  /** Notes that somebody waits until `outcome` comes. */
  during<T>(outcome: () => Promise<T>): Promise<T>
  /** Notes an answer. */
  hear(): void
}

export const stateOf = (name: PoolState['name'], { pool }: Pool, size: number): PoolState => ({
  ...{ name, size, idle: pool.idleCount, waiting: pool.waitingCount },
  inUse: pool.totalCount - pool.idleCount,
})

type PoolOptions = { watch: SilenceWatch; size: number; statementMs: number; lacks?: Pool['lacks'] }

export const openPool = (
  { connection, onIdleError, spread }: DatabaseOptions,
  patience: Patience,
  { watch, size, statementMs, lacks = () => false }: PoolOptions,
): Pool => {
  const pool = new pg.Pool({
    ...connection,
    options: sessionOptions(patience, Boolean(spread)),
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
  // A connection may be lost at any moment, also between two our listeners: unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  let waiting = 0
  let heardAt = Number.NEGATIVE_INFINITY
  let outcomeAt = 0
  /** Since when each waits for a connection, the first of them first. */
  const connecting = new Map<symbol, number>()
  return {
    ...{ pool, watch, lacks },
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

/** A connection that is there and, as far as we know, not silent. */
export const take = async ({ pool, watch, connecting: waitsFor }: Pool): Promise<pg.PoolClient> => {
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
    giveBack(client, new Error('distrusted'))
  }
}

/** A lost connection is not told its end: that would wait for a server that does not hear. */
export const giveBack = (client: pg.PoolClient, lost: Error | undefined): void => {
  if (lost) socketOf(client).destroy()
  client.release(lost)
}

/** Runs statements on a connection; what is lost with it is an outage. `before` goes in the same message. */
export type Run = (query: pg.QueryConfig, before?: Before | null) => Promise<pg.QueryResult>

export const runOn =
  (source: Pool, client: pg.PoolClient): Run =>
  async (query, before = null) => {
    if (source.lacks(query.text)) throw notAnswering()
    try {
      const asked = () => (before === null ? client.query(query) : runFirst(client, before, query))
      const answer = await watchedStatement(query.text, () => source.watch.during(client, asked))
      source.hear()
      return answer
    } catch (cause) {
      throw lossOf(cause) ?? cause
    }
  }

export const withClient = <T>(source: Pool, work: (run: Run) => Promise<T>): Promise<T> =>
  source.during(async () => {
    const client = await take(source)
    let lost: Error | undefined
    try {
      return await work(runOn(source, client))
    } catch (cause) {
      if (isLost(cause) || isFatal(cause)) lost = cause
      throw cause
    } finally {
      giveBack(client, lost)
    }
  })

/** Whether it is the loss of the connection; what others found out of order while it was open leaves it open. */
export const isLost = (cause: unknown): cause is Outage => cause instanceof Outage && !cause.undone

/** Whether the server ended the connection with this error. */
export const isFatal = (cause: unknown): cause is pg.DatabaseError =>
  cause instanceof pg.DatabaseError && ['FATAL', 'PANIC'].includes(cause.severity ?? '')

const typeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === BIGINT) return BigInt
  if (type === DATE) return (text: string) => text
  return pg.types.getTypeParser(type, format as 'text')
}
