// Distributes an existing database over the machines of its cluster. This is one transaction, in which every row is
// compared with what it was before. A program killed before the commit leaves the database unchanged; one killed after
// it leaves distributed books, whose functions and triggers the next program to start creates.
import { Client, type ClientConfig } from 'pg'
import { hasMachines, isDistributed, type PlacedTable } from '#cluster/distribution'
import { distributeDatabase } from '#cluster/distribution-start'
import { readFunctions } from '#platform/functions'
import { reasonOf, StartupError } from '#platform/startup-error'
import { diskSpaceNeeded } from './disk-space.rules.ts'
import type { Grantee } from './grants.ts'
import { holdSchema, migrate, type SchemaFolders } from './migrate.ts'

/** A company's row count in all tables of companies, and the sums that the caller selects. */
type Owned = { id: string; rows: bigint; sums: string }

export type Distributed = { tables: number; rows: bigint; machines: number; companies: Owned[] }

type Distributing = {
  folders: Required<SchemaFolders>
  grantee?: Grantee | undefined
  report: (sentence: string) => void
  /** A query that returns `id` and `sums`, a text, for every company. */
  sums: string
}

/** The application_name of these connections. */
const NAME = 'grundbok distribute'
/** Timeout for connecting to a machine, in milliseconds. */
const CONNECTION_MS = 30_000
/** Timeout for locking the tables, in milliseconds. */
const LOCK_MS = 10_000
const MIB = 1024 * 1024

/**
 * Distributes a database with its contents; null if it is distributed already.
 * @throws {StartupError} if it fails; then the database is unchanged
 */
export const distribute = async (connection: ClientConfig, order: Distributing): Promise<Distributed | null> => {
  const { folders, grantee, report } = order
  await reached(connection, async (client) => {
    await refuseWithoutMachines(client)
    if (!(await isDistributed(client))) await refuseOthers(client)
  })
  await migrate(connection, folders, grantee)
  return reached(connection, async (client) => {
    report('The database is locked against other changes.')
    await holdSchema(client)
    if (await isDistributed(client)) return null
    const { around, distributed } = moving(client, order)
    try {
      await distributeDatabase(client, connection, readFunctions(folders.functions), around)
    } catch (cause) {
      throw await failureOf(client, cause)
    }
    return distributed()
  })
}

const failureOf = async (client: Client, cause: unknown): Promise<StartupError> => {
  const is = await isDistributed(client).then(
    (spread) => (spread ? 'spread' : 'as it was'),
    () => 'unknown',
  )
  if (is === 'as it was' && cause instanceof StartupError) return cause
  const reason = reasonOf(cause)
  const sentences: Record<string, string> = {
    'as it was': `The database was not spread, and is as it was (${reason}).`,
    spread: `The books are on the machines, but not yet all of what they need there (${reason}): run this again.`,
    unknown: `The database was lost on the way (${reason}): run this again, which says how it stands.`,
  }
  return new StartupError(sentences[is] ?? reason, { cause })
}

/** Whether the first machine still has the old copies of rows that were moved. */
export const hasMovedRows = (connection: ClientConfig): Promise<boolean> =>
  reached(connection, async (client) => (await client.query(MOVED)).rows.length > 0)

/** Removes the old copies from the first machine; returns the number of tables. */
export const removeMovedRows = (connection: ClientConfig): Promise<number> =>
  reached(connection, async (client) => {
    await holdSchema(client)
    const { rows } = await client.query<{ name: string }>(MOVED)
    // Tables that reference it are truncated as well; they have been moved too.
    for (const { name } of rows) {
      const { rows: still } = await client.query('select where pg_relation_size($1::regclass) > 0', [name])
      if (still.length > 0) await client.query('select truncate_local_data_after_distributing_table($1)', [name])
    }
    return rows.length
  })

const MOVED = `
  select logicalrelid::regclass::text as name from pg_dist_partition
  where (partmethod = 'h' or repmodel = 't') and pg_relation_size(logicalrelid) > 0 order by 1`

