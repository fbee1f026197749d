// Does the jobs of an installation. Every process that runs jobs has one of these; a job belongs to the one that has
// claimed it until that claim is over, and claims are renewed while it is being done. So a job whose process dies is
// done again by another one: at least once, and in the order of its key. It sleeps until something is due or a notice
// comes.
import { setTimeout as pause } from 'node:timers/promises'
import type { Standing } from '#platform/call'
import type { Database } from '#platform/db'
import { FinalFailure, JOBS_CHANNEL, type Job, type JobKind, NotUnderstood, Postponed } from '#platform/job'
import { attemptsOf, mayBeOfLater, pauseAfter } from '#platform/job.rules'
import { type Claimed, type JobStore, newJobStore, RENEWAL_MS } from '#platform/job-store'
import type { AttemptOutcome, Measures } from '#platform/measures'

export type JobRunnerOptions = {
  database: Database
  standing: Standing
  jobs: readonly Job[]
  clock: () => Date
  /** By which clock jobs are due and claims end: that of the database, which all processes share, when left out. */
  dueBy?: (() => Date) | undefined
  /** What is wrong with a payload, in words; null when it is as its kind wants it. */
  faultOf: (kind: JobKind, payload: unknown) => string | null
  /** Told of attempts that failed. */
  report: (sentence: string, cause: unknown) => void
  /** Told of each attempt that has ended. */
  measure?: Measures['attempted']
  /** Traces an attempt. */
  trace?: <T>(kind: string, work: () => Promise<T>) => Promise<T>
  /** Throws while nothing may be changed. */
  mayChange?: () => Promise<void>
  /** Another patience than that of the service. */
  patience?: Partial<typeof PATIENCE>
}

export type JobRunner = {
  /** Does what is due, until nothing is that may be done now; answers how many attempts succeeded. */
  runDue(): Promise<number>
  /** Begins to do what comes to be due, until it is stopped. */
  start(): void
  /** Takes no more jobs and waits a little for those being done; what is broken off is done again. */
  stop(): Promise<void>
}

/** How many jobs one process does at once. */
const SLOTS = 32
/** How long is waited, in milliseconds. */
const PATIENCE = {
  /** Between looks when notices arrive, and when they do not. */
  lookMs: 15_000,
  unheardMs: 1000,
  /** After a failure to look. */
  failureMs: 1000,
  /** How long stopping waits for jobs to end, and for those that were told to break off. */
  stopMs: 5000,
  breakOffMs: 500,
  /** How soon what somebody else held a moment ago is looked at again. */
  heldMs: 1000,
  /** Between renewals of what is being done. */
  renewMs: RENEWAL_MS,
  /** Between looks for what waits for a time that a clock has told that was put back since. */
  timesMs: 60_000,
}
/** How long a payload that is not understood is left to others, in milliseconds. */
const LEFT_MS = 60_000
/** How many jobs are remembered of which it has been reported that they are not understood. */
const MOST_REPORTED = 1000

/** One job on its way. */
type Doing = { claimed: Claimed; ending: AbortController; done: Promise<void> }

