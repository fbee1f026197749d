// The threads that make PDFs: few, kept while there is work, replaced when one exceeds its time or memory.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { AnnualPaper } from '#paper/annual-paper'
import type { Paper } from '#paper/paper'
import type { PayslipPaper } from '#paper/payslip-paper'
import type { ReminderPaper } from '#paper/reminder-paper'
import type { ReportPaper } from '#paper/report-paper'
import { type CompanyCall, workOwnersOf } from '#platform/call'
import { newFairLimit, type WorkOwners } from '#platform/fair-limit'
import { Outage } from '#platform/outage'
import { builtProgram } from '#platform/root-folder'
import { dropIdle, KEPT_BYTES, keepIdle } from '#threads/idle-threads'
import { threadMemory, threadsTold } from '#threads/threads'
import type { Enclosed } from './pdf.ts'
import type { PdfOrder, PdfOutcome } from './pdf-worker.ts'

const PROGRAM = 'pdf-worker'

/** How many PDFs are made in parallel: at least two, so that one with large pictures does not delay all others. */
export const PDF_THREADS = Math.max(2, Math.min(4, availableParallelism()))
/** Maximum time for one PDF, in milliseconds: large pictures take seconds. */
const MAKING_MS = 45_000
/** Maximum waiting time for a turn, in milliseconds. */
const TURN_MS = 40_000
/** Maximum heap size of a thread, in MiB. */
const MAX_HEAP_MB = 512
/**
 * The part of the heap for new objects, in MiB. It does not shrink once it has grown: by default a thread holds 58 MiB
 * after a page, and with this 36, so that it is kept. Long documents take a seventh longer.
 */
const YOUNG_HEAP_MB = 8
/** What one takes of the memory of all threads, about, in bytes (64 MiB). */
const PDF_BYTES = 64 * 1024 * 1024

/** A PDF took too much memory. An outage, unless the caller knows the cause. */
export class PdfTooLarge extends Outage {
  constructor(message: string) {
    super('paper', message, { undone: true })
    this.name = 'PdfTooLarge'
  }
}

/** The requester of a PDF: whose turn it uses, a check that the client is still connected, and the time limits. */
export type Asker = { whose: WorkOwners; goOn?: (() => void) | undefined; patience?: CompanyCall['paperPatience'] }

/** The requester for a call. */
export const askerOf = (call: CompanyCall): Asker => ({
  whose: workOwnersOf(call),
  goOn: call.goOn,
  patience: call.paperPatience,
})

/** The service itself as requester. */
const ITSELF: Asker = { whose: '' }

type Work = { resolve: (pdf: Buffer) => void; reject: (cause: Error) => void }
type Thread = { worker: Worker; work: Work | null; timer: NodeJS.Timeout | null }

const threads = new Set<Thread>()

/** Documents of one owner do not delay those of others, of any kind. */
const inTurn = newFairLimit(PDF_THREADS, { maxWaitMs: TURN_MS })

/**
 * Makes the PDF of a document in a thread. Enclosures are read when its turn comes.
 * @throws {PdfTooLarge} if it takes too much memory
 * @throws {Outage} if its turn does not come, or it takes too long
 */
export const pdfOf = (
  paper: Paper,
  enclosed: Enclosed | (() => Promise<Enclosed>),
  asker: Asker = ITSELF,
): Promise<Buffer> =>
  made(async () => ({ paper, enclosed: typeof enclosed === 'function' ? await enclosed() : enclosed }), asker)

/** The same of a report. */
export const reportPdfOf = (report: ReportPaper, asker: Asker): Promise<Buffer> => made(async () => ({ report }), asker)

/** The same of an annual report. */
export const annualPdfOf = (annual: AnnualPaper, asker: Asker): Promise<Buffer> => made(async () => ({ annual }), asker)

/** The same of a payslip. */
export const payslipPdfOf = (payslip: PayslipPaper, asker: Asker): Promise<Buffer> =>
  made(async () => ({ payslip }), asker)

/** The same of a reminder, with the picture on its top. */
export const reminderPdfOf = (
  reminder: ReminderPaper,
  logo: () => Promise<Uint8Array | null>,
  asker: Asker,
): Promise<Buffer> => made(async () => ({ reminder, logo: await logo() }), asker)

const made = (order: () => Promise<PdfOrder>, { whose, goOn, patience = {} }: Asker): Promise<Buffer> => {
  const { makingMs = MAKING_MS, turnMs = TURN_MS } = patience
  const work = async () => {
    goOn?.()
    const owner = typeof whose === 'string' ? whose : whose[0]
    return threadMemory.during(owner, PDF_BYTES, async () => inThread(await order(), makingMs), { maxWaitMs: turnMs })
  }
  return inTurn(whose, work, { maxWaitMs: turnMs })
}

/** The turns limit the number of busy threads. */
const inThread = (order: PdfOrder, maxMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const thread = [...threads].find(({ work }) => work === null) ?? newThread()
    dropIdle(thread)
    thread.work = { resolve, reject }
    thread.worker.ref()
    const late = () => void end(thread, new Outage('paper', `A PDF took more than ${maxMs} ms`, { undone: true }))
    thread.timer = setTimeout(late, maxMs)
    threadsTold.publish({ program: PROGRAM, state: 'begun' })
    // With no time at all it is not begun: a thread may be faster than a timer of one millisecond.
    if (maxMs > 0) thread.worker.postMessage(order)
  })

const newThread = (): Thread => {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB }
  const worker = new Worker(builtProgram(`${PROGRAM}.js`), { resourceLimits })
  const thread: Thread = { worker, work: null, timer: null }
  worker.on('message', (outcome: PdfOutcome) => finish(thread, outcome))
  worker.on('error', (cause) => void end(thread, isOutOfMemory(cause) ? new PdfTooLarge(cause.message) : cause))
  worker.on('exit', () => void end(thread, new Outage('paper', 'The thread that made a PDF ended', { undone: true })))
  threads.add(thread)
  return thread
}

const finish = (thread: Thread, outcome: PdfOutcome): void => {
  const { work, timer } = thread
  if (timer) clearTimeout(timer)
  thread.timer = null
  thread.work = null
  threadsTold.publish({ program: PROGRAM, state: 'ended' })
  // An idle thread does not keep the program running.
  thread.worker.unref()
  const answer = () => {
    if ('pdf' in outcome) work?.resolve(Buffer.from(outcome.pdf.buffer))
    else if (outcome.tooLarge) work?.reject(new PdfTooLarge(outcome.failed))
    else work?.reject(new Error(`A PDF could not be made: ${outcome.failed}`))
  }
  // Its memory is free once it is gone: until then its work counts.
  if (outcome.holds > KEPT_BYTES) void end(thread, null).finally(answer)
  else {
    keepIdle(thread, () => void end(thread, null))
    answer()
  }
}

/** Stops a thread; its work fails once it is gone. */
const end = async (thread: Thread, cause: Error | null): Promise<void> => {
  if (!threads.delete(thread)) return
  if (thread.timer) clearTimeout(thread.timer)
  dropIdle(thread)
  await thread.worker.terminate().catch(() => {})
  if (thread.work) threadsTold.publish({ program: PROGRAM, state: 'ended' })
  if (cause) thread.work?.reject(cause)
}

const isOutOfMemory = (cause: Error): boolean => (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