const reached = async <T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionTimeoutMillis: CONNECTION_MS, ...connection, application_name: NAME })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (cause) {
    throw new StartupError(`The database cannot be reached (${reasonOf(cause)}).`, { cause })
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const refuseWithoutMachines = async (client: Client): Promise<void> => {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rows.length === 0) {
    throw new StartupError(
      'The database has no extension citus: bring it into one that has, with its machines, as docs/guides/scale.md says.',
    )
  }
  if (!(await hasMachines(client))) {
    throw new StartupError(
      'The database knows no other machines: add each of them with "select citus_add_node(\'HOST\', PORT)" first.',
    )
  }
}

/**
 * Sessions that wait to migrate have done nothing yet and will see that the database is distributed. The session of an
 * earlier run that was killed remains until the server notices; concurrent runs wait for each other.
 */
const OTHERS = `
  select coalesce(nullif(application_name, ''), 'without a name') as name, count(*)::int as count,
    min(pid) as pid
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and application_name not like 'citus%' and application_name <> '${NAME}'
    and (wait_event_type, wait_event) is distinct from ('Lock', 'advisory')
  group by 1 order by 1`

/** Connected programs assume a database on a single machine and would bypass the triggers of shards. */
const refuseOthers = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string; count: number; pid: number }>(OTHERS)
  if (rows.length === 0) return
  const named = rows.map(({ name, count, pid }) => `${name} (${count}, such as pid ${pid})`).join(', ')
  throw new StartupError(
    `The database is in use by ${named}: stop the service on every machine, disconnect other clients, ` +
      'and run this again.',
  )
}

/** A table's row count and digest, independent of order; per company in tables of companies. */
type Seen = { owner: string; rows: bigint; digest: string }

