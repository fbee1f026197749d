// What a file is by its content, and whether it can become pages of an invoice. Its name says nothing.
import { readFile } from 'node:fs/promises'
import type { ReceivedFile } from '#http'
import { invalidWith } from '#platform/refusal'
import { attachmentFaults as faults } from './attachment-refusals.ts'
import { type Picture, pictureOf } from './image.rules.ts'
import { readPdf } from './pdf-pages.ts'
import { wrongInPicture } from './picture.ts'

/** Most pixels of a picture: a page of A4 at 600 dots an inch. */
export const [MAX_WIDTH, MAX_HEIGHT] = [4960, 7016]
/** Most pages of a PDF. */
export const MAX_PDF_PAGES = 100

export const attachmentTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const

const field = '#/file'
const PDF_BEGINNING = '%PDF-'

/** The content type; refuses what is none of {@link attachmentTypes}, is damaged, or is too much for a page. */
export const attachmentTypeOf = async ({ path }: ReceivedFile): Promise<string> => {
  const bytes = await readFile(path)
  const picture = pictureOf(bytes)
  if (picture) {
    await requireUsable(bytes, picture)
    return picture.contentType
  }
  if (bytes.toString('latin1', 0, PDF_BEGINNING.length) !== PDF_BEGINNING) throw invalidWith([faults.notTaken(field)])
  const reading = await readPdf(path, MAX_PDF_PAGES)
  if ('wrong' in reading) throw invalidWith([faults[reading.wrong](field, { limit: MAX_PDF_PAGES })])
  return 'application/pdf'
}

/** The size comes first: of a picture that is too large nothing else is looked at. */
const requireUsable = async (bytes: Buffer, picture: Picture): Promise<void> => {
  const { width, height } = picture
  if (width > MAX_WIDTH || height > MAX_HEIGHT) {
    throw invalidWith([faults.tooLarge(field, { width, height, most: MAX_WIDTH, highest: MAX_HEIGHT })])
  }
  const reason = await wrongInPicture(bytes, picture)
  if (reason !== null) throw invalidWith([faults.damaged(field, { reason })])
}
