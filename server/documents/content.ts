// Checks files by their content in threads, taking turns between companies.
import type { ReceivedFile } from '#http'
import { invalidWith } from '#platform/refusal'
import { newFairThreads, TooMuchWork } from '#threads/threads'
import type { ContentReading, PictureLimits } from './content-reading.ts'
import { contentFaults as faults } from './content-refusals.ts'
import type { DocumentOrder, DocumentRead } from './document-worker.ts'
import type { Picture } from './image.rules.ts'
import type { PdfLimits, PdfReading } from './pdf-reading.ts'

/** What is accepted: the size of pictures in pixels, the pages of PDFs, and whether PDFs may be encrypted. */
type ContentLimits = PictureLimits & { pdf: PdfLimits & { encrypted: boolean } }

/** How many PDFs are read at once; others wait. */
const MOST_PDFS = 2
/** Maximum reading time and waiting time, in milliseconds. */
const MAX_MS = 20_000
const MAX_WAIT_MS = 60_000
/** Maximum heap size for one file, and what the worst known PDFs and pictures take, in MiB. */
const MAX_HEAP_MB = 128
const TAKES_MB = { large: 160, small: 64 }

const field = '#/file'

/** PDFs may take long: they count as large files, and pictures do not wait for them. */
const inTurn = newFairThreads<DocumentOrder, DocumentRead>({
  program: 'document-worker',
  mostLarge: MOST_PDFS,
  takesMb: TAKES_MB,
  maxMs: MAX_MS,
  maxWaitMs: MAX_WAIT_MS,
  maxHeapMb: MAX_HEAP_MB,
})

/** Returns the content type of each file; refuses files that are of another type, damaged, ambiguous, or too large. */
export const judgeOf =
  ({ pdf, ...pictures }: ContentLimits) =>
  async ({ path }: ReceivedFile, companyId: string): Promise<string> => {
    const content = await contentOf(companyId, path, pictures)
    if ('wrong' in content) throw invalidWith([faults[content.wrong](field, content.values)])
    if (content.type !== 'application/pdf') return content.type
    const { encrypted, ...limits } = pdf
    const reading = await pdfAt(companyId, path, limits)
    if ('wrong' in reading && !(reading.wrong === 'encrypted' && encrypted)) {
      throw invalidWith([faults[reading.wrong](field, { limit: limits.pages })])
    }
    return content.type
  }

/** The picture in a file, if complete; otherwise null. */
export const wholePicture = async (path: string, companyId: string): Promise<Picture | null> => {
  const read = await readInTurn(companyId, { path, asked: 'picture' })
  return read && 'picture' in read ? read.picture : null
}

const contentOf = async (companyId: string, path: string, limits: PictureLimits): Promise<ContentReading> => {
  const read = await readInTurn(companyId, { path, asked: 'content', limits })
  return read && 'content' in read ? read.content : { wrong: 'tooMuch', values: {} }
}

const pdfAt = async (companyId: string, path: string, limits: PdfLimits): Promise<PdfReading> => {
  const read = await readInTurn(companyId, { path, asked: 'pdf', limits })
  return read && 'pdf' in read ? read.pdf : { wrong: 'unreadable' }
}

/** Null if it takes too long or too much memory. */
const readInTurn = async (companyId: string, order: DocumentOrder): Promise<DocumentRead | null> => {
  try {
    return await inTurn(companyId, order.asked === 'pdf', order)
  } catch (cause) {
    if (cause instanceof TooMuchWork) return null
    throw cause
  }
}
