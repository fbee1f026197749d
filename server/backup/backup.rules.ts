// The rules of backups: where PostgreSQL's log is, what the parts of a backup are called, which base leads to a moment,
// and what is old enough to go. A backup has lines; a line is one unbroken stretch of the log, with the bases in it.

import type { Lsn } from '#platform/lsn'

const HEX = 16
const WORD = 32n
const WORD_DIGITS = 8

/** Where the segment of a place begins. */
export const segmentStart = (lsn: Lsn, segmentBytes: number): Lsn => lsn - (lsn % BigInt(segmentBytes))

/** What PostgreSQL calls the segment of a place. */
export const segmentName = (timeline: number, lsn: Lsn, segmentBytes: number): string => {
  const number = lsn / BigInt(segmentBytes)
  const inOne = (1n << WORD) / BigInt(segmentBytes)
  return [BigInt(timeline), number / inOne, number % inOne].map(word).join('')
}

const word = (number: bigint): string => number.toString(HEX).toUpperCase().padStart(WORD_DIGITS, '0')

/**
 * A piece of a segment, from one byte of it to another: what the log had grown by, or a whole segment. When it was
 * written, everything that was committed before `reached` (in milliseconds) was in the log up to its end.
 */
export type Piece = { segment: string; from: number; to: number; reached: number; digest: string }

/** The name of a piece below its line; it says all there is to know of it. */
export const pieceName = ({ segment, from, to, reached, digest }: Piece): string =>
  `log/${segment}/${hexOf(from)}-${hexOf(to)}-${reached}-${digest}.gz`

const hexOf = (offset: number): string => offset.toString(HEX).padStart(WORD_DIGITS, '0')

/** Reads the name of a piece; null for anything else. */
export const pieceOf = (name: string): Piece | null => {
  const found = /^log\/([0-9A-F]{24})\/([0-9a-f]{8})-([0-9a-f]{8})-(\d{1,15})-([0-9a-f]{64})\.gz$/.exec(name)
  if (!found) return null
  const [, segment = '', from = '', to = '', reached = '', digest = ''] = found
  return { segment, from: Number.parseInt(from, HEX), to: Number.parseInt(to, HEX), reached: Number(reached), digest }
}

/** The log of a line as far as it has no gap: its pieces without those that others make superfluous. */
export type Stretch = { end: Lsn; reached: number; pieces: Piece[] }

type Written = { timeline: number; segmentBytes: number; pieces: readonly Piece[] }

/** Follows the log from the segment of a place for as long as each piece goes on where the last one ended. */
export const stretchFrom = ({ timeline, segmentBytes, pieces }: Written, lsn: Lsn): Stretch => {
  const bySegment = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const own = bySegment.get(piece.segment) ?? []
    own.push(piece)
    bySegment.set(piece.segment, own)
  }
  const chosen: Piece[] = []
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

/** Whether there are pieces of after a place, as where some in between are missing. */
export const goesOnAfter = ({ timeline, segmentBytes, pieces }: Written, end: Lsn): boolean => {
  const last = segmentName(timeline, end, segmentBytes)
  const inLast = Number(end - segmentStart(end, segmentBytes))
  return pieces.some(({ segment, to }) => segment > last || (segment === last && to > inLast))
}

/** The fewest pieces that cover a segment from its first byte on, in order. */
const coverOf = (pieces: readonly Piece[]): Piece[] => {
  const cover: Piece[] = []
  let end = 0
  for (;;) {
    const next = pieces
      .filter(({ from, to }) => from <= end && to > end)
      .reduce<Piece | null>((best, one) => (best && best.to >= one.to ? best : one), null)
    if (!next) return cover
    cover.push(next)
    end = next.to
  }
}

/**
 * A base as the rules see it; times in milliseconds. `isBad`: its check has found faults. `reached`: up to when the log
 * after it has everything, where that of its line has a gap somewhere; otherwise what is said of the line counts.
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
 * The bases of a line as they follow in its log. None has ended after a later one: one that says so was made while a
 * clock was ahead.
 */
export const inOrder = <Of extends Base>(bases: readonly Of[]): Of[] => {
  const sorted = [...bases].sort((one, other) => (one.startLsn < other.startLsn ? -1 : 1))
  return sorted.map((base, at) => ({ ...base, endedAt: Math.min(...sorted.slice(at).map(({ endedAt }) => endedAt)) }))
}

