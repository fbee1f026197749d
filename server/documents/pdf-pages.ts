// What is known of a PDF from outside, read where it can do no harm: in a thread of its own that is ended when it takes
// too long or too much memory. A few bytes of a PDF can stand for gigabytes, and its pages can go round in a circle.
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { turns } from '#platform/turns'

/**
 * How a PDF is read: how many pages it may have, and whether they are to become pages of another document, which more
 * can stand in the way of.
 */
export type PdfLimits = { pages: number; copied: boolean }

/** The number of pages, or why there is none. */
export type PdfReading = { pages: number } | { wrong: 'encrypted' | 'unreadable' | 'tooManyPages' }

/** How long the reading of one PDF may take, in milliseconds. */
const MAX_READING_MS = 20_000
/** Maximum memory for the objects of one PDF, in MiB, and for all that is inflated to read it, in bytes (128 MiB). */
const MAX_HEAP_MB = 256
const MAX_INFLATED_BYTES = 128 * 1024 * 1024
/** How many PDFs are read at once; others wait. */
const MAX_AT_ONCE = 2

/** Reads a PDF as far as is asked; counts no more pages than it may have. */
export const readPdf = (path: string, companyId: string, limits: PdfLimits): Promise<PdfReading> =>
  inTurn(companyId, () => readInThread(path, limits))

const inTurn = turns(MAX_AT_ONCE)

const readInThread = async (path: string, { pages: maxPages, copied }: PdfLimits): Promise<PdfReading> => {
  const worker = new Worker(READER, {
    eval: true,
    workerData: { path, maxPages, copied, maxInflated: MAX_INFLATED_BYTES, library },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // The library warns of what it finds there: that is the caller's, and nothing for the log.
    stdout: true,
    stderr: true,
  })
  const timer = setTimeout(() => void worker.terminate(), MAX_READING_MS)
  try {
    return await new Promise((resolve) => {
      worker.once('message', resolve)
      worker.once('error', () => resolve({ wrong: 'unreadable' }))
      worker.once('exit', () => resolve({ wrong: 'unreadable' }))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const library = createRequire(import.meta.url).resolve('pdf-lib')

/**
 * The program of the thread. All streams of the library inflate into buffers that it asks for in one place, which
 * counts them here. Copying the pages into another document is what publishing does with them.
 */
const READER = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const { path, maxPages, copied, maxInflated, library } = workerData
const { PDFDocument, PDFContext, PDFRawStream, decodePDFRawStream } = require(library)

const dictionary = PDFContext.create().obj({ Filter: 'ASCIIHexDecode' })
const anyStream = decodePDFRawStream(PDFRawStream.of(dictionary, Buffer.of()))
const streams = Object.getPrototypeOf(Object.getPrototypeOf(anyStream))
const { ensureBuffer } = streams
let inflated = 0
streams.ensureBuffer = function (requested) {
  if (requested > this.buffer.byteLength) inflated += requested
  if (inflated > maxInflated) throw new Error('Inflates to too much')
  return ensureBuffer.call(this, requested)
}

const bytes = readFileSync(path)

const read = async () => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  let pages = 0
  let nodes = 0
  document.catalog.Pages().traverse((node) => {
    nodes += 1
    if (!node.Kids) pages += 1
    if (pages > maxPages || nodes > 100 * maxPages) throw { wrong: 'tooManyPages' }
  })
  if (pages === 0) throw { wrong: 'unreadable' }
  if (!copied) return { pages }
  const copy = await PDFDocument.create()
  for (const page of await copy.copyPages(document, document.getPageIndices())) copy.addPage(page)
  await copy.save()
  return { pages }
}

// The library gives up on what it cannot decrypt in several ways; the trailer, which is never encrypted, tells why.
const isEncrypted = () => {
  const text = bytes.toString('latin1')
  return /\\/Encrypt\\s*(?:\\d+\\s+\\d+\\s+R|<<)/.test(text) && /startxref\\s+\\d+\\s+%%EOF/.test(text)
}

read().then(
  (outcome) => parentPort.postMessage(outcome),
  (cause) => parentPort.postMessage(cause?.wrong ? cause : { wrong: isEncrypted() ? 'encrypted' : 'unreadable' }),
)
`
