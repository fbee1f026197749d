// Reads an e-invoice file in a thread, and checks its attachments, before the transaction starts.
import { rm, writeFile } from 'node:fs/promises'
import { contentLimits, judgeOf } from '#documents'
import type { ReceivedFile } from '#http'
import { faultSaying, invalidWith, Refusal } from '#platform/refusal'
import { type DeclaredSentence, type KeptSaid, keptOf, saidOf } from '#platform/sentences'
import { newFairThreads, TooMuchWork } from '#threads/threads'
import { type EInvoiceContent, type EInvoiceWarning, warningOf } from './e-invoice.rules.ts'
import type { Attached, EInvoiceOrder, EInvoiceRead } from './e-invoice-worker.ts'
import { eInvoiceWarnings as doubts, eInvoiceProblems as problems } from './refusals.ts'

/** Maximum number of bytes in an e-invoice with its attachments (20 MiB), and of stored attachments. */
export const MAX_E_INVOICE_BYTES = 20 * 1024 * 1024
const MAX_ATTACHMENTS = 10
/** The size from which a file counts as large (1 MiB). */
const LARGE_BYTES = 1024 * 1024
/** How many large files are read at once; maximum reading time and waiting time, in milliseconds. */
const MOST_LARGE = 2
const MAX_MS = 20_000
const MAX_WAIT_MS = 60_000
/** Maximum heap size for one file, in MiB. */
const MAX_HEAP_MB = 256
/** What the worst known files take, in MiB. */
const TAKES_MB = { large: 96, small: 64 }

export const XML_TYPE = 'application/xml'

/** A stored attachment, with its content type. */
export type KeptAttachment = { name: string; contentType: string; bytes: Buffer }

type ReadEInvoice = { content: EInvoiceContent; attachments: KeptAttachment[]; doubts: EInvoiceWarning[] }

/** The content of parsed files until they are received. */
const readings = new WeakMap<ReceivedFile, ReadEInvoice>()

/** Reads a file and returns its type; refused with all its errors. */
export const judgeEInvoice = async (file: ReceivedFile, companyId: string): Promise<string> => {
  const reading = await readInTurn(file, companyId)
  if ('findings' in reading) throw invalidWith(reading.findings.map((one) => faultSaying('#/file', declaredOf(one))))
  const { content, attached } = reading
  const attachments: KeptAttachment[] = []
  const doubtful = [...reading.doubts]
  for (const [index, one] of attached.entries()) {
    const judged = await judgeAttachment(`${file.path}-${index}`, one, companyId)
    if ('reason' in judged) {
      doubtful.push(warningOf('attachment', doubts.attachment.said({ name: one.name, reason: judged.reason })))
    } else attachments.push(judged)
  }
  if (reading.attachments > MAX_ATTACHMENTS) {
    doubtful.push(warningOf('attachments', doubts.tooManyAttachments.said({ limit: MAX_ATTACHMENTS })))
  }
  readings.set(file, { content, attachments, doubts: doubtful })
  return XML_TYPE
}

/** The threads declare the same sentences as the service. */
const declaredOf = (kept: KeptSaid): DeclaredSentence => {
  const said = saidOf(kept)
  if (!said) throw new Error(`A thread has found ${kept.reason}, which is not declared here`)
  return said
}

const inTurn = newFairThreads<EInvoiceOrder, EInvoiceRead>({
  program: 'e-invoice-worker',
  mostLarge: MOST_LARGE,
  takesMb: TAKES_MB,
  maxMs: MAX_MS,
  maxWaitMs: MAX_WAIT_MS,
  maxHeapMb: MAX_HEAP_MB,
})

const readInTurn = async ({ path, size }: ReceivedFile, companyId: string): Promise<EInvoiceRead> => {
  try {
    return await inTurn(companyId, size >= LARGE_BYTES, { path, attachments: MAX_ATTACHMENTS })
  } catch (cause) {
    if (cause instanceof TooMuchWork) return { findings: [keptOf(problems.tooMuch.said())] }
    throw cause
  }
}

/** The content of a parsed file. */
export const readingOf = (file: ReceivedFile): ReadEInvoice => {
  const reading = readings.get(file)
  if (!reading) throw new Error('An e-invoice was received without being parsed')
  return reading
}

/** The content type, checked as for uploads; attachments that are not stored separately remain in the file. */
const judgeAttachment = async (
  path: string,
  { name, bytes: given }: Attached,
  companyId: string,
): Promise<KeptAttachment | { reason: DeclaredSentence }> => {
  if (given === null) return { reason: doubts.unreadableAttachment.said() }
  const bytes = Buffer.from(given.buffer)
  await writeFile(path, bytes, { mode: 0o600 })
  try {
    const contentType = await judge({ path, name, size: bytes.length, digest: bytes, contentType: '' }, companyId)
    return { name, contentType, bytes }
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    return { reason: cause.errors[0]?.said ?? cause.said }
  } finally {
    await rm(path, { force: true })
  }
}

const judge = judgeOf(contentLimits)
