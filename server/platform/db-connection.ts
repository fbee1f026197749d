// Connects to the database: pools, transactions, and the places of companies.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import {
  type CompaniesAtPlace,
  type Database,
  type Db,
  type First,
  type Isolation,
  type PendingEvents,
  readingBy,
  sqlStateOf,
  type TransactionFrom,
  type Transactor,
} from './db.ts'
import {
  type DatabaseOptions,
  isFatal,
  isLost,
  LOOK_UP_CONNECTIONS,
  LOOK_UP_TIMEOUT_MS,
  openPool,
  PATIENCE,
  type Pool,
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
  type ShardDistribution,
  WRONG_PLACE,
} from './distributed-database.ts'
import { eventStatements, MAX_EVENTS_A_STATEMENT } from './event.ts'
import { joined, type Notices, newNotices } from './notices.ts'
import { Outage } from './outage.ts'
import { asText, type Sql, sql } from './sql.ts'

/** `spread`: how the database is distributed over machines; absent if one machine has everything. */
type ConnectOptions = DatabaseOptions & { spread?: ShardDistribution | null | undefined }

/** Opens a pool of connections. Bigints come as bigint, dates as `YYYY-MM-DD` text, numerics as text. */
export const connect = (options: ConnectOptions): Database => {
  const patience = { ...PATIENCE, ...options.patience }
  // Shared by both pools: if one connection is silent, others last heard from before that probably are too.
  const { spread } = options
  const machines = spread ? spread.connect(options, spread, patience) : null
  const watch = newSilenceWatch(options.connection, patience, machines?.allAnswer)
  machines?.alsoAsk(watch)
  const shared = { watch, isSpread: Boolean(spread), ...(machines ? { lacks: machines.lacks } : {}) }
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
const noticesOf = ({ connection, spread }: ConnectOptions): Notices => {
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
      ended: [],
      readsOnly: isolation === 'repeatable read, read only',
      tell,
      ...(places ? { among: places } : {}),
      attempt: (part) => attempt(command, part, happenings),
      sinceFirst: (part) => orUndone(command, `rollback to savepoint ${AFTER_FIRST}`, part, happenings),
      leavingOwn: { ...statements, tell: (tenantId) => void told.add(tenantId) },
      atEnd: (statement) => void last.push(textOf(statement)),
      async settle() {
        for (const text of chained(last, leftBy(happenings), [CHECK_NOW])) await command(text)
      },
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

/** Checks the constraints that would be checked at the commit. */
const CHECK_NOW = 'set constraints all immediate'

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
