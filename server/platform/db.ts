// The database as verbs see it: statements with bound parameters, and transactions.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { runFirst } from '#platform/db-beginning'
import { lossOf, newSilenceWatch, type SilencePatience, type SilenceWatch, socketOf } from '#platform/db-silence'
import { type Happening, leaving } from '#platform/event'
import { type Notices, newNotices } from '#platform/notices'
import { Outage, outageOf } from '#platform/outage'
import { type Sql, sql } from '#platform/sql'
import { asText } from '#platform/sql-text'

/** Runs statements, either each on its own or inside the transaction it was given out by. */
export type Db = {
  /** All rows. A `name` makes the server keep the plan; give one to statements whose text never varies. */
  rows<Row>(statement: Sql, name?: string): Promise<Row[]>
  /** The only row; no row or several are a bug. */
  one<Row>(statement: Sql, name?: string): Promise<Row>
  /** The row, or null when there is none. */
  maybe<Row>(statement: Sql, name?: string): Promise<Row | null>
  /** What has happened in this transaction so far; undefined where each statement is a transaction of its own. */
  happenings?: Happening[]
  /** Whether nothing can be written: one state of the database is read. */
  readsOnly?: boolean
  /** Tells this process that events of a tenant were committed; transactions do so themselves. */
  tell(tenantId: string): void
}

export type Isolation = 'read committed' | 'repeatable read, read only'

export type Database = Db & {
  /** Commits when `work` is done, rolls back when it throws. */
  transaction<T>(work: (db: Transaction) => Promise<T>, isolation?: Isolation): Promise<T>
  /** The same; `first` goes in one message with its beginning, as text, and `work` has its rows. */
  transactionFrom<Row, T>(first: First, work: (db: TransactionFrom, rows: Row[]) => Promise<T>): Promise<T>
  /** For the short look-ups of every request: on connections of their own, so that they wait for nothing else. */
  lookUps: Db
  /** Ends when requests would be answered, by this path and by that of look-ups; throws when not so within a time. */
  reach(withinMs: number): Promise<void>
  /** Whether somebody has waited for so long that only a new start of this process would help. */
  isStuck(): boolean
  /** Has a listener told of each tenant whose events were committed by this process. */
  whenTold(listener: (tenantId: string) => void): void
  /** What processes tell each other, on a connection of its own once somebody wants to hear. */
  notices: Notices
  /** How many connections there are at most, beside those of look-ups and notices. */
  size: number
  /** How the connections of each pool stand at the moment. */
  pools(): PoolState[]
  close(): Promise<void>
}

/** `waiting` counts those who wait for a connection. */
export type PoolState = { name: 'requests' | 'look-ups'; size: number; inUse: number; idle: number; waiting: number }

export type Transaction = Db & {
  happenings: Happening[]
  /** Runs `work`; when it throws, only what it did is undone and the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Has a statement go in one message with the commit, as text. */
  atEnd(statement: Sql): void
}

/** The first statement of a transaction. `undoable`: what comes after it can be undone without it. */
export type First = { statement: Sql; undoable: boolean }

export type TransactionFrom = Transaction & {
  /** Runs `work`; when it throws, all since an undoable first statement is undone, and the transaction goes on. */
  sinceFirst<T>(work: () => Promise<T>): Promise<T>
  /** The same transaction for statements that leave their events themselves: tenants are told after the commit. */
  leavingOwn: Db
}

export type DatabaseOptions = {
  connection: pg.PoolConfig
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
  /** For any outcome at all, before the process counts as stuck. */
  stuckMs: number
}

/** Longest time one statement may take, in milliseconds; and how much longer we wait to be told so. */
const STATEMENT_TIMEOUT_MS = 120_000
const TOLD_LATE_MS = 5000
/** Longest time a transaction may stand still between two statements, in milliseconds. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
/** After how long a connection that nobody uses is asked for a sign of life by the system, in milliseconds. */
const KEEP_ALIVE_MS = 10_000
/** How many connections look-ups have: while one of them is silent, others go on. */
const LOOK_UP_CONNECTIONS = 3
/** Longest time a look-up may take, in milliseconds. */
const LOOK_UP_TIMEOUT_MS = 10_000

const PATIENCE: Patience = {
  silenceMs: 4000,
  probeMs: 2000,
  connectionMs: 8000,
  lockMs: 20_000,
  // Beyond the end of every statement.
  stuckMs: STATEMENT_TIMEOUT_MS + 60_000,
}

/** What our statements take for granted, whatever the server or the role has as its own. */
const sessionOptions = ({ lockMs }: Patience) =>
  `-c datestyle=ISO -c default_transaction_isolation=read\\ committed -c lock_timeout=${lockMs}`

const BIGINT = 20
const DATE = 1082

