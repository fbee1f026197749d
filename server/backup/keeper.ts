// Keeps a backup for as long as the service runs: the log and the files as they are written, a new base each day, what
// is too old removed, each base checked once. Of several processes one keeps it, and another goes on when it ends; the
// files that come on a machine are copied by those that run there.
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { advisoryLocks } from '#platform/locks'
import { connectForReplication } from '#platform/replication'
import type { Keys } from '#platform/seal'
import { flushedTo, holdLock } from '#platform/session'
import { isDue } from './backup.rules.ts'
import { makeBase } from './base.ts'
import { contentsOf, type FoundBase, type FoundLine, lineFolder, linesOf, nameAt } from './contents.ts'
import { copyFile, copyFiles, type KeptFiles, someAtOnce } from './kept-files.ts'
import { hasKeys, putKeys } from './key.ts'
import { dropSlots, goOn, type OpenLine, type Source } from './line.ts'
import { forgetOutdated, removeOutdated } from './retention.ts'
import { heeding, type Target } from './target.ts'

/** What is needed to copy the files that come here. */
export type Copying = {
  target: Target
  /** Up to when everything was in this target, by what was noted of it; null when nothing was. */
  keptUntil: () => Promise<Date | null>
  files: KeptFiles & {
    /** The places of files that were kept since they were last asked for and said to be copied. */
    arrived(): Promise<string[]>
    copied(place: string): Promise<void>
  }
  now: () => Date
  report: (sentence: string) => void
  /** Notes what has become of the backup, for those who cannot look into it. It must not fail. */
  note: (news: KeeperNews) => void
}

export type KeeperOptions = Copying & {
  source: Source
  passphrase: string
  keys: Keys
  /** The ends of all chains, as JSON. */
  heads: () => Promise<string>
  /** Restores and verifies a base, and notes what was found. */
  check: (base: string, signal: AbortSignal) => Promise<void>
  /** The moments around now at which a base is made. */
  turns: (now: Date) => readonly number[]
  /** How many milliseconds back any moment can be restored. */
  keepMs: number
  /** What tells bases apart that began in the same second. */
  own: () => string
  /** How long the server may say nothing, in milliseconds; a minute when left out. */
  silenceMs?: number
}

export type KeeperNews = {
  /** Up to when everything that was committed is in it. */
  reached?: Date
  base?: { name: string; endedAt: Date }
  /** Why it does not go on; null when nothing keeps it from that. */
  trouble?: string | null
  /** What is over, alone: the trouble that begins like this, whoever has noted it. */
  over?: string
}

export type Keeper = {
  /** What keeps the backup from going on at the moment, as far as this process knows; null when nothing does. */
  trouble(): string | null
  stop(): Promise<void>
}

/** How long it is waited before another attempt, in milliseconds: for the log, and for a base or its check. */
const RETRY_MS = 5000
const BASE_RETRY_MS = 5 * 60_000
/** How often it is looked for files that have arrived, and whether a base is due, in milliseconds. */
const FILES_EVERY_MS = 1000
const DUE_EVERY_MS = 10_000
/** How often it is noted how far it has come, or that it does not go on, in milliseconds: a note goes into the log. */
const NOTED_EVERY_MS = 5 * 60_000
/** How many files that cannot be read are named. */
const NAMED = 3
/** How long the end of the log, and the last files, are waited for when we stop, in milliseconds. */
const LAST_MS = 5000
/** How long all of the keeper is waited for when we stop, in milliseconds: server and target may be frozen. */
const STOP_MS = 15_000

/** Keeps the backup, unless another process does, and copies the files that come here either way. */
export const startKeeper = (options: KeeperOptions): Keeper => {
  const teller = newTeller(options)
  return started(teller, async (stop) => {
    const copy = copierOf(options, teller, stop.late)
    await Promise.all([tendFiles(copy, stop), keep(options, { teller, copy }, stop.signal)])
  })
}

/** Copies the files that come here, and leaves all else to others. */
export const startCopier = (options: Copying): Keeper => {
  const teller = newTeller(options)
  return started(teller, (stop) => tendFiles(copierOf(options, teller, stop.late), stop))
}

