// The database as verbs see it: statements with bound parameters, and transactions.
import pg from 'pg'
import type { Sql } from '#platform/sql'

/** Runs statements, either each on its own or inside the transaction it was given out by. */
export type Db = {
  /** All rows. A `name` makes the server keep the plan; give one to statements whose text never varies. */
  rows<Row>(statement: Sql, name?: string): Promise<Row[]>
  /** The only row; no row or several are a bug. */
  one<Row>(statement: Sql, name?: string): Promise<Row>
  /** The row, or null when there is none. */
  maybe<Row>(statement: Sql, name?: string): Promise<Row | null>
}

export type Isolation = 'read committed' | 'repeatable read, read only'

export type Database = Db & {
  /** Commits when `work` is done, rolls back when it throws. */
  transaction<T>(work: (db: Transaction) => Promise<T>, isolation?: Isolation): Promise<T>
  close(): Promise<void>
}

export type Transaction = Db & {
  /** Runs `work`; when it throws, only what it did is undone and the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>
}

export type DatabaseOptions = {
  connection: pg.PoolConfig
  poolSize: number
  onIdleError: (cause: Error) => void
}

/** Longest time one statement may take, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 120_000
/** Longest time a transaction may stand still between two statements, in milliseconds. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
/** Longest wait for a connection to be made, or for one of the pool to be free, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 30_000

/** What our statements take for granted, whatever the server or the role has as its own. */
const SESSION_OPTIONS = '-c datestyle=ISO -c default_transaction_isolation=read\\ committed'

const BIGINT = 20
const DATE = 1082

/** Opens a pool of connections. Bigints come as bigint, dates as `YYYY-MM-DD` text, numerics as text. */
export const connect = ({ connection, poolSize, onIdleError }: DatabaseOptions): Database => {
  const pool = new pg.Pool({
    ...connection,
    options: SESSION_OPTIONS,
    max: poolSize,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  pool.on('error', onIdleError)
  // A connection may be lost at any moment, also between two listeners of ours: unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    ...statementsOf(pool),
    transaction: (work, isolation = 'read committed') => inTransaction(pool, work, isolation),
    close: () => pool.end(),
  }
}

/**
 * Whether what failed has left nothing behind for sure: the server refused it, or a bug of ours came before that.
 * When the connection was lost instead, the server may have committed and nobody knows.
 */
export const isUndone = (cause: unknown): boolean => {
  if (cause instanceof pg.DatabaseError) return cause.code === QUERY_CANCELED || !UNCERTAIN.test(cause.code ?? '')
  return cause instanceof Error && cause.name !== 'Error'
}

/** The SQLSTATE that the server refused a statement with; null of other errors. */
export const sqlStateOf = (cause: unknown): string | null =>
  cause instanceof pg.DatabaseError ? (cause.code ?? null) : null

const QUERY_CANCELED = '57014'
/** The classes of connection exceptions, operator intervention, system errors and internal errors; or no SQLSTATE. */
const UNCERTAIN = /^(?:08|57|58|XX|$)/

const inTransaction = async <T>(
  pool: pg.Pool,
  work: (db: Transaction) => Promise<T>,
  isolation: Isolation,
): Promise<T> => {
  const client = await pool.connect()
  let lost: Error | undefined
  // A connection that is closed by the server tells of it twice.
  client.on('error', noticeLoss)
  function noticeLoss(cause: Error) {
    lost = cause
  }
  try {
    await client.query(`begin isolation level ${isolation}`)
    const result = await work({ ...statementsOf(client), attempt: (part) => attempt(client, part) })
    await client.query('commit')
    return result
  } catch (cause) {
    await client.query('rollback').catch(noticeLoss)
    throw cause
  } finally {
    client.removeListener('error', noticeLoss)
    client.release(lost)
  }
}

const attempt = async <T>(client: pg.PoolClient, part: () => Promise<T>): Promise<T> => {
  await client.query('savepoint attempt')
  try {
    const result = await part()
    await client.query('release savepoint attempt')
    return result
  } catch (cause) {
    await client.query('rollback to savepoint attempt')
    throw cause
  }
}

const statementsOf = (runner: pg.Pool | pg.PoolClient): Db => {
  const rows = async <Row>(statement: Sql, name?: string): Promise<Row[]> => {
    const query = name === undefined ? {} : { name }
    const result = await runner.query({ ...query, text: statement.text, values: statement.values })
    return result.rows as Row[]
  }
  const maybe = async <Row>(statement: Sql, name?: string): Promise<Row | null> => {
    const found = await rows<Row>(statement, name)
    if (found.length > 1) throw new Error(`Expected one row at most, got ${found.length}: ${statement.text}`)
    return found[0] ?? null
  }
  const one = async <Row>(statement: Sql, name?: string): Promise<Row> => {
    const found = await maybe<Row>(statement, name)
    if (found === null) throw new Error(`Expected a row, got none: ${statement.text}`)
    return found
  }
  return { rows, one, maybe }
}

const typeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === BIGINT) return BigInt
  if (type === DATE) return (text: string) => text
  return pg.types.getTypeParser(type, format as 'text')
}