/** Opens a pool of connections. Bigints come as bigint, dates as `YYYY-MM-DD` text, numerics as text. */
export const connect = (options: DatabaseOptions): Database => {
  const patience = { ...PATIENCE, ...options.patience }
  // One for both: where one connection has fallen silent, others that were heard of before that probably have too.
  const watch = newSilenceWatch(options.connection, patience)
  const open = (size: number, statementMs: number) => openPool(options, patience, { watch, size, statementMs })
  const all = open(options.poolSize, STATEMENT_TIMEOUT_MS)
  const few = open(LOOK_UP_CONNECTIONS, LOOK_UP_TIMEOUT_MS)
  const listeners = new Set<(tenantId: string) => void>()
  const tell = (tenantId: string) => {
    for (const listener of listeners) listener(tenantId)
  }
  const lookUps = { ...statementsOf((work) => withClient(few, work)), tell }
  const ping = async ({ heardAt }: Pool, db: Db, withinMs: number) => {
    if (performance.now() - heardAt() > withinMs) await db.one(sql`select 1 as here`)
  }
  const own = { ...statementsOf((work) => withClient(all, work)), tell }
  const notices = newNotices(options.connection)
  return {
    ...own,
    notices,
    transaction: (work, isolation = 'read committed') => inTransaction(all, work, { isolation, tell }),
    transactionFrom: <Row, T>(first: First, work: (db: TransactionFrom, rows: Row[]) => Promise<T>) =>
      inTransaction<T, Row>(all, work, { isolation: 'read committed', first, tell }),
    lookUps,
    whenTold: (listener) => void listeners.add(listener),
    // Under load connections may all be in use: then it counts that they are used, and answer.
    reach: (withinMs) => within(withinMs, Promise.all([lookUps.one(sql`select 1 as here`), ping(all, own, withinMs)])),
    isStuck: () => [all, few].some(({ waitsFor }) => waitsFor() > patience.stuckMs),
    size: options.poolSize,
    pools: () => [stateOf('requests', all, options.poolSize), stateOf('look-ups', few, LOOK_UP_CONNECTIONS)],
    async close() {
      watch.stop()
      await Promise.all([notices.close(), all.pool.end(), few.pool.end()])
    },
  }
}

type Pool = {
  pool: pg.Pool
  watch: SilenceWatch
  /** When an answer came last. */
  heardAt(): number
  /** Since how many milliseconds somebody waits without that anybody got an outcome. */
  waitsFor(): number
  /** Notes that somebody waits until `outcome` comes. */
  during<T>(outcome: () => Promise<T>): Promise<T>
  /** Notes an answer. */
  hear(): void
}

const stateOf = (name: PoolState['name'], { pool }: Pool, size: number): PoolState => ({
  ...{ name, size, idle: pool.idleCount, waiting: pool.waitingCount },
  inUse: pool.totalCount - pool.idleCount,
})