/** `signal` is given when it is to stop, `late` when it has had its time to come to an end. */
type Stop = { signal: AbortSignal; late: AbortSignal }

const started = ({ present }: Teller, work: (stop: Stop) => Promise<void>): Keeper => {
  const [stopping, late] = [new AbortController(), new AbortController()]
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

/** What tells of trouble, and what copies files before the log that speaks of them. */
type Hands = { teller: Teller; copy: Copy }

const keep = async (options: KeeperOptions, hands: Hands, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await keepOnce(options, hands, signal).catch((cause: Error) => {
      if (!signal.aborted) hands.teller.failed('log', `${options.target.name} does not go on: ${cause.message}`)
    })
    await waited(RETRY_MS, signal)
  }
}

/** Keeps the backup until it fails, or we stop; ends at once when another process keeps it. */
const keepOnce = async (options: KeeperOptions, { teller, copy }: Hands, signal: AbortSignal): Promise<void> => {
  const { target, source, passphrase, keys } = options
  const lock = await holdLock(source.connection, advisoryLocks.backup)
  teller.turn(lock !== null)
  if (!lock) return
  let line: OpenLine | null = null
  let lines: FoundLine[] = []
  const over = new AbortController()
  try {
    await refuseEmptied(options)
    await refuseForeign(options)
    await putKeys(target, passphrase, keys, options.now())
    const found = await contentsOf(target)
    teller.damaged(found.damaged)
    lines = found.lines
    line = await goOn(target, source, lines, { now: options.now(), isReady: copy, silenceMs: options.silenceMs })
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
 * A disk that is not mounted looks like a new target: what is put there lands on another disk, and a line that is begun
 * there ends the one that was kept.
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
 * The backup of a machine that is gone: what a new installation began there would pass for the latest of it, and would
 * remove it in time.
 */
const refuseForeign = async ({ target, source, keptUntil }: KeeperOptions): Promise<void> => {
  if ((await keptUntil()) !== null) return
  const lines = await linesOf(target)
  if (lines.length === 0) return
  const replication = await connectForReplication(source.connection, 'grundbok log')
  replication.end()
  if (lines.some(({ facts }) => facts.systemIdentifier === replication.systemIdentifier)) return
  throw new Error(
    'it has the backup of another installation. Restore that, or name an empty place; ' +
      'or run `grundbok backup` to begin beside it',
  )
}

/** What the server says when it no longer has the log that comes next: then a new line begins. */
const isPast = (cause: unknown): boolean => ['58P01', '55000'].includes((cause as { code?: string }).code ?? '')

/** Waits until all that is committed is kept; the server may be gone already. */
const lastOf = async (source: Source, { log }: OpenLine): Promise<void> => {
  const all = flushedTo(source.connection)
    .then((lsn) => log.until(lsn))
    .catch(() => {})
  await Promise.race([all, pause(LAST_MS, undefined, { ref: false })])
}

/** Notes how far it has come, again and again, and that it goes on. */
const tellReached = async ({ note }: KeeperOptions, { log }: OpenLine, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    if (log.reached() > 0) note({ reached: new Date(log.reached()) })
    // Another process may have noted meanwhile that it cannot keep it.
    if (log.reached() > 0) note({ over: BEGINS.log })
    await waited(log.reached() > 0 ? NOTED_EVERY_MS : FILES_EVERY_MS, signal)
  }
}

/** Copies what arrives, as it does, and at the end what came last. */
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
 * Copies all files that had arrived when it was asked, and answers whether they are in the target. The log asks before
 * it is put away: a file arrives before the commit that names it.
 */
type Copy = () => Promise<boolean>

/** One copy at a time: who asks meanwhile gets the next one, with others who do. */
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

/** False as soon as it is late: a target may be slower than we can wait. */
const unlessLate = (work: Promise<boolean>, late: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const giveUp = () => resolve(false)
    if (late.aborted) giveUp()
    late.addEventListener('abort', giveUp, { once: true })
    void work.then(resolve).finally(() => late.removeEventListener('abort', giveUp))
  })

