// The database of tests as its owner, which statements reach where their rows are: on a server of one machine that is
// the database itself. Where it is spread over machines, what is said of one company goes to the machine that has it,
// what changes rows without saying whose they are goes to each group of shards, and the rest is asked of them all.
import { Client, DatabaseError, type QueryResult } from 'pg'
import type { Database } from '#platform/db'
import { onMachine, type Placement, type ShardDistribution } from '#platform/distributed-database'
import { type Sql, sql } from '#platform/sql'
import { connectAt, homeOf } from '#support/servers/spread'

/** A row for each statement that waits for a lock in this database: on a server of many, others wait for their own. */
export const LOCK_WAITS = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** The database whose statements go where their companies are. */
export const byCompany = (database: Database, spread: ShardDistribution | null, url: string): Database => {
  if (!spread) return database
  const rows = async <Row>(statement: Sql, name?: string): Promise<Row[]> => {
    if (OF_MACHINES.test(statement.text)) return ofEachMachine<Row>(statement, url, spread)
    const whole = { database, spread }
    const ofEach = async (homes: ReadonlyMap<string, Placement>) => {
      const found: Row[] = []
      for (const id of homes.keys()) found.push(...(await database.of(id).rows<Row>(statement, name)))
      return found
    }
    const homes = await homesOf(statement, whole)
    if (homes.size > 0) return ofEach(homes)
    const asked = database.rows<Row>(statement, name)
    return orOfEach(asked, async () => ofEach(await dressesOf(await companiesOf(whole), whole)))
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
  return { ...database, rows, maybe, one }
}

/** What each machine answers, the first one too, whether or not it has a company. */
const ofEachMachine = async <Row>(
  { text, values }: Sql,
  url: string,
  { machines }: ShardDistribution,
): Promise<Row[]> => {
  const connection = { connectionString: url }
  const found: Row[] = []
  for (const each of [connection, ...machines.map((machine) => onMachine(connection, machine))]) {
    const client = new Client(each)
    // It may be asked to end them all.
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<Row & object>(text, [...values])
    found.push(...rows)
    await client.end().catch(() => {})
  }
  return found
}

type Said = { text: string; values: readonly unknown[] }
type Whole = { database: Database; spread: ShardDistribution }

const CHANGES = /\b(insert into|update|delete from|truncate|alter table|lock table)\b/i
/** What each machine says of itself. */
const OF_MACHINES = /\bpg_(stat_activity|terminate_backend)\b/
/** How many companies a test looks for at once. */
const MOST_COMPANIES = 5000

/** Where something is said: a company of each group of shards that it concerns. None: the whole database is asked. */
const homesOf = async (said: Said, whole: Whole): Promise<Map<string, Placement>> => {
  const { text } = said
  const companies = await companiesOf(whole)
  if (OF_MACHINES.test(text)) return dressesOf(companies, whole, ({ machine }) => `${machine.host}:${machine.port}`)
  const all = `${text} ${JSON.stringify(said.values, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`
  const named = companies.filter((id) => all.includes(id))
  const asked = named.length === 1 ? named : CHANGES.test(text) ? companies : []
  const homes = await dressesOf(asked, whole)
  for (const [id, dress] of homes) if (dress.text(text) === text) homes.delete(id)
  return homes
}

const companiesOf = async ({ database }: Whole): Promise<string[]> => {
  const rows = await database.rows<{ id: string }>(sql`select id from identity.company limit ${MOST_COMPANIES}`)
  return rows.map(({ id }) => id)
}

/** One company of each group of shards, or of each machine. */
const dressesOf = async (
  companies: readonly string[],
  { database, spread }: Whole,
  placeOf: (dress: Placement) => unknown = (dress) => dress,
): Promise<Map<string, Placement>> => {
  const found = new Map<string, Placement>()
  const places = new Set<unknown>()
  for (const id of companies) {
    const dress = await spread.placementOf(id, database.lookUps)
    if (!places.has(placeOf(dress))) found.set(id, dress)
    places.add(placeOf(dress))
  }
  return found
}

/** What the planner of the cluster refuses is asked of each group. */
const NOT_SUPPORTED = '0A000'

const orOfEach = async <T>(asked: Promise<T>, ofEach: () => Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (cause) {
    if (cause instanceof DatabaseError && cause.code === NOT_SUPPORTED) return ofEach()
    throw cause
  }
}

type Reached = { databaseUrl: string; database: Database; spread: ShardDistribution | null }

/** A connection of a test's own, whose statements go where their companies are; the caller ends it. */
export const connectByCompany = async ({ databaseUrl, database, spread }: Reached): Promise<Client> => {
  const first = new Client({ connectionString: databaseUrl })
  first.on('error', () => {})
  await first.connect()
  return spread ? spreadClient(first, databaseUrl, { database, spread }) : first
}

/** The same for a single company, for callers that name none; nothing sent there goes elsewhere. */
export const connectWhere = async (reached: Reached, companyId: string): Promise<Client> => {
  const home = reached.spread && (await homeOf(reached.databaseUrl, companyId, reached.database.lookUps))
  return home ? connectAt(home) : connectByCompany(reached)
}

/** Says statements on the first machine, as its owner: what they make anew is spread from there. */
export const runOnFirstMachine = async (
  { databaseUrl }: Pick<Reached, 'databaseUrl'>,
  statements: Sql[],
): Promise<void> => {
  const first = new Client({ connectionString: databaseUrl })
  await first.connect()
  try {
    for (const { text, values } of statements) await first.query(text, [...values])
  } finally {
    await first.end()
  }
}

/** What is said of the session, and of its transaction, holds on every machine. */
const OF_SESSION = /^\s*(begin|commit|rollback|savepoint|release|set|reset)\b[^;]*;?\s*$/i

type Say = (text: string, values?: unknown[]) => Promise<QueryResult>

const spreadClient = async (first: Client, databaseUrl: string, whole: Whole): Promise<Client> => {
  const connections = new Map<string, Client>()
  const spoken: string[] = []
  const onFirst = first.query.bind(first) as Say
  const ended = first.end.bind(first) as () => Promise<void>
  /** On a machine that is asked for the first time, all that was said of the session is said before. */
  const sayAt = async (dress: Placement): Promise<Say> => {
    const place = `${dress.machine.host}:${dress.machine.port}`
    const url = new URL(databaseUrl)
    url.host = place
    const known = connections.get(place) ?? (await connectAt({ url: url.href, dress: asItIs(dress) }))
    if (!connections.has(place)) for (const text of spoken) await known.query(text)
    connections.set(place, known)
    return known.query.bind(known) as Say
  }
  const sayOnFirst: Say = (text, values = []) => (values.length > 0 ? onFirst(text, values) : onFirst(text))
  const sayToEach = async (homes: Iterable<Placement>, text: string, values: unknown[]): Promise<QueryResult> => {
    const results: QueryResult[] = []
    for (const dress of homes) {
      const say = await sayAt(dress)
      results.push(await (values.length > 0 ? say(dress.text(text), values) : say(dress.text(text))))
    }
    const [one] = results
    if (!one || results.length === 1) return one ?? sayOnFirst(text, values)
    const rowCount = results.reduce((sum, result) => sum + (result.rowCount ?? 0), 0)
    return { ...one, rowCount, rows: results.flatMap((result) => result.rows) }
  }
  const query: Say = async (text, values = []) => {
    if (OF_SESSION.test(text)) {
      spoken.push(text)
      for (const one of connections.values()) await one.query(text)
      return onFirst(text)
    }
    const homes = await homesOf({ text, values }, whole)
    if (homes.size > 0) return sayToEach(homes.values(), text, values)
    const toAll = async () => (await dressesOf(await companiesOf(whole), whole)).values()
    return orOfEach(sayOnFirst(text, values), async () => sayToEach(await toAll(), text, values))
  }
  const end = async () => {
    for (const one of connections.values()) await one.end()
    await ended()
  }
  return Object.assign(first, { query, end })
}

/** A connection serves all groups of its machine: what goes over it has been dressed before. */
const asItIs = (dress: Placement): Placement => ({ ...dress, text: (text) => text })
