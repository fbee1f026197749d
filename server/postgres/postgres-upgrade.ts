// Upgrades the embedded database from an earlier major version of PostgreSQL. A data folder belongs to one major
// version, and the packages contain neither pg_upgrade nor pg_dump. So both servers run, the new one gets the schema
// from the migrations, and each table is copied through a file. A table counts as copied if the new server exports the
// same bytes as the old one. Nothing of the old folder is moved until everything has been verified; then it is set
// aside and kept. An interrupted upgrade starts over.
//
//   DATA_DIR/upgrade/postgres/    the new server's folder while it is filled; with the file `verified` it is ready to
//   be put in place
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { StartupError } from '#platform/startup-error'
import { type EmbeddedConnection, type EmbeddedServer, startPostgres } from './postgres.ts'
import { majorOf, type PostgresFolder, prepareFolder, serverState, setAside } from './postgres-folder.ts'
import { findEarlierPostgres, POSTGRES_MAJOR } from './postgres-package.ts'
import { dumpSchema } from './schema-dump.ts'
import { openEmbedded } from './tenancy-of-server.ts'

type UpgradeOptions = {
  user: string | undefined
  /** The folder of the old version's programs, if the operator gave one. */
  programs: string | undefined
  report: (sentence: string) => void
  /** Applies the schema of this program to a database. */
  migrate: (connection: EmbeddedConnection) => Promise<unknown>
  /** Everything wrong with the books in the new database, as sentences. */
  verify: (connection: EmbeddedConnection) => Promise<readonly string[]>
}

/** `kept`: the old data folder under its new name. */
type Upgraded = { from: string; to: string; tables: number; rows: number; kept: string }

/** Size of a new database with its first write-ahead log, in bytes. */
const NEW_DATABASE_BYTES = 100 * 1024 * 1024
/** The write-ahead log of the copy grows up to this size before a checkpoint (max_wal_size), in bytes. */
const LOG_BYTES = 1024 * 1024 * 1024
const MIB = 1024 * 1024
/** Most faults that an error lists. */
const NAMED_FAULTS = 5

/**
 * Upgrades the database below `dataDir`; null if it already has the current version.
 * @throws {StartupError} if it fails; the old database is unchanged, apart from missing migrations
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
    throw new StartupError(`The folder ${folder.data} was not written by a PostgreSQL earlier than ${POSTGRES_MAJOR}.`)
  }
  const kept = join(folder.root, `data-${from}`)
  if (existsSync(kept)) throw new StartupError(`${kept} is in the way: move it elsewhere, and run this again.`)
  const programs = findEarlierPostgres(from, options.programs)
  const { user, report } = options
  // Opened as the service, so that no service can run meanwhile.
  const old = await openEmbedded(dataDir, 'service', { programs, user, report })
  let copied: Copied
  try {
    await remove(making)
    copied = await intoNew(old.connection, folder, making, options)
    writeFileSync(join(made, VERIFIED), JSON.stringify(copied))
  } finally {
    await old.close()
  }
  // If interrupted between these two, the next run continues with the second.
  renameSync(folder.data, kept)
  renameSync(join(made, 'data'), folder.data)
  rmSync(making, { recursive: true, force: true })
  return { from, to: POSTGRES_MAJOR, kept, ...copied }
}

/** Marks the new folder as complete. */
const VERIFIED = 'verified'

/** Continues after an interruption between renaming the old folder and the new one. */
const finish = (folder: PostgresFolder, making: string): Upgraded => {
  const kept = setAside(folder.root)
  const made = join(making, 'postgres')
  if (kept === undefined) throw new StartupError(`There is no database in ${folder.root} to upgrade.`)
  if (!existsSync(join(made, VERIFIED))) {
    throw new StartupError(`${kept} holds the only copy of the books: rename it to ${folder.data}, and try again.`)
  }
  renameSync(join(made, 'data'), folder.data)
  rmSync(making, { recursive: true, force: true })
  return { from: majorOf(kept) ?? '', to: POSTGRES_MAJOR, tables: 0, rows: 0, kept }
}

/** Removes the remains of an interrupted upgrade, and stops its server if that still runs. */
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
  // The owner of the old server's files also runs the new one.
  const { uid } = statSync(folder.root)
  const server = await startPostgres(making, { report, user: uid === 0 ? user : String(uid) })
  try {
    await migrate(server.connection)
    await refuseOtherSchema(old, server)
    const copied = await copyAll(old, server, join(making, 'postgres'), report)
    report(`${copied.rows} rows of ${copied.tables} tables were copied without differences. Verifying the books.`)
    const faults = await verify(server.connection)
    if (faults.length > 0) {
      const named = faults.slice(0, NAMED_FAULTS).join('; ')
      throw new StartupError(`The upgrade is undone because verification of the books failed: ${named}.`)
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

/** Foreign objects would be lost, because migrations do not create them. */
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
    `The database contains objects that Grundbok did not create and the upgrade would lose: ` +
      `${rows.map(({ what }) => what).join('; ')}. Move them elsewhere first.`,
  )
}

/** The new database, its log, and two files of the table being copied. */
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

/** Both have the same migrations; if they differ anyway, a column would be copied to the wrong place. */
const refuseOtherSchema = async (old: EmbeddedConnection, { connection }: EmbeddedServer): Promise<void> => {
  const [before, after] = [await dumpSchema(old), await dumpSchema(connection)].map((text) => text.split('\n'))
  const at = before?.findIndex((line, index) => line !== after?.[index]) ?? -1
  if (at === -1 && before?.length === after?.length) return
  throw new StartupError(
    `The old database has another schema than its migrations make ("${before?.[at] ?? ''}" in place of ` +
      `"${after?.[at] ?? ''}"): it was changed by hand. Undo that, and run this again.`,
  )
}

type Table = { name: string; columns: string }

/** Generated columns are recalculated. */
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
      // All tables in one snapshot, although there are no other writers.
      await source.query('begin isolation level repeatable read')
      // Triggers have already run for these rows, and foreign keys were checked when they were written.
      await target.query('set session_replication_role = replica')
      await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
      let rows = 0
      for (const table of tables) rows += await copyTable(source, target, table, folder)
      await copySequences(source, target)
      report('Analyzing the new database.')
      await target.query('vacuum analyze')
      return { tables: tables.length, rows }
    }),
  )

/** Copies a table and exports it again from the new server. The text format is the same in all versions. */
const copyTable = async (source: Client, target: Client, { name, columns }: Table, folder: string): Promise<number> => {
  const written = join(folder, 'written')
  const read = join(folder, 'read')
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
