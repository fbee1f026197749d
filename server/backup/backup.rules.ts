// The rules of backups: positions in PostgreSQL's log, names of the parts of a backup, which base leads to a moment,
// and what is old enough to be removed. A backup consists of lines; a line is one continuous part of the log, with the
// bases in it.
import type { Lsn } from '#postgres/lsn'

const HEX = 16
const WORD = 32n
const WORD_DIGITS = 8

/** The position where a segment begins. */
export const segmentStart = (lsn: Lsn, segmentBytes: number): Lsn => lsn - (lsn % BigInt(segmentBytes))

/** PostgreSQL's name for the segment of a position. */
export const segmentName = (timeline: number, lsn: Lsn, segmentBytes: number): string => {
  const number = lsn / BigInt(segmentBytes)
  const inOne = (1n << WORD) / BigInt(segmentBytes)
  return [BigInt(timeline), number / inOne, number % inOne].map(word).join('')
}

const word = (number: bigint): string => number.toString(HEX).toUpperCase().padStart(WORD_DIGITS, '0')

/**
 * A part of a segment, from one byte to another: the growth of the log, or a whole segment. When it was written, the
 * log up to its end contained everything that was committed before `reached` (in milliseconds).
 */
export type LogPiece = { segment: string; from: number; to: number; reached: number; digest: string }

/** The name of a piece in its line, which contains all its properties. */
export const logPieceName = ({ segment, from, to, reached, digest }: LogPiece): string =>
  `log/${segment}/${hexOf(from)}-${hexOf(to)}-${reached}-${digest}.gz`

const hexOf = (offset: number): string => offset.toString(HEX).padStart(WORD_DIGITS, '0')

/** Parses the name of a piece; null for other names. */
export const logPieceOf = (name: string): LogPiece | null => {
  const found = /^log\/([0-9A-F]{24})\/([0-9a-f]{8})-([0-9a-f]{8})-(\d{1,15})-([0-9a-f]{64})\.gz$/.exec(name)
  if (!found) return null
  const [, segment = '', from = '', to = '', reached = '', digest = ''] = found
  return { segment, from: Number.parseInt(from, HEX), to: Number.parseInt(to, HEX), reached: Number(reached), digest }
}

/** The log of a line up to the first gap: its pieces without superfluous ones. */
export type ContiguousLog = { end: Lsn; reached: number; pieces: LogPiece[] }

type Written = { timeline: number; segmentBytes: number; pieces: readonly LogPiece[] }

/** Follows the log from the segment of a position as long as each piece continues where the last one ended. */
export const contiguousLogFrom = ({ timeline, segmentBytes, pieces }: Written, lsn: Lsn): ContiguousLog => {
  const bySegment = new Map<string, LogPiece[]>()
  for (const piece of pieces) {
    const own = bySegment.get(piece.segment) ?? []
    own.push(piece)
    bySegment.set(piece.segment, own)
  }
  const chosen: LogPiece[] = []
  let reached = 0
  let start = segmentStart(lsn, segmentBytes)
  for (;;) {
    const inSegment = coverOf(bySegment.get(segmentName(timeline, start, segmentBytes)) ?? [])
    for (const piece of inSegment) reached = Math.max(reached, piece.reached)
    chosen.push(...inSegment)
    const to = inSegment.at(-1)?.to ?? 0
    if (to < segmentBytes) return { end: start + BigInt(to), reached, pieces: chosen }
    start += BigInt(segmentBytes)
  }
}

/** Whether there are pieces after a position, which means that some in between are missing. */
export const continuesAfter = ({ timeline, segmentBytes, pieces }: Written, end: Lsn): boolean => {
  const last = segmentName(timeline, end, segmentBytes)
  const inLast = Number(end - segmentStart(end, segmentBytes))
  return pieces.some(({ segment, to }) => segment > last || (segment === last && to > inLast))
}

/** The fewest pieces that cover a segment from its first byte on, in order. */
const coverOf = (pieces: readonly LogPiece[]): LogPiece[] => {
  const cover: LogPiece[] = []
  let end = 0
  for (;;) {
    const next = pieces
      .filter(({ from, to }) => from <= end && to > end)
      .reduce<LogPiece | null>((best, one) => (best && best.to >= one.to ? best : one), null)
    if (!next) return cover
    cover.push(next)
    end = next.to
  }
}

/**
 * A base for the rules; times in milliseconds. `isBad`: its check has found faults. `reached`: the moment up to which
 * the log after it is complete, if the line's log has a gap; otherwise that of the line applies.
 */
export type Base = {
  id: string
  startLsn: Lsn
  endLsn: Lsn
  endedAt: number
  isBad: boolean
  reached?: number
}

/**
 * The bases of a line in the order of its log. A base cannot have ended after a later one: if it claims to, it was made
 * while a clock was ahead.
 */
export const inOrder = <Of extends Base>(bases: readonly Of[]): Of[] => {
  const sorted = [...bases].sort((one, other) => (one.startLsn < other.startLsn ? -1 : 1))
  return sorted.map((base, at) => ({ ...base, endedAt: Math.min(...sorted.slice(at).map(({ endedAt }) => endedAt)) }))
}

/**
 * A line for the rules: `reached` is the moment up to which its log is complete, and `end` the position up to which it
 * has no gap since its oldest base.
 */
export type Timeline = { id: string; bases: readonly Base[]; reached: number; end: Lsn | null }

type Chosen = { line: Timeline; base: Base }

/**
 * The base that leads to a moment with the least log. Without a moment, the one that leads to the latest moment, which
 * may be in a line with an older base. Null: there is none.
 */
