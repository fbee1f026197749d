// Begins and continues lines. A replication slot of the server, named after the line, keeps the log that is not in the
// target yet. A restored server, or another one, does not have the slot, and begins a new line.
import { randomBytes } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { advisoryLocks } from '#platform/locks'
import { dropSlot, holdSessionLock, slotsNamed } from '#postgres/database-session'
import type { Lsn } from '#postgres/lsn'
import { connectForReplication, majorOf, makeSlot } from '#postgres/replication'
import { contiguousLogFrom, segmentStart } from './backup.rules.ts'
import { type FoundTimeline, getLogPiece, nameAt, type TimelineFacts, timelineFolder } from './contents.ts'
import { type KeptLog, keepLog, type LogKeeping, type LogStart } from './log.ts'
import { putJson, type Target } from './target.ts'

/** Random bytes that distinguish lines that began in the same second. */
const OWN_BYTES = 4
const SLOT = 'grundbok_backup_'

export type OpenTimeline = { id: string; log: KeptLog }

/**
 * The server and how to connect to it. `mark` distinguishes its database from others on the server, whose backups are
 * separate.
 */
export type Source = { connection: ClientConfig; embedded: boolean; mark: string }

/** A line for a single base: its slot ends with the connection. */
export const beginBriefTimeline = (target: Target, source: Source, now: Date): Promise<OpenTimeline> =>
  begin(target, source, { now, isBrief: true })

/** `isReady` and `silenceMs`: see {@link keepLog}. */
type Going = { now: Date } & LogKeeping

/**
 * Continues the line of the server's slot; begins one if there is none, or if the server no longer has the next part of
 * the log.
 */
export const continueTimeline = async (
  target: Target,
  source: Source,
  lines: readonly FoundTimeline[],
  going: Going,
): Promise<OpenTimeline> => {
  const slots = await slotsNamed(source.connection, SLOT)
  const slotWith = (line: string) =>
    slots.find(({ name, isLost }) => !isLost && [slotOf(source, line), earlierSlotOf(line)].includes(name))?.name
  const line = lines.findLast(({ id, end }) => end !== null && slotWith(id))
  const kept = line && (await resume(target, source, line, { ...going, slot: slotWith(line.id) ?? '' }))
  if (kept) return kept
  await dropSlots(source, lines)
  return begin(target, source, { ...going, isBrief: false })
}

const slotOf = ({ mark }: Pick<Source, 'mark'>, line: string): string => `${SLOT}${mark}_${line}`
/** The names of slots from before marks existed. */
const earlierSlotOf = (line: string): string => `${SLOT}${line}`

const begin = async (
  target: Target,
  source: Source,
  { now, isBrief, ...keeping }: Going & { isBrief: boolean },
): Promise<OpenTimeline> => {
  const replication = await connectForReplication(source.connection, 'grundbok log')
  try {
    const id = nameAt(now, randomBytes(OWN_BYTES).toString('hex'))
    const facts: TimelineFacts = {
      format: 1,
      begunAt: now.toISOString(),
      systemIdentifier: replication.systemIdentifier,
      timeline: replication.timeline,
      segmentBytes: replication.segmentBytes,
      postgresMajor: await majorOf(replication),
      embedded: source.embedded,
    }
    await putJson(target, `${timelineFolder(id)}line.json`, facts)
    const slot = slotOf(source, id)
    const from = segmentStart(await makeSlot(replication, slot, isBrief), replication.segmentBytes)
    return { id, log: keepLog(replication, target, { line: id, slot, from, kept: null }, keeping) }
  } catch (cause) {
    replication.end()
    throw cause
  }
}

/** Null if the line cannot continue, because it is from another server or timeline. */
const resume = async (
  target: Target,
  source: Source,
  line: FoundTimeline,
  { slot, ...keeping }: LogKeeping & { slot: string },
): Promise<OpenTimeline | null> => {
  const replication = await connectForReplication(source.connection, 'grundbok log')
  try {
    const { systemIdentifier, timeline, segmentBytes } = line.facts
    const isSame = replication.systemIdentifier === systemIdentifier && replication.timeline === timeline
    if (!isSame || line.end === null) {
      replication.end()
      return null
    }
    const from: LogStart = { line: line.id, slot, from: line.end, kept: await keptOf(target, line, line.end) }
    const log = keepLog({ ...replication, segmentBytes }, target, from, keeping)
    return { id: line.id, log }
  } catch (cause) {
    replication.end()
    throw cause
  }
}

/** What the target has of the segment in which the log of a line ends. */
const keptOf = async (target: Target, line: FoundTimeline, end: Lsn): Promise<LogStart['kept']> => {
  const start = segmentStart(end, line.facts.segmentBytes)
  if (start === end) return null
  const { pieces } = contiguousLogFrom({ ...line.facts, pieces: line.pieces }, start)
  const bytes: Buffer[] = []
  let filled = 0
  for (const piece of pieces) {
    const whole = await getLogPiece(target, line.id, piece)
    bytes.push(whole.subarray(filled - piece.from))
    filled = piece.to
  }
  // The segment's other pieces are superfluous; they are removed when it is full.
  const all = line.pieces.filter(({ segment }) => segment === pieces[0]?.segment)
  return { bytes: Buffer.concat(bytes), pieces: all }
}

/**
 * Drops the slots of a backup that is no longer kept, so that the server can remove the log; not while another process
 * keeps it. Returns the number of lines.
 */
export const giveUpTimelines = async (source: Source): Promise<number> => {
  const lock = await holdSessionLock(source.connection, advisoryLocks.backup)
  if (!lock) return 0
  try {
    return await dropSlots(source, [])
  } finally {
    await lock.letGo()
  }
}

/**
 * Drops the slots of our lines that do not continue, but not those of other databases. Returns the number of the
 * latter.
 */
export const dropSlots = async (source: Source, lines: readonly FoundTimeline[]): Promise<number> => {
  const { connection, embedded } = source
  const earlier = new Set(lines.map(({ id }) => earlierSlotOf(id)))
  const isOwn = (name: string) => embedded || name.startsWith(slotOf(source, '')) || earlier.has(name)
  const idle = (await slotsNamed(connection, SLOT)).filter(({ name, isActive }) => !isActive && isOwn(name))
  for (const { name } of idle) await dropSlot(connection, name)
  return idle.length
}
