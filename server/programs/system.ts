// The foundation of every program of Grundbok: settings, the database with the current schema, files, and the log.
import { hkdfSync, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import { readShardDistribution, requireMachines } from '#cluster/shards'
import { type FilesInS3, filesInS3 } from '#files/files-in-s3'
import { newRoomForFiles } from '#files/free-space'
import { closeToOthers } from '#files/private-folder'
import { nameOfPlace } from '#files/setting-of-buckets'
import { witnessOld } from '#integrity/witness'
import { revokedRights } from '#lifecycle/revoked-rights'
import { operator } from '#platform/actor'
import { newCache } from '#platform/cache'
import type { Call, CompanyCall, ProcessContext, StorageLimits } from '#platform/call'
import type { Database } from '#platform/db'
import { connect } from '#platform/db-connection'
import { retryAfterDeadlock } from '#platform/deadlock-retry'
import { type Files, filesOnDisk, hasKeptOnDisk, markingArrivals } from '#platform/files'
import { retryWithResults } from '#platform/retry-with-results'
import { rootFolder } from '#platform/root-folder'
import type { Keys } from '#platform/seal'
import { StartupError } from '#platform/startup-error'
import { openEmbedded, type Role } from '#postgres/tenancy-of-server'
import { answerPorts } from '#programs/doctor/port-answers'
import { type Grantee, SERVICE_ROLE } from '#schema/grants'
import { migrate, roleOf, schemaFolders } from '#schema/migrate'
import { sealOld } from '#secrets/sealed'
import { checkSecretKey } from '#secrets/sealed-word'
import { type Config, readConfig, shareOfPool } from '#settings/config'
import { ensureSecretKey } from '#settings/secret-key'
import { sealedColumns } from '#verification/verification'
import { followLaw } from './law.ts'

export { rootFolder }

export type System = {
  config: Config
  database: Database
  standing: ProcessContext
  /** The connection with the role that owns the database. */
  owner: PoolConfig
  /** The migrations and functions applied while opening. */
  migrated: readonly string[]
  /** Whether the database is distributed over several machines. */
  isSpread: boolean
  /** Why the backup is not progressing, as far as this process knows; null if it is. */
  keeping: { trouble: () => string | null }
  /** Closes the connections; running statements are cut off, and their transactions rolled back. */
  close(): Promise<void>
}

/** How many companies' book structures a process caches. */
const REMEMBERED = 1000
/** Bytes of a derived key, as required by AES-256. */
const KEY_BYTES = 32
/** How long closing waits for connections in use, in milliseconds. */
const CLOSING_MS = 1000

/**
 * `withAnyKey` opens the system even if the secret key does not match the database. `sharesPool`: the process shares
 * the connections with other processes of the service. Without `mayUpgrade`, a database of an earlier version is
 * refused and not changed. The settings are those of the process, unless `env` is given.
 */
type Opening = {
  withAnyKey?: boolean | undefined
  sharesPool?: boolean
  mayUpgrade?: boolean
  env?: Readonly<Record<string, string | undefined>>
}

/**
 * Reads the settings and opens everything; closes what was opened if a later step fails.
 * @throws {StartupError} with one sentence for the operator
 */
export const openSystem = async (
  role: Role,
  report: (sentence: string) => void,
  { withAnyKey = false, sharesPool = false, mayUpgrade = true, env = process.env }: Opening = {},
): Promise<System> => {
  answerPorts()
  const root = rootFolder()
  const config = readConfig(env, root)
  closeToOthers(config.dataDir, report)
  const own = await standingIn(config, role, report)
  const takesMail = config.smtpUrl !== undefined
  const mailDomain = config.mailInDomain ?? null
  const readsDocuments = config.documentReader === 'local'
  const standing = {
    ...own,
    site: () => config.publicUrl,
    outgoing: config.webhookAddresses,
    isLocal: isLoopback(config.host) && isLoopback(new URL(config.publicUrl).hostname),
    takesMail,
    signUp: config.signUp,
    storage: storageOf(config),
    mailDomain,
    readsDocuments,
    backupPlace: config.backupTo === undefined ? null : nameOfPlace(config.backupTo),
  }
  const { owner, connection, grantee, close: leave } = await reachDatabase(config, role, report)
  try {
    const keep = async () => migrate(owner, schemaFolders(root), await grantee(), { mayUpgrade })
    if (config.databaseUrl !== undefined) await requireMachines(owner)
    const migrated = await keep()
    const mend = async () => {
      for (const what of await keep()) report(`The database was brought up to date: ${what}`)
    }
    const spread = config.databaseUrl === undefined ? null : await readShardDistribution(connection, mend)
    const database = connect({
      connection,
      spread,
      poolSize: sharesPool ? shareOfPool(config) : config.databasePoolSize,
      onIdleError: (cause) => report(`A database connection was lost: ${cause.message}`),
    })
    try {
      if (!withAnyKey) await checkSecretKey(database, standing.keysFor, sealedColumns)
      if (!withAnyKey) await sealAll({ database, standing }, report)
      if (role === 'service') await witnessOld(database, report)
    } catch (cause) {
      await database.close()
      throw cause
    }
    const forgetLaw = await followLaw(database, report)
    // A cluster is not backed up by us, so there is no target to copy files to.
    const isBackedUp = config.backupTo !== undefined && spread === null
    return {
      config,
      database,
      standing: isBackedUp ? { ...standing, files: markingArrivals(standing.files, config.dataDir) } : standing,
      owner,
      migrated,
      isSpread: spread !== null,
      keeping: { trouble: () => null },
      async close() {
        forgetLaw()
        await Promise.race([database.close(), pause(CLOSING_MS, undefined, { ref: false })])
        await leave()
      },
    }
  } catch (cause) {
    await leave()
    throw cause
  }
}

const MB = 1_000_000

/** What companies may keep in files. */
const storageOf = ({ dataDir, minFreeForFiles, storagePerCompany, storagePerOwner }: Config): StorageLimits => {
  const room = newRoomForFiles(dataDir, minFreeForFiles)
  return { perCompany: storagePerCompany * MB, perOwner: storagePerOwner * MB, requireRoom: () => room.require() }
}

const reachDatabase = async (
  { databaseUrl, migrationDatabaseUrl, databaseSystemUser: user, dataDir }: Config,
  role: Role,
  report: (sentence: string) => void,
): Promise<Reached> => {
  if (databaseUrl === undefined) {
    const { connection: owner, close } = await openEmbedded(dataDir, role, { report, user })
    const grantee = async () => ({ role: SERVICE_ROLE, make: true, revoked: revokedRights })
    return { owner, connection: { ...owner, user: SERVICE_ROLE }, grantee, close }
  }
  const connection = { connectionString: databaseUrl, application_name: 'grundbok' }
  const close = async () => {}
  if (migrationDatabaseUrl === undefined)
    return { owner: connection, connection, grantee: async () => undefined, close }
  const owner = { ...connection, connectionString: migrationDatabaseUrl }
  return {
    owner,
    connection,
    grantee: async () => ({ role: await roleOf(connection), make: false, revoked: revokedRights }),
    close,
  }
}

/**
 * Connections with the role that owns the database, with the one that we work with, and the latter's name if it
 * differs.
 */
type Reached = {
  owner: PoolConfig
  connection: PoolConfig
  grantee: () => Promise<Grantee | undefined>
  close: () => Promise<void>
}

const standingIn = async (config: Config, role: Role, report: (sentence: string) => void): Promise<ProcessContext> => {
  const { dataDir, earlierSecretKeys, s3 } = config
  const secretKey = ensureSecretKey(config)
  try {
    const inS3 = s3 && filesInS3(s3, dataDir)
    // Commands that need files will notice an unavailable bucket, and most need none.
    if (inS3 && role === 'service') await lookInto(inS3, config, report)
    return processContextOf(dataDir, secretKey, earlierSecretKeys, inS3 ?? filesOnDisk(dataDir))
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(`The data folder ${dataDir} cannot be used (${(cause as Error).message}).`, { cause })
  }
}

const lookInto = async (files: FilesInS3, { dataDir }: Config, report: (sentence: string) => void): Promise<void> => {
  await files.check()
  if (!hasKeptOnDisk(dataDir)) return
  report(`Files are kept in S3, and those in ${dataDir}/files are not read: see \`admin -- files copy-to-s3\`.`)
}

/**
 * The shared part of calls; other keys are derived from `secretKey`, `earlier` are its predecessors. Files are kept on
 * disk, unless others are given.
 */
const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)

