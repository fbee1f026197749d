// The database as verbs see it: statements with bound parameters, and transactions.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Pools, type PoolsOfMachines, poolsOfMachines } from '#platform/db-machines'
import {
  type DatabaseOptions,
  giveBack,
  isFatal,
  isLost,
  LOOK_UP_CONNECTIONS,
  LOOK_UP_TIMEOUT_MS,
  openPool,
  PATIENCE,
  type Pool,
  type PoolState,
  runOn,
  STATEMENT_TIMEOUT_MS,
  stateOf,
  take,
  withClient,
} from '#platform/db-pool'
import { newSilenceWatch } from '#platform/db-silence'
import { type Happening, LEFT_TOGETHER, leaving } from '#platform/event'
import { joined, type Notices, newNotices } from '#platform/notices'
import { Outage } from '#platform/outage'
import { lanesOf, type RowsOfAll, rowsOfMachine } from '#platform/several'
import { commitTogether, type Dress, onMachine, type Spread, WRONG_PLACE } from '#platform/shards'
import { type Sql, sql } from '#platform/sql'
import { asText } from '#platform/sql-text'

export type { Patience, PoolState } from '#platform/db-pool'

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
  /** See {@link rowsOfAll}; undefined where it is one statement. */
  ofAll?: RowsOfAll
  /** See {@link among}; undefined where all companies are in one place, and in a transaction about one of them. */
  among?: (companyIds: readonly string[]) => Promise<Part[]>
}

/** Companies that are in one place, and the database there. */
export type Part = { db: Db | Transactor; companyIds: string[] }

/**
 * Several companies by where they are, for what is asked of each of them in one statement. Of a spread database it is
 * asked apart from a transaction that is under way.
 */
export const among = async (db: Db, companyIds: readonly string[]): Promise<Part[]> =>
  db.among ? db.among(companyIds) : [{ db, companyIds: [...companyIds] }]

/** The database where a company is. */
export const at = async (db: Db, companyId: string): Promise<Db> => (await among(db, [companyId]))[0]?.db ?? db

/** Runs work in a transaction where a company is: in that which is under way, unless it is in another place. */
export const transactionAt = async <T>(db: Db, companyId: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const there = await at(db, companyId)
  return isTransactor(there) ? there.transaction(work) : work(there)
}

const isTransactor = (db: Db): db is Transactor => 'transaction' in db

export type Isolation = 'read committed' | 'repeatable read, read only'

/** What runs statements and transactions: the whole database, or what it keeps of one company. */
export type Transactor = Db & {
  /** Commits when `work` is done, rolls back when it throws. */
  transaction<T>(work: (db: Transaction) => Promise<T>, isolation?: Isolation): Promise<T>
  /** The same; `first` goes in one message with its beginning, as text, and `work` has its rows. */
  transactionFrom<Row, T>(first: First, work: (db: TransactionFrom, rows: Row[]) => Promise<T>): Promise<T>
  /**
   * The same; `check`, which has no rows, goes as text in one message with the first statement of `work`. What comes
   * after it is never done where it throws.
   */
  transactionAfter<T>(check: Sql, work: (db: TransactionFrom) => Promise<T>): Promise<T>
  /** For the short look-ups of every request: on connections of their own, so that they wait for nothing else. */
  lookUps: Db
}

