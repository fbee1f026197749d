// Migrates a database to the schema of this program: forward only, one migration after the other, each in a
// transaction, and then its functions. A database whose history differs from these files is not touched, because
// guessing could damage the books.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { hasMachines, isDistributed } from '#cluster/distribution'
import { completeDistribution } from '#cluster/distribution-start'
import { programsIn } from '#cluster/shard-names'
import { dropViews } from '#cluster/shard-parts'
import {
  applyFunctions,
  type FunctionFiles,
  type Revision,
  readApplied as readCurrent,
  readFunctions,
  refuseNewer,
} from '#platform/functions'
import { advisoryLocks, holderOf } from '#platform/locks'
import { outageOf } from '#platform/outage'
import { codeOf, INSUFFICIENT_PRIVILEGE, NeedsCorrection, reasonOf, StartupError } from '#platform/startup-error'
import { type Grantee, grantTo } from './grants.ts'
import { singleChanges, statementsIn, viewsDroppedIn } from './sql-statements.ts'

/** A file of the migrations folder; `checksum` is the SHA-256 of its text with Unix line endings, in hex. */
type Migration = { number: number; name: string; text: string; checksum: string }

/** The folders that define the schema. Without `functions` the database keeps those that migrations created. */
export type SchemaFolders = { migrations: string; functions?: string }

/** The folders of the program whose package.json is in `root`. */
export const schemaFolders = (root: string): Required<SchemaFolders> => ({
  migrations: join(root, 'database', 'migrations'),
  functions: join(root, 'database', 'functions'),
})

/**
 * Applies the migrations, `NNNN-name.sql` from 0001 on without gaps, that `connection`'s database lacks, and then the
 * functions if they differ or anything was migrated. Programs that start at the same time wait for each other. Then
 * grants rights to the grantee. Returns the names of what was applied, in order. Without `mayUpgrade` only a new
 * database is migrated; one of an earlier version is refused, because its service may still be running.
 * @throws {StartupError} if the database is unreachable, unsuitable, or contradicts the files
 */
export const migrate = async (
  connection: ClientConfig,
  folders: SchemaFolders,
  grantee?: Grantee,
  { mayUpgrade = true }: { mayUpgrade?: boolean } = {},
): Promise<string[]> => {
  const known = readMigrations(folders.migrations)
  const functions = folders.functions === undefined ? undefined : readFunctions(folders.functions)
  const timeout = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS }
  const client = new Client({ application_name: `grundbok ${process.pid}`, ...timeout, ...connection })
  client.on('error', () => {})
  try {
    await reach(client)
    await refuseUnfitServer(client)
    await holdSchema(client)
    const there = await readRecords(client)
    const applied = there.migrations ? await readApplied(client) : []
    const current = there.functions ? await readCurrent(client) : undefined
    refuseDisagreement(applied, known)
    if (functions) refuseNewer(current, functions)
    const missing = known.slice(applied.length)
    if (!mayUpgrade) refuseOlder({ applied: applied.length, known: known.length }, current, functions)
    if (missing.length > 0) await client.query(RECORD)
    const isOfMany = missing.length > 0 && (await hasMachines(client)) && (await isDistributed(client))
    if (isOfMany && functions) {
      await renewCalled(client, functions)
      const dropped = missing.flatMap(({ text }) => viewsDroppedIn(text))
      await dropViews(client, connection, [...new Set(dropped)])
    }
    for (const migration of missing) await apply(client, migration, isOfMany)
    const stale = functions && (missing.length > 0 || current?.digest !== functions.digest) ? functions : undefined
    if (stale) await applyFunctions(client, stale)
    if (grantee) await grantTo(client, grantee)
    const spread = functions ? await completeDistribution(client, connection, functions) : []
    return [
      ...missing.map(({ name }) => name),
      ...(stale ? [`functions of revision ${stale.revision}`] : []),
      ...spread,
    ]
  } catch (cause) {
    throw cause instanceof StartupError ? cause : failureOf(cause)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Timeout for connecting, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 30_000

const failureOf = (cause: unknown): StartupError => {
  if (codeOf(cause) !== INSUFFICIENT_PRIVILEGE) {
    return new StartupError(`The database cannot be prepared (${reasonOf(cause)}).`, { cause })
  }
  return new StartupError(
    `The role of the database lacks rights (${reasonOf(cause)}): let it own the database and everything in it, ` +
      'or name a role that does in MIGRATION_DATABASE_URL.',
    { cause },
  )
}

/** How long to wait for another program that changes the schema, in milliseconds: large books take minutes. */
const SCHEMA_PATIENCE_MS = 15 * 60_000
const MINUTE_MS = 60_000
/** lock_not_available */
const NOT_HAD = '55P03'

/**
 * Waits for the schema lock and holds it until the connection ends.
 * @throws {StartupError} if another program holds it for too long
 */
export const holdSchema = async (client: Client, patienceMs = SCHEMA_PATIENCE_MS): Promise<void> => {
  const { migration } = advisoryLocks
  await client.query(`select set_config('lock_timeout', $1, false)`, [`${patienceMs}ms`])
  try {
    await client.query('select pg_advisory_lock($1, $2)', [...migration])
  } catch (cause) {
    if (codeOf(cause) !== NOT_HAD) throw cause
    const minutes = Math.floor(patienceMs / MINUTE_MS)
    throw new StartupError(
      `Another program (${await holderOf(client, migration)}) has been changing the tables of the database for more ` +
        `than ${minutes} minutes. Wait until it is done, or end it, and start again.`,
      { cause },
    )
  }
  await client.query('reset lock_timeout')
}

/** The role that a connection uses. */
export const roleOf = async (connection: ClientConfig): Promise<string> => {
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await reach(client)
    return (await client.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? ''
  } finally {
    await client.end().catch(() => {})
  }
}

/** The oldest PostgreSQL version that is tested. */
const OLDEST_MAJOR = 15

/** The history of applied migrations. It is created before the first migration, which may already use the schema. */
const RECORD = `
  create schema if not exists platform;
  create table if not exists platform.migration (
    number int primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

const readMigrations = (folder: string): Migration[] => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
    if (number !== index + 1) {
      const expected = String(index + 1).padStart(4, '0')
      throw new NeedsCorrection(`The file ${join(folder, name)} stands where migration ${expected}-….sql was expected.`)
    }
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { number, name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

const reach = async (client: Client): Promise<void> => {
  try {
    await client.connect()
  } catch (cause) {
    // If several addresses failed, the error is an AggregateError without a message of its own.
    const reason = cause instanceof AggregateError ? reasonOf(cause.errors[0]) : reasonOf(cause)
    throw new StartupError(`The database cannot be reached (${reason}).`, { cause })
  }
}

const refuseUnfitServer = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ version: string; number: number; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
            current_setting('server_encoding') as encoding`,
  )
  for (const { version, number, encoding } of rows) {
    if (number < OLDEST_MAJOR * 10_000) {
      throw new NeedsCorrection(
        `The database server is PostgreSQL ${version}, and Grundbok needs PostgreSQL ${OLDEST_MAJOR} or later.`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new NeedsCorrection(
        `The database is encoded in ${encoding}: create one with "create database … encoding UTF8".`,
      )
    }
  }
}

