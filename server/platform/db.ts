// The database as verbs see it: statements with bound parameters, and transactions.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  type DatabaseOptions,
  isFatal,
  isLost,
  LOOK_UP_CONNECTIONS,
  LOOK_UP_TIMEOUT_MS,
  openPool,
  PATIENCE,
  type Pool,
  type PoolState,
  releaseConnection,
  runOn,
  STATEMENT_TIMEOUT_MS,
  stateOf,
  takeConnection,
  withClient,
} from './db-pool.ts'
import { newSilenceWatch } from './db-silence.ts'
import {
  commitTogether,
  ONE_LANE,
  onMachine,
  type Placement,
  type Pools,
  type PoolsOfMachines,
  type RowsOfCompanies,
  type ShardDistribution,
  WRONG_PLACE,
} from './distributed-database.ts'
import { eventStatements, MAX_EVENTS_A_STATEMENT, type PendingEvents } from './event.ts'
import { joined, type Notices, newNotices } from './notices.ts'
import { Outage } from './outage.ts'
import { readingBy } from './rows.ts'
import { asText, type Sql, sql } from './sql.ts'

export type { DatabaseTimeouts, PoolState } from './db-pool.ts'

/** Runs statements, each in its own transaction or all in the one that provides this object. */
export type Db = {
  /** All rows. A `name` makes the server keep the plan; only for statements whose text never varies. */
  rows<Row>(statement: Sql, name?: string): Promise<Row[]>
  /** The only row; none or several are a bug. */
  one<Row>(statement: Sql, name?: string): Promise<Row>
  /** The row, or null if there is none. */
  maybe<Row>(statement: Sql, name?: string): Promise<Row | null>
  /** The events of this transaction so far; undefined if each statement is its own transaction. */
  happenings?: PendingEvents[]
  /** Whether it is a read-only snapshot. */
  readsOnly?: boolean
  /** Notifies this process that events of a tenant were committed; transactions do so themselves. */
  tell(tenantId: string): void
  /** See {@link rowsOfCompanies}; undefined if that is one statement. */
  ofAll?: RowsOfCompanies
  /** See {@link groupByPlace}; undefined if all companies are in one place, and in a transaction of one company. */
  among?: (companyIds: readonly string[]) => Promise<CompaniesAtPlace[]>
}

/** Companies that are in one place, and the database there. */
export type CompaniesAtPlace = { db: Db | Transactor; companyIds: string[] }

/**
 * Groups companies by place, for a statement that covers several of them. In a distributed database it runs outside of
 * the current transaction.
 */
export const groupByPlace = async (db: Db, companyIds: readonly string[]): Promise<CompaniesAtPlace[]> =>
  db.among ? db.among(companyIds) : [{ db, companyIds: [...companyIds] }]

/** The database where a company is. */
export const databaseAt = async (db: Db, companyId: string): Promise<Db> =>
  (await groupByPlace(db, [companyId]))[0]?.db ?? db

/** Runs work in a transaction where a company is: in the current one, unless the company is in another place. */
export const transactionAt = async <T>(db: Db, companyId: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const there = await databaseAt(db, companyId)
  return isTransactor(there) ? there.transaction(work) : work(there)
}

const isTransactor = (db: Db): db is Transactor => 'transaction' in db

type Isolation = 'read committed' | 'repeatable read, read only'

/** Runs statements and transactions, in the whole database or in that of one company. */
export type Transactor = Db & {
  /** Commits when `work` is done, rolls back when it throws. */
  transaction<T>(work: (db: Transaction) => Promise<T>, isolation?: Isolation): Promise<T>
  /** The same; `first` is sent as text in one message with BEGIN, and `work` gets its rows. */
  transactionFrom<Row, T>(first: First, work: (db: TransactionFrom, rows: Row[]) => Promise<T>): Promise<T>
  /**
   * The same; `check`, which returns no rows, is sent as text in one message with the first statement of `work`. If it
   * fails, nothing after it runs.
   */
  transactionAfter<T>(check: Sql, work: (db: TransactionFrom) => Promise<T>): Promise<T>
  /** For the short look-ups of every request, on separate connections so that they never queue behind other work. */
  lookUps: Db
}

