// Keeps the backup while the service runs: copies the log and files as they are written, makes a new base each day,
// removes what is too old, and checks each base once. One process does this, and another takes over when it ends; files
// are copied by the processes on the machine where they arrive.
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { advisoryLocks } from '#platform/locks'
import type { Keys } from '#platform/seal'
import { flushedTo, holdSessionLock } from '#postgres/database-session'
import { connectForReplication } from '#postgres/replication'
import { isDue } from './backup.rules.ts'
import { makeBase } from './base.ts'
import { contentsOf, type FoundBase, type FoundTimeline, nameAt, timelineFolder, timelinesOf } from './contents.ts'
import { copyFile, copyFiles, type KeptFiles, someAtOnce } from './kept-files.ts'
import { hasKeys, putKeys } from './key.ts'
import { forgetOutdated, removeOutdated } from './retention.ts'
import { heeding, type Target } from './target.ts'
import { continueTimeline, dropSlots, type OpenTimeline, type Source } from './timeline.ts'

/** What is needed to copy files that arrive on this machine. */
export type Copying = {
  target: Target
  /** The moment up to which this target was complete, as recorded in the database; null if there is no record. */
  keptUntil: () => Promise<Date | null>
  files: KeptFiles & {
    /** The places of files that arrived and were not yet reported as copied. */
    arrived(): Promise<string[]>
    copied(place: string): Promise<void>
  }
  now: () => Date
  report: (sentence: string) => void
  /** Records the state of the backup for monitoring. It must not fail. */
  note: (news: KeeperNews) => void
}

type KeeperOptions = Copying & {
  source: Source
  passphrase: string
  keys: Keys
  /** The heads of all chains, as JSON. */
  heads: () => Promise<string>
  /** Restores and verifies a base, and saves the result. */
  check: (base: string, signal: AbortSignal) => Promise<void>
  /** The scheduled times of bases around a moment. */
  turns: (now: Date) => readonly number[]
  /** The period in which any moment can be restored, in milliseconds. */
  keepMs: number
  /** A suffix that distinguishes bases that began in the same second. */
  own: () => string
  /** How long the server may be silent, in milliseconds; a minute if absent. */
  silenceMs?: number
}

type KeeperNews = {
  /** The moment up to which all commits are in the backup. */
  reached?: Date
  base?: { name: string; endedAt: Date }
  /** Why the backup is not progressing; null if it is. */
  trouble?: string | null
  /** Ends the trouble whose text begins with this, by any process. */
  over?: string
}

export type Keeper = {
  /** Why the backup is not progressing, as far as this process knows; null if it is. */
  trouble(): string | null
  stop(): Promise<void>
}

/** Pauses before another attempt, in milliseconds: for the log, and for a base or its check. */
const RETRY_MS = 5000
const BASE_RETRY_MS = 5 * 60_000
/** Intervals of checks for new files, and for due bases, in milliseconds. */
const FILES_EVERY_MS = 1000
const DUE_EVERY_MS = 10_000
/** Interval of records of progress or failure, in milliseconds, since each is itself written to the log. */
const NOTED_EVERY_MS = 5 * 60_000
/** Most unreadable files that are named. */
const NAMED = 3
/** How long stopping waits for the end of the log, and the last files, in milliseconds. */
const LAST_MS = 5000
/** How long stopping waits for everything, in milliseconds: server and target may be unresponsive. */
const STOP_MS = 15_000

/** Keeps the backup, unless another process does, and in any case copies the files that arrive here. */
export const startKeeper = (options: KeeperOptions): Keeper => {
  const teller = newTeller(options)
  return started(teller, async (stop) => {
    const copy = copierOf(options, teller, stop.late)
    await Promise.all([tendFiles(copy, stop), keep(options, { teller, copy }, stop.signal)])
  })
}

/** Only copies the files that arrive here. */
export const startCopier = (options: Copying): Keeper => {
  const teller = newTeller(options)
  return started(teller, (stop) => tendFiles(copierOf(options, teller, stop.late), stop))
}

/** `signal` aborts when stopping begins, `late` when its time is over. */
type Stop = { signal: AbortSignal; late: AbortSignal }

