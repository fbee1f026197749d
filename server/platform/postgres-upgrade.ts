// Brings the embedded database from an earlier major version of PostgreSQL to the one that comes along. A data folder
// belongs to one major version, and the packages bring no pg_upgrade and no pg_dump: so both servers run, the new one
// gets the schema from the migrations, and each table is copied as a file. A table counts as copied when the new server
// writes the same bytes that the old one wrote. Until all has been verified nothing of the old folder is moved; then it
// is set aside, and kept. What is broken off is begun again.
//
//   DATA_DIR/upgrade/postgres/    the new server's folder while it is filled; `verified` in it: only to be put in place
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { type EmbeddedConnection, type EmbeddedServer, startPostgres } from './postgres.ts'
import { majorOf, type PostgresFolder, prepareFolder, serverState, setAside } from './postgres-folder.ts'
import { findEarlierPostgres, POSTGRES_MAJOR } from './postgres-package.ts'
import { dumpSchema } from './schema-dump.ts'
import { StartupError } from './startup-error.ts'
import { openEmbedded } from './tenancy-of-server.ts'

export type UpgradeOptions = {
  user: string | undefined
  /** The folder of the old version's programs, where the operator has named one. */
  programs: string | undefined
  report: (sentence: string) => void
  /** Gives a database the schema of this program. */
  migrate: (connection: EmbeddedConnection) => Promise<unknown>
  /** What is wrong with the books in the new database, in sentences. */
  verify: (connection: EmbeddedConnection) => Promise<readonly string[]>
}

/** `kept`: the old data folder, under the name that it has now. */
export type Upgraded = { from: string; to: string; tables: number; rows: number; kept: string }

/** Room for a new database with its first log, in bytes. */
const NEW_DATABASE_BYTES = 100 * 1024 * 1024
/** The log of what is copied is kept up to this before it is written away (max_wal_size), in bytes. */
const LOG_BYTES = 1024 * 1024 * 1024
const MIB = 1024 * 1024
/** How many faults an error names. */
const NAMED_FAULTS = 5

/**
 * Upgrades the database below `dataDir`; null when it is of the present version already.
 * @throws {StartupError} when it cannot; the old database is as it was, apart from missing migrations
 */
export const upgradePostgres = async (dataDir: string, options: UpgradeOptions): Promise<Upgraded | null> => {
  const folder = prepareFolder(dataDir)
  const making = join(dataDir, 'upgrade')
  const made = join(making, 'postgres')
  const from = majorOf(folder.data)
  if (from === null) return finish(folder, making)
  if (from === POSTGRES_MAJOR) {
    await remove(making)
    return null
  }
  if (from === '' || Number(from) > Number(POSTGRES_MAJOR)) {
    throw new StartupError(`The folder ${folder.data} is not of an earlier PostgreSQL than ${POSTGRES_MAJOR}.`)
  }
  const kept = join(folder.root, `data-${from}`)
  if (existsSync(kept)) throw new StartupError(`${kept} is in the way: move it elsewhere, and run this again.`)
  const programs = findEarlierPostgres(from, options.programs)
  const { user, report } = options
  // As the service: so none may run meanwhile.
  const old = await openEmbedded(dataDir, 'service', { programs, user, report })
  let copied: Copied
  try {
    await remove(making)
    copied = await intoNew(old.connection, folder, making, options)
    writeFileSync(join(made, VERIFIED), JSON.stringify(copied))
  } finally {
    await old.close()
  }
  // Broken off between these two, it goes on with the second one when it is run again.
  renameSync(folder.data, kept)
  renameSync(join(made, 'data'), folder.data)
  rmSync(making, { recursive: true, force: true })
  return { from, to: POSTGRES_MAJOR, kept, ...copied }
}

/** Says that the new folder is whole. */
const VERIFIED = 'verified'

/** Goes on where the last steps were broken off: between the renaming of the old folder and that of the new one. */
const finish = (folder: PostgresFolder, making: string): Upgraded => {
  const kept = setAside(folder.root)
  const made = join(making, 'postgres')
  if (kept === undefined) throw new StartupError(`There is no database in ${folder.root} to upgrade.`)
  if (!existsSync(join(made, VERIFIED))) {
    throw new StartupError(
      `${kept} holds the books, and nothing else does: rename it to ${folder.data}, and try again.`,
    )
  }
  renameSync(join(made, 'data'), folder.data)
  rmSync(making, { recursive: true, force: true })
  return { from: majorOf(kept) ?? '', to: POSTGRES_MAJOR, tables: 0, rows: 0, kept }
}

/** Removes what an upgrade that was broken off has left, and stops the server that it may have left running. */
const remove = async (making: string): Promise<void> => {
  if (!existsSync(making)) return
  if (['ready', 'busy'].includes(serverState(join(making, 'postgres', 'data')).kind)) {
    await (await startPostgres(making)).stop()
  }
  rmSync(making, { recursive: true, force: true })
}

type Copied = { tables: number; rows: number }

