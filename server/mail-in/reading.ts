// Reading of a mail: a small one at once, a large one in a thread of its own.
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { builtProgram } from '#platform/root-folder'
import { turns } from '#platform/turns'
import { type ReadMail, readMail } from './mail.ts'

/** From how many bytes on a mail is read in a thread: below that it takes less than a thread's start. */
const THREAD_FROM = 512 * 1024
/** How long one may take, and how long one waits for its turn, in milliseconds; most memory for its objects, in MiB. */
const MAX_MS = 60_000
const MAX_WAIT_MS = 60_000
const MAX_HEAP_MB = 512

/** What a mail says; null when it is none that can be read. */
export const readMailFile = async (path: string): Promise<ReadMail | null> => {
  const { size } = await stat(path)
  if (size >= THREAD_FROM) return inTurn('', () => readInThread(path))
  return readMail(path).catch(unreadable)
}

/** Large mails are read one after the other: each is in memory several times over. */
const inTurn = turns(1, { maxWaitMs: MAX_WAIT_MS })

const readInThread = (path: string): Promise<ReadMail | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(builtProgram('mail-worker.js'), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    const timer = setTimeout(() => end(() => resolve(null)), MAX_MS)
    const end = (answer: () => void) => {
      clearTimeout(timer)
      answer()
      void worker.terminate()
    }
    worker.on('message', (told: ReadMail) => end(() => resolve(told)))
    worker.on('error', (cause) => end(() => settle(cause, resolve, reject)))
    worker.on('exit', () => end(() => reject(new Error('The thread that read a mail ended'))))
  })

const settle = (cause: unknown, resolve: (none: null) => void, reject: (cause: unknown) => void) => {
  try {
    resolve(unreadable(cause))
  } catch (other) {
    reject(other)
  }
}

/** What goes wrong with the disk is ours; anything else is the mail's. */
const unreadable = (cause: unknown): null => {
  if ((cause as NodeJS.ErrnoException).syscall !== undefined) throw cause
  return null
}