const started = ({ present }: Teller, work: (stop: Stop) => Promise<void>): Keeper => {
  const stopping = new AbortController()
  const late = new AbortController()
  const running = work({ signal: stopping.signal, late: late.signal })
  return {
    trouble: present,
    async stop() {
      setTimeout(() => late.abort(), LAST_MS).unref()
      stopping.abort()
      const over = new AbortController()
      await Promise.race([running, waited(STOP_MS, over.signal)])
      over.abort()
    },
  }
}

/** Reports trouble, and copies files before the log that references them. */
type Hands = { teller: Teller; copy: Copy }

const keep = async (options: KeeperOptions, hands: Hands, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await keepOnce(options, hands, signal).catch((cause: Error) => {
      if (!signal.aborted) hands.teller.failed('log', `${options.target.name} does not go on: ${cause.message}`)
    })
    await waited(RETRY_MS, signal)
  }
}

/** Keeps the backup until a failure or stop; returns at once if another process keeps it. */
const keepOnce = async (options: KeeperOptions, { teller, copy }: Hands, signal: AbortSignal): Promise<void> => {
  const { target, source, passphrase, keys } = options
  const lock = await holdSessionLock(source.connection, advisoryLocks.backup)
  teller.turn(lock !== null)
  if (!lock) return
  let line: OpenTimeline | null = null
  let lines: FoundTimeline[] = []
  const over = new AbortController()
  try {
    await refuseEmptied(options)
    await refuseForeign(options)
    await putKeys(target, passphrase, keys, options.now())
    const found = await contentsOf(target)
    teller.damaged(found.damaged)
    lines = found.lines
    line = await continueTimeline(target, source, lines, {
      now: options.now(),
      isReady: copy,
      silenceMs: options.silenceMs,
    })
    teller.fine('log', `The backup in ${target.name} is being kept.`)
    const ending = AbortSignal.any([signal, over.signal])
    const tended = Promise.all([
      tendBases(options, line, { teller, signal: ending }),
      tellReached(options, line, ending),
    ])
    await Promise.race([line.log.failed, lock.lost, ended(signal), tended])
    over.abort()
    await tended
    if (signal.aborted) await lastOf(source, line)
  } catch (cause) {
    if (isPast(cause)) await dropSlots(source, lines).catch(() => {})
    throw cause
  } finally {
    over.abort()
    await line?.log.stop().catch(() => {})
    await lock.letGo()
  }
}

/**
 * An unmounted disk looks like a new target: data would be written to another disk, and a new line there would end the
 * existing one.
 */
const refuseEmptied = async ({ target, keptUntil }: Copying): Promise<void> => {
  if (await hasKeys(target)) return
  const until = await keptUntil()
  if (until === null) return
  throw new Error(
    `it is empty, and had everything up to ${until.toISOString()}. Mount what the backup is kept on; ` +
      'or run `grundbok backup` to begin anew in the empty place',
  )
}

/**
 * The target has the backup of another machine: a new installation's backup would look like its latest state, and would
 * eventually remove it.
 */
const refuseForeign = async ({ target, source, keptUntil }: KeeperOptions): Promise<void> => {
  if ((await keptUntil()) !== null) return
  const lines = await timelinesOf(target)
  if (lines.length === 0) return
  const replication = await connectForReplication(source.connection, 'grundbok log')
  replication.end()
  if (lines.some(({ facts }) => facts.systemIdentifier === replication.systemIdentifier)) return
  throw new Error(
    'it has the backup of another installation. Restore that, or name an empty place; ' +
      'or run `grundbok backup` to begin beside it',
  )
}

/** The server no longer has the next part of the log: a new line must begin. */
const isPast = (cause: unknown): boolean => ['58P01', '55000'].includes((cause as { code?: string }).code ?? '')

/** Waits until all commits are backed up; the server may already be gone. */
const lastOf = async (source: Source, { log }: OpenTimeline): Promise<void> => {
  const all = flushedTo(source.connection)
    .then((lsn) => log.until(lsn))
    .catch(() => {})
  await Promise.race([all, pause(LAST_MS, undefined, { ref: false })])
}

/** Periodically records the progress of the backup. */
const tellReached = async ({ note }: KeeperOptions, { log }: OpenTimeline, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    if (log.reached() > 0) note({ reached: new Date(log.reached()) })
    // Another process may have recorded meanwhile that it cannot keep the backup.
    if (log.reached() > 0) note({ over: BEGINS.log })
    await waited(log.reached() > 0 ? NOTED_EVERY_MS : FILES_EVERY_MS, signal)
  }
}

