// The contents of a target, by name:
//
//   lines/LINE/line.json                the line: server, timeline, size of its segments
//   lines/LINE/reached.json             the moment up to which its log is complete, if nothing was written since
//   lines/LINE/log/SEGMENT/…            its log, in consecutive pieces
//   lines/LINE/bases/BASE/000001 …      a base: the data folder as a tar file, compressed, in parts
//   lines/LINE/bases/BASE/base.json     the list of its parts; written last, so a base without it is incomplete
//   lines/LINE/bases/BASE/check.json    the result of its check
//   files/TENANT/ab/abcdef…             stored files, as in the data folder
//   files-gone.json                     when files were deleted
//   keys/…                              the secret key, sealed with the passphrase
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Lsn, lsnOf } from '#postgres/lsn'
import {
  type Base,
  type ContiguousLog,
  contiguousLogFrom,
  continuesAfter,
  inOrder,
  type LogPiece,
  logPieceName,
  logPieceOf,
  segmentStart,
  type Timeline,
} from './backup.rules.ts'
import { Damaged, digestOf, getJson, getWhole, type Named, putJson, type Target } from './target.ts'

/** What is stored when a line begins. */
export type TimelineFacts = {
  format: 1
  /** ISO 8601. */
  begunAt: string
  systemIdentifier: string
  timeline: number
  segmentBytes: number
  /** The major version that wrote it, which is required for reading it. */
  postgresMajor: string
  /** Whether it is from the embedded PostgreSQL. */
  embedded: boolean
}

export type PartFacts = { name: string; bytes: number; digest: string }

/** What is stored when a base is complete; times as ISO 8601, log positions in PostgreSQL's form. */
export type BaseFacts = {
  format: 1
  startedAt: string
  endedAt: string
  startLsn: string
  endLsn: string
  bytes: number
  /** Bytes of the data folder; absent in older bases. */
  unpackedBytes?: number
  parts: PartFacts[]
  /** The heads of the chains just before it, as printed by `verify --json`; compressed, in base64. */
  heads: string
}

/** The result of a base's check; without `entries` it was read completely but not opened, because of `untried`. */
export type CheckFacts = {
  checkedAt: string
  seconds: number
  entries: number | null
  faults: string[]
  untried?: string
}

export type FoundBase = Base & { facts: BaseFacts; check: CheckFacts | null }
export type FoundTimeline = Omit<Timeline, 'bases'> & {
  facts: TimelineFacts
  bases: FoundBase[]
  pieces: LogPiece[]
  /** Incomplete bases: in progress, or interrupted. */
  unfinished: string[]
  /** The end of the log; null if there is none. */
  end: Lsn | null
}

const TIMELINES = 'lines/'
export const timelineFolder = (line: string): string => `${TIMELINES}${line}/`
export const baseFolder = (line: string, base: string): string => `${timelineFolder(line)}bases/${base}/`

/** The name of a line or base: its beginning, and a unique suffix. */
export const nameAt = (now: Date, own: string): string =>
  `${now.toISOString().toLowerCase().replace(/\.\d+/, '').replace(/[-:]/g, '')}_${own}`

/** The lines of a target, oldest first; and a sentence about each line or base that is skipped because of damage. */
type Contents = { lines: FoundTimeline[]; damaged: string[] }

/** Every readable line of a target, oldest first. */
export const timelinesOf = async (target: Target): Promise<FoundTimeline[]> => (await contentsOf(target)).lines

/** Damage in one line or base does not prevent finding the others. */
export const contentsOf = async (target: Target): Promise<Contents> => {
  const byLine = new Map<string, Named[]>()
  for (const { name, bytes } of await target.list(TIMELINES)) {
    const [, line, rest] = /^lines\/([^/]+)\/(.+)$/.exec(name) ?? []
    if (!line || !rest) continue
    // A line may have a hundred thousand pieces, so the array is extended rather than copied.
    const named = byLine.get(line) ?? []
    named.push({ name: rest, bytes })
    byLine.set(line, named)
  }
  const found: Contents = { lines: [], damaged: [] }
  for (const id of [...byLine.keys()].sort()) {
    const line = await lineOf(target, id, { named: byLine.get(id) ?? [], damaged: found.damaged })
    if (line) found.lines.push(line)
  }
  return found
}

const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isLsn = (value: unknown) => typeof value === 'string' && /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/.test(value)
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0

const isLine = ({ format, begunAt, timeline, segmentBytes }: Record<string, unknown>) =>
  format === 1 && isMoment(begunAt) && isCount(timeline) && isCount(segmentBytes)
const isBase = ({ format, parts, startLsn, endLsn, endedAt }: Record<string, unknown>) =>
  format === 1 && Array.isArray(parts) && isLsn(startLsn) && isLsn(endLsn) && isMoment(endedAt)
const isCheck = ({ faults }: Record<string, unknown>) => Array.isArray(faults)
const isReached = ({ at }: Record<string, unknown>) => typeof at === 'number'

/** The result of reading; damaged data counts as missing, and is reported. */
const unlessDamaged = async <T>(reading: Promise<T | null>, damaged: string[]): Promise<T | null> => {
  try {
    return await reading
  } catch (cause) {
    if (!(cause instanceof Damaged)) throw cause
    damaged.push(cause.message)
    return null
  }
}

type InLine = { named: readonly Named[]; damaged: string[] }

