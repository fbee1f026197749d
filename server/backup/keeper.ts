// Keeps a backup for as long as the service runs: the log and the files as they are written, a new base each day, what
// is too old removed, each base checked once. Of several processes one keeps it, and another goes on when it ends.
import { setTimeout as pause } from 'node:timers/promises'
import { advisoryLocks } from '#platform/locks'
import type { Keys } from '#platform/seal'
import { flushedTo, holdLock } from '#platform/session'
import { isDue } from './backup.rules.ts'
import { makeBase } from './base.ts'
import { type FoundBase, linesOf, nameAt } from './contents.ts'
import { copyFile, copyFiles, type KeptFiles } from './kept-files.ts'
import { putKeys } from './key.ts'
import { dropSlots, goOn, type OpenLine, type Source } from './line.ts'
import { removeOutdated } from './retention.ts'
import type { Target } from './target.ts'

export type KeeperOptions = {
  target: Target
  source: Source
  passphrase: string
  keys: Keys
  files: KeptFiles & {
    /** The places of files that were kept since they were last asked for and said to be copied. */
    arrived(): Promise<string[]>
    copied(place: string): Promise<void>
  }
  /** The ends of all chains, as JSON. */
  heads: () => Promise<string>
  /** Restores and verifies a base, and notes what was found. */
  check: (base: string, signal: AbortSignal) => Promise<void>
  /** The moments around now at which a base is made. */
  turns: (now: Date) => readonly number[]
  now: () => Date
  /** How many milliseconds back any moment can be restored. */
  keepMs: number
  /** What tells bases apart that began in the same second. */
  own: () => string
  report: (sentence: string) => void
  /** Notes what has become of the backup, for those who cannot look into it. It must not fail. */
  note: (news: KeeperNews) => void
}

export type KeeperNews = {
  /** Up to when everything that was committed is in it. */
  reached?: Date
  base?: { name: string; endedAt: Date }
  /** Why it does not go on; null when it does again. */
  trouble?: string | null
}

export type Keeper = { stop(): Promise<void> }

/** How long it is waited before another attempt, in milliseconds: for the log, and for a base or its check. */
const RETRY_MS = 5000
const BASE_RETRY_MS = 5 * 60_000
/** How often it is looked for files that have arrived, and whether a base is due, in milliseconds. */
const FILES_EVERY_MS = 1000
const DUE_EVERY_MS = 10_000
/** How often it is noted how far the backup has come, in milliseconds: a note is a change that goes into the log. */
const NOTED_EVERY_MS = 5 * 60_000
/** How long the end of the log is waited for when we stop, in milliseconds. */
const LAST_MS = 5000