/** Copies files as they arrive, and the last ones when stopping. */
const tendFiles = async (copy: Copy, { signal, late }: Stop): Promise<void> => {
  const copyAll = async () => {
    while (!signal.aborted) {
      await copy()
      await waited(FILES_EVERY_MS, signal)
    }
    await copy()
  }
  await Promise.race([copyAll(), ended(late)])
}

/**
 * Copies all files that had arrived at the call, and returns whether they are in the target. Called before log is
 * stored, since a file arrives before the commit that references it.
 */
type Copy = () => Promise<boolean>

/** One copy at a time: calls during a copy share the next one. */
const copierOf = (options: Copying, teller: Teller, late: AbortSignal): Copy => {
  let last = Promise.resolve(true)
  let next: Promise<boolean> | null = null
  return () => {
    next ??= last.then(() => {
      next = null
      last = unlessLate(copyArrived(options, teller, late), late)
      return last
    })
    return next
  }
}

/** Resolves to false when time is over: a target may be slower than we can wait. */
const unlessLate = (work: Promise<boolean>, late: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const giveUp = () => resolve(false)
    if (late.aborted) giveUp()
    late.addEventListener('abort', giveUp, { once: true })
    void work.then(resolve).finally(() => late.removeEventListener('abort', giveUp))
  })

/** Copies the files that arrived. Unreadable files do not block others; the rest is copied later if time is over. */
const copyArrived = async (options: Copying, teller: Teller, late: AbortSignal): Promise<boolean> => {
  const { target, files } = options
  try {
    const places = await files.arrived()
    if (places.length > 0) await refuseEmptied(options)
    const unreadable: string[] = []
    await someAtOnce(places, async (place) => {
      if (late.aborted) return
      if ((await copyFile(target, files, place)) === 'unreadable') unreadable.push(place)
      else await files.copied(place)
    })
    if (late.aborted) return false
    if (unreadable.length === 0) teller.fine('files', 'Files are being copied to the backup again.')
    else teller.failed('files', notCopied(`${namesOf(unreadable.sort())} cannot be read`))
    return true
  } catch (cause) {
    teller.failed('files', notCopied((cause as Error).message))
    return false
  }
}

const notCopied = (reason: string): string => `${hostname()} has kept could not be copied to the backup: ${reason}`

const namesOf = (places: readonly string[]): string =>
  places.slice(0, NAMED).join(', ') + (places.length > NAMED ? `, and ${places.length - NAMED} others,` : '')

type Tending = { teller: Teller; signal: AbortSignal }

/** The line can no longer be restored from: another one must begin. */
class LineLost extends Error {}

/**
 * Makes bases when they are due, removes what is too old, and has each base checked.
 * @throws {LineLost}
 */
const tendBases = async (options: KeeperOptions, line: OpenTimeline, { teller, signal }: Tending): Promise<void> => {
  let last: number | null | undefined
  let unchecked: string[] = []
  while (!signal.aborted) {
    try {
      if (last === undefined || isDueNow(options, last)) {
        const bases = await basesAfterTurn(options, line, { teller, signal })
        last = bases.at(-1)?.endedAt ?? null
        unchecked = bases.filter(({ check }) => check === null).map(({ id }) => id)
      }
      // Newest first, since it is the one most needed.
      for (let base = unchecked.pop(); base; base = unchecked.pop()) await options.check(base, signal)
      teller.fine('base', 'A base of the backup could be made and checked again.')
      await waited(DUE_EVERY_MS, signal)
    } catch (cause) {
      last = undefined
      if (signal.aborted) return
      if (cause instanceof LineLost) throw cause
      teller.failed('base', `could not be made or checked: ${(cause as Error).message}`)
      await waited(BASE_RETRY_MS, signal)
    }
  }
}

const isDueNow = ({ turns, now }: KeeperOptions, last: number | null): boolean => {
  const moment = now()
  return isDue(last, turns(moment), moment.getTime())
}

