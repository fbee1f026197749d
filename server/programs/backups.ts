// Backups of this installation: their configured place, their contents, and making one.
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { PoolConfig } from 'pg'
import {
  backupService,
  copyFiles,
  type FoundBase,
  type FoundTimeline,
  type KeptFiles,
  type Source,
  type Target,
} from '#backup'
import { filesInS3 } from '#files/files-in-s3'
import { backupBucketOf } from '#files/setting-of-buckets'
import { identityService } from '#identity'
import { keptOnDisk } from '#platform/files'
import type { Keys } from '#platform/seal'
import { StartupError } from '#platform/startup-error'
import type { Lsn } from '#postgres/lsn'
import { isAlive, serverState } from '#postgres/postgres-folder'
import type { Config } from '#settings/config'
import { ensureSecretKey } from '#settings/secret-key'
import { type ChainHead, headsOf } from '#verification/verification'
import { asOperator, asOperatorOf, type System } from './system.ts'

/** Most companies whose chains are recorded. */
const MAX_COMPANIES = 1_000_000
/** Random bytes that distinguish bases that began in the same second. */
const OWN_BYTES = 4

/** The connection for replicating the database's log and files. */
export const sourceOf = ({ config, owner }: Pick<System, 'config' | 'owner'>): Source => {
  const { backupDatabaseUrl } = config
  const connection: PoolConfig = backupDatabaseUrl ? { connectionString: backupDatabaseUrl } : owner
  return { connection, embedded: config.databaseUrl === undefined, mark: markOf(config.databaseUrl) }
}

const MARK_CHARACTERS = 8

/** Distinguishes a database from others on its server: derived from its name, which defaults to the user's. */
const markOf = (databaseUrl: string | undefined): string => {
  const { pathname = '', username = '' } = databaseUrl === undefined ? {} : new URL(databaseUrl)
  const name = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)
  return createHash('sha256').update(name).digest('hex').slice(0, MARK_CHARACTERS)
}

/** The keys of the settings, the current one first. */
export const keysOf = (config: Config): Keys => [ensureSecretKey(config), ...config.earlierSecretKeys]

/** The storage for a folder or s3://BUCKET/PREFIX; undefined for anything else. */
export const targetAt = (config: Config, place: string): Target | undefined => {
  const bucket = backupBucketOf(config, place)
  if (bucket) return backupService.targetInBucket(bucket)
  return /^[a-z0-9]+:\/\//i.test(place) ? undefined : backupService.targetInFolder(place)
}

/** The stored files, in the data folder or the bucket. */
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

/** The heads of all chains, as JSON: everything in the books now must be in every later backup. */
export const headsText = async (system: Pick<System, 'database' | 'standing'>): Promise<string> => {
  const heads: ChainHead[] = []
  for (const { id } of await asOperator(system, (call) => identityService.listCompanies(call, MAX_COMPANIES))) {
    heads.push(...(await asOperatorOf(system, id, headsOf)))
  }
  return JSON.stringify(heads)
}

/** The name of a base that begins at a moment. */
const newBaseName = (now: Date): string => backupService.nameAt(now, randomBytes(OWN_BYTES).toString('hex'))

/** A backup of only one of several machines would be useless. */
export const OF_ONE_MACHINE =
  'The database stands on several machines, and this would be a backup of one of them: docs/guides/scale.md says how a cluster ' +
  'is backed up.'

type Made = { base: string; bytes: number; files: number; faults: string[] }

/** Makes a self-contained backup; the remains of a failed one are removed. */
export const backUp = async (system: System, target: Target, passphrase: string): Promise<Made> => {
  if (system.isSpread) throw new StartupError(OF_ONE_MACHINE)
  const source = sourceOf(system)
  const now = () => new Date()
  await backupService.putKeys(target, passphrase, keysOf(system.config), now())
  const { id: line, log } = await backupService.beginBriefTimeline(target, source, now())
  try {
    const base = newBaseName(now())
    let files = { copied: 0, faults: [] as string[] }
    // The files are copied after the end of the log, and before the base is complete: a file without its row is
    // harmless.
    const logUntil = async (lsn: Lsn) => {
      await log.until(lsn)
      await log.stop()
      files = await copyFiles(target, filesOf(system), { now: Date.now(), goneBefore: 0 })
    }
    const order = { target, line, base, connection: source.connection, now, logUntil }
    const { bytes } = await backupService.makeBase({ ...order, heads: () => headsText(system) })
    await copyFiles(target, filesOf(system), { now: Date.now(), goneBefore: await goneBeforeAll(target) })
    return { base, bytes, files: files.copied, faults: files.faults }
  } catch (cause) {
    await log.stop().catch(() => {})
    await backupService.removeTimeline(target, line).catch(() => {})
    throw cause
  }
}

/** Files deleted before this moment are no longer needed; 0 if damage makes this uncertain. */
const goneBeforeAll = async (target: Target): Promise<number> => {
  const { lines, damaged } = await backupService.contentsOf(target)
  return damaged.length > 0 ? 0 : backupService.filesReferencedSince(lines, Date.now())
}

/** The ranges of moments that can be restored. */
export const rangesIn = (lines: readonly FoundTimeline[]): { from: string; to: string }[] =>
  backupService
    .rangesOf(lines)
    .map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }))

/** The bases in a target, oldest first. */
export const basesIn = (lines: readonly { bases: readonly FoundBase[] }[]): FoundBase[] =>
  lines.flatMap(({ bases }) => bases).sort((one, other) => one.endedAt - other.endedAt)

/** The prefix of folders for checking backups, followed by the process id. */
const SCRATCH = 'backup-check-'

/** This process's folder for checking a backup. */
export const scratchIn = (dataDir: string): string => join(dataDir, `${SCRATCH}${process.pid}`)

/** Removes the remains of killed checks: the server, if it is still running, and the folder. */
export const removeScratch = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const pid = Number(name.startsWith(SCRATCH) ? name.slice(SCRATCH.length) : Number.NaN)
    if (!(pid > 0) || isAlive(pid)) continue
    const server = serverState(join(dataDir, name, 'postgres', 'data'))
    if ('pid' in server) process.kill(server.pid, 'SIGQUIT')
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
