// What lies in a target, and what it is called:
//
//   lines/LINE/line.json                what the line is of: server, timeline, size of its segments
//   lines/LINE/reached.json             up to when its log has everything, when nothing has been written since
//   lines/LINE/log/SEGMENT/…            its log, in pieces that go on where the one before has ended
//   lines/LINE/bases/BASE/000001 …      a base: the data folder as a tar file, compressed, in parts
//   lines/LINE/bases/BASE/base.json     what the parts are; written last, so that a base without it is not whole
//   lines/LINE/bases/BASE/check.json    what its check has found
//   files/TENANT/ab/abcdef…             kept files, as they lie in the data folder
//   files-gone.json                     since when files are no longer there
//   keys/…                              the secret key, sealed with the passphrase

import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Lsn, lsnOf } from '#platform/lsn'
import {
  type Base,
  goesOnAfter,
  inOrder,
  type Line,
  type Piece,
  pieceName,
  pieceOf,
  type Stretch,
  segmentStart,
  stretchFrom,
} from './backup.rules.ts'
import { Damaged, digestOf, getJson, getWhole, type Named, putJson, type Target } from './target.ts'

/** What is said of a line when it begins. */
export type LineFacts = {
  format: 1
  /** ISO 8601. */
  begunAt: string
  systemIdentifier: string
  timeline: number
  segmentBytes: number
  /** The major version that wrote it: no other one reads it. */
  postgresMajor: string
  /** Whether it is of the PostgreSQL that comes with us. */
  embedded: boolean
}

export type PartFacts = { name: string; bytes: number; digest: string }

/** What is said of a base when it is whole; times as ISO 8601, places as PostgreSQL writes them. */
export type BaseFacts = {
  format: 1
  startedAt: string
  endedAt: string
  startLsn: string
  endLsn: string
  bytes: number
  /** Bytes of the data folder; left out by bases of before it was noted. */
  unpackedBytes?: number
  parts: PartFacts[]
  /** The ends of the chains just before it, as `verify --json` prints them; compressed, in base64. */
  heads: string
}

/** What the check of a base has found; without `entries` it was read as a whole, but not opened: `untried` says why. */
export type CheckFacts = {
  checkedAt: string
  seconds: number
  entries: number | null
  faults: string[]
  untried?: string
}

export type FoundBase = Base & { facts: BaseFacts; check: CheckFacts | null }
export type FoundLine = Omit<Line, 'bases'> & {
  facts: LineFacts
  bases: FoundBase[]
  pieces: Piece[]
  /** Bases that are not whole: under way, or broken off. */
  unfinished: string[]
  /** Where the log ends; null when there is none. */
  end: Lsn | null
}

export const LINES = 'lines/'
export const lineFolder = (line: string): string => `${LINES}${line}/`
export const baseFolder = (line: string, base: string): string => `${lineFolder(line)}bases/${base}/`

/** The name of a line or base: when it began, and something of its own. */
export const nameAt = (now: Date, own: string): string =>
  `${now.toISOString().toLowerCase().replace(/\.\d+/, '').replace(/[-:]/g, '')}_${own}`

/** The lines of a target, the oldest first; and each line or base that is passed over, in a sentence on its damage. */
export type Contents = { lines: FoundLine[]; damaged: string[] }

/** Every line of a target that can be read, the oldest first. */
export const linesOf = async (target: Target): Promise<FoundLine[]> => (await contentsOf(target)).lines

