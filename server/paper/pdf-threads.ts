// The threads that make PDFs: few, kept while there is work, replaced when one takes too long or too much.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { builtProgram } from '#platform/root-folder'
import type { Paper } from './paper.ts'
import type { Enclosed } from './pdf.ts'
import type { PdfOrder, PdfOutcome } from './pdf-worker.ts'
import type { ReminderPaper } from './reminder-paper.ts'
import type { ReportPaper } from './report-paper.ts'

/** How many PDFs are made at once: two at least, so that one with large pictures does not hold up all others. */
export const PDF_THREADS = Math.max(2, Math.min(4, availableParallelism()))
/** How many may wait. */
const MAX_WAITING = 200
/** How long one PDF may take, in milliseconds: large pictures take seconds. */
const MAX_MS = 45_000
/** Maximum memory for the objects of a thread, in MiB. */
const MAX_HEAP_MB = 512
/** How long a thread without work is kept, in milliseconds. */
const IDLE_MS = 60_000

/** What was to be put into one PDF took too long or too much memory. */
export class PdfTooLarge extends Error {}

type Work = { order: PdfOrder; maxMs: number; resolve: (pdf: Buffer) => void; reject: (cause: Error) => void }
type Thread = { worker: Worker; work: Work | null; timer: NodeJS.Timeout | null }

const threads = new Set<Thread>()
const waiting: Work[] = []

/**
 * Makes the PDF of a document, in a thread beside the event loop.
 * @throws {PdfTooLarge} when it takes longer than `maxMs`, or more memory than there is
 */
export const pdfOf = (paper: Paper, enclosed: Enclosed, maxMs = MAX_MS): Promise<Buffer> =>
  inThread({ paper, enclosed }, maxMs)

/** The same of a report. */
export const reportPdfOf = (report: ReportPaper): Promise<Buffer> => inThread({ report }, MAX_MS)

/** The same of a reminder, with the picture on its top. */
export const reminderPdfOf = (reminder: ReminderPaper, logo: Uint8Array | null): Promise<Buffer> =>
  inThread({ reminder, logo }, MAX_MS)

const inThread = (order: PdfOrder, maxMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (waiting.length >= MAX_WAITING) {
      reject(new Error(`More than ${MAX_WAITING} documents wait for their PDF`))
      return
    }
    waiting.push({ order, maxMs, resolve, reject })
    distribute()
  })

const distribute = (): void => {
  while (waiting.length > 0) {
    const free = [...threads].find(({ work }) => work === null) ?? (threads.size < PDF_THREADS ? newThread() : null)
    const work = free && waiting.shift()
    if (!work) return
    begin(free, work)
  }
}

const begin = (thread: Thread, work: Work): void => {
  if (thread.timer) clearTimeout(thread.timer)
  thread.work = work
  thread.worker.ref()
  thread.timer = setTimeout(() => end(thread, new PdfTooLarge(`A PDF took more than ${work.maxMs} ms`)), work.maxMs)
  thread.worker.postMessage(work.order)
}

const newThread = (): Thread => {
  const worker = new Worker(builtProgram('pdf-worker.js'), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
  const thread: Thread = { worker, work: null, timer: null }
  worker.on('message', (outcome: PdfOutcome) => finish(thread, outcome))
  worker.on('error', (cause) => end(thread, isOutOfMemory(cause) ? new PdfTooLarge(cause.message) : cause))
  worker.on('exit', () => end(thread, new Error('The thread that made a PDF ended')))
  threads.add(thread)
  return thread
}

const finish = (thread: Thread, outcome: PdfOutcome): void => {
  const { work, timer } = thread
  if (timer) clearTimeout(timer)
  thread.work = null
  // A thread without work keeps no program from ending.
  thread.worker.unref()
  thread.timer = setTimeout(() => end(thread, null), IDLE_MS).unref()
  if ('pdf' in outcome) work?.resolve(Buffer.from(outcome.pdf.buffer))
  else if (outcome.tooLarge) work?.reject(new PdfTooLarge(outcome.failed))
  else work?.reject(new Error(`A PDF could not be made: ${outcome.failed}`))
  distribute()
}

/** Ends a thread; what it was making fails, what waits goes on in others. */
const end = (thread: Thread, cause: Error | null): void => {
  if (!threads.delete(thread)) return
  if (thread.timer) clearTimeout(thread.timer)
  void thread.worker.terminate()
  if (cause) thread.work?.reject(cause)
  distribute()
}

const isOutOfMemory = (cause: Error): boolean => (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