/**
 * A line as the rules see it: `reached` is up to when the log has everything, and `end` up to where it goes, without a
 * gap since its oldest base.
 */
export type Line = { id: string; bases: readonly Base[]; reached: number; end: Lsn | null }

export type Chosen = { line: Line; base: Base }

/**
 * The base that leads to a moment, by the least of the log; without a moment to the latest there is, which the log of a
 * line may have come to that has an older base than another. Null: none does.
 */
export const baseFor = (lines: readonly Line[], at: number | null): Chosen | null =>
  lines
    .flatMap((line) => line.bases.map((base) => ({ line, base })))
    .filter((one) => at === null || (one.base.endedAt <= at && at <= leadsTo(one)))
    .reduce<Chosen | null>((best, one) => (best && !isBetter(one, best, at) ? best : one), null)

/** Up to when the log brings a base: to the moment at which it ended at least. */
const leadsTo = ({ line, base }: Chosen): number => Math.max(base.reached ?? line.reached, base.endedAt)

/** One with faults is worse than any without. Of a line's, and of those that lead as far, the later one is better. */
const isBetter = (one: Chosen, than: Chosen, at: number | null): boolean => {
  if (one.base.isBad !== than.base.isBad) return than.base.isBad
  const further = at === null ? leadsTo(one) - leadsTo(than) : 0
  return further === 0 ? one.base.endedAt >= than.base.endedAt : further > 0
}

/** What may be restored: any moment from the oldest base of a line to where its log has come; apart before a gap. */
export const rangesOf = (lines: readonly Line[]): { line: string; from: number; to: number }[] =>
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

/** What goes: whole lines, single bases of others, and the log of a line before a place. */
export type Outdated = {
  lines: string[]
  bases: { line: string; base: string }[]
  logBefore: { line: string; lsn: Lsn }[]
  /** Files that no row names any more since before this moment are needed by nothing that is kept. */
  filesGoneBefore: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS
/** So old may a moment be whose base is no more than a day older, in milliseconds. */
const DAILY_MS = WEEK_MS + DAY_MS

/**
 * What is not needed at `now` to bring back any moment of the last `keepMs`. A base older than that stays when it is
 * the last one before; of those older than eight days the first sound one of each week does, whose log leads to all
 * that the others lead to; the newest sound base stays however old it is; the line that is being written stays.
 */
export const outdated = (
  lines: readonly Line[],
  { now, keepMs, writing }: { now: number; keepMs: number; writing: string | null },
): Outdated => {
  const earliest = now - keepMs
  const newest = baseFor(lines, null)
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
 * Files that are gone since before this moment are named by no base, nor by what came after one: it is a day before the
 * oldest ended, lest clocks differ. 0 where a base is of a time yet to come: then nobody knows when it was made.
 */
export const filesNamedSince = (lines: readonly Line[], now: number): number => {
  const ends = lines.flatMap(({ bases }) => bases.map(({ endedAt }) => endedAt))
  return ends.length === 0 || ends.some((end) => end > now) ? 0 : Math.max(0, Math.min(...ends) - DAY_MS)
}

const least = (one: Lsn, other: Lsn): Lsn => (one < other ? one : other)

/** Whether a later sound base of the line leads to every moment since `earliest` as well. */
const isOutdated = ({ bases }: Line, base: Base, earliest: number): boolean =>
  base.endedAt < earliest &&
  bases.some((other) => !other.isBad && other.endedAt > base.endedAt && other.endedAt <= earliest)

/**
 * Whether another base leads to all that one of before then leads to: the first sound one of its week does, where the
 * log comes as far.
 */
const isSpare = ({ bases, end }: Line, base: Base, before: number): boolean =>
  base.endedAt < before &&
  end !== null &&
  base.startLsn <= end &&
  bases.some(
    (other) => !other.isBad && other.startLsn < base.startLsn && (base.isBad || weekOf(other) === weekOf(base)),
  )

/** Weeks are counted from 1970. */
const weekOf = ({ endedAt }: Base): number => Math.floor(endedAt / WEEK_MS)

/** Whether the last base is of before the latest turn. One of a time yet to come was made while a clock was ahead. */
export const isDue = (lastBase: number | null, turns: readonly number[], now: number): boolean => {
  const turn = Math.max(...turns.filter((one) => one <= now))
  return lastBase === null || lastBase < turn || lastBase > now
}
