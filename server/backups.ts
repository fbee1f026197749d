// Backups of this installation: where they are put by its settings, what is in them, and the making of one.
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { PoolConfig } from 'pg'
import {
  beginBriefLine,
  contentsOf,
  copyFiles,
  type FoundBase,
  type FoundLine,
  filesNamedSince,
  forgetLine,
  type KeptFiles,
  makeBase,
  nameAt,
  putKeys,
  rangesOf,
  type Source,
  type Target,
  targetInBucket,
  targetInFolder,
} from '#backup'
import { listCompanies } from '#identity'
import type { Config } from '#platform/config'
import { keptOnDisk } from '#platform/files'
import { filesInS3 } from '#platform/files-in-s3'
import type { Lsn } from '#platform/lsn'
import { isAlive, serverState } from '#platform/postgres-folder'
import type { Keys } from '#platform/seal'
import { ensureSecretKey } from '#platform/secret-key'
import { backupBucketOf } from '#platform/setting-of-buckets'
import { StartupError } from '#platform/startup-error'
import { asOperator, asOperatorOf, type System } from './system.ts'
import { type ChainHead, headsOf } from './verification.ts'

/** Maximum number of companies whose chains are noted. */
const MAX_COMPANIES = 1_000_000
/** Bytes of what tells bases apart that began in the same second. */
const OWN_BYTES = 4

/** By which connection the database gives its log and its files. */
export const sourceOf = ({ config, owner }: Pick<System, 'config' | 'owner'>): Source => {
  const { backupDatabaseUrl } = config
  const connection: PoolConfig = backupDatabaseUrl ? { connectionString: backupDatabaseUrl } : owner
  return { connection, embedded: config.databaseUrl === undefined, mark: markOf(config.databaseUrl) }
}

const MARK_CHARACTERS = 8

/** What tells a database from others of its server: made of its name, or of the user's, which it has when left out. */
const markOf = (databaseUrl: string | undefined): string => {
  const { pathname = '', username = '' } = databaseUrl === undefined ? {} : new URL(databaseUrl)
  const name = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)
  return createHash('sha256').update(name).digest('hex').slice(0, MARK_CHARACTERS)
}

/** The keys of the settings, the present one first. */
export const keysOf = (config: Config): Keys => [ensureSecretKey(config), ...config.earlierSecretKeys]

/** Where backups are that a folder or s3://BUCKET/PREFIX names; undefined for an address that is neither. */
export const targetAt = (config: Config, place: string): Target | undefined => {
  const bucket = backupBucketOf(config, place)
  if (bucket) return targetInBucket(bucket)
  return /^[a-z0-9]+:\/\//i.test(place) ? undefined : targetInFolder(place)
}

/** The kept files, of the data folder or of the bucket. */
export const filesOf = ({ config }: Pick<System, 'config'>): KeptFiles => {
  if (config.s3) return filesInS3(config.s3, config.dataDir)
  const folder = join(config.dataDir, 'files')
  return {
    places: async () => (await keptOnDisk(config.dataDir)).map(({ path }) => relative(folder, path)),
    read: (place) => readFile(join(folder, place)).catch(nullIfMissing),
  }
}

const nullIfMissing = (cause: NodeJS.ErrnoException): null => {
  if (cause.code === 'ENOENT') return null
  throw cause
}

/** The ends of all chains, as JSON: what is in the books now must be in every later backup of them. */
export const headsText = async (system: Pick<System, 'database' | 'standing'>): Promise<string> => {
  const heads: ChainHead[] = []
  for (const { id } of await asOperator(system, (call) => listCompanies(call, MAX_COMPANIES))) {
    heads.push(...(await asOperatorOf(system, id, headsOf)))
  }
  return JSON.stringify(heads)
}

/** A base, named by the moment that it begins at. */
export const newBaseName = (now: Date): string => nameAt(now, randomBytes(OWN_BYTES).toString('hex'))

/** Of several machines one alone would look like a backup, and be none. */
export const OF_ONE_MACHINE =
  'The database stands on several machines, and this would be a backup of one of them: docs/guides/scale.md says how a cluster ' +
  'is backed up.'

export type Made = { base: string; bytes: number; files: number; faults: string[] }

/** Makes a backup that stands for itself; what is left of one that fails is removed. */
export const backUp = async (system: System, target: Target, passphrase: string): Promise<Made> => {
  if (system.isSpread) throw new StartupError(OF_ONE_MACHINE)
  const source = sourceOf(system)
  const now = () => new Date()
  await putKeys(target, passphrase, keysOf(system.config), now())
  const { id: line, log } = await beginBriefLine(target, source, now())
  try {
    const base = newBaseName(now())
    let files = { copied: 0, faults: [] as string[] }
    // The files come after the last of the log, and before the base is whole: a file without its row does no harm.
    const logUntil = async (lsn: Lsn) => {
      await log.until(lsn)
      await log.stop()
      files = await copyFiles(target, filesOf(system), { now: Date.now(), goneBefore: 0 })
    }
    const order = { target, line, base, connection: source.connection, now, logUntil }
    const { bytes } = await makeBase({ ...order, heads: () => headsText(system) })
    await copyFiles(target, filesOf(system), { now: Date.now(), goneBefore: await goneBeforeAll(target) })
    return { base, bytes, files: files.copied, faults: files.faults }
  } catch (cause) {
    await log.stop().catch(() => {})
    await forgetLine(target, line).catch(() => {})
    throw cause
  }
}

/** Since before when files may be gone that are not needed any more; 0 where something cannot tell what it needs. */
const goneBeforeAll = async (target: Target): Promise<number> => {
  const { lines, damaged } = await contentsOf(target)
  return damaged.length > 0 ? 0 : filesNamedSince(lines, Date.now())
}

/** What may be restored, each from one moment to another. */
export const rangesIn = (lines: readonly FoundLine[]): { from: string; to: string }[] =>
  rangesOf(lines).map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }))

/** The bases of a target, the oldest first. */
export const basesIn = (lines: readonly { bases: readonly FoundBase[] }[]): FoundBase[] =>
  lines.flatMap(({ bases }) => bases).sort((one, other) => one.endedAt - other.endedAt)

/** What a folder begins with that a backup is restored to for its check; the number of the process follows. */
const SCRATCH = 'backup-check-'

/** The folder of this process for a backup that is checked. */
export const scratchIn = (dataDir: string): string => join(dataDir, `${SCRATCH}${process.pid}`)

/** Removes what checks have left that were killed: their server, if it still runs, and its folder. */
export const removeScratch = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const pid = Number(name.startsWith(SCRATCH) ? name.slice(SCRATCH.length) : Number.NaN)
    if (!(pid > 0) || isAlive(pid)) continue
    const server = serverState(join(dataDir, name, 'postgres', 'data'))
    if ('pid' in server) process.kill(server.pid, 'SIGQUIT')
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