/** What is damaged of one line or base is no reason not to find the others. */
export const contentsOf = async (target: Target): Promise<Contents> => {
  const byLine = new Map<string, Named[]>()
  for (const { name, bytes } of await target.list(LINES)) {
    const [, line, rest] = /^lines\/([^/]+)\/(.+)$/.exec(name) ?? []
    if (!line || !rest) continue
    // A line may have a hundred thousand pieces: each is added to those before it, which are not copied.
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

/** What is read, unless it is damaged: then it is as if it were not there, and named among the damaged. */
const unlessDamaged = async <T>(reading: Promise<T | null>, damaged: string[]): Promise<T | null> => {
  try {
    return await reading
  } catch (cause) {
    if (!(cause instanceof Damaged)) throw cause
    damaged.push(cause.message)
    return null
  }
}

/** The names below a line. */
type InLine = { named: readonly Named[]; damaged: string[] }

const lineOf = async (target: Target, id: string, { named, damaged }: InLine): Promise<FoundLine | null> => {
  const facts = await unlessDamaged(getJson<LineFacts>(target, `${lineFolder(id)}line.json`, isLine), damaged)
  if (!facts) return null
  const begun = new Set(named.flatMap(({ name }) => /^bases\/([^/]+)\//.exec(name)?.[1] ?? []))
  const whole: FoundBase[] = []
  for (const { name } of named) {
    const base = /^bases\/([^/]+)\/base\.json$/.exec(name)?.[1]
    if (!base) continue
    // One that is damaged is no leftover either.
    begun.delete(base)
    const found = await unlessDamaged(baseOf(target, id, base), damaged)
    if (found) whole.push(found)
  }
  const bases = inOrder(whole)
  const pieces = named.flatMap(({ name }) => pieceOf(name) ?? [])
  // Without it the log says how far it goes.
  const said = await unlessDamaged(getJson<{ at: number }>(target, `${lineFolder(id)}reached.json`, isReached), [])
  const written = { facts, pieces, said: said?.at ?? 0 }
  const { end, reached, hasGap } = extentFrom(bases[0]?.startLsn ?? firstOf(pieces, facts), written)
  // A line without a base may be one whose base is under way.
  const since = bases.length === 0 ? Date.parse(facts.begunAt) : 0
  const last = Math.max(reached, since)
  const apart = () => bases.map((base) => ({ ...base, reached: extentFrom(base.startLsn, written).reached }))
  return { id, facts, bases: hasGap ? apart() : bases, pieces, unfinished: [...begun], end, reached: last }
}

/** `said`: up to when the log of a line has everything, as is noted while nothing is written; 0 where it is not. */
type WrittenLog = Pick<FoundLine, 'facts' | 'pieces'> & { said: number }

/**
 * How far the log goes from a place on, which is null where there is none. What is said of its end is not true of where
 * a gap breaks it off.
 */
const extentFrom = (start: Lsn | null, { facts, pieces, said }: WrittenLog) => {
  if (start === null) return { end: null, reached: said, hasGap: false }
  const { end, reached } = stretchFrom({ ...facts, pieces }, start)
  const hasGap = goesOnAfter({ ...facts, pieces }, end)
  return { end, reached: hasGap ? reached : Math.max(reached, said), hasGap }
}

const NAME_PART = 8

/** Where the first segment of the log begins; null when there is none. */
const firstOf = (pieces: readonly Piece[], { segmentBytes }: LineFacts): Lsn | null => {
  const [first] = pieces.map(({ segment }) => segment).sort()
  if (first === undefined) return null
  const high = BigInt(`0x${first.slice(NAME_PART, NAME_PART * 2)}`)
  const low = BigInt(`0x${first.slice(NAME_PART * 2)}`)
  return (high << 32n) + low * BigInt(segmentBytes)
}

/** Null when it has just been removed. @throws {Damaged} */
const baseOf = async (target: Target, line: string, id: string): Promise<FoundBase | null> => {
  const facts = await getJson<BaseFacts>(target, `${baseFolder(line, id)}base.json`, isBase)
  if (!facts) return null
  // One whose check is lost is one that has not been checked yet.
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
export const logFrom = ({ facts, pieces }: FoundLine, { startLsn }: Base): Stretch =>
  stretchFrom({ ...facts, pieces }, segmentStart(startLsn, facts.segmentBytes))

/** Notes what the check of a base has found. */
export const putCheck = async (target: Target, base: string, check: CheckFacts): Promise<void> => {
  for (const { name } of await target.list(LINES)) {
    if (!name.endsWith(`/bases/${base}/base.json`)) continue
    await putJson(target, name.replace(/base\.json$/, 'check.json'), check)
  }
}

/**
 * Removes a line. What says that its bases are whole goes first, so that nobody is promised what is half gone; what
 * says what it is goes last, so that what is left of it is found again.
 */
export const forgetLine = async (target: Target, line: string): Promise<void> => {
  for (const { name } of await target.list(lineFolder(line))) if (name.endsWith('/base.json')) await target.remove(name)
  await removeBelow(target, lineFolder(line), 'line.json')
}

/** Removes a base; what says that it is whole goes first. */
export const forgetBase = async (target: Target, line: string, base: string): Promise<void> => {
  await target.remove(`${baseFolder(line, base)}base.json`)
  await removeBelow(target, baseFolder(line, base), null)
}

const removeBelow = async (target: Target, folder: string, last: string | null): Promise<void> => {
  for (const { name } of await target.list(folder)) if (name !== `${folder}${last}`) await target.remove(name)
  if (last !== null) await target.remove(`${folder}${last}`)
}

/** The log is written all the time: little time is better than few bytes. */
const LEVEL = 1
const compressed = promisify(gzip)
const expanded = promisify(gunzip)

/** Puts a piece of the log. */
export const putPiece = async (
  target: Target,
  line: string,
  piece: Omit<Piece, 'digest'>,
  bytes: Buffer,
): Promise<Piece> => {
  const packed = await compressed(bytes, { level: LEVEL })
  const whole = { ...piece, digest: digestOf(packed) }
  await target.put(`${lineFolder(line)}${pieceName(whole)}`, packed)
  return whole
}

/** The bytes of a piece. @throws {Damaged} */
export const getPiece = async (target: Target, line: string, piece: Piece): Promise<Buffer> =>
  expanded(await getWhole(target, `${lineFolder(line)}${pieceName(piece)}`, piece.digest))
