// Reading of a SIE file: a small one at once, a large one in a thread of its own.
import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { ReceivedFile } from '#http'
import type { CompanyCall } from '#platform/call'
import { Outage } from '#platform/outage'
import { builtProgram } from '#platform/root-folder'
import { turns } from '#platform/turns'
import type { SieAccountMap } from '#sie'
import { type ReadingOrder, readFileOf, type SieRead } from './sie-import-read.ts'

/** From how many bytes on a file is read in a thread: below that it takes less than a thread's start. */
const THREAD_FROM = 256 * 1024
/** How many files are read at once, by turns of companies. */
const MAX_AT_ONCE = 2
/** How long one may take, in milliseconds, and most memory for its objects, in MiB. */
const MAX_MS = 5 * 60_000
const MAX_HEAP_MB = 768

const inTurn = turns(MAX_AT_ONCE)

/** What was read; its vouchers wait in the file `spool`, which whoever books them removes. */
export type SpooledFile = SieRead & { spool: string }

export const readAndSpool = async (
  { companyId, files }: CompanyCall,
  { path, size }: ReceivedFile,
  { force, map }: { force: boolean; map: SieAccountMap },
): Promise<SpooledFile> => {
  const spool = files.newWorkFile()
  const order = { path, spool, force, map }
  try {
    const read = await inTurn(companyId, () => (size < THREAD_FROM ? readFileOf(order) : readInThread(order)))
    return { ...read, spool }
  } catch (cause) {
    await rm(spool, { force: true })
    throw cause
  }
}

const readInThread = (order: ReadingOrder): Promise<SieRead> =>
  new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
    const worker = new Worker(builtProgram('sie-worker.js'), { workerData: order, resourceLimits })
    const late = () => reject(new Outage('busy', `A SIE file was not read in ${MAX_MS} ms`, { undone: true }))
    const timer = setTimeout(() => end(late), MAX_MS)
    let isAnswered = false
    // Its writing has an end before it is answered: whoever asked may remove the spool.
    const end = (answer: () => void) => {
      if (isAnswered) return
      isAnswered = true
      clearTimeout(timer)
      void worker.terminate().then(answer)
    }
    worker.once('message', (read: SieRead) => end(() => resolve(read)))
    worker.once('error', (cause) => end(() => reject(cause)))
    worker.once('exit', () => end(() => reject(new Error('The thread that read a SIE file ended'))))
  })
