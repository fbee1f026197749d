// What a file is by its content, and whether it is whole: its name says nothing. Nothing of it is shown or run here.
import { readFile } from 'node:fs/promises'
import type { ReceivedFile } from '#http'
import { type FieldError, invalidWith, refuseIfAny } from '#platform/refusal'
import { turns } from '#platform/turns'
import { alsoIs, beginsAs, type ContentType } from './content.rules.ts'
import { contentFaults as faults, pictureFlaws } from './content-refusals.ts'
import { pictureOf } from './image.rules.ts'
import { type PdfLimits, readPdf } from './pdf-pages.ts'
import { wrongInPicture } from './picture.ts'

/** What is taken: pictures of so many pixels, PDFs of so many pages, and whether encrypted ones are. */
export type ContentLimits = { width: number; height: number; pdf: PdfLimits & { encrypted: boolean } }

const field = '#/file'
/** How many files are judged at once, each of them in memory. */
const MAX_AT_ONCE = 4

/**
 * Judges files: the content type of each; refuses what is of another type, damaged, two things at once, or too large.
 */
export const judgeOf =
  (limits: ContentLimits) =>
  async ({ path }: ReceivedFile, companyId: string): Promise<string> => {
    const type = await inTurn(companyId, async () => {
      const bytes = await readFile(path)
      const begun = await typeOf(bytes)
      if (begun === null) throw invalidWith([faults.notTaken(field)])
      const other = alsoIs(bytes, begun)
      if (other !== null) throw invalidWith([faults.twoThings(field, { other, type: words[begun] })])
      if (begun !== 'application/pdf') refuseIfAny(await wrongIn(bytes, limits))
      return begun
    })
    // PDFs are read by turns of their own, which may be long: no picture waits for one.
    if (type === 'application/pdf') refuseIfAny(await wrongInPdf(path, companyId, limits))
    return type
  }

const inTurn = turns(MAX_AT_ONCE)

const words: Readonly<Record<ContentType, string>> = {
  'application/pdf': 'a PDF',
  'image/jpeg': 'a JPEG',
  'image/png': 'a PNG',
}

/** The library is asked about what begins as one of three only: it knows hundreds, and some are heavy to tell. */
const typeOf = async (bytes: Buffer): Promise<ContentType | null> => {
  const type = beginsAs(bytes)
  if (type === null) return null
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  // Moving pictures have a type of their own there.
  return found?.mime === type ? type : null
}

const wrongInPdf = async (path: string, companyId: string, { pdf }: ContentLimits): Promise<FieldError[]> => {
  const reading = await readPdf(path, companyId, pdf)
  if (!('wrong' in reading) || (reading.wrong === 'encrypted' && pdf.encrypted)) return []
  return [faults[reading.wrong](field, { limit: pdf.pages })]
}

/** The size comes first: of a picture that is too large nothing else is looked at. */
const wrongIn = async (bytes: Buffer, limits: ContentLimits): Promise<FieldError[]> => {
  const picture = pictureOf(bytes)
  if (!picture) return [faults.damaged(field, { reason: pictureFlaws.header() })]
  const { width, height } = picture
  if (width > limits.width || height > limits.height) {
    return [faults.tooLarge(field, { width, height, most: limits.width, highest: limits.height })]
  }
  const reason = await wrongInPicture(bytes, picture)
  return reason === null ? [] : [faults.damaged(field, { reason })]
}