export type Database = Transactor & {
  /**
   * The database of one company: every statement must be about this one. In a distributed database statements go to the
   * machine that has the company; otherwise this is the database itself.
   */
  of(companyId: string): Transactor
  /**
   * Statements of companies with the same lane may be combined into one: in a distributed database, those in the same
   * place.
   */
  laneOf(companyId: string | null): string
  /** Companies with the same machine may be combined by {@link rowsOfCompanies}. */
  machineOf(companyId: string): string
  /** The machine whose connections a company uses; '' if unknown or if there is only one. */
  placeOf(companyId: string): string
  /** Writes to several companies of one machine by {@link rowsOfCompanies}. */
  ofSeveral: Db
  /** Resolves when requests and look-ups would be answered; throws if that takes longer. */
  reach(withinMs: number): Promise<void>
  /** Whether a request has waited for so long that only a restart of this process would help. */
  isStuck(): boolean
  /** Calls a listener for each tenant whose events this process committed. */
  whenTold(listener: (tenantId: string) => void): void
  /** Notifications between processes, on a connection that is opened by the first listener. */
  notices: Notices
  /** Most connections, besides those for look-ups and notices. */
  size: number
  /** The current state of each pool. */
  pools(): PoolState[]
  close(): Promise<void>
}

export type Transaction = Db & {
  happenings: PendingEvents[]
  /** Runs `work`; if it throws, only its changes are rolled back and the transaction continues. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Sends a statement as text in one message with the commit. */
  atEnd(statement: Sql): void
}

/** The first statement of a transaction. `undoable`: later statements can be rolled back without it. */
type First = { statement: Sql; undoable: boolean }

export type TransactionFrom = Transaction & {
  /**
   * Runs `work`; if it throws, everything since an undoable first statement is rolled back, and the transaction
   * continues.
   */
  sinceFirst<T>(work: () => Promise<T>): Promise<T>
  /** The same transaction for statements that write their events themselves: tenants are notified after the commit. */
  leavingOwn: Db
}

/** Opens a pool of connections. Bigints come as bigint, dates as `YYYY-MM-DD` text, numerics as text. */
export const connect = (options: DatabaseOptions): Database => {
  const patience = { ...PATIENCE, ...options.patience }
  // Shared by both pools: if one connection is silent, others last heard from before that probably are too.
  const { spread } = options
  const machines = spread ? spread.connect(options, spread, patience) : null
  const watch = newSilenceWatch(options.connection, patience, machines?.allAnswer)
  machines?.alsoAsk(watch)
  const shared = { watch, ...(machines ? { lacks: machines.lacks } : {}) }
  const open = (size: number, statementMs: number) => openPool(options, patience, { ...shared, size, statementMs })
  const all = open(options.poolSize, STATEMENT_TIMEOUT_MS)
  const few = open(LOOK_UP_CONNECTIONS, LOOK_UP_TIMEOUT_MS)
  const listeners = new Set<(tenantId: string) => void>()
  const tell = (tenantId: string) => {
    for (const listener of listeners) listener(tenantId)
  }
  const ping = async ({ heardAt, waitsForConnection }: Pool, db: Db, withinMs: number) => {
    if (waitsForConnection() > withinMs)
      throw new Outage('connections', `A request has waited ${withinMs} ms for a connection`, { undone: true })
    if (performance.now() - heardAt() > withinMs) await db.one(sql`select 1 as here`)
  }
  const part = (companyId: string): Transactor =>
    spread && machines ? partOf({ spread, machines, tell, lookUps, places }, companyId) : own
  const places = spread ? amongPlaces(spread, part, () => lookUps) : undefined
  const own = wholeOf({ all, few }, tell, places)
  const { lookUps } = own
  const ofAll = spread && machines && spread.rowsOfMachine({ spread, lookUps, poolOf: (at) => machines.at(at).all })
  const notices = noticesOf(options)
  return {
    ...own,
    notices,
    of: part,
    ...(spread?.lanes(spread) ?? ONE_LANE),
    ofSeveral: ofAll ? { ...own, ofAll } : own,
    whenTold: (listener) => void listeners.add(listener),
    // Under load all connections may be in use. Then it is enough that they answer and are passed on to waiting
    // requests.
    reach: (withinMs) => within(withinMs, Promise.all([lookUps.one(sql`select 1 as here`), ping(all, own, withinMs)])),
    isStuck: () => [all, few].some(({ waitsFor }) => waitsFor() > patience.stuckMs),
    size: options.poolSize,
    pools: () => [stateOf('requests', all, options.poolSize), stateOf('look-ups', few, LOOK_UP_CONNECTIONS)],
    async close() {
      watch.stop()
      await Promise.all([notices.close(), all.pool.end(), few.pool.end(), machines?.close()])
    },
  }
}

