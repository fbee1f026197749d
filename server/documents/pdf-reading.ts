// Reads basic facts of a PDF in a thread that is stopped if it takes too long or too much memory: a few bytes of a PDF
// can expand to gigabytes, and its page tree can be circular.
import { readFile } from 'node:fs/promises'
import type { PDFDocument } from 'pdf-lib'
import { lazy } from '#threads/lazy'

/** The page limit, and whether the pages will be copied into another document, which may fail for further reasons. */
export type PdfLimits = { pages: number; copied: boolean }

/** The number of pages, or why it cannot be read. */
export type PdfReading = { pages: number } | { wrong: 'encrypted' | 'unreadable' | 'tooManyPages' }

/** Maximum number of inflated bytes when reading a PDF (128 MiB). */
const MAX_INFLATED_BYTES = 128 * 1024 * 1024

/** The number of bytes inflated since the last reset. */
let inflated = 0

/** All streams of the library inflate into buffers from one place, which counts them here. */
const library = lazy(async () => {
  const pdf = await import('pdf-lib')
  const dictionary = pdf.PDFContext.create().obj({ Filter: 'ASCIIHexDecode' })
  const anyStream = pdf.decodePDFRawStream(pdf.PDFRawStream.of(dictionary, new Uint8Array()))
  const streams = Object.getPrototypeOf(Object.getPrototypeOf(anyStream)) as Streams
  const { ensureBuffer } = streams
  streams.ensureBuffer = function (this: Streams, requested: number) {
    if (requested > this.buffer.byteLength) inflated += requested
    if (inflated > MAX_INFLATED_BYTES) throw new Error('The PDF inflates to too many bytes')
    return ensureBuffer.call(this, requested)
  }
  return pdf
})

type Streams = { buffer: Uint8Array; ensureBuffer(requested: number): Uint8Array }

class TooManyPages extends Error {}

/** Reads a PDF as far as needed; stops counting pages at the limit. */
export const readPdf = async (path: string, limits: PdfLimits): Promise<PdfReading> => {
  const bytes = await readFile(path)
  inflated = 0
  try {
    return await pagesIn(bytes, limits)
  } catch (cause) {
    if (cause instanceof TooManyPages) return { wrong: 'tooManyPages' }
    return { wrong: isEncrypted(bytes) ? 'encrypted' : 'unreadable' }
  }
}

const pagesIn = async (bytes: Buffer, { pages: most, copied }: PdfLimits): Promise<PdfReading> => {
  const { PDFDocument } = await library()
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const pages = countPages(document, most)
  if (pages === 0) return { wrong: 'unreadable' }
  // Publishing copies the pages into another document, so try that.
  if (copied) {
    const copy = await PDFDocument.create()
    for (const page of await copy.copyPages(document, document.getPageIndices())) copy.addPage(page)
    await copy.save()
  }
  return { pages }
}

const countPages = (document: PDFDocument, most: number): number => {
  let pages = 0
  let nodes = 0
  document.catalog.Pages().traverse((node) => {
    nodes += 1
    if (!('Kids' in node)) pages += 1
    if (pages > most || nodes > 100 * most) throw new TooManyPages()
  })
  return pages
}

/** The library fails on encrypted files in several ways; the trailer, which is never encrypted, tells the reason. */
const isEncrypted = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1')
  return /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(text) && /startxref\s+\d+\s+%%EOF/.test(text)
}
