// Restores a backup into a new data folder: the base, the log after it up to a moment, the files, the secret key.
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ClientConfig } from 'pg'
import { StartupError } from '#platform/startup-error'
import { recoveryOf } from '#postgres/database-session'
import { startPostgres } from '#postgres/postgres'
import { prepareFolder } from '#postgres/postgres-folder'
import { POSTGRES_MAJOR } from '#postgres/postgres-package'
import { baseForMoment, continuesAfter, type LogPiece, rangesOf } from './backup.rules.ts'
import {
  baseFolder,
  contentsOf,
  type FoundBase,
  type FoundTimeline,
  getLogPiece,
  logFrom,
  timelinesOf,
} from './contents.ts'
import { keptBytes, restoreFiles } from './kept-files.ts'
import { keysAt } from './key.ts'
import { unpack } from './tar.ts'
import { Damaged, getWhole, type Target, writeWhole } from './target.ts'

type RestoreOrder = {
  target: Target
  /** A moment in milliseconds; null for the latest. */
  at: number | null
  /** The id of the base to begin with; by default the best one. */
  base?: string
  into: string
  passphrase: string
  /** The user that runs PostgreSQL if we are root. */
  user?: string | undefined
  /** Bytes to leave free on the disk; none if absent. */
  spareBytes?: number
  /** Inspects the restored database while its server runs; not called if the operator starts the server. */
  look?: (connection: ClientConfig) => Promise<void>
  report: (sentence: string) => void
}

type Restored = {
  line: string
  base: FoundBase
  /** The last change included; null if there was none after the base, or PostgreSQL has not been started yet. */
  lastChange: Date | null
  files: number
  embedded: boolean
  postgresMajor: string
}

/** Why nothing, or not this, can be restored. */
export class RestoreFault extends Error {}

/** Restores into a folder that is empty or missing, and returns it to that state on failure. */
export const restore = async (order: RestoreOrder): Promise<Restored> => {
  await refuseFilled(order.into)
  const chosen = await choose(order)
  try {
    return await restoreFrom(order, chosen)
  } catch (cause) {
    if (!(cause instanceof Damaged) || (await isThere(order.target, chosen))) throw cause
    order.report('That base was removed meanwhile: choosing another one')
    return restoreFrom(order, await choose(order))
  }
}

type Chosen = { line: FoundTimeline; base: FoundBase }

const isThere = async (target: Target, { line, base }: Chosen): Promise<boolean> =>
  (await timelinesOf(target)).some(({ id, bases }) => id === line.id && bases.some((one) => one.id === base.id))

const restoreFrom = async (order: RestoreOrder, { line, base }: Chosen): Promise<Restored> => {
  const { target, at, into, passphrase, report } = order
  refuseOtherMajor(line)
  const keys = await keysAt(target, passphrase, at)
  const log = neededLog(target, line, base, at)
  report(`Restoring the base of ${base.facts.endedAt}, and the log after it`)
  if (at === null && continuesAfter({ ...line.facts, pieces: line.pieces }, logFrom(line, base).end)) {
    report('That log has a gap: what was written after it cannot be restored')
  }
  try {
    const { data } = prepareFolder(into)
    await refuseFullDisk(order, line, base, log)
    await unpack(unpackedParts(target, line, base), data)
    await bringLog(target, line, base, { data, pieces: log })
    const files = await restoreFiles(target, into)
    await bringKeys(into, keys)
    const lastChange = line.facts.embedded ? await recover(data, order) : await prepare(data, at)
    return {
      line: line.id,
      base,
      lastChange,
      files,
      embedded: line.facts.embedded,
      postgresMajor: line.facts.postgresMajor,
    }
  } catch (cause) {
    await emptyOut(into).catch((left: Error) => report(`What was restored could not be removed: ${left.message}`))
    throw cause
  }
}