/** Notices are sent by the machine where the work is done. */
const noticesOf = ({ connection, spread }: DatabaseOptions): Notices => {
  const first = newNotices(connection)
  if (!spread) return first
  return joined(
    first,
    spread.machines.map((machine) => newNotices(onMachine(connection, machine))),
  )
}

const wholeOf = ({ all, few }: Pools, tell: Db['tell'], places: Db['among']): Transactor => {
  const telling = places ? { tell, among: places } : { tell }
  return {
    ...statementsOf((work) => withClient(all, work)),
    ...telling,
    lookUps: { ...statementsOf((work) => withClient(few, work)), ...telling },
    transaction: (work, isolation = 'read committed') => inTransaction(all, work, { isolation, ...telling }),
    transactionFrom: <Row, T>(first: First, work: (db: TransactionFrom, rows: Row[]) => Promise<T>) =>
      inTransaction<T, Row>(all, work, { isolation: 'read committed', first, ...telling }),
    transactionAfter: (check, work) => inTransaction(all, work, { isolation: 'read committed', check, ...telling }),
  }
}

/** Groups companies by their groups of shards. */
const amongPlaces =
  (spread: ShardDistribution, part: (companyId: string) => Transactor, lookUps: () => Db): Db['among'] =>
  async (companyIds) => {
    const parts = new Map<Placement, CompaniesAtPlace>()
    for (const id of companyIds) {
      const placement = await spread.placementOf(id, lookUps())
      const known = parts.get(placement)
      if (known) known.companyIds.push(id)
      else parts.set(placement, { db: part(id), companyIds: [id] })
    }
    return [...parts.values()]
  }

type Spreading = {
  spread: ShardDistribution
  machines: PoolsOfMachines
  tell: Db['tell']
  lookUps: Db
  places: Db['among']
}

/** How long to wait for a company that is being moved, and the pause between two attempts, in milliseconds. */
const MOVE_MS = 5000
const MOVE_PAUSE_MS = 200

/**
 * The database of one company, on the machine that has it. Each single statement is a transaction that keeps the
 * company from being moved.
 */
const partOf = ({ spread, machines, tell, lookUps, places }: Spreading, companyId: string): Transactor => {
  const where = async <T>(work: (placement: Placement) => Promise<T>): Promise<T> => {
    const until = performance.now() + MOVE_MS
    for (;;) {
      const placement = await spread.placementOf(companyId, lookUps)
      try {
        return await work(placement)
      } catch (cause) {
        if (sqlStateOf(cause) !== WRONG_PLACE) throw cause
        if (performance.now() > until)
          throw new Outage('database', `The company ${companyId} is being moved`, { undone: true, cause })
        spread.lookAgain()
        await pause(MOVE_PAUSE_MS)
      }
    }
  }
  const inPlace = <T, Row>(
    which: keyof Pools,
    work: (db: TransactionFrom, rows: Row[]) => Promise<T>,
    begun: Omit<Begun, 'tell' | 'home'>,
  ): Promise<T> =>
    where((placement) =>
      inTransaction<T, Row>(machines.at(placement.machine)[which], work, {
        ...begun,
        tell,
        home: { companyId, placement },
      }),
    )
  const isolation = 'read committed'
  const sayAlone = (which: keyof Pools, query: pg.QueryConfig): Promise<Answer> =>
    where((placement) => {
      const source = machines.at(placement.machine)[which]
      if (placement.isAlone(query.text))
        return withClient(source, (run) => run(placement.query(query), { texts: [placement.hold], isAll: true }))
      const begun = { isolation, tell, home: { companyId, placement } } as const
      return inTransaction<Answer>(source, (db) => db.say(query), begun)
    })
  const alone = (which: keyof Pools) => ({
    ...statementsOf((work) => work((query) => sayAlone(which, query))),
    tell,
    ...(places ? { among: places } : {}),
  })
  return {
    ...alone('all'),
    lookUps: alone('few'),
    transaction: (work, own = isolation) => inPlace('all', work, { isolation: own }),
    transactionFrom: <Row, T>(first: First, work: (db: TransactionFrom, rows: Row[]) => Promise<T>) =>
      inPlace<T, Row>('all', work, { isolation, first }),
    transactionAfter: (check, work) => inPlace('all', work, { isolation, check }),
  }
}

