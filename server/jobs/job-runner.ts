// Runs the jobs of an installation. Every process that runs jobs has one runner. A job belongs to the runner that
// claimed it until the claim expires; claims are renewed while the job runs. If a process dies, another one runs its
// jobs again: each job runs at least once, in the order of its key. The runner sleeps until something is due or a
// notice arrives.
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { FinalFailure, JOBS_CHANNEL, type Job, type JobKind, Postponed, UnknownJob } from '#platform/job'
import type { AttemptOutcome, Measures } from '#threads/measures'
import { attemptsOf, mayBeOfLater, pauseAfter } from './job.rules.ts'
import { type Claimed, type JobStore, newJobStore, RENEWAL_MS } from './job-store.ts'

export type JobRunnerOptions = {
  database: Database
  standing: ProcessContext
  jobs: readonly Job[]
  clock: () => Date
  /** The clock for due times and the expiry of claims; that of the database, which all processes share, if absent. */
  dueBy?: (() => Date) | undefined
  /** What is wrong with a payload, in words; null if it is valid for its kind. */
  faultOf: (kind: JobKind, payload: unknown) => string | null
  /** Called for attempts that failed. */
  report: (sentence: string, cause: unknown) => void
  /** Called for each attempt that has ended. */
  measure?: Measures['attempted']
  /** Traces an attempt. */
  trace?: <T>(kind: string, work: () => Promise<T>) => Promise<T>
  /** Throws while nothing may be changed. */
  mayChange?: () => Promise<void>
  /** Overrides {@link PATIENCE}. */
  patience?: Partial<typeof PATIENCE>
}

export type JobRunner = {
  /** Runs due jobs until none is left that may run now; returns how many attempts succeeded. */
  runDue(): Promise<number>
  /** Starts to run jobs as they become due, until stopped. */
  start(): void
  /** Claims no more jobs and waits briefly for the running ones; those aborted run again later. */
  stop(): Promise<void>
}

/** How many jobs one process runs concurrently. */
const SLOTS = 32
/** Intervals and timeouts, in milliseconds. */
const PATIENCE = {
  /** Between looks when notices arrive, and when they do not. */
  lookMs: 15_000,
  unheardMs: 1000,
  /** After a failed look. */
  failureMs: 1000,
  /** How long stopping waits for jobs to end, and then for aborted ones. */
  stopMs: 5000,
  breakOffMs: 500,
  /** How soon jobs locked by another process are tried again. */
  heldMs: 1000,
  /** Between renewals of claims. */
  renewMs: RENEWAL_MS,
  /** Between corrections of due times that were set before a clock was turned back. */
  timesMs: 60_000,
}
/** How long a job with an unknown payload is left to other processes, in milliseconds. */
const LEFT_MS = 60_000
/** How many such jobs are remembered, so that each is reported once. */
const MOST_REPORTED = 1000

/** A running job. */
type Doing = { claimed: Claimed; ending: AbortController; done: Promise<void> }

const STOPPED = new Error('The process stops')
const LOST = new Error('Another process has taken the job over')

export const newJobRunner = (options: JobRunnerOptions): JobRunner => {
  const { database, jobs, clock, report, mayChange } = options
  const patience = { ...PATIENCE, ...options.patience }
  const store = newJobStore(database, sharedOf(jobs), options.dueBy)
  const stopping = new AbortController()
  const alarm = newAlarm()
  const local = localTurns(options)
  const schedule = nowAndThen(Number.POSITIVE_INFINITY, () => store.schedule(clock()))
  const forgetTimes = nowAndThen(patience.timesMs, store.forgetTimesToCome)
  const hands = handsOf(options, store, alarm.ring)
  let running: Promise<void> | null = null

  /** Starts the jobs that may run; returns their number, and in how many milliseconds the next one is due. */
  const fill = async (): Promise<{ begun: number; waitMs: number }> => {
    const { isDue, waitMs } = await store.look()
    const next = waitMs ?? Number.POSITIVE_INFINITY
    const slots = SLOTS - hands.busy()
    if (!isDue || slots === 0 || stopping.signal.aborted) return { begun: 0, waitMs: next }
    await mayChange?.()
    const { taken, isHeld } = await store.claim(slots)
    // Jobs claimed after the stop are given back for other processes.
    if (stopping.signal.aborted) for (const one of taken) await store.giveBack(one)
    else for (const one of taken) hands.begin(one)
    return { begun: taken.length, waitMs: isHeld ? Math.min(patience.heldMs, next) : next }
  }
  const sleepFor = async (waitMs: number): Promise<void> => {
    const most = database.notices.areHeard() ? patience.lookMs : patience.unheardMs
    await alarm.sleep(Math.max(0, Math.min(most, waitMs, local.nextAt() - clock().getTime())))
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await schedule()
        await forgetTimes()
        await local.runDue()
        const { begun, waitMs } = await fill()
        if (begun === 0) await sleepFor(waitMs)
      } catch (cause) {
        report('Jobs could not be read', cause)
        await alarm.sleep(patience.failureMs)
      }
    }
  }
  return {
    async runDue() {
      const before = hands.succeeded()
      await store.schedule(clock())
      await store.forgetTimesToCome()
      for (;;) {
        const ended = hands.ended()
        const { begun } = await fill()
        // Jobs that ended meanwhile may have unblocked others.
        if (begun > 0 || hands.ended() > ended) continue
        if (hands.busy() === 0) return hands.succeeded() - before
        await hands.oneFree()
      }
    },
    start() {
      const deaf = database.notices.on(JOBS_CHANNEL, () => alarm.ring())
      running = loop().finally(deaf)
    },
    async stop() {
      stopping.abort()
      alarm.ring()
      await Promise.race([running, pause(patience.stopMs, undefined, { ref: false })])
      await hands.stop(patience)
    },
  }
}

