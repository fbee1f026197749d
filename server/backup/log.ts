// Keeps the log of a server in a target while it is written: what has come is put there every second as a piece, and a
// segment that is full takes the place of its pieces.
import { setTimeout as pause } from 'node:timers/promises'
import type { Lsn } from '#platform/lsn'
import { type LogStream, type Replication, streamLog, type Told } from '#platform/replication'
import { type Piece, pieceName, segmentName, segmentStart } from './backup.rules.ts'
import { lineFolder, putPiece } from './contents.ts'
import { putJson, type Target } from './target.ts'

/** How often what has come is put away, in milliseconds. */
const EVERY_MS = 1000
/** After how many milliseconds without anything new it is said that there was nothing. */
const SAID_EVERY_MS = 30_000
/** So many pieces of one segment become one. */
const MOST_PIECES = 32
/** How many full segments wait to be put away before the server has to wait. */
const MOST_WAITING = 4
/** How long the server may say nothing, in milliseconds: it is asked for a sign of life every second. */
const SILENCE_MS = 60_000

export type LogStart = {
  line: string
  slot: string
  /** The beginning of a segment, or the place after what `kept` has of it. */
  from: Lsn
  kept: { bytes: Buffer; pieces: readonly Piece[] } | null
}

export type KeptLog = {
  /** Up to where and when everything is in the target. */
  stored(): Lsn
  reached(): number
  /** Ends when everything up to a place is in the target; fails when the log has ended before. */
  until(lsn: Lsn): Promise<void>
  /** Fails when the log can no longer be kept. */
  failed: Promise<never>
  /** Puts away what has come, and ends. */
  stop(): Promise<void>
}

/**
 * `isReady` is asked each time before what has come until then is put away: whether all is in the target that it
 * speaks of. When it is not, what has come waits.
 */
export const keepLog = (
  replication: Replication,
  target: Target,
  start: LogStart,
  { isReady = async () => true, silenceMs = SILENCE_MS }: LogKeeping = {},
): KeptLog => {
  const inbox = newInbox(replication.segmentBytes, start, silenceMs)
  const shelf = newShelf(target, { line: start.line, timeline: replication.timeline, from: start.from })
  const stream: LogStream = streamLog(replication, start.slot, start.from, (told) => {
    inbox.take(told)
    if (!inbox.isFull()) return
    inbox.rest()
    stream.pause()
  })
  stream.ended.catch((cause: Error) => inbox.breakOff(cause))
  const hopes = new Set<{ lsn: Lsn; resolve: () => void }>()
  let isEnding = false
  let wake = () => {}
  // Without a word from us for a minute the server ends the stream; what is put away first may take longer.
  const breathing = setInterval(() => {
    if (!inbox.broken()) stream.confirm(shelf.stored())
  }, EVERY_MS).unref()

  const work = async (): Promise<never> => {
    for (;;) {
      const end = inbox.broken() ?? (isEnding ? new Ended() : null)
      const seen = inbox.seen()
      if (await isReady()) await shelf.putAway(inbox, seen)
      if (!inbox.isFull()) {
        inbox.goOn()
        stream.resume()
      }
      stream.confirm(shelf.stored())
      for (const hope of hopes) if (hope.lsn <= shelf.stored()) hope.resolve()
      if (end) throw end
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await Promise.race([pause(EVERY_MS, undefined, { ref: false }), woken])
    }
  }
  const failed = work().finally(() => {
    clearInterval(breathing)
    replication.end()
  })
  failed.catch(() => {})

  return {
    stored: shelf.stored,
    reached: shelf.reached,
    failed,
    until: (lsn) => Promise.race([failed, new Promise<void>((resolve) => void hopes.add({ lsn, resolve }))]),
    async stop() {
      isEnding = true
      wake()
      await failed.catch((cause: unknown) => {
        if (!(cause instanceof Ended)) throw cause
      })
    },
  }
}

/** `silenceMs`: how long the server may say nothing; a minute when left out. */
export type LogKeeping = { isReady?: () => Promise<boolean>; silenceMs?: number | undefined }

/** It was told to stop. */
class Ended extends Error {}

/** A segment that is coming in: `bytes` are right up to `filled`, and in the target up to `stored`. */
type Segment = { start: Lsn; bytes: Buffer; filled: number; stored: number; pieces: Piece[] }