export const processContextOf = (
  dataDir: string,
  secretKey: Buffer = randomBytes(32),
  earlier: readonly Buffer[] = [],
  files: Files = filesOnDisk(dataDir),
): ProcessContext => {
  const keysFor = rememberedKeys([secretKey, ...earlier])
  const keyFor = (purpose: string) => keysFor(purpose)[0]
  const site = () => 'http://localhost'
  const outgoing: readonly string[] = []
  const memory = newCache(REMEMBERED)
  return {
    memory,
    outgoing,
    isLocal: false,
    cursorKey: keyFor('cursors'),
    keyFor,
    keysFor,
    files,
    site,
    takesMail: false,
    mailDomain: null,
    readsDocuments: false,
    backupPlace: null,
  }
}

/** Derives the keys of each purpose once; purposes are constants of the code, so there are few. */
const rememberedKeys = ([first, ...earlier]: Keys): ProcessContext['keysFor'] => {
  const known = new Map<string, Keys>()
  return (purpose) => {
    const derive = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
    const keys = known.get(purpose) ?? ([derive(first), ...earlier.map(derive)] as const)
    known.set(purpose, keys)
    return keys
  }
}

/** Seals values stored in clear text before their column was sealed, since migrations have no key. */
const sealAll = async (
  system: Pick<System, 'database' | 'standing'>,
  report: (sentence: string) => void,
): Promise<void> => {
  for (const column of sealedColumns) {
    if (column.clear === undefined) continue
    let isFirst = true
    while (await asOperator(system, (call) => sealOld(call, column))) {
      if (isFirst) report(`Values in plain text are being encrypted: ${column.what}`)
      isFirst = false
    }
  }
}

/** Runs the operator's work in one transaction, and again if it needs something made outside of one. */
export const asOperator = <T>(
  { database, standing }: Pick<System, 'database' | 'standing'>,
  work: (call: Call) => Promise<T>,
): Promise<T> => {
  const common = { ...standing, now: new Date(), actor: operator, from: null }
  return retryAfterDeadlock(() =>
    retryWithResults((made) => database.transaction((db) => work({ ...common, db, made }))),
  )
}

/** The same for one company. */
export const asOperatorOf = <T>(
  { database, standing }: Pick<System, 'database' | 'standing'>,
  companyId: string,
  work: (call: CompanyCall) => Promise<T>,
): Promise<T> => {
  const common = { ...standing, now: new Date(), actor: operator, from: null, companyId }
  return retryAfterDeadlock(() =>
    retryWithResults((made) => database.of(companyId).transaction((db) => work({ ...common, db, made }))),
  )
}