const openPool = (
  { connection, onIdleError }: DatabaseOptions,
  patience: Patience,
  { watch, size, statementMs }: { watch: SilenceWatch; size: number; statementMs: number },
): Pool => {
  const pool = new pg.Pool({
    ...connection,
    options: sessionOptions(patience),
    max: size,
    connectionTimeoutMillis: patience.connectionMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + TOLD_LATE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
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
  return {
    pool,
    watch,
    heardAt: () => heardAt,
    waitsFor: () => (waiting === 0 ? 0 : performance.now() - outcomeAt),
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

/** Runs a part that may fail without ending the rest. Outside of a transaction a statement that fails undoes itself. */
export const attemptIn = <Result>(db: Db, work: () => Promise<Result>): Promise<Result> =>
  isTransaction(db) ? db.attempt(work) : work()

const isTransaction = (db: Db): db is Transaction => 'attempt' in db

/** The SQLSTATE that the server refused a statement with; null of other errors. */
export const sqlStateOf = (cause: unknown): string | null =>
  cause instanceof pg.DatabaseError ? (cause.code ?? null) : null

/** A connection that is there and, as far as we know, not silent. */
const take = async ({ pool, watch }: Pool): Promise<pg.PoolClient> => {
  for (;;) {
    const client = await pool.connect().catch((cause: unknown) => {
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
const giveBack = (client: pg.PoolClient, lost: Error | undefined): void => {
  if (lost) socketOf(client).destroy()
  client.release(lost)
}

/** Runs statements on a connection; what is lost with it is an outage. `begin` goes before it, in the same message. */
type Run = (query: pg.QueryConfig, begin?: string | null) => Promise<pg.QueryResult>

const runOn =
  (source: Pool, client: pg.PoolClient): Run =>
  async (query, begin = null) => {
    try {
      const answer = await source.watch.during(client, () =>
        begin === null ? client.query(query) : runFirst(client, begin, query),
      )
      source.hear()
      return answer
    } catch (cause) {
      throw lossOf(cause) ?? cause
    }
  }

const withClient = <T>(source: Pool, work: (run: Run) => Promise<T>): Promise<T> =>
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

type Begun = { isolation: Isolation; first?: First; tell: Db['tell'] }

const inTransaction = async <T, Row = never>(
  source: Pool,
  work: (db: TransactionFrom, rows: Row[]) => Promise<T>,
  { isolation, first, tell }: Begun,
): Promise<T> => {
  const client = await source.during(() => take(source))
  let begin: string | null = `begin isolation level ${isolation}`
  const run = runOn(source, client)
  /** What begins the transaction, for whoever says something first. */
  const beginning = (): string | null => {
    const text = begin
    begin = null
    return text
  }
  const command: Command = (text) => {
    const before = beginning()
    return source.during(() => run({ text: before === null ? text : `${before}; ${text}` }))
  }
  let lost: Error | undefined
  let mayBeDone = false
  let isOver = false
  const happenings: Happening[] = []
  const told = new Set<string>()
  const last: string[] = []
  // A connection that is closed by the server tells of it twice.
  client.on('error', noticeLoss)
  function noticeLoss(cause: Error) {
    lost = cause
  }
  try {
    const begun = first ? await command(beginningWith(first)) : null
    const statements = statementsOf((statement) => {
      if (isOver) throw new Error('A statement came after the end of its transaction')
      return source.during(() => statement((query) => run(query, beginning())))
    })
    const own: TransactionFrom = {
      ...statements,
      happenings,
      readsOnly: isolation === 'repeatable read, read only',
      tell,
      attempt: (part) => attempt(command, part, happenings),
      sinceFirst: (part) => orUndone(command, `rollback to savepoint ${AFTER_FIRST}`, part, happenings),
      leavingOwn: { ...statements, tell: (tenantId) => void told.add(tenantId) },
      atEnd: (statement) => void last.push(asText(statement)),
    }
    const result = await work(own, begun ? rowsOfFirst<Row>(begun) : [])
    mayBeDone = true
    // The events at the very end: they hold the counter of their tenant.
    await command([...last, ...leaving(happenings), 'commit'].join('; '))
    for (const { tenantId } of happenings) told.add(tenantId)
    for (const tenantId of told) tell(tenantId)
    return result
  } catch (cause) {
    if (isLost(cause) || isFatal(cause)) noticeLoss(cause)
    if (!lost && begin === null) await command('rollback').catch(noticeLoss)
    // Without its commit the server undoes it, whether we hear of that or not.
    throw isLost(cause) && !mayBeDone ? new Outage(cause.kind, cause.message, { undone: true, cause }) : cause
  } finally {
    isOver = true
    client.removeListener('error', noticeLoss)
    giveBack(client, lost)
  }
}

type Command = (text: string) => Promise<unknown>

const AFTER_FIRST = 'after_first'

/** What the first statement locks stays locked when what comes after it is undone: the savepoint is behind it. */
const beginningWith = ({ statement, undoable }: First): string =>
  [asText(statement), ...(undoable ? [`savepoint ${AFTER_FIRST}`] : [])].join('; ')

/** The rows of the first statement, from the results of the message that began with it: `begin` comes before it. */
const rowsOfFirst = <Row>(results: unknown): Row[] => (results as pg.QueryResult[])[1]?.rows as Row[]

/** Whether it is the loss of the connection; what others found out of order while it was open leaves it open. */
const isLost = (cause: unknown): cause is Outage => cause instanceof Outage && !cause.undone

/** Whether the server ended the connection with this error. */
const isFatal = (cause: unknown): cause is pg.DatabaseError =>
  cause instanceof pg.DatabaseError && ['FATAL', 'PANIC'].includes(cause.severity ?? '')

const attempt = async <T>(command: Command, part: () => Promise<T>, happenings: Happening[]): Promise<T> => {
  await command('savepoint attempt')
  const result = await orUndone(command, 'rollback to savepoint attempt; release savepoint attempt', part, happenings)
  await command('release savepoint attempt')
  return result
}

/** What happened in a part that is undone has not happened. */
const orUndone = async <T>(
  command: Command,
  undo: string,
  part: () => Promise<T>,
  happenings: Happening[],
): Promise<T> => {
  const before = happenings.length
  try {
    return await part()
  } catch (cause) {
    await command(undo)
    happenings.length = before
    throw cause
  }
}

const statementsOf = (on: <T>(work: (run: Run) => Promise<T>) => Promise<T>): Omit<Db, 'tell'> => {
  const rows = async <Row>(statement: Sql, name?: string): Promise<Row[]> => {
    const query = name === undefined ? {} : { name }
    const result = await on((run) => run({ ...query, text: statement.text, values: statement.values }))
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

/** What comes within the time; an outage when it does not. */
const within = async (withinMs: number, answer: Promise<unknown>): Promise<void> => {
  const late = new AbortController()
  const tooLate = pause(withinMs, undefined, { signal: late.signal }).then(() => {
    throw new Outage('database', `The database did not answer in ${withinMs} ms`, { undone: true })
  })
  try {
    await Promise.race([answer, tooLate])
  } finally {
    late.abort()
  }
}

const typeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === BIGINT) return BigInt
  if (type === DATE) return (text: string) => text
  return pg.types.getTypeParser(type, format as 'text')
}
