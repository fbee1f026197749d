// The database as verbs see it: statements with bound parameters, transactions, and the events that these leave.
import pg from 'pg'
import type { Actor } from './actor.ts'
import type { PoolState } from './db-pool.ts'
import type { Notices } from './notices.ts'
import type { Sql } from './sql.ts'

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
  /** Tenants whose events this transaction has written already, since it removes them. */
  ended?: string[]
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

export type Isolation = 'read committed' | 'repeatable read, read only'

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
  /**
   * Runs all that the commit would run: the statements for the end, the events, and constraints that are checked late.
   * For a transaction that is rolled back afterwards: a commit would run the statements again.
   */
  settle(): Promise<void>
}

/** The first statement of a transaction. `undoable`: later statements can be rolled back without it. */
export type First = { statement: Sql; undoable: boolean }

export type TransactionFrom = Transaction & {
  /**
   * Runs `work`; if it throws, everything since an undoable first statement is rolled back, and the transaction
   * continues.
   */
  sinceFirst<T>(work: () => Promise<T>): Promise<T>
  /** The same transaction for statements that write their events themselves: tenants are notified after the commit. */
  leavingOwn: Db
}

/**
 * What an event is about. `of` is the id of the parent, such as the invoice of a payment. `ownerId` is the program that
 * created it, if other programs do not see it; otherwise null.
 */
export type About = { id: string | number; of?: string; ownerId?: string | null } | null

/**
 * What many events of one kind are about, one each, by numbers of the tenant's own, first and last included. `by` is
 * the database function that writes them: it gets the tenant and both numbers.
 */
export type Numbered = { by: string; first: bigint; last: bigint }

/** One or many events to be written at commit. */
export type PendingEvents = Single | Span

export type Span = Numbered & { tenantId: string }

export type Single = {
  tenantId: string
  companyId: string | null
  agencyId: string | null
  kind: string
  about: About
  at: Date
  actor: Actor
  from: string | null
  /** What the processing history (behandlingshistorik) keeps of it; null if the resource itself contains everything. */
  detail: Readonly<Record<string, unknown>> | null
}

/** The input for one company, as the database reads it. */
export type CompanyInput = { company_id: string }

/** A statement whose only parameter is the pieces as JSON; `columns` lists its result columns with types. */
export type BatchStatement<Own extends CompanyInput> = {
  pieces: readonly Own[]
  statement: (json: string) => Sql
  columns: string
  name: string
}

export type RowsOfCompanies = <Row>(asked: BatchStatement<CompanyInput>) => Promise<Row[]>

/**
 * The rows of a statement over pieces of several companies, as one transaction. In a distributed database, each group
 * runs the statement on its own pieces; a group that is elsewhere, or is being moved, is skipped and returns no rows.
 */
export const rowsOfCompanies = <Row, Own extends CompanyInput>(db: Db, asked: BatchStatement<Own>): Promise<Row[]> =>
  db.ofAll
    ? db.ofAll<Row>(asked as BatchStatement<CompanyInput>)
    : db.rows<Row>(asked.statement(JSON.stringify(asked.pieces)), asked.name)

/**
 * Runs a part that may fail without failing the rest. Outside of a transaction, a failed statement rolls itself back.
 */
export const attemptIn = <Result>(db: Db, work: () => Promise<Result>): Promise<Result> =>
  isTransaction(db) ? db.attempt(work) : work()

const isTransaction = (db: Db): db is Transaction => 'attempt' in db

/** The SQLSTATE of a server error; null for other errors. */
export const sqlStateOf = (cause: unknown): string | null =>
  cause instanceof pg.DatabaseError ? (cause.code ?? null) : null

/** What reads any number of rows also reads one, and one at most. */
export const readingBy = (rows: Db['rows']): Omit<Db, 'tell'> => {
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