const emptyOut = async (into: string): Promise<void> => {
  for (const name of await readdir(into).catch(() => [])) {
    await rm(join(into, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

const refuseFilled = async (into: string): Promise<void> => {
  if (!existsSync(into) || (await readdir(into)).length === 0) return
  throw new RestoreFault(`The folder ${into} is not empty: name one that is, or that is not there yet.`)
}

const refuseOtherMajor = ({ facts }: FoundTimeline): void => {
  if (!facts.embedded || facts.postgresMajor === POSTGRES_MAJOR) return
  throw new RestoreFault(
    `The backup was written by PostgreSQL ${facts.postgresMajor}, and this program brings PostgreSQL ` +
      `${POSTGRES_MAJOR}: restore it with the version of Grundbok that made it.`,
  )
}

const choose = async ({ target, at, base: wanted, report }: RestoreOrder): Promise<Chosen> => {
  const { lines, damaged } = await contentsOf(target)
  for (const sentence of damaged) report(`${sentence} It is skipped.`)
  const among = wanted === undefined ? lines : withOnly(lines, wanted)
  const best = baseForMoment(among, at)
  const line = lines.find(({ id }) => id === best?.line.id)
  const base = line?.bases.find(({ id }) => id === best?.base.id)
  if (line && base) return { line, base }
  const ranges = rangesOf(lines).map(({ from, to }) => `${textOf(from)} to ${textOf(to)}`)
  if (ranges.length === 0) throw new RestoreFault(`There is no whole backup in ${target.name}.`)
  if (wanted !== undefined) throw new RestoreFault(`There is no base ${wanted} in ${target.name}.`)
  throw new RestoreFault(`${textOf(at ?? 0)} cannot be restored. What can be is, in UTC, ${ranges.join(', and ')}.`)
}

const withOnly = (lines: readonly FoundTimeline[], wanted: string): FoundTimeline[] =>
  lines.map((line) => ({ ...line, bases: line.bases.filter(({ id }) => id === wanted) }))

const textOf = (moment: number): string => new Date(moment).toISOString()

/** The archive of a base: its parts, each verified against its digest, and decompressed. */
const unpackedParts = (target: Target, line: FoundTimeline, base: FoundBase): AsyncIterable<Buffer> => {
  const folder = baseFolder(line.id, base.id)
  const parts = async function* () {
    for (const { name, digest } of base.facts.parts) yield await getWhole(target, `${folder}${name}`, digest)
  }
  const expanded = createGunzip()
  // A damaged part ends the stream with its error.
  pipeline(Readable.from(parts(), { objectMode: false, highWaterMark: 1 }), expanded).catch(() => {})
  return expanded
}

/**
 * The pieces of the log that lead from a base to a moment.
 * @throws {Damaged} if some are missing
 */
const neededLog = (target: Target, line: FoundTimeline, base: FoundBase, at: number | null): readonly LogPiece[] => {
  const { pieces, end } = logFrom(line, base)
  if (end < base.endLsn) {
    throw new Damaged(`The log of the base ${base.id} in ${target.name} has a gap: it cannot be restored.`)
  }
  // An external server cannot be made to recover again, so it gets all of the log.
  return line.facts.embedded ? upTo(pieces, base, at) : pieces
}

const segmentsOf = (pieces: readonly LogPiece[]): ReadonlyMap<string, LogPiece[]> => {
  const segments = new Map<string, LogPiece[]>()
  for (const piece of pieces) {
    const own = segments.get(piece.segment) ?? []
    own.push(piece)
    segments.set(piece.segment, own)
  }
  return segments
}

const MIB = 1024 * 1024

/** The disk may be the one of the running service, which would fail with it, possibly after hours. */
const refuseFullDisk = async (
  { target, into, spareBytes = 0 }: RestoreOrder,
  { facts }: FoundTimeline,
  base: FoundBase,
  log: readonly LogPiece[],
): Promise<void> => {
  // Replayed log is written to the tables as well.
  const logBytes = 2 * segmentsOf(log).size * facts.segmentBytes
  const needed = (base.facts.unpackedBytes ?? base.facts.bytes) + logBytes + (await keptBytes(target)) + spareBytes
  const { bavail, bsize } = await statfs(into)
  const free = bavail * bsize
  if (free >= needed) return
  const [wants, has] = [needed, free].map((bytes) => Math.ceil(bytes / MIB))
  throw new RestoreFault(
    `There is too little space on the disk of ${into}: it takes ${wants} MiB, and ${has} are free.`,
  )
}

/** Puts the log where PostgreSQL looks for it: whole segments, the last one padded with zeros. */
const bringLog = async (
  target: Target,
  line: FoundTimeline,
  base: FoundBase,
  { data, pieces }: { data: string; pieces: readonly LogPiece[] },
): Promise<void> => {
  const folder = join(data, 'pg_wal')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [segment, own] of segmentsOf(pieces)) {
    await writeFile(join(folder, segment), await wholeSegment(target, line, base, own), { mode: 0o600 })
  }
}

/**
 * The bytes of a segment, from its pieces. If a running backup replaces the pieces of a full segment by one, that is
 * read instead.
 */
const wholeSegment = async (
  target: Target,
  line: FoundTimeline,
  base: FoundBase,
  pieces: readonly LogPiece[],
): Promise<Buffer> => {
  const whole = Buffer.alloc(line.facts.segmentBytes)
  try {
    for (const piece of pieces) (await getLogPiece(target, line.id, piece)).copy(whole, piece.from)
    return whole
  } catch (cause) {
    if (!(cause instanceof Damaged)) throw cause
    const [first] = pieces
    const now = (await timelinesOf(target)).find(({ id }) => id === line.id)
    const own = now ? logFrom(now, base).pieces.filter(({ segment }) => segment === first?.segment) : []
    if (own.length !== 1 || own[0]?.digest === first?.digest) throw cause
    return wholeSegment(target, line, base, own)
  }
}

/** The pieces with everything committed up to a moment, and everything that the base needs. */
const upTo = (pieces: readonly LogPiece[], { endedAt }: FoundBase, at: number | null): readonly LogPiece[] => {
  if (at === null) return pieces
  const last = pieces.findIndex(({ reached }) => reached > Math.max(at, endedAt))
  return last < 0 ? pieces : pieces.slice(0, last + 1)
}

/** The key where a start looks for it; earlier ones in a separate file, from which the operator can configure them. */
const bringKeys = async (into: string, [present, ...earlier]: readonly Buffer[]): Promise<void> => {
  await writeWhole(join(into, 'secret-key'), `${present?.toString('hex')}\n`)
  if (earlier.length === 0) return
  await writeWhole(join(into, 'earlier-secret-keys'), `${earlier.map((key) => key.toString('hex')).join(',')}\n`)
}

const AUTO_CONF = 'postgresql.auto.conf'
/** The markers around our lines in the settings. */
const BEGIN = '# restoring'
const END = '# restored'

/** Configures PostgreSQL to recover from the log there, and where to stop. */
const prepare = async (data: string, at: number | null): Promise<null> => {
  await forgetSettings(data)
  const target = at === null ? [] : [`recovery_target_time = '${textOf(at).replace('T', ' ').replace('Z', '+00')}'`]
  const lines = [
    BEGIN,
    "restore_command = 'false'",
    "recovery_target_timeline = 'current'",
    "recovery_target_action = 'promote'",
    ...target,
    END,
  ]
  await appendFile(join(data, AUTO_CONF), `${lines.join('\n')}\n`)
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 })
  return null
}

const forgetSettings = async (data: string): Promise<void> => {
  const path = join(data, AUTO_CONF)
  const text = existsSync(path) ? await readFile(path, 'utf8') : ''
  const cut = text.replace(new RegExp(`^${BEGIN}\n.*?^${END}\n`, 'gms'), '')
  if (cut !== text) await writeFile(path, cut)
}

/** Starts the server, which recovers, and stops it afterwards. */
const recover = async (data: string, { at, into, user, look, report }: RestoreOrder): Promise<Date | null> => {
  const settings = { hot_standby: 'off' }
  const options = { user, report, settings }
  await prepare(data, at)
  const server = await startPostgres(into, options).catch(async (cause: unknown) => {
    // Nothing was committed after the moment, so recovering all of the log gives its state.
    if (at === null || !/recovery ended before configured recovery target/.test(String(cause))) throw cause
    await prepare(data, null)
    return startPostgres(into, options)
  })
  try {
    const { isStill, last } = await recoveryOf(server.connection)
    if (isStill) throw new StartupError('PostgreSQL has not finished its recovery.')
    await look?.(server.connection)
    return last
  } finally {
    await server.stop()
    await forgetSettings(data)
  }
}
