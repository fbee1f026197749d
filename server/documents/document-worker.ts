// The thread program that reads pictures and PDFs, one after the other.
import { doEach } from '#threads/thread-work'
import { type ContentReading, type PictureLimits, readContent, readPicture } from './content-reading.ts'
import type { Picture } from './image.rules.ts'
import { type PdfLimits, type PdfReading, readPdf } from './pdf-reading.ts'

/** The file, and what to determine about it. */
export type DocumentOrder =
  | { path: string; asked: 'content'; limits: PictureLimits }
  | { path: string; asked: 'picture' }
  | { path: string; asked: 'pdf'; limits: PdfLimits }

export type DocumentRead = { content: ContentReading } | { picture: Picture | null } | { pdf: PdfReading }

// A library logs warnings about files; these concern the sender and not the log.
console.warn = () => {}

doEach(async (order: DocumentOrder): Promise<DocumentRead> => {
  if (order.asked === 'content') return { content: await readContent(order.path, order.limits) }
  if (order.asked === 'picture') return { picture: await readPicture(order.path) }
  return { pdf: await readPdf(order.path, order.limits) }
})
