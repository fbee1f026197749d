// Copies a server's log to a target as it is written: every second as a piece, and a full segment replaces its pieces.
import { setTimeout as pause } from 'node:timers/promises'
import type { Lsn } from '#postgres/lsn'
import { type LogStream, type Replication, streamLog, type Told } from '#postgres/replication'
import { type LogPiece, logPieceName, segmentName, segmentStart } from './backup.rules.ts'
import { putLogPiece, timelineFolder } from './contents.ts'
import { putJson, type Target } from './target.ts'

/** The interval of storing what has arrived, in milliseconds. */
const EVERY_MS = 1000
/** The time without new log after which this is recorded, in milliseconds. */
const SAID_EVERY_MS = 30_000
/** The number of pieces of a segment that are merged into one. */
const MOST_PIECES = 32
/** How many full segments may wait to be stored before the server must wait. */
const MOST_WAITING = 4
/** How long the server may be silent, in milliseconds; a keep-alive is requested every second. */
const SILENCE_MS = 60_000

export type LogStart = {
  line: string
  slot: string
  /** The beginning of a segment, or the position after what `kept` has of it. */
  from: Lsn
  kept: { bytes: Buffer; pieces: readonly LogPiece[] } | null
}

export type KeptLog = {
  /** The position and moment up to which everything is in the target. */
  stored(): Lsn
  reached(): number
  /** Resolves when the target has everything up to a position; rejects if the log ends before. */
  until(lsn: Lsn): Promise<void>
  /** Rejects when the log can no longer be copied. */
  failed: Promise<never>
  /** Stores what has arrived, and ends. */
  stop(): Promise<void>
}

/**
 * Before anything is stored, `isReady` is asked whether everything it references is in the target. If not, it waits.
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
  // The server ends the stream after a minute without a message from us, and storing may take longer.
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

/** `silenceMs`: how long the server may be silent; a minute if absent. */
export type LogKeeping = { isReady?: () => Promise<boolean>; silenceMs?: number | undefined }

/** The copying was stopped. */
class Ended extends Error {}

/** A segment being received: `bytes` are valid up to `filled`, and in the target up to `stored`. */
type Segment = { start: Lsn; bytes: Buffer; filled: number; stored: number; pieces: LogPiece[] }

/** Log received and not stored: full segments, and the current one. */
type Inbox = {
  take(told: Told): void
  full: Segment[]
  current(): Segment
  /** The current end of the received log, and the last message. */
  seen(): Seen
  isFull(): boolean
  /** While it is full we do not read, so silence is expected. */
  rest(): void
  goOn(): void
  breakOff(cause: Error): void
  /** Why nothing more arrives; null as long as it does. */
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
      return broken ?? (isSilent ? new Error('the server has stopped sending') : null)
    },
  }
}

const newSegment = (start: Lsn, segmentBytes: number): Segment => {
  return { start, bytes: Buffer.alloc(segmentBytes), filled: 0, stored: 0, pieces: [] }
}

/** The log in the target. */
const newShelf = (target: Target, { line, timeline, from }: { line: string; timeline: number; from: Lsn }) => {
  let stored = from
  let reached = 0
  let said = Date.now()

  const put = async (segment: Segment, filled: number, { isWhole, upTo }: { isWhole: boolean; upTo: number }) => {
    const { bytes } = segment
    const begin = isWhole ? 0 : segment.stored
    const name = segmentName(timeline, segment.start, bytes.length)
    const named = { segment: name, from: begin, to: filled, reached: upTo }
    const piece = await putLogPiece(target, line, named, bytes.subarray(begin, filled))
    const superfluous = isWhole ? segment.pieces.filter((one) => logPieceName(one) !== logPieceName(piece)) : []
    segment.pieces = isWhole ? [piece] : [...segment.pieces, piece]
    segment.stored = filled
    stored = segment.start + BigInt(filled)
    for (const one of superfluous) await target.remove(`${timelineFolder(line)}${logPieceName(one)}`)
  }

  /**
   * The moment up to which the log is complete at a position, if the server's last message tells; its clock may go
   * back.
   */
  const completeAt = (told: Told | null, end: Lsn): number => (told && told.flushed <= end ? told.at : reached)

  return {
    stored: () => stored,
    reached: () => reached,
    /**
     * Stores what had arrived when it was `seen`. The server's message of that time applies to it, and to everything
     * after it.
     */
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
      await putJson(target, `${timelineFolder(line)}reached.json`, { at: reached })
      said = Date.now()
    },
  }
}