export const startKeeper = (options: KeeperOptions): Keeper => {
  const stopping = new AbortController()
  const { signal } = stopping
  const teller = newTeller(options)
  const run = async () => {
    while (!signal.aborted) {
      await keepOnce(options, teller, signal).catch((cause: Error) => {
        if (!signal.aborted)
          teller.failed('log', `The backup in ${options.target.name} does not go on: ${cause.message}`)
      })
      await waited(RETRY_MS, signal)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Keeps the backup until it fails, or we stop; ends at once when another process keeps it. */
const keepOnce = async (options: KeeperOptions, teller: Teller, signal: AbortSignal): Promise<void> => {
  const { target, source, passphrase, keys } = options
  const lock = await holdLock(source.connection, advisoryLocks.backup)
  if (!lock) return
  let line: OpenLine | null = null
  const over = new AbortController()
  try {
    await putKeys(target, passphrase, keys, options.now())
    line = await goOn(target, source, await linesOf(target), options.now())
    teller.fine('log', `The backup in ${target.name} is being kept.`)
    const ending = AbortSignal.any([signal, over.signal])
    const tended = [
      tendFiles(options, teller, ending),
      tendBases(options, line, { teller, signal: ending }),
      tellReached(options, line, ending),
    ]
    await Promise.race([line.log.failed, lock.lost, ended(signal)])
    over.abort()
    await Promise.all(tended)
    if (!signal.aborted) return
    await tendFiles(options, teller, signal)
    await lastOf(source, line)
  } catch (cause) {
    if (isPast(cause)) await dropSlots(source).catch(() => {})
    throw cause
  } finally {
    over.abort()
    await line?.log.stop().catch(() => {})
    await lock.letGo()
  }
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

/** Notes how far it has come, again and again. */
const tellReached = async ({ note }: KeeperOptions, { log }: OpenLine, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    if (log.reached() > 0) note({ reached: new Date(log.reached()) })
    await waited(log.reached() > 0 ? NOTED_EVERY_MS : FILES_EVERY_MS, signal)
  }
}

/** Copies what arrives, as it does. */
const tendFiles = async ({ target, files }: KeeperOptions, teller: Teller, signal: AbortSignal): Promise<void> => {
  do {
    try {
      for (const place of await files.arrived()) {
        await copyFile(target, files, place)
        await files.copied(place)
      }
      teller.fine('files', 'Files are being copied to the backup again.')
    } catch (cause) {
      teller.failed('files', `Files could not be copied to the backup: ${(cause as Error).message}`)
    }
    await waited(FILES_EVERY_MS, signal)
  } while (!signal.aborted)
}

type Tending = { teller: Teller; signal: AbortSignal }

/** Makes bases as they are due, removes what is too old, and has each base checked. */
const tendBases = async (options: KeeperOptions, line: OpenLine, { teller, signal }: Tending): Promise<void> => {
  let last: number | null | undefined
  let unchecked: string[] = []
  while (!signal.aborted) {
    try {
      if (last === undefined || isDueNow(options, last)) {
        const bases = await basesAfterTurn(options, line, signal)
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
      teller.failed('base', `A base of the backup could not be made or checked: ${(cause as Error).message}`)
      await waited(BASE_RETRY_MS, signal)
    }
  }
}

const isDueNow = ({ turns, now }: KeeperOptions, last: number | null): boolean => {
  const moment = now()
  return isDue(last, turns(moment), moment.getTime())
}

/** Makes a base where the line has none since its turn; all of the line then, the oldest first. */
const basesAfterTurn = async (options: KeeperOptions, line: OpenLine, signal: AbortSignal): Promise<FoundBase[]> => {
  const { target, files, keepMs } = options
  const basesOf = async () => (await linesOf(target)).find(({ id }) => id === line.id)?.bases ?? []
  const before = await basesOf()
  if (!isDueNow(options, before.at(-1)?.endedAt ?? null)) return before
  await make(options, line, signal)
  await removeOutdated(target, { files, writing: line.id, now: options.now(), keepMs })
  return basesOf()
}

const make = async (options: KeeperOptions, line: OpenLine, signal: AbortSignal): Promise<void> => {
  const { target, source, files, heads, own, note, now } = options
  const base = nameAt(now(), own())
  const { endedAt } = await makeBase({
    ...{ target, line: line.id, base, connection: source.connection, heads, signal },
    now,
    logUntil: line.log.until,
  })
  note({ base: { name: base, endedAt: new Date(endedAt) } })
  const { faults } = await copyFiles(target, files, { now: now().getTime(), goneBefore: 0 })
  for (const fault of faults) options.report(`${fault}: it is not in the backup; run \`grundbok verify\`.`)
}

/** Tells of each kind of trouble once, and when it is over. */
type Teller = { failed(kind: string, sentence: string): void; fine(kind: string, sentence: string): void }

const newTeller = ({ report, note }: Pick<KeeperOptions, 'report' | 'note'>): Teller => {
  const told = new Map<string, string>()
  return {
    failed(kind, sentence) {
      if (told.get(kind) === sentence) return
      told.set(kind, sentence)
      report(sentence)
      note({ trouble: sentence })
    },
    fine(kind, sentence) {
      if (!told.delete(kind)) return
      report(sentence)
      note({ trouble: [...told.values()].at(-1) ?? null })
    },
  }
}

const waited = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal }).catch(() => {})

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