export const baseForMoment = (lines: readonly Timeline[], at: number | null): Chosen | null =>
  lines
    .flatMap((line) => line.bases.map((base) => ({ line, base })))
    .filter((one) => at === null || (one.base.endedAt <= at && at <= leadsTo(one)))
    .reduce<Chosen | null>((best, one) => (best && !isBetter(one, best, at) ? best : one), null)

/** The moment up to which the log leads from a base: at least its own end. */
const leadsTo = ({ line, base }: Chosen): number => Math.max(base.reached ?? line.reached, base.endedAt)

/**
 * A base without faults is better than one with. Within a line, and among those that lead equally far, the later is
 * better.
 */
const isBetter = (one: Chosen, than: Chosen, at: number | null): boolean => {
  if (one.base.isBad !== than.base.isBad) return than.base.isBad
  const further = at === null ? leadsTo(one) - leadsTo(than) : 0
  return further === 0 ? one.base.endedAt >= than.base.endedAt : further > 0
}

/** The moments that can be restored: from the oldest base of a line to the end of its log; split at gaps. */
export const rangesOf = (lines: readonly Timeline[]): { line: string; from: number; to: number }[] =>
  lines
    .flatMap((line) => {
      const ranges: { line: string; from: number; to: number }[] = []
      for (const base of line.bases) {
        const isWithin = ranges.some(({ to }) => base.reached === undefined || base.endedAt <= to)
        if (!isWithin) ranges.push({ line: line.id, from: base.endedAt, to: leadsTo({ line, base }) })
      }
      return ranges
    })
    .sort((one, other) => one.from - other.from)

/** What is removed: whole lines, single bases of others, and the log of a line before a position. */
export type Outdated = {
  lines: string[]
  bases: { line: string; base: string }[]
  logBefore: { line: string; lsn: Lsn }[]
  /** Files that were deleted before this moment are not needed by anything that is kept. */
  filesGoneBefore: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS
/** Moments up to this age have a base at most a day older, in milliseconds. */
const DAILY_MS = WEEK_MS + DAY_MS

/**
 * What is not needed at `now` to restore any moment of the last `keepMs`. The last base before that period is kept. Of
 * bases older than eight days, the first sound one of each week is kept, if its log leads as far as that of the others.
 * The newest sound base and the line being written are always kept.
 */
export const outdated = (
  lines: readonly Timeline[],
  { now, keepMs, writing }: { now: number; keepMs: number; writing: string | null },
): Outdated => {
  const earliest = now - keepMs
  const newest = baseForMoment(lines, null)
  const gone = lines.filter(
    ({ id, bases, reached }) =>
      id !== writing && id !== newest?.line.id && reached < earliest && bases.every((one) => one.endedAt < earliest),
  )
  const kept = lines.filter((line) => !gone.includes(line))
  const staying = kept.map((line) => {
    const needed = line.bases.filter((base) => base === newest?.base || !isOutdated(line, base, earliest))
    const isNeeded = (base: Base) => base === newest?.base || !isSpare({ ...line, bases: needed }, base, now - DAILY_MS)
    return { line: line.id, bases: needed.filter(isNeeded) }
  })
  const bases = kept.flatMap((line, at) =>
    line.bases.filter((base) => !staying[at]?.bases.includes(base)).map((base) => ({ line: line.id, base: base.id })),
  )
  const logBefore = staying
    .filter((one) => one.bases.length > 0)
    .map(({ line, bases: left }) => ({ line, lsn: left.map(({ startLsn }) => startLsn).reduce(least) }))
  const ends = staying.flatMap((one) => one.bases.map(({ endedAt }) => endedAt))
  return { lines: gone.map(({ id }) => id), bases, logBefore, filesGoneBefore: Math.min(earliest, ...ends) }
}

/**
 * Files deleted before this moment are referenced neither by a base nor by the log after it: a day before the oldest
 * base ended, in case clocks differ. 0 if a base is dated in the future, because its real time is unknown.
 */
export const filesReferencedSince = (lines: readonly Timeline[], now: number): number => {
  const ends = lines.flatMap(({ bases }) => bases.map(({ endedAt }) => endedAt))
  return ends.length === 0 || ends.some((end) => end > now) ? 0 : Math.max(0, Math.min(...ends) - DAY_MS)
}

const least = (one: Lsn, other: Lsn): Lsn => (one < other ? one : other)

/** Whether a later sound base of the line also leads to every moment since `earliest`. */
const isOutdated = ({ bases }: Timeline, base: Base, earliest: number): boolean =>
  base.endedAt < earliest &&
  bases.some((other) => !other.isBad && other.endedAt > base.endedAt && other.endedAt <= earliest)

/**
 * Whether another base leads to everything that an old one leads to: the first sound one of its week does, if its log
 * reaches as far.
 */
const isSpare = ({ bases, end }: Timeline, base: Base, before: number): boolean =>
  base.endedAt < before &&
  end !== null &&
  base.startLsn <= end &&
  bases.some(
    (other) => !other.isBad && other.startLsn < base.startLsn && (base.isBad || weekOf(other) === weekOf(base)),
  )

/** Weeks are counted from 1970. */
const weekOf = ({ endedAt }: Base): number => Math.floor(endedAt / WEEK_MS)

/** Whether the last base is older than the latest turn. One dated in the future was made while a clock was ahead. */
export const isDue = (lastBase: number | null, turns: readonly number[], now: number): boolean => {
  const turn = Math.max(...turns.filter((one) => one <= now))
  return lastBase === null || lastBase < turn || lastBase > now
}