/** The kinds whose jobs are in the database. */
const sharedOf = (jobs: readonly Job[]): JobKind[] =>
  jobs.map(({ kind }) => kind).filter(({ inEachProcess }) => !inEachProcess)

/** Runs work if its last run was at least so many milliseconds ago, by the monotonic clock. */
const nowAndThen = (everyMs: number, work: () => Promise<void>): (() => Promise<void>) => {
  let at = 0
  return async () => {
    if (performance.now() < at) return
    await work()
    at = performance.now() + everyMs
  }
}

/** The jobs that this process is running. */
const handsOf = (options: JobRunnerOptions, store: JobStore, ring: () => void) => {
  const { jobs, report } = options
  const { renewMs } = { ...PATIENCE, ...options.patience }
  const byName = new Map(jobs.map((one) => [one.kind.name, one]))
  const leave = leaving(store, report)
  const doing = new Map<string, Doing>()
  let succeeded = 0
  let ended = 0
  let renewing: NodeJS.Timeout | undefined

  const renew = async (): Promise<void> => {
    const all = [...doing.values()]
    // Claims that cannot be renewed expire by themselves.
    const claims = all.map(({ claimed }) => claimed)
    const lost = await store.renew(claims).catch((): string[] => [])
    // Abort these attempts, not a later one under the same id: a job given back meanwhile may have been claimed again.
    for (const { claimed, ending } of all) if (lost.includes(claimed.id)) ending.abort(LOST)
  }
  const end = (claimed: Claimed): void => {
    // A later attempt may now run under this id, if the claim expired while the database was away.
    if (doing.get(claimed.id)?.claimed === claimed) doing.delete(claimed.id)
    ended += 1
    if (doing.size === 0) {
      clearInterval(renewing)
      renewing = undefined
    }
    ring()
  }
  const carryOut = async (claimed: Claimed, ending: AbortController): Promise<void> => {
    const own = byName.get(claimed.kind)
    try {
      if (own && (await attempt({ ...options, store, leave }, own, claimed, ending))) succeeded += 1
    } catch (cause) {
      // The claim expires, and the job runs again.
      report(`The outcome of job ${claimed.id} could not be saved`, cause)
    } finally {
      end(claimed)
    }
  }
  const all = () => Promise.all([...doing.values()].map(({ done }) => done))
  return {
    busy: () => doing.size,
    succeeded: () => succeeded,
    ended: () => ended,
    oneFree: () => Promise.race([...doing.values()].map(({ done }) => done)),
    begin(claimed: Claimed): void {
      const ending = new AbortController()
      doing.get(claimed.id)?.ending.abort(LOST)
      doing.set(claimed.id, { claimed, ending, done: carryOut(claimed, ending) })
      renewing ??= setInterval(() => void renew(), renewMs).unref()
    },
    /** Waits briefly for running jobs, then aborts them. */
    async stop({ stopMs, breakOffMs }: typeof PATIENCE): Promise<void> {
      await Promise.race([all(), pause(stopMs, undefined, { ref: false })])
      for (const { ending } of doing.values()) ending.abort(STOPPED)
      await Promise.race([all(), pause(breakOffMs, undefined, { ref: false })])
      clearInterval(renewing)
    },
  }
}

const untraced = <T>(_kind: string, work: () => Promise<T>): Promise<T> => work()

/** Leaves a job to processes of a later version; each job is reported once. */
const leaving = (store: JobStore, report: JobRunnerOptions['report']) => {
  const reported = new Set<string>()
  return async (claimed: Claimed, cause: UnknownJob): Promise<void> => {
    await store.giveBack(claimed, LEFT_MS, cause.message)
    if (reported.has(claimed.id)) return
    if (reported.size >= MOST_REPORTED) reported.clear()
    reported.add(claimed.id)
    report(`Job ${claimed.id} (${claimed.kind}) is left for a day to later versions of the service`, cause)
  }
}

type Attempting = JobRunnerOptions & { store: JobStore; leave: ReturnType<typeof leaving> }