/** What has come and is not put away: segments that are full, and the one that comes in. */
type Inbox = {
  take(told: Told): void
  full: Segment[]
  current(): Segment
  /** Up to where it has come by now, and what was said last. */
  seen(): Seen
  isFull(): boolean
  /** While it is full nothing is heard, and that is no silence. */
  rest(): void
  goOn(): void
  breakOff(cause: Error): void
  /** Why nothing more comes; null as long as it does. */
  broken(): Error | null
}

type Seen = { end: Lsn; told: Told | null }

const newInbox = (segmentBytes: number, { from, kept }: LogStart, silenceMs: number): Inbox => {
  let current = newSegment(segmentStart(from, segmentBytes), segmentBytes)
  if (kept) {
    kept.bytes.copy(current.bytes)
    const length = kept.bytes.length
    Object.assign(current, { filled: length, stored: length, pieces: [...kept.pieces] })
  }
  const full: Segment[] = []
  let last: Told | null = null
  let heard = Date.now()
  let isResting = false
  let broken: Error | null = null
  return {
    take(told) {
      heard = Date.now()
      last = told
      if (told.bytes.length === 0 || broken) return
      if (told.start !== current.start + BigInt(current.filled)) {
        broken = new Error('the server left out a part of its log')
        return
      }
      for (let taken = 0; taken < told.bytes.length; ) {
        const copied = told.bytes.copy(current.bytes, current.filled, taken)
        taken += copied
        current.filled += copied
        if (current.filled < segmentBytes) continue
        full.push(current)
        current = newSegment(current.start + BigInt(segmentBytes), segmentBytes)
      }
    },
    full,
    current: () => current,
    seen: () => ({ end: current.start + BigInt(current.filled), told: last }),
    isFull: () => full.length > MOST_WAITING,
    rest() {
      isResting = true
    },
    goOn() {
      if (isResting) heard = Date.now()
      isResting = false
    },
    breakOff(cause) {
      broken ??= cause
    },
    broken() {
      const isSilent = !isResting && Date.now() - heard > silenceMs
      return broken ?? (isSilent ? new Error('the server says nothing any more') : null)
    },
  }
}

const newSegment = (start: Lsn, segmentBytes: number): Segment => {
  return { start, bytes: Buffer.alloc(segmentBytes), filled: 0, stored: 0, pieces: [] }
}

/** What is in the target. */
const newShelf = (target: Target, { line, timeline, from }: { line: string; timeline: number; from: Lsn }) => {
  let stored = from
  let reached = 0
  let said = Date.now()

  const put = async (segment: Segment, filled: number, { isWhole, upTo }: { isWhole: boolean; upTo: number }) => {
    const { bytes } = segment
    const begin = isWhole ? 0 : segment.stored
    const name = segmentName(timeline, segment.start, bytes.length)
    const named = { segment: name, from: begin, to: filled, reached: upTo }
    const piece = await putPiece(target, line, named, bytes.subarray(begin, filled))
    const superfluous = isWhole ? segment.pieces.filter((one) => pieceName(one) !== pieceName(piece)) : []
    segment.pieces = isWhole ? [piece] : [...segment.pieces, piece]
    segment.stored = filled
    stored = segment.start + BigInt(filled)
    for (const one of superfluous) await target.remove(`${lineFolder(line)}${pieceName(one)}`)
  }

  /** When the log was complete up to a place, if what the server said last allows to say so; its clock may go back. */
  const completeAt = (told: Told | null, end: Lsn): number => (told && told.flushed <= end ? told.at : reached)

  return {
    stored: () => stored,
    reached: () => reached,
    /** Puts away what had come when it was `seen`. What the server said then is true of that, and of all after it. */
    async putAway({ full, current }: Inbox, { end, told }: Seen): Promise<void> {
      const before = stored
      for (const segment of [...full]) {
        const whole = segment.start + BigInt(segment.filled)
        if (whole > end) break
        await put(segment, segment.filled, { isWhole: true, upTo: completeAt(told, whole) })
        full.shift()
      }
      const open = full[0] ?? current()
      const filled = Number(end - open.start)
      if (filled > open.stored) {
        await put(open, filled, { isWhole: open.pieces.length >= MOST_PIECES, upTo: completeAt(told, end) })
      }
      reached = completeAt(told, stored)
      if (stored > before) said = Date.now()
      if (Date.now() - said < SAID_EVERY_MS) return
      await putJson(target, `${lineFolder(line)}reached.json`, { at: reached })
      said = Date.now()
    },
  }
}
