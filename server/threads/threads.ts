// Worker threads for work that would block the event loop, such as parsing files from outside: a few per program, kept
// while there is work, and terminated when a piece of work takes too long or too much memory.
import { channel } from 'node:diagnostics_channel'
import { Worker } from 'node:worker_threads'
import { newFairLimit } from '#platform/fair-limit'
import { Outage } from '#platform/outage'
import { builtProgram } from '#platform/root-folder'
import { newHeldMemory } from './held-memory.ts'
import { dropIdle, KEPT_BYTES, keepIdle } from './idle-threads.ts'
import { TransferAssembly } from './thread-transfer.ts'
import type { Asked, Failure, Outcome, Said } from './thread-work.ts'

type ThreadsOptions = {
  /** The program in dist/, created by the build. */
  program: string
  /** Most pieces of work at once. */
  most: number
  /** Time limit of a piece of work, in milliseconds. */
  maxMs: number
  /** Heap limit of a thread, in MiB. Buffers are not included; they are bounded by the size of what is sent. */
  maxHeapMb: number
}

/** The input was too much: it took too long or too much memory, or crashed the thread. */
export class TooMuchWork extends Error {}

/** How many pieces of work may wait for a thread. */
const MOST_WAITING = 200

/** Publishes the beginning and end of each piece of work: `{ program, state }`. */
export const threadsTold = channel('grundbok:threads')

type Work<Order, Done> = {
  order: Order
  maxMs: number
  resolve: (done: Done) => void
  reject: (cause: Error) => void
}
type Thread<Order, Done> = {
  worker: Worker
  work: Work<Order, Done> | null
  /** What has come of its work so far. */
  together: TransferAssembly
  timer: NodeJS.Timeout | null
}

class Threads<Order, Done> {
  readonly #options: ThreadsOptions
  readonly #threads = new Set<Thread<Order, Done>>()
  readonly #waiting: Work<Order, Done>[] = []

  constructor(options: ThreadsOptions) {
    this.#options = options
  }