/** Attempts a job once and saves the outcome; returns whether it is done. */
const attempt = async (
  options: Attempting,
  { kind, run }: Job,
  claimed: Claimed,
  ending: AbortController,
): Promise<boolean> => {
  const { store, database, standing, clock, measure, trace = untraced } = options
  const { payload, attempts } = claimed
  const begun = performance.now()
  const ended = (outcome: AttemptOutcome) =>
    measure?.({ kind: kind.name, outcome, seconds: (performance.now() - begun) / 1000 })
  const most = attemptsOf(kind)
  try {
    if (attempts > most) throw new FinalFailure('The process that ran it ended each time before it was done')
    const fault = options.faultOf(kind, payload)
    if (fault !== null) throw new UnknownJob(`Its payload is wrong: ${fault}`)
    const work = { payload, database, standing, now: clock(), attempt: attempts, isLast: attempts === most }
    await trace(kind.name, () => inTime(kind, ending, (signal) => run({ ...work, signal })))
  } catch (cause) {
    const { reason } = ending.signal
    if (reason === LOST) return false
    if (reason === STOPPED) {
      ended('broken-off')
      await store.giveBack(claimed)
    } else if (cause instanceof Postponed) {
      ended('postponed')
      await postpone(store, claimed, cause, clock)
    } else if (cause instanceof UnknownJob && mayBeOfLater(claimed.ageMs)) {
      ended('postponed')
      await options.leave(claimed, cause)
    } else await noteFailure(options, kind, claimed, { cause, ended })
    return false
  }
  ended('done')
  await store.done(claimed, kind.everyMs ?? null)
  return true
}

/** Saves and reports a failed attempt. */
const noteFailure = async (
  { store, clock, report }: Attempting,
  kind: JobKind,
  claimed: Claimed,
  { cause, ended }: { cause: unknown; ended: (outcome: AttemptOutcome) => void },
): Promise<void> => {
  const { id, attempts } = claimed
  const next = pauseAfter(kind, { attempts, isFinal: cause instanceof FinalFailure, chance: Math.random() })
  const error = cause instanceof Error ? cause.message : String(cause)
  const { ms: waitMs = null, isNewTurn = false } = next ?? {}
  ended(next === null ? 'failed-for-good' : 'failed')
  await store.failed(claimed, { error, waitMs, isNewTurn, now: clock() })
  const end = next === null ? ' and has failed for good: see `admin -- jobs list`' : ''
  report(`Job ${id} (${kind.name}) did not succeed at attempt ${attempts}${end}`, cause)
}

/** Similar jobs are postponed before this claim ends, so that they do not start in its place. */
const postpone = async (
  store: JobStore,
  claimed: Claimed,
  { until, alike, holds }: Postponed,
  clock: () => Date,
): Promise<void> => {
  const waitMs = Math.max(0, until.getTime() - clock().getTime())
  if (alike) await store.postpone(claimed, alike, waitMs)
  await store.giveBack(claimed, waitMs)
  // If the pause ended meanwhile, the jobs waiting at that time were woken, but not these.
  if (alike && holds && !(await holds())) await store.wake(claimed, alike, clock())
}

/** Ends work at its time limit, even if it ignores the signal. */
const inTime = async (
  { timeLimitMs }: JobKind,
  ending: AbortController,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> => {
  const tooLate = setTimeout(
    () => ending.abort(new Error(`It took more than ${timeLimitMs / 1000} seconds`)),
    timeLimitMs,
  ).unref()
  const broken = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
  })
  try {
    await Promise.race([work(ending.signal), broken])
  } finally {
    clearTimeout(tooLate)
  }
}

/** Periodic work that each process does for itself, unknown to the database. */
const localTurns = ({ jobs, database, standing, clock, report }: JobRunnerOptions) => {
  const own = jobs.filter(({ kind }) => kind.inEachProcess).map((one) => ({ ...one, at: 0 }))
  return {
    nextAt: () => Math.min(Number.POSITIVE_INFINITY, ...own.map(({ at }) => at)),
    async runDue(): Promise<void> {
      const now = clock()
      for (const turn of own) {
        const { kind, run } = turn
        const next = now.getTime() + (kind.everyMs ?? Number.POSITIVE_INFINITY)
        // A time later than the next turn was set before the clock was turned back.
        if (turn.at > now.getTime() && turn.at <= next) continue
        turn.at = next
        const work = { payload: {}, database, standing, now, attempt: 1, isLast: true }
        await inTime(kind, new AbortController(), (signal) => run({ ...work, signal })).catch((cause: unknown) =>
          report(`${kind.name} failed`, cause),
        )
      }
    },
  }
}

/** An interruptible sleep; a ring just before it also ends it. */
const newAlarm = () => {
  let hasRung = false
  let wake: () => void = () => {}
  return {
    ring: (): void => {
      hasRung = true
      wake()
    },
    async sleep(ms: number): Promise<void> {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      hasRung = false
    },
  }
}
