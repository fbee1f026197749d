// Reading of a statement file: a small one at once, a large one in a thread of its own.
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { builtProgram } from '#platform/root-folder'
import { turns } from '#platform/turns'
import { type CamtReading, readCamt } from './camt.ts'
import { camtPlaces, camtProblems } from './camt-problems.ts'

/** Maximum number of bytes in a file (20 MiB). */
export const STATEMENT_LIMIT = 20 * 1024 * 1024
/** From how many bytes on a file is read in a thread: below that it takes less than a thread's start. */
const THREAD_FROM = 256 * 1024
/** How many large files are read at once; others wait, by turns of companies. */
const MAX_THREADS = 2
/** How long one may take, in milliseconds, and most memory for its objects, in MiB. */
const MAX_MS = 60_000
const MAX_HEAP_MB = 768

/** What a file says, or what is wrong with it. */
export const readCamtFile = async (
  { path, size }: { path: string; size: number },
  companyId: string,
): Promise<CamtReading> =>
  size < THREAD_FROM ? readCamt(await readFile(path)) : inTurn(companyId, () => readInThread(path))

const inTurn = turns(MAX_THREADS)

const tooMuch: CamtReading = { findings: [{ place: camtPlaces.file(), problem: camtProblems.tooMuch() }] }

const readInThread = (path: string): Promise<CamtReading> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(builtProgram('camt-worker.js'), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    const timer = setTimeout(() => end(() => resolve(tooMuch)), MAX_MS)
    const end = (answer: () => void) => {
      clearTimeout(timer)
      answer()
      void worker.terminate()
    }
    worker.on('message', (told: CamtReading) => end(() => resolve(told)))
    worker.on('error', (cause) => end(() => (isOutOfMemory(cause) ? resolve(tooMuch) : reject(cause))))
    worker.on('exit', () => end(() => reject(new Error('The thread that read a statement ended'))))
  })

const isOutOfMemory = (cause: Error): boolean => (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