export type Database = Transactor & {
  /**
   * What the database keeps of one company: every statement is about this one. Where the database is spread over
   * machines, they are said to the one that has the company; otherwise it is the database itself.
   */
  of(companyId: string): Transactor
  /** What may go in one statement with what is asked of a company: of a spread database what is in its place. */
  laneOf(companyId: string | null): string
  /** What may go with it by {@link rowsOfAll}: of a spread database what is on the same machine. */
  machineOf(companyId: string): string
  /** Which machine's connections it takes, as far as is known: '' where it is not, or there are no others. */
  placeOf(companyId: string): string
  /** Where several companies of one machine are written to by {@link rowsOfAll}. */
  ofSeveral: Db
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

/** Opens a pool of connections. Bigints come as bigint, dates as `YYYY-MM-DD` text, numerics as text. */
export const connect = (options: DatabaseOptions): Database => {
  const patience = { ...PATIENCE, ...options.patience }
  // One for both: where one connection has fallen silent, others that were heard of before that probably have too.
  const { spread } = options
  const machines = spread ? poolsOfMachines(options, spread, patience) : null
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
  const ofAll = spread && machines && rowsOfMachine({ spread, lookUps, poolOf: (at) => machines.at(at).all })
  const notices = noticesOf(options)
  return {
    ...own,
    notices,
    of: part,
    ...lanesOf(spread),
    ofSeveral: ofAll ? { ...own, ofAll } : own,
    whenTold: (listener) => void listeners.add(listener),
    // Under load connections may all be in use: then it counts that they are used, answer, and come to those who wait.
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

/** Whoever works on a machine tells there. */
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

/** Companies by their groups of shards. */
const amongPlaces =
  (spread: Spread, part: (companyId: string) => Transactor, lookUps: () => Db): Db['among'] =>
  async (companyIds) => {
    const parts = new Map<Dress, Part>()
    for (const id of companyIds) {
      const dress = await spread.dressOf(id, lookUps())
      const known = parts.get(dress)
      if (known) known.companyIds.push(id)
      else parts.set(dress, { db: part(id), companyIds: [id] })
    }
    return [...parts.values()]
  }

type Spreading = {
  spread: Spread
  machines: PoolsOfMachines
  tell: Db['tell']
  lookUps: Db
  places: Db['among']
}

/** How long is waited for a company that is being moved, and between two looks, in milliseconds. */
const MOVE_MS = 5000
const MOVE_PAUSE_MS = 200

/** What one company has, on the machine that has it: each statement by itself is a transaction that holds it there. */
const partOf = ({ spread, machines, tell, lookUps, places }: Spreading, companyId: string): Transactor => {
  const where = async <T>(work: (dress: Dress) => Promise<T>): Promise<T> => {
    const until = performance.now() + MOVE_MS
    for (;;) {
      const dress = await spread.dressOf(companyId, lookUps)
      try {
        return await work(dress)
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
    where((dress) =>
      inTransaction<T, Row>(machines.at(dress.machine)[which], work, { ...begun, tell, home: { companyId, dress } }),
    )
  const isolation = 'read committed'
  const sayAlone = (which: keyof Pools, query: pg.QueryConfig): Promise<Answer> =>
    where((dress) => {
      const source = machines.at(dress.machine)[which]
      if (dress.isAlone(query.text))
        return withClient(source, (run) => run(dress.query(query), { texts: [dress.hold], isAll: true }))
      const begun = { isolation, tell, home: { companyId, dress } } as const
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

/** Runs a part that may fail without ending the rest. Outside of a transaction a statement that fails undoes itself. */
export const attemptIn = <Result>(db: Db, work: () => Promise<Result>): Promise<Result> =>
  isTransaction(db) ? db.attempt(work) : work()

const isTransaction = (db: Db): db is Transaction => 'attempt' in db

/** The SQLSTATE that the server refused a statement with; null of other errors. */
export const sqlStateOf = (cause: unknown): string | null =>
  cause instanceof pg.DatabaseError ? (cause.code ?? null) : null

type Begun = Pick<Db, 'tell' | 'among'> & {
  isolation: Isolation
  first?: First
  check?: Sql
  home?: { companyId: string; dress: Dress }
}

type Answer = Pick<pg.QueryResult, 'rows'>
type Say = (query: pg.QueryConfig) => Promise<Answer>
type InTransaction = TransactionFrom & { say: Say }

const inTransaction = async <T, Row = never>(
  source: Pool,
  work: (db: InTransaction, rows: Row[]) => Promise<T>,
  { isolation, first, check, tell, among: places, home }: Begun,
): Promise<T> => {
  const client = await source.during(() => take(source))
  const run = runOn(source, client)
  const { dressed, textOf, leftBy } = sayingAt(home)
  const held = home ? [home.dress.hold] : []
  let begin: string[] | null = [`begin isolation level ${isolation}`, ...(check ? [...held, textOf(check)] : [])]
  /** What begins the transaction, for whoever says something first. */
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
  const happenings: Happening[] = []
  const told = new Set<string>()
  const last: string[] = []
  // A connection that is closed by the server tells of it twice.
  client.on('error', noticeLoss)
  function noticeLoss(cause: Error) {
    lost = cause
  }
  try {
    const opening = [...(check ? [] : held), ...(first ? beginningWith(first, textOf) : [])]
    const begun = opening.length > 0 ? await command(opening.join('; ')) : null
    const say = (query: pg.QueryConfig) => {
      if (isOver) throw new Error('A statement came after the end of its transaction')
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
    // The events at the very end: they hold the counter of their tenant. Very many are said one message after the other.
    const isMany = happenings.length > LEFT_TOGETHER
    if (isMany) for (const text of chained(last, leftBy(happenings))) await command(text)
    mayBeDone = true
    await command(isMany ? 'commit' : [...last, ...leftBy(happenings), 'commit'].join('; '))
    for (const { tenantId } of happenings) told.add(tenantId)
    for (const tenantId of told) tell(tenantId)
    return outcome
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

/** How a transaction speaks where it is said; what one of a company writes on other machines is committed with it. */
const sayingAt = (home: Begun['home']) => {
  if (!home) return { dressed: (query: pg.QueryConfig) => query, textOf: asText, leftBy: leaving }
  const { companyId, dress } = home
  let isElsewhere = false
  const notice = (text: string) => {
    if (dress.writesElsewhere(text)) isElsewhere = true
  }
  return {
    dressed(query: pg.QueryConfig): pg.QueryConfig {
      notice(query.text)
      return dress.query(query)
    },
    textOf(statement: Sql): string {
      notice(statement.text)
      return dress.text(asText(statement))
    },
    *leftBy(happenings: readonly Happening[]): Generator<string, void, void> {
      const hasOthers = isElsewhere || happenings.some(({ tenantId }) => tenantId !== companyId)
      if (hasOthers) yield commitTogether(companyId)
      yield* dress.leaving(companyId, happenings)
    },
  }
}

type Command = (text: string) => Promise<unknown>

/** One after the other, each made when its turn comes. */
function* chained(...lists: readonly Iterable<string>[]): Generator<string, void, void> {
  for (const list of lists) yield* list
}

const AFTER_FIRST = 'after_first'

/** What the first statement locks stays locked when what comes after it is undone: the savepoint is behind it. */
const beginningWith = ({ statement, undoable }: First, textOf: (statement: Sql) => string): string[] => [
  textOf(statement),
  ...(undoable ? [`savepoint ${AFTER_FIRST}`] : []),
]

/** The rows of the first statement, from the results of the message that began with it: what comes before has none. */
const rowsOfFirst = <Row>(results: unknown, before: number): Row[] =>
  (results as pg.QueryResult[])[before]?.rows as Row[]

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

const statementsOf = (on: <T>(work: (say: Say) => Promise<T>) => Promise<T>): Omit<Db, 'tell'> => {
  const rows = async <Row>(statement: Sql, name?: string): Promise<Row[]> => {
    const query = name === undefined ? {} : { name }
    const result = await on((say) => say({ ...query, text: statement.text, values: statement.values }))
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