  /**
   * Does a piece of work.
   * @throws {TooMuchWork} if it takes longer than `maxMs`, or more memory than allowed
   */
  do(order: Order, maxMs = this.#options.maxMs): Promise<Done> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= MOST_WAITING) {
        const { program } = this.#options
        return reject(new Outage('busy', `More than ${MOST_WAITING} tasks wait for ${program}`, { undone: true }))
      }
      this.#waiting.push({ order, maxMs, resolve, reject })
      this.#distribute()
    })
  }

  #distribute(): void {
    while (this.#waiting.length > 0) {
      const free = [...this.#threads].find(({ work }) => work === null)
      const thread = free ?? (this.#threads.size < this.#options.most ? this.#newThread() : null)
      const work = thread && this.#waiting.shift()
      if (!work) return
      this.#begin(thread, work)
    }
  }

  #newThread(): Thread<Order, Done> {
    const { program, maxHeapMb } = this.#options
    const worker = new Worker(builtProgram(`${program}.js`), { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
    const thread: Thread<Order, Done> = { worker, work: null, together: new TransferAssembly(), timer: null }
    worker.on('message', (said: Said) => {
      if (!this.#threads.has(thread)) return
      if (!('portion' in said)) return this.#finish(thread, said)
      thread.together.take(said.portion)
      // In the next turn of the loop: what arrives while this one lasts would be taken in at once.
      setImmediate(() => worker.postMessage('more' satisfies Asked<Order>))
    })
    worker.on('error', (cause) => void this.#end(thread, causeOf(cause)))
    worker.on('exit', () => void this.#end(thread, new TooMuchWork(`The thread of ${program} ended`)))
    this.#threads.add(thread)
    return thread
  }

  #begin(thread: Thread<Order, Done>, work: Work<Order, Done>): void {
    const { program } = this.#options
    dropIdle(thread)
    thread.work = work
    thread.worker.ref()
    const late = new TooMuchWork(`${program} took more than ${work.maxMs} ms`)
    thread.timer = setTimeout(() => void this.#end(thread, late), work.maxMs)
    threadsTold.publish({ program, state: 'begun' })
    thread.worker.postMessage({ order: work.order } satisfies Asked<Order>)
  }

  #finish(thread: Thread<Order, Done>, outcome: Outcome): void {
    const { work, timer, together } = thread
    if (timer) clearTimeout(timer)
    thread.timer = null
    thread.work = null
    thread.together = new TransferAssembly()
    threadsTold.publish({ program: this.#options.program, state: 'ended' })
    // An idle thread does not keep the process alive.
    thread.worker.unref()
    const answer = () => {
      if ('done' in outcome) work?.resolve(together.finish(outcome.done) as Done)
      else work?.reject('tooMuch' in outcome ? new TooMuchWork(outcome.tooMuch) : errorOf(outcome.failed))
    }
    // Its memory is free once it is gone: until then its work counts.
    if (outcome.holds > KEPT_BYTES) void this.#end(thread, null).finally(answer)
    else {
      keepIdle(thread, () => void this.#end(thread, null))
      answer()
    }
    this.#distribute()
  }

  /** Terminates a thread; once it is gone, its work fails, and waiting work goes to other threads. */
  async #end(thread: Thread<Order, Done>, cause: Error | null): Promise<void> {
    if (!this.#threads.delete(thread)) return
    const { work, timer, worker } = thread
    if (timer) clearTimeout(timer)
    dropIdle(thread)
    await worker.terminate().catch(() => {})
    if (work) threadsTold.publish({ program: this.#options.program, state: 'ended' })
    if (cause) work?.reject(cause)
    this.#distribute()
  }
}

type FairThreadsOptions = Omit<ThreadsOptions, 'most'> & {
  /** Most large pieces of work at once. */
  mostLarge: number
  /** What a large and a small piece take of the memory of all threads at their worst, in MiB. */
  takesMb: { large: number; small: number }
  /** How long a piece waits for its turn, in milliseconds. */
  maxWaitMs: number
}

/** Small pieces of work that run beside large ones, so that they do not wait for all large ones to end. */
const SMALL_AT_ONCE = 2

const MIB = 1024 * 1024
/** What all threads at work, and those of one owner, may take by what each piece takes at its worst, in bytes. */
const THREADS_BYTES = 304 * MIB
const MOST_OF_ONE_BYTES = 240 * MIB
/** How long a piece of work waits for memory once it has its turn, in milliseconds: a document may be read as long. */
const MEMORY_WAIT_MS = 120_000

/** The memory of all threads of this process, and of the processes that it has read files. */
export const threadMemory = newHeldMemory({
  bytes: THREADS_BYTES,
  most: MOST_OF_ONE_BYTES,
  maxWaitMs: MEMORY_WAIT_MS,
})

/**
 * The threads of one program, used in turn by the owners of the work: companies, or senders of mail. No owner ever has
 * all threads. Work that may take long is `large`, and always leaves a thread for small work.
 */
export const newFairThreads = <Order, Done>({ mostLarge, takesMb, maxWaitMs, ...options }: FairThreadsOptions) => {
  const threads = new Threads<Order, Done>({ ...options, most: mostLarge + 1 })
  const large = newFairLimit(mostLarge, { maxWaitMs })
  const small = newFairLimit(SMALL_AT_ONCE, { maxWaitMs })
  return (whose: string, isLarge: boolean, order: Order): Promise<Done> =>
    (isLarge ? large : small)(whose, () =>
      threadMemory.during(whose, (isLarge ? takesMb.large : takesMb.small) * MIB, () => threads.do(order)),
    )
}

/**
 * The cause of a thread's end: out of memory is due to its input, anything else is a bug, or the system lacks
 * resources.
 */
const causeOf = (cause: Error): Error => {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new TooMuchWork(message)
  return code === 'ERR_WORKER_INIT_FAILED' ? new Outage('busy', message, { undone: true, cause }) : cause
}

const errorOf = ({ message, ...beside }: Failure): Error => Object.assign(new Error(message), beside)