/**
 * Runs a part that may fail without failing the rest. Outside of a transaction, a failed statement rolls itself back.
 */
export const attemptIn = <Result>(db: Db, work: () => Promise<Result>): Promise<Result> =>
  isTransaction(db) ? db.attempt(work) : work()

const isTransaction = (db: Db): db is Transaction => 'attempt' in db

/** The SQLSTATE of a server error; null for other errors. */
export const sqlStateOf = (cause: unknown): string | null =>
  cause instanceof pg.DatabaseError ? (cause.code ?? null) : null

type Begun = Pick<Db, 'tell' | 'among'> & {
  isolation: Isolation
  first?: First
  check?: Sql
  home?: { companyId: string; placement: Placement }
}

type Answer = Pick<pg.QueryResult, 'rows'>
type Say = (query: pg.QueryConfig) => Promise<Answer>
type InTransaction = TransactionFrom & { say: Say }

const inTransaction = async <T, Row = never>(
  source: Pool,
  work: (db: InTransaction, rows: Row[]) => Promise<T>,
  { isolation, first, check, tell, among: places, home }: Begun,
): Promise<T> => {
  const client = await source.during(() => takeConnection(source))
  const run = runOn(source, client)
  const { dressed, textOf, leftBy } = sayingAt(home)
  const held = home ? [home.placement.hold] : []
  let begin: string[] | null = [`begin isolation level ${isolation}`, ...(check ? [...held, textOf(check)] : [])]
  /** The beginning, for the first statement only. */
  const beginning = (): string[] | null => {
    const texts = begin
    begin = null
    return texts
  }
  const command: Command = (text) => {
    const before = beginning()
    return source.during(() => run({ text: [...(before ?? []), text].join('; ') }))
  }
  let lost: Error | undefined
  let mayBeDone = false
  let isOver = false
  const happenings: PendingEvents[] = []
  const told = new Set<string>()
  const last: string[] = []
  // A connection that the server closes emits the error twice.
  client.on('error', noticeLoss)
  function noticeLoss(cause: Error) {
    lost = cause
  }
  try {
    const opening = [...(check ? [] : held), ...(first ? beginningWith(first, textOf) : [])]
    const begun = opening.length > 0 ? await command(opening.join('; ')) : null
    const say = (query: pg.QueryConfig) => {
      if (isOver) throw new Error('A statement was sent after its transaction had ended')
      const before = beginning()
      return source.during(() => run(dressed(query), before && { texts: before, isAll: false }))
    }
    const statements = statementsOf((statement) => statement(say))
    const own: InTransaction = {
      ...statements,
      say,
      happenings,
      readsOnly: isolation === 'repeatable read, read only',
      tell,
      ...(places ? { among: places } : {}),
      attempt: (part) => attempt(command, part, happenings),
      sinceFirst: (part) => orUndone(command, `rollback to savepoint ${AFTER_FIRST}`, part, happenings),
      leavingOwn: { ...statements, tell: (tenantId) => void told.add(tenantId) },
      atEnd: (statement) => void last.push(textOf(statement)),
    }
    const outcome = await work(own, first ? rowsOfFirst<Row>(begun, home ? 2 : 1) : [])
    const [before, end] = atTheEnd(last, happenings, leftBy)
    for (const text of before) await command(text)
    mayBeDone = true
    await command(end)
    for (const tenantId of new Set([...told, ...happenings.map((one) => one.tenantId)])) tell(tenantId)
    return outcome
  } catch (cause) {
    if (isLost(cause) || isFatal(cause)) noticeLoss(cause)
    if (!lost && begin === null) await command('rollback').catch(noticeLoss)
    // Without a commit the server rolls back, even if its answer is lost.
    throw isLost(cause) && !mayBeDone ? new Outage(cause.kind, cause.message, { undone: true, cause }) : cause
  } finally {
    isOver = true
    client.removeListener('error', noticeLoss)
    releaseConnection(client, lost)
  }
}