const intoNew = async (
  old: EmbeddedConnection,
  folder: PostgresFolder,
  making: string,
  { user, report, migrate, verify }: UpgradeOptions,
): Promise<Copied> => {
  await onDatabase(old, async (client) => {
    await refuseOthers(client)
    refuseFullDisk(folder.root, await neededBytes(client))
  })
  await migrate(old)
  // Whoever runs the old server owns its files, and runs the new one.
  const { uid } = statSync(folder.root)
  const server = await startPostgres(making, { report, user: uid === 0 ? user : String(uid) })
  try {
    await migrate(server.connection)
    await refuseOtherSchema(old, server)
    const copied = await copyAll(old, server, join(making, 'postgres'), report)
    report(`${copied.rows} rows of ${copied.tables} tables are copied, and are the same. The books are verified now.`)
    const faults = await verify(server.connection)
    if (faults.length > 0) {
      const named = faults.slice(0, NAMED_FAULTS).join('; ')
      throw new StartupError(`The upgrade is undone, since the books were not found in order: ${named}.`)
    }
    return copied
  } finally {
    await server.stop()
  }
}

const onDatabase = async <T>(connection: EmbeddedConnection, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ ...connection, application_name: `grundbok ${process.pid}` })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** What we did not put there would be lost, since migrations do not bring it. */
const refuseOthers = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ what: string }>(`
    select format('the database %I', datname) as what from pg_database
     where not datistemplate and datname not in ('postgres', current_database())
    union all select format('the role %I', rolname) from pg_roles
     where rolname !~ '^pg_' and rolname not in ('grundbok', 'grundbok_service')
    union all select format('%s large objects', count(*)) from pg_largeobject_metadata having count(*) > 0
    union all select format('settings of the database or a role (%s)', array_to_string(setconfig, ', '))
      from pg_db_role_setting
    union all select format('the tablespace %I', spcname) from pg_tablespace where spcname !~ '^pg_'`)
  if (rows.length === 0) return
  throw new StartupError(
    `The database holds what Grundbok did not make, and the upgrade would lose it: ` +
      `${rows.map(({ what }) => what).join('; ')}. Take it elsewhere first.`,
  )
}

/** The new database, its log, and the file of the table that is being copied, twice. */
const neededBytes = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ all: string; largest: string }>(`
    select pg_database_size(current_database()) as all,
      (select max(pg_table_size(oid)) from pg_class where relkind = 'r') as largest`)
  const [all, largest] = [Number(rows[0]?.all), Number(rows[0]?.largest)]
  return NEW_DATABASE_BYTES + all + Math.min(all, LOG_BYTES) + 2 * largest
}

const refuseFullDisk = (root: string, needed: number): void => {
  const { bavail, bsize } = statfsSync(root)
  const free = bavail * bsize
  if (free >= needed) return
  const [wants, has] = [needed, free].map((bytes) => Math.ceil(bytes / MIB))
  throw new StartupError(`The upgrade needs ${wants} MiB on the disk of ${root}, and ${has} MiB are free: make room.`)
}

/** Both have had the same migrations; when they differ all the same, a column would go to the wrong place. */
const refuseOtherSchema = async (old: EmbeddedConnection, { connection }: EmbeddedServer): Promise<void> => {
  const [before, after] = [await dumpSchema(old), await dumpSchema(connection)].map((text) => text.split('\n'))
  const at = before?.findIndex((line, index) => line !== after?.[index]) ?? -1
  if (at === -1 && before?.length === after?.length) return
  throw new StartupError(
    `The old database has another schema than its migrations make ("${before?.[at] ?? ''}" in place of ` +
      `"${after?.[at] ?? ''}"): somebody has changed it by hand. Undo that, and run this again.`,
  )
}

type Table = { name: string; columns: string }

/** Generated columns are made anew from the others. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
   order by 1`

const copyAll = async (
  old: EmbeddedConnection,
  { connection }: EmbeddedServer,
  folder: string,
  report: (sentence: string) => void,
): Promise<Copied> =>
  onDatabase(old, (source) =>
    onDatabase(connection, async (target) => {
      const { rows: tables } = await source.query<Table>(TABLES)
      // All tables as they were at one moment, although nobody else writes.
      await source.query('begin isolation level repeatable read')
      // Triggers have done their work on these rows, and foreign keys were held when they were written.
      await target.query('set session_replication_role = replica')
      await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
      let rows = 0
      for (const table of tables) rows += await copyTable(source, target, table, folder)
      await copySequences(source, target)
      report('The new database is being analysed.')
      await target.query('vacuum analyze')
      return { tables: tables.length, rows }
    }),
  )

/** Copies a table, and asks the new server for it again. Text means the same to every version. */
const copyTable = async (source: Client, target: Client, { name, columns }: Table, folder: string): Promise<number> => {
  const [written, read] = [join(folder, 'written'), join(folder, 'read')]
  const out = (file: string) => `copy ${name} (${columns}) to ${quoted(file)}`
  try {
    const { rowCount } = await source.query(out(written))
    if (rowCount === 0) return 0
    await target.query(`copy ${name} (${columns}) from ${quoted(written)}`)
    await target.query(out(read))
    if ((await digestOf(written)) === (await digestOf(read))) return rowCount ?? 0
    throw new StartupError(`The table ${name} is not the same after copying. Nothing was changed.`)
  } finally {
    for (const file of [written, read]) rmSync(file, { force: true })
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const digestOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

const copySequences = async (source: Client, target: Client): Promise<void> => {
  const { rows } = await source.query<{ name: string }>(`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences`)
  for (const { name } of rows) {
    const { rows: last } = await source.query(`select last_value, is_called from ${name}`)
    await target.query('select setval($1::regclass, $2, $3)', [name, last[0]?.last_value, last[0]?.is_called])
  }
}
