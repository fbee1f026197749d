// Several processes that answer requests at one port (WORKERS). This one, which runs them, has the service's place at
// the database, does what is done once, deals connections out in turns, and counts requests for all of them. One that
// ends is started anew; what it had answered is in the database.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { newCounting } from '#platform/limit'
import { StartupError } from '#platform/startup-error'
import type { Front } from './front.ts'
import { answerCounts, sentenceOf } from './side-by-side-words.ts'
import { SHUTDOWN_MS } from './stopping.ts'

/** The pause before a process that has ended is started anew, which doubles each time; the longest; milliseconds. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000
/** After how long a process counts as one that runs, in milliseconds. */
const STEADY_MS = 60_000
/** How much longer than its requests a process may take to stop, in milliseconds. */
const STOPPING_MS = 5000

/** How a process is told which of them it is, from 1 on; the one that takes its place is told the same. */
const PLACE = 'WORKER_PLACE'

/** Which of the processes this one is. */
export const placeOfWorker = (): number => Number(process.env[PLACE])

type Options = { workers: number; logger: Logger; clock: () => Date; stopping: Promise<void> }

/** The front of a service of several processes; they are there when all of them listen. */
export const openSideBySide = ({ workers, logger, clock, stopping }: Options): Front => {
  const running = new Set<Worker>()
  const count = newCounting(() => clock().getTime())
  let isStopping = false
  const keeping: Promise<void>[] = []
  const stopped = stopping.then(() => {
    isStopping = true
  })

  /** One process from its start to its end. `heard` is told of what it says. */
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

  /** Has one process there for as long as the service is. */
  const keep = async (place: number, heard: Heard): Promise<void> => {
    for (let ends = 0; !isStopping; ) {
      const { lastedMs, ...how } = await run(place, heard)
      if (isStopping) return
      ends = lastedMs > STEADY_MS ? 1 : ends + 1
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (ends - 1))
      logger.error({ ...how, pauseMs }, 'a process that answers requests has ended, and is started anew')
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
 * Closes the connection that was dealt to a process which ended before it took it; otherwise it would stay open here,
 * and whoever opened it would wait. Node sends a process one at a time, and waits for it to be taken.
 */
const closeUntaken = (worker: Worker): void => {
  const child = worker.process as { send(message: unknown, handle?: { close?(): void }, ...more: unknown[]): boolean }
  const send = child.send.bind(child)
  let dealt: { close?(): void } | undefined
  child.send = (message, handle, ...more) => {
    if (typeof handle?.close === 'function') dealt = handle
    return send(message, handle, ...more)
  }
  // One that was taken is closed here already, and closing it again changes nothing.
  worker.once('exit', () => dealt?.close?.())
}

type Heard = { listens(port: number): void; failed(sentence: string): void }
type End = { pid: number | undefined; code: number | null; signal: string | null; lastedMs: number }

/** A process that cannot even be started ends as well. */
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