const STOPPED = new Error('The process stops')
const LOST = new Error('Another process has taken it over')

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

  /** Begins what can be done; answers how many jobs that are, and in how many milliseconds the next thing is due. */
  const fill = async (): Promise<{ begun: number; waitMs: number }> => {
    const { isDue, waitMs } = await store.look()
    const next = waitMs ?? Number.POSITIVE_INFINITY
    const slots = SLOTS - hands.busy()
    if (!isDue || slots === 0 || stopping.signal.aborted) return { begun: 0, waitMs: next }
    await mayChange?.()
    const { taken, isHeld } = await store.claim(slots)
    // Nobody waits any more for what is claimed after the stop: others do it.
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
        // What has ended meanwhile may have let something else go on.
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

/** The kinds whose jobs stand in the database. */
const sharedOf = (jobs: readonly Job[]): JobKind[] =>
  jobs.map(({ kind }) => kind).filter(({ inEachProcess }) => !inEachProcess)

/** Work that is done when it was last done so many milliseconds ago, by a clock that nobody puts back. */
const nowAndThen = (everyMs: number, work: () => Promise<void>): (() => Promise<void>) => {
  let at = 0
  return async () => {
    if (performance.now() < at) return
    await work()
    at = performance.now() + everyMs
  }
}

/** The jobs that this process is doing. */
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
    // When they cannot be renewed, the claims end by themselves.
    const claims = all.map(({ claimed }) => claimed)
    const lost = await store.renew(claims).catch((): string[] => [])
    // Not what stands under its id by now: a job that was given back meanwhile may have been claimed anew.
    for (const { claimed, ending } of all) if (lost.includes(claimed.id)) ending.abort(LOST)
  }
  const end = (claimed: Claimed): void => {
    // Under its id there may be a later attempt by now: its claim ended while the database was away.
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
      // Its claim ends, and it is done again.
      report(`The outcome of job ${claimed.id} could not be noted`, cause)
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
    /** Waits for them a little, then breaks them off. */
    async stop({ stopMs, breakOffMs }: typeof PATIENCE): Promise<void> {
      await Promise.race([all(), pause(stopMs, undefined, { ref: false })])
      for (const { ending } of doing.values()) ending.abort(STOPPED)
      await Promise.race([all(), pause(breakOffMs, undefined, { ref: false })])
      clearInterval(renewing)
    },
  }
}

const untraced = <T>(_kind: string, work: () => Promise<T>): Promise<T> => work()

/** Leaves a job to other processes, of a later version; of each it is reported once. */
const leaving = (store: JobStore, report: JobRunnerOptions['report']) => {
  const reported = new Set<string>()
  return async (claimed: Claimed, cause: NotUnderstood): Promise<void> => {
    await store.giveBack(claimed, LEFT_MS, cause.message)
    if (reported.has(claimed.id)) return
    if (reported.size >= MOST_REPORTED) reported.clear()
    reported.add(claimed.id)
    report(`Job ${claimed.id} (${claimed.kind}) is left for a day to later versions of the service`, cause)
  }
}

type Attempting = JobRunnerOptions & { store: JobStore; leave: ReturnType<typeof leaving> }

/** Tries a job once and notes what became of it; answers whether it is done. */
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
    if (fault !== null) throw new NotUnderstood(`Its payload is wrong: ${fault}`)
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
    } else if (cause instanceof NotUnderstood && mayBeOfLater(claimed.ageMs)) {
      ended('postponed')
      await options.leave(claimed, cause)
    } else await noteFailure(options, kind, claimed, { cause, ended })
    return false
  }
  ended('done')
  await store.done(claimed, kind.everyMs ?? null)
  return true
}

/** Notes that an attempt has failed, and reports it. */
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

/** Those like it wait before its own claim ends: until then they are not begun in its place. */
const postpone = async (
  store: JobStore,
  claimed: Claimed,
  { until, alike, holds }: Postponed,
  clock: () => Date,
): Promise<void> => {
  const waitMs = Math.max(0, until.getTime() - clock().getTime())
  if (alike) await store.postpone(claimed, alike, waitMs)
  await store.giveBack(claimed, waitMs)
  // Whoever ended the pause in the meantime has woken what waited by then, and not these.
  if (alike && holds && !(await holds())) await store.wake(claimed, alike, clock())
}

/** Work that ends with its time limit, also when it does not heed the signal. */
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

/** What each process does by itself, now and then, without the database knowing of it. */
const localTurns = ({ jobs, database, standing, clock, report }: JobRunnerOptions) => {
  const own = jobs.filter(({ kind }) => kind.inEachProcess).map((one) => ({ ...one, at: 0 }))
  return {
    nextAt: () => Math.min(Number.POSITIVE_INFINITY, ...own.map(({ at }) => at)),
    async runDue(): Promise<void> {
      const now = clock()
      for (const turn of own) {
        const { kind, run } = turn
        const next = now.getTime() + (kind.everyMs ?? Number.POSITIVE_INFINITY)
        // Later than any turn: it was noted before a clock was put back.
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

/** Sleep that can be ended: also by what rang just before. */
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