const moving = (client: Client, { report, sums }: Distributing) => {
  const before = new Map<string, Seen[]>()
  let result: Distributed | null = null
  let done = 0
  const around = {
    async before(tables: readonly PlacedTable[]) {
      await refuseOthers(client)
      await client.query(`set local lock_timeout = ${LOCK_MS}`)
      await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`)
      await client.query('set local lock_timeout = 0')
      await client.query(SAME_TEXTS)
      for (const table of tables) before.set(table.name, await seen(client, table))
      before.set(SUMS, await seenSums(client, sums))
      await refuseFullDisk(client, tables, before)
      const all = [...before.values()].flat()
      report(`Moving ${tables.length} tables with ${sumOf(all)} rows.`)
    },
    moved({ name, kind }: PlacedTable) {
      done += 1
      const rows = sumOf(before.get(name) ?? [])
      report(`${done} of ${before.size - 1} tables: ${name}, ${rows} rows, ${WHERE[kind]}`)
    },
    async after(tables: readonly PlacedTable[]) {
      report('Comparing every row with what it was before.')
      for (const table of tables) refuseOtherRows(table.name, before.get(table.name) ?? [], await seen(client, table))
      refuseOtherRows('the sums of the books', before.get(SUMS) ?? [], await seenSums(client, sums))
      await refuseOthers(client)
      result = {
        tables: tables.length,
        rows: sumOf(tables.flatMap(({ name }) => before.get(name) ?? [])),
        machines: (await client.query(MACHINES)).rows.length,
        companies: ownedOf(tables, before),
      }
    },
  }
  return {
    around: {
      ...around,
      over: () => report('The books are moved. Creating functions and triggers on the machines.'),
    },
    distributed(): Distributed {
      if (!result) throw new Error('The move ended without a comparison')
      return result
    },
  }
}

const WHERE = { company: 'by company', everywhere: 'on every machine', first: 'on the first machine' } as const
/** The key of the sums among the tables; no table has an empty name. */
const SUMS = ''

const MACHINES = `select from pg_dist_node where noderole = 'primary' and shouldhaveshards`

/** Rows are compared as text, so all machines must format values alike. */
const SAME_TEXTS = `
  set local citus.propagate_set_commands = 'local';
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`

const seen = async (client: Client, { name, column }: PlacedTable): Promise<Seen[]> => {
  const owner = column === null ? `''` : `t.${column}::text`
  const { rows } = await client.query<{ owner: string; rows: string; digest: string }>(`
    select ${owner} as owner, count(*)::text as rows, sum(hashtextextended(t::text, 0)::numeric)::text as digest
    from ${name} t group by 1`)
  return rows.map((row) => ({ ...row, rows: BigInt(row.rows) }))
}

const seenSums = async (client: Client, sums: string): Promise<Seen[]> => {
  const { rows } = await client.query<{ id: string; sums: string }>(sums)
  return rows.map(({ id, sums: digest }) => ({ owner: id, rows: 0n, digest }))
}

const sumOf = (all: readonly Seen[]): bigint => all.reduce((sum, { rows }) => sum + rows, 0n)

const refuseOtherRows = (what: string, before: readonly Seen[], after: readonly Seen[]): void => {
  const now = new Map(after.map((one) => [one.owner, one]))
  const other = before.find(({ owner, rows, digest }) => {
    const found = now.get(owner)
    return found?.rows !== rows || found.digest !== digest
  })
  if (!other && before.length === after.length) return
  const whose = other?.owner ? ` of ${other.owner}` : ''
  throw new StartupError(`${what}${whose}: the rows are not the same after the move. Nothing was changed.`)
}

const ownedOf = (tables: readonly PlacedTable[], before: ReadonlyMap<string, Seen[]>): Owned[] => {
  const rows = new Map<string, bigint>()
  for (const { name } of tables)
    for (const one of before.get(name) ?? []) rows.set(one.owner, (rows.get(one.owner) ?? 0n) + one.rows)
  return (before.get(SUMS) ?? []).map(({ owner: id, digest: sums }) => ({ id, sums, rows: rows.get(id) ?? 0n }))
}

/** Compares the free space of each machine, including the first, with the size of the tables. */
const refuseFullDisk = async (
  client: Client,
  tables: readonly PlacedTable[],
  before: ReadonlyMap<string, Seen[]>,
): Promise<void> => {
  const namesOf = (kind: PlacedTable['kind']) => tables.filter((one) => one.kind === kind).map(({ name }) => name)
  const { rows: sizes } = await client.query<{ companies: string; everywhere: string }>(
    `select
       (select coalesce(sum(pg_total_relation_size(n::regclass)), 0) from unnest($1::text[]) n) as companies,
       (select coalesce(sum(pg_total_relation_size(n::regclass)), 0) from unnest($2::text[]) n) as everywhere`,
    [namesOf('company'), namesOf('everywhere')],
  )
  const owned = ownedOf(tables, before).map(({ rows }) => Number(rows))
  const all = owned.reduce((sum, rows) => sum + rows, 0)
  const largest = owned.reduce((most, rows) => Math.max(most, rows), 0)
  const { rows: machines } = await client.query<{ host: string; port: number; free: string }>(FREE)
  const needed = diskSpaceNeeded({
    companies: Number(sizes[0]?.companies),
    everywhere: Number(sizes[0]?.everywhere),
    machines: machines.length,
    largest: all === 0 ? 0 : largest / all,
  })
  for (const { host, port, free } of machines) {
    if (Number(free) >= needed) continue
    const [wants, has] = [needed, Number(free)].map((bytes) => Math.ceil(bytes / MIB))
    throw new StartupError(
      `The machine ${host}:${port} needs ${wants} MiB on the disk of its database, and ${has} MiB are free: ` +
        'make room. Nothing was changed.',
    )
  }
}

const FREE = `
  select nodename as host, nodeport as port, result as free
  from run_command_on_workers('select available_disk_size from citus_local_disk_space_stats()')`
