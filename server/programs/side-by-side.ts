// The supervisor of several processes that answer requests on one port (WORKERS). It holds the service's lock on the
// database, does the work that is only done once, distributes connections round-robin, and counts requests for all. A
// process that ends is replaced; what it had answered is in the database.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartupError } from '#platform/startup-error'
import { newCounting } from '#threads/limit'
import type { Front } from './front.ts'
import { answerCounts, sentenceOf } from './side-by-side-words.ts'
import { SHUTDOWN_MS } from './stopping.ts'

/** The pause before a process is restarted, which doubles each time; and the longest; in milliseconds. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000
/** After how long a process counts as running stably, in milliseconds. */
const STEADY_MS = 60_000
/** How much longer than its requests a process may take to stop, in milliseconds. */
const STOPPING_MS = 5000

/** The environment variable with the number of a process, from 1 on; its replacement gets the same. */
const PLACE = 'WORKER_PLACE'

/** The number of this process. */
export const placeOfWorker = (): number => Number(process.env[PLACE])

type Options = { workers: number; logger: Logger; clock: () => Date; stopping: Promise<void> }

/** The front of a service with several processes; it is ready when all of them listen. */
export const openSideBySide = ({ workers, logger, clock, stopping }: Options): Front => {
  const running = new Set<Worker>()
  const count = newCounting(() => clock().getTime())
  let isStopping = false
  const keeping: Promise<void>[] = []
  const stopped = stopping.then(() => {
    isStopping = true
  })

  /** Runs one process until it ends. `heard` gets its messages. */
  const run = async (place: number, heard: Heard): Promise<End> => {
    const worker = cluster.fork({ [PLACE]: String(place) })
    running.add(worker)
    closeUntaken(worker)
    answerCounts(worker, count)
    worker.on('message', (message) => {
      const sentence = sentenceOf(message)
      if (sentence !== null) heard.failed(sentence)
    })
    worker.on('listening', ({ port }) => heard.listens(port))
    const end = await endOf(worker)
    running.delete(worker)
    return end
  }

  /** Keeps one process running for the lifetime of the service. */
  const keep = async (place: number, heard: Heard): Promise<void> => {
    for (let ends = 0; !isStopping; ) {
      const { lastedMs, ...how } = await run(place, heard)
      if (isStopping) return
      ends = lastedMs > STEADY_MS ? 1 : ends + 1
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (ends - 1))
      logger.error({ ...how, pauseMs }, 'a process that answers requests has ended, and is being restarted')
      await Promise.race([pause(pauseMs, undefined, { ref: false }), stopped])
    }
  }

  return {
    async listen() {
      let isStarted = false
      const listening = Array.from(
        { length: workers },
        (_, at) =>
          new Promise<number>((listens, reject) => {
            const failed = (sentence: string) => {
              if (isStarted) logger.error(`a process that answers requests did not start: ${sentence}`)
              reject(new StartupError(sentence))
            }
            keeping.push(keep(at + 1, { listens, failed }))
          }),
      )
      const [port = 0] = await Promise.race([Promise.all(listening), stopped.then(() => [])])
      isStarted = true
      return port
    },
    async stop() {
      isStopping = true
      for (const worker of running) worker.process.kill('SIGTERM')
      const late = setTimeout(() => {
        logger.warn('processes that did not stop are killed')
        for (const worker of running) worker.process.kill('SIGKILL')
      }, SHUTDOWN_MS + STOPPING_MS)
      await Promise.all(keeping)
      clearTimeout(late)
    },
  }
}

/**
 * Closes a connection that was sent to a process which ended before accepting it; otherwise it would stay open here,
 * and the client would wait. Node sends one connection at a time, and waits for its acceptance.
 */
const closeUntaken = (worker: Worker): void => {
  const child = worker.process as { send(message: unknown, handle?: { close?(): void }, ...more: unknown[]): boolean }
  const send = child.send.bind(child)
  let dealt: { close?(): void } | undefined
  child.send = (message, handle, ...more) => {
    if (typeof handle?.close === 'function') dealt = handle
    return send(message, handle, ...more)
  }
  // An accepted connection is already closed here, and closing it again has no effect.
  worker.once('exit', () => dealt?.close?.())
}

type Heard = { listens(port: number): void; failed(sentence: string): void }
type End = { pid: number | undefined; code: number | null; signal: string | null; lastedMs: number }

/** A process that fails to start counts as ended. */
const endOf = async (worker: Worker): Promise<End> => {
  const since = performance.now()
  const { pid } = worker.process
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    worker.once('exit', (...how) => resolve(how))
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve([null, null])
    })
  })
  return { pid, code, signal, lastedMs: performance.now() - since }
}