type Applied = Pick<Migration, 'number' | 'name' | 'checksum'>

/** Which of the two histories the database has. */
const readRecords = async (client: Client): Promise<{ migrations: boolean; functions: boolean }> => {
  const { rows } = await client.query<{ migrations: boolean; functions: boolean }>(`
    select to_regclass('platform.migration') is not null as migrations,
      to_regclass('platform.function_revision') is not null as functions`)
  return rows[0] ?? { migrations: false, functions: false }
}

const readApplied = async (client: Client): Promise<Applied[]> =>
  (await client.query<Applied>('select number, name, checksum from platform.migration order by number')).rows

const refuseDisagreement = (applied: readonly Applied[], known: readonly Migration[]): void => {
  for (const [index, { number, name, checksum }] of applied.entries()) {
    if (number !== index + 1) {
      throw new NeedsCorrection(
        `The database lacks migration ${index + 1} although it has migration ${number} (${name}).`,
      )
    }
    const file = known[index]
    if (file === undefined) {
      throw new NeedsCorrection(
        `The database was used by a newer Grundbok: it has migration ${number} (${name}), ` +
          `and this program knows ${known.length}; start the newer program, or restore a backup from before.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new NeedsCorrection(
        `Migration ${file.name} is not the one that the database has (${name}): ` +
          'a migration is never changed after it was applied; bring the file back, and put the change in a new one.',
      )
    }
  }
}

/**
 * Functions that migrations call. In a distributed database, the revision it has may contain some that a cluster cannot
 * run.
 */
const CALLED = /^platform\.(name_of|renew_shape|witness_again)$/

/**
 * Refuses a database of an earlier version, in the middle of its migrations, or without the functions of this version.
 */
const refuseOlder = (
  migrations: { applied: number; known: number },
  current: Revision | undefined,
  functions: Revision | undefined,
): void => {
  const { applied, known } = migrations
  const had = current?.revision ?? 0
  const has = functions?.revision ?? 0
  const isSame = current?.digest === functions?.digest || had >= has
  if (applied === 0 || (applied === known && isSame)) return
  const [its, ours] =
    applied < known
      ? [`it has ${applied} migrations`, `${known} of them`]
      : [`its functions are of revision ${had}`, `revision ${has}`]
  throw new NeedsCorrection(
    `The database was last used by an earlier Grundbok: ${its}, and this program knows ${ours}. ` +
      'Start the service of this version, or stop the other one and run `grundbok migrate`: that brings it up to date.',
  )
}

const renewCalled = async (client: Client, { files }: FunctionFiles): Promise<void> => {
  for (const { name, text } of programsIn(files)) if (CALLED.test(name)) await client.query(text)
}

/** Changes to tables that reference replicated tables must use one connection per machine. */
const IN_SEQUENCE = `set local citus.multi_shard_modify_mode = 'sequential'`

/** A distributed table only accepts one kind of change per statement. */
const apply = async (client: Client, { number, name, text, checksum }: Migration, isOfMany: boolean): Promise<void> => {
  const own = statementsIn(text)
  const statements = isOfMany ? [IN_SEQUENCE, ...own.flatMap(singleChanges)] : own
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('insert into platform.migration (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    if (codeOf(cause) === INSUFFICIENT_PRIVILEGE) throw failureOf(cause)
    // A statement that the database rejects fails every time, after minutes on large books; so this needs correction.
    const Failure = cause instanceof DatabaseError && outageOf(cause) === null ? NeedsCorrection : StartupError
    throw new Failure(`Migration ${name} failed, and nothing of it was done (${reasonOf(cause)}).`, { cause })
  }
}