const lineOf = async (target: Target, id: string, { named, damaged }: InLine): Promise<FoundTimeline | null> => {
  const facts = await unlessDamaged(getJson<TimelineFacts>(target, `${timelineFolder(id)}line.json`, isLine), damaged)
  if (!facts) return null
  const begun = new Set(named.flatMap(({ name }) => /^bases\/([^/]+)\//.exec(name)?.[1] ?? []))
  const whole: FoundBase[] = []
  for (const { name } of named) {
    const base = /^bases\/([^/]+)\/base\.json$/.exec(name)?.[1]
    if (!base) continue
    // A damaged base is not a leftover of an interrupted one.
    begun.delete(base)
    const found = await unlessDamaged(baseOf(target, id, base), damaged)
    if (found) whole.push(found)
  }
  const bases = inOrder(whole)
  const pieces = named.flatMap(({ name }) => logPieceOf(name) ?? [])
  // Without this file, the log's own pieces tell how far it reaches.
  const said = await unlessDamaged(getJson<{ at: number }>(target, `${timelineFolder(id)}reached.json`, isReached), [])
  const written = { facts, pieces, said: said?.at ?? 0 }
  const { end, reached, hasGap } = extentFrom(bases[0]?.startLsn ?? firstOf(pieces, facts), written)
  // A line without bases may have its first base in progress.
  const since = bases.length === 0 ? Date.parse(facts.begunAt) : 0
  const last = Math.max(reached, since)
  const apart = () => bases.map((base) => ({ ...base, reached: extentFrom(base.startLsn, written).reached }))
  return { id, facts, bases: hasGap ? apart() : bases, pieces, unfinished: [...begun], end, reached: last }
}

/** `said`: the moment up to which a line's log is complete, recorded while nothing is written; 0 if unknown. */
type WrittenLog = Pick<FoundTimeline, 'facts' | 'pieces'> & { said: number }

/**
 * How far the log reaches from a position; null if there is no log. After a gap, the recorded moment does not apply.
 */
const extentFrom = (start: Lsn | null, { facts, pieces, said }: WrittenLog) => {
  if (start === null) return { end: null, reached: said, hasGap: false }
  const { end, reached } = contiguousLogFrom({ ...facts, pieces }, start)
  const hasGap = continuesAfter({ ...facts, pieces }, end)
  return { end, reached: hasGap ? reached : Math.max(reached, said), hasGap }
}

const NAME_PART = 8

/** The beginning of the log's first segment; null if there is none. */
const firstOf = (pieces: readonly LogPiece[], { segmentBytes }: TimelineFacts): Lsn | null => {
  const [first] = pieces.map(({ segment }) => segment).sort()
  if (first === undefined) return null
  const high = BigInt(`0x${first.slice(NAME_PART, NAME_PART * 2)}`)
  const low = BigInt(`0x${first.slice(NAME_PART * 2)}`)
  return (high << 32n) + low * BigInt(segmentBytes)
}

/**
 * Null if it was removed meanwhile.
 * @throws {Damaged}
 */
const baseOf = async (target: Target, line: string, id: string): Promise<FoundBase | null> => {
  const facts = await getJson<BaseFacts>(target, `${baseFolder(line, id)}base.json`, isBase)
  if (!facts) return null
  // A base with a damaged check counts as unchecked.
  const check = await unlessDamaged(getJson<CheckFacts>(target, `${baseFolder(line, id)}check.json`, isCheck), [])
  return {
    id,
    facts,
    check,
    startLsn: lsnOf(facts.startLsn),
    endLsn: lsnOf(facts.endLsn),
    endedAt: Date.parse(facts.endedAt),
    isBad: (check?.faults.length ?? 0) > 0,
  }
}

/** The log of a line from a base on. */
export const logFrom = ({ facts, pieces }: FoundTimeline, { startLsn }: Base): ContiguousLog =>
  contiguousLogFrom({ ...facts, pieces }, segmentStart(startLsn, facts.segmentBytes))

/** Stores the result of a base's check. */
export const putCheck = async (target: Target, base: string, check: CheckFacts): Promise<void> => {
  for (const { name } of await target.list(TIMELINES)) {
    if (!name.endsWith(`/bases/${base}/base.json`)) continue
    await putJson(target, name.replace(/base\.json$/, 'check.json'), check)
  }
}

/**
 * Removes a line. The files that mark its bases as complete are removed first, so that no half-removed base is offered;
 * the one that describes the line last, so that remains are found again.
 */
export const removeTimeline = async (target: Target, line: string): Promise<void> => {
  for (const { name } of await target.list(timelineFolder(line)))
    if (name.endsWith('/base.json')) await target.remove(name)
  await removeBelow(target, timelineFolder(line), 'line.json')
}

/** Removes a base; the file that marks it as complete first. */
export const removeBase = async (target: Target, line: string, base: string): Promise<void> => {
  await target.remove(`${baseFolder(line, base)}base.json`)
  await removeBelow(target, baseFolder(line, base), null)
}

const removeBelow = async (target: Target, folder: string, last: string | null): Promise<void> => {
  for (const { name } of await target.list(folder)) if (name !== `${folder}${last}`) await target.remove(name)
  if (last !== null) await target.remove(`${folder}${last}`)
}

/** The log is written all the time, so speed matters more than size. */
const LEVEL = 1
const compressed = promisify(gzip)
const expanded = promisify(gunzip)

/** Stores a piece of the log. */
export const putLogPiece = async (
  target: Target,
  line: string,
  piece: Omit<LogPiece, 'digest'>,
  bytes: Buffer,
): Promise<LogPiece> => {
  const packed = await compressed(bytes, { level: LEVEL })
  const whole = { ...piece, digest: digestOf(packed) }
  await target.put(`${timelineFolder(line)}${logPieceName(whole)}`, packed)
  return whole
}

/**
 * The bytes of a piece.
 * @throws {Damaged}
 */
export const getLogPiece = async (target: Target, line: string, piece: LogPiece): Promise<Buffer> =>
  expanded(await getWhole(target, `${timelineFolder(line)}${logPieceName(piece)}`, piece.digest))