/** The last statements: events come last, since they lock the counter of their tenant; many go in several messages. */
const atTheEnd = (
  last: readonly string[],
  happenings: readonly PendingEvents[],
  leftBy: (happenings: readonly PendingEvents[]) => Iterable<string>,
): [before: Iterable<string>, end: string] =>
  happenings.length > MAX_EVENTS_A_STATEMENT
    ? [chained(last, leftBy(happenings)), 'commit']
    : [[], [...last, ...leftBy(happenings), 'commit'].join('; ')]

/**
 * How statements are rewritten for the place of a company. If the transaction writes on other machines, they commit
 * together.
 */
const sayingAt = (home: Begun['home']) => {
  if (!home) return { dressed: (query: pg.QueryConfig) => query, textOf: asText, leftBy: eventStatements }
  const { companyId, placement } = home
  let isElsewhere = false
  const notice = (text: string) => {
    if (placement.writesElsewhere(text)) isElsewhere = true
  }
  return {
    dressed(query: pg.QueryConfig): pg.QueryConfig {
      notice(query.text)
      return placement.query(query)
    },
    textOf(statement: Sql): string {
      notice(statement.text)
      return placement.text(asText(statement))
    },
    *leftBy(happenings: readonly PendingEvents[]): Generator<string, void, void> {
      const hasOthers = isElsewhere || happenings.some(({ tenantId }) => tenantId !== companyId)
      if (hasOthers) yield commitTogether(companyId)
      yield* placement.leaving(companyId, happenings)
    },
  }
}

type Command = (text: string) => Promise<unknown>

/** One after the other, each made when its turn comes. */
function* chained(...lists: readonly Iterable<string>[]): Generator<string, void, void> {
  for (const list of lists) yield* list
}

const AFTER_FIRST = 'after_first'

/** The savepoint comes after the first statement, whose locks are therefore kept when the rest is rolled back. */
const beginningWith = ({ statement, undoable }: First, textOf: (statement: Sql) => string): string[] => [
  textOf(statement),
  ...(undoable ? [`savepoint ${AFTER_FIRST}`] : []),
]

/** The rows of the first statement, from the results of its message; the statements before it return none. */
const rowsOfFirst = <Row>(results: unknown, before: number): Row[] =>
  (results as pg.QueryResult[])[before]?.rows as Row[]

const attempt = async <T>(command: Command, part: () => Promise<T>, happenings: PendingEvents[]): Promise<T> => {
  await command('savepoint attempt')
  const result = await orUndone(command, 'rollback to savepoint attempt; release savepoint attempt', part, happenings)
  await command('release savepoint attempt')
  return result
}

/** Events of a part that was rolled back are dropped. */
const orUndone = async <T>(
  command: Command,
  undo: string,
  part: () => Promise<T>,
  happenings: PendingEvents[],
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

const statementsOf = (on: <T>(work: (say: Say) => Promise<T>) => Promise<T>): Omit<Db, 'tell'> => {
  const rows = async <Row>(statement: Sql, name?: string): Promise<Row[]> => {
    const query = name === undefined ? {} : { name }
    const result = await on((say) => say({ ...query, text: statement.text, values: statement.values }))
    return result.rows as Row[]
  }
  return readingBy(rows)
}

/** Waits for an answer; an outage if it takes longer. */
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
