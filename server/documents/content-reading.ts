// What a file is by its content, and whether it is whole, as a thread reads it: its name says nothing. Nothing of it is
// shown or run here.
import { readFile } from 'node:fs/promises'
import { alsoIs, beginsAs, type ContentType } from './content.rules.ts'
import { type contentFaults, pictureFlaws } from './content-refusals.ts'
import { type Picture, pictureOf } from './image.rules.ts'
import { wrongInPicture } from './picture.ts'

/** Maximum number of pixels across and down. */
export type PictureLimits = { width: number; height: number }

/** What a file is, or what is wrong with it: a fault, and the values of its sentence. */
export type ContentReading =
  | { type: ContentType }
  | { wrong: keyof typeof contentFaults; values: Record<string, string | number> }

/** Of a PDF nothing more is looked at than that it is one. */
export const readContent = async (path: string, limits: PictureLimits): Promise<ContentReading> => {
  const bytes = await readFile(path)
  const type = await typeOf(bytes)
  if (type === null) return { wrong: 'notTaken', values: {} }
  const other = alsoIs(bytes, type)
  if (other !== null) return { wrong: 'twoThings', values: { other, type: words[type] } }
  return (type === 'application/pdf' ? null : await wrongIn(bytes, limits)) ?? { type }
}

/** A picture that is whole; null where it is none. */
export const readPicture = async (path: string): Promise<Picture | null> => {
  const bytes = await readFile(path)
  const picture = pictureOf(bytes)
  return picture && (await wrongInPicture(bytes, picture)) === null ? picture : null
}

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

/** The size comes first: of a picture that is too large nothing else is looked at. */
const wrongIn = async (
  bytes: Buffer,
  { width: most, height: highest }: PictureLimits,
): Promise<ContentReading | null> => {
  const picture = pictureOf(bytes)
  if (!picture) return { wrong: 'damaged', values: { reason: pictureFlaws.header() } }
  const { width, height } = picture
  if (width > most || height > highest) return { wrong: 'tooLarge', values: { width, height, most, highest } }
  const reason = await wrongInPicture(bytes, picture)
  return reason === null ? null : { wrong: 'damaged', values: { reason } }
}
