// The program of a thread that makes PDFs, one after the other, so that the service goes on answering meanwhile.
import { parentPort } from 'node:worker_threads'
import type { Paper } from './paper.ts'
import { type Enclosed, renderPdf } from './pdf.ts'
import { PictureTooLarge } from './pdf-images.ts'

/** What a thread is asked, and what it answers. */
export type PdfOrder = { paper: Paper; enclosed: Enclosed }
export type PdfOutcome = { pdf: Uint8Array } | { failed: string; tooLarge: boolean }

parentPort?.on('message', async ({ paper, enclosed }: PdfOrder) => {
  try {
    const pdf = Uint8Array.from(await renderPdf(paper, enclosed))
    parentPort?.postMessage({ pdf } satisfies PdfOutcome, [pdf.buffer])
  } catch (cause) {
    const failed = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    parentPort?.postMessage({ failed, tooLarge: cause instanceof PictureTooLarge } satisfies PdfOutcome)
  }
})