/** Copies what has arrived. One that cannot be read holds up nothing; what is left when it is late comes later. */
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

/** Nobody could read what goes on being written to the line: another one must begin. */
class LineLost extends Error {}

/**
 * Makes bases as they are due, removes what is too old, and has each base checked.
 * @throws {LineLost}
 */
const tendBases = async (options: KeeperOptions, line: OpenLine, { teller, signal }: Tending): Promise<void> => {
  let last: number | null | undefined
  let unchecked: string[] = []
  while (!signal.aborted) {
    try {
      if (last === undefined || isDueNow(options, last)) {
        const bases = await basesAfterTurn(options, line, { teller, signal })
        last = bases.at(-1)?.endedAt ?? null
        unchecked = bases.filter(({ check }) => check === null).map(({ id }) => id)
      }
      // The newest first: it is the one that is needed.
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

/** Makes a base where the line has none since its turn; all of the line then, the oldest first. */
const basesAfterTurn = async (
  options: KeeperOptions,
  line: OpenLine,
  { teller, signal }: Tending,
): Promise<FoundBase[]> => {
  const { target, now, keepMs } = options
  const basesOf = async () => {
    const { lines, damaged } = await contentsOf(target)
    teller.damaged(damaged)
    const own = lines.find(({ id }) => id === line.id)
    if (own) return own.bases
    const file = `${lineFolder(line.id)}line.json`
    throw new LineLost(damaged.find((sentence) => sentence.startsWith(file)) ?? `${file} is gone`)
  }
  const before = await basesOf()
  if (isDueNow(options, before.at(-1)?.endedAt ?? null)) {
    // A full target would take no other base while what is too old, or was broken off, is in it.
    await forgetOutdated(heeding(target, signal), { writing: line.id, now: now(), keepMs })
    await make(options, line, signal)
  }
  // What comes after a base may have been broken off: so it is done again for one that has not been checked.
  else if (before.every(({ check }) => check !== null)) return before
  await settle(options, line, signal)
  return basesOf()
}

const make = async (options: KeeperOptions, line: OpenLine, signal: AbortSignal): Promise<void> => {
  const { target, source, heads, own, note, now } = options
  const base = nameAt(now(), own())
  const { endedAt } = await makeBase({
    ...{ target, line: line.id, base, connection: source.connection, heads, signal },
    now,
    // A log that waits, for files or for the server, is not waited for once we stop.
    logUntil: (lsn) => Promise.race([line.log.until(lsn), brokenOff(signal)]),
  })
  note({ base: { name: base, endedAt: new Date(endedAt) } })
}

/** Copies the files that a base needs, and removes what is too old then. */
const settle = async (options: KeeperOptions, line: OpenLine, signal: AbortSignal): Promise<void> => {
  const { files, now, keepMs, report } = options
  const target = heeding(options.target, signal)
  const { faults } = await copyFiles(target, files, { now: now().getTime(), goneBefore: 0 })
  for (const fault of faults) report(`${fault}: it is not in the backup; run \`grundbok verify\`.`)
  await removeOutdated(target, { files, writing: line.id, now: now(), keepMs })
}

/** How the sentence on each kind of trouble begins: by that it is known where it was noted, whoever has noted it. */
const BEGINS = { log: 'The backup in ', base: 'A base of the backup ', files: 'Files that ' } as const
type Kind = keyof typeof BEGINS

/** Tells of each kind of trouble once, and when it is over; and once of what is damaged and passed over. */
type Teller = {
  /** `rest` is how the sentence goes on. */
  failed(kind: Kind, rest: string): void
  /** What an earlier process has left of that trouble is over too. */
  fine(kind: Kind, sentence: string): void
  /** Whether we keep the backup now. When others do, the trouble with it is theirs. */
  turn(isOurs: boolean): void
  damaged(sentences: readonly string[]): void
  /** The trouble that there is now, and that is ours. */
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
      for (const sentence of sentences) if (!named.has(sentence)) report(`${sentence} It is passed over.`)
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
      // Another process may have noted since that it has no trouble.
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
    throw new Error('it was broken off')
  })

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