/** Makes a base if the line has none since its turn; returns the line's bases, oldest first. */
const basesAfterTurn = async (
  options: KeeperOptions,
  line: OpenTimeline,
  { teller, signal }: Tending,
): Promise<FoundBase[]> => {
  const { target, now, keepMs } = options
  const basesOf = async () => {
    const { lines, damaged } = await contentsOf(target)
    teller.damaged(damaged)
    const own = lines.find(({ id }) => id === line.id)
    if (own) return own.bases
    const file = `${timelineFolder(line.id)}line.json`
    throw new LineLost(damaged.find((sentence) => sentence.startsWith(file)) ?? `${file} is gone`)
  }
  const before = await basesOf()
  if (isDueNow(options, before.at(-1)?.endedAt ?? null)) {
    // Remove old and interrupted bases first, or a full target could not take another one.
    await forgetOutdated(heeding(target, signal), { writing: line.id, now: now(), keepMs })
    await make(options, line, signal)
  }
  // The steps after a base may have been interrupted, so they are repeated if it has not been checked.
  else if (before.every(({ check }) => check !== null)) return before
  await settle(options, line, signal)
  return basesOf()
}

const make = async (options: KeeperOptions, line: OpenTimeline, signal: AbortSignal): Promise<void> => {
  const { target, source, heads, own, note, now } = options
  const base = nameAt(now(), own())
  const { endedAt } = await makeBase({
    target,
    line: line.id,
    base,
    connection: source.connection,
    heads,
    signal,
    now,
    // When stopping, do not wait for the log, which may itself wait for files or the server.
    logUntil: (lsn) => Promise.race([line.log.until(lsn), brokenOff(signal)]),
  })
  note({ base: { name: base, endedAt: new Date(endedAt) } })
}

/** Copies the files that a base needs, and then removes what is too old. */
const settle = async (options: KeeperOptions, line: OpenTimeline, signal: AbortSignal): Promise<void> => {
  const { files, now, keepMs, report } = options
  const target = heeding(options.target, signal)
  const { faults } = await copyFiles(target, files, { now: now().getTime(), goneBefore: 0 })
  for (const fault of faults) report(`${fault}: it is not in the backup; run \`grundbok verify\`.`)
  await removeOutdated(target, { files, writing: line.id, now: now(), keepMs })
}

/** The beginning of the sentence for each kind of trouble, which identifies it in the records of any process. */
const BEGINS = { log: 'The backup in ', base: 'A base of the backup ', files: 'Files that ' } as const
type Kind = keyof typeof BEGINS

/** Reports each kind of trouble once, and its end; and damage once. */
type Teller = {
  /** `rest` is the rest of the sentence. */
  failed(kind: Kind, rest: string): void
  /** Also ends such trouble recorded by an earlier process. */
  fine(kind: Kind, sentence: string): void
  /** Whether this process keeps the backup. If not, its trouble belongs to another process. */
  turn(isOurs: boolean): void
  damaged(sentences: readonly string[]): void
  /** The current trouble of this process. */
  present(): string | null
}

const newTeller = ({ report, note, now }: Pick<Copying, 'report' | 'note' | 'now'>): Teller => {
  const told = new Map<Kind, string>()
  const calm = new Set<Kind>()
  const passedOn = new Set<Kind>()
  const named = new Set<string>()
  let noted = 0
  const present = (): string | null => [...told].findLast(([kind]) => !passedOn.has(kind))?.[1] ?? null
  return {
    present,
    damaged(sentences) {
      for (const sentence of sentences) if (!named.has(sentence)) report(`${sentence} It is skipped.`)
      for (const sentence of sentences) named.add(sentence)
    },
    turn(isOurs) {
      for (const kind of ['log', 'base'] as const) {
        calm.delete(kind)
        if (!isOurs) passedOn.add(kind)
      }
    },
    failed(kind, rest) {
      const sentence = `${BEGINS[kind]}${rest}`
      calm.delete(kind)
      passedOn.delete(kind)
      const isNew = told.get(kind) !== sentence
      if (isNew) report(sentence)
      // Another process may have recorded since that there is no trouble.
      else if (Math.abs(now().getTime() - noted) < NOTED_EVERY_MS) return
      told.set(kind, sentence)
      noted = now().getTime()
      note({ trouble: sentence })
    },
    fine(kind, sentence) {
      const isOver = told.delete(kind)
      if (isOver) report(sentence)
      if (calm.has(kind)) return
      calm.add(kind)
      note({ over: BEGINS[kind] })
      const other = present()
      if (other !== null) note({ trouble: other })
    },
  }
}

const waited = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal }).catch(() => {})

const brokenOff = (signal: AbortSignal): Promise<never> =>
  ended(signal).then(() => {
    throw new Error('it was aborted')
  })

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
