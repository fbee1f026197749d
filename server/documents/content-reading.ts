// Determines in a thread what a file is by its content, ignoring its name, and whether it is complete. Nothing of it is
// rendered or executed.
import { readFile } from 'node:fs/promises'
import { alsoIs, beginsAs, type ContentType } from './content.rules.ts'
import { type contentFaults, pictureFlaws } from './content-refusals.ts'
import { type Picture, pictureOf } from './image.rules.ts'
import { wrongInPicture } from './picture.ts'

/** Maximum width and height in pixels. */
export type PictureLimits = { width: number; height: number }

/** The type of a file, or its error: a fault with the values of its sentence. */
export type ContentReading =
  | { type: ContentType }
  | { wrong: keyof typeof contentFaults; values: Record<string, string | number> }

/** A PDF is only identified as such. */
export const readContent = async (path: string, limits: PictureLimits): Promise<ContentReading> => {
  const bytes = await readFile(path)
  const type = await typeOf(bytes)
  if (type === null) return { wrong: 'notTaken', values: {} }
  const other = alsoIs(bytes, type)
  if (other !== null) return { wrong: 'twoThings', values: { other, type: words[type] } }
  return (type === 'application/pdf' ? null : await wrongIn(bytes, limits)) ?? { type }
}

/** A complete picture; null otherwise. */
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

/** The library is used only for files that start as one of three types: it knows hundreds, some expensive to detect. */
const typeOf = async (bytes: Buffer): Promise<ContentType | null> => {
  const type = beginsAs(bytes)
  if (type === null) return null
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  // Animated pictures have a separate type there.
  return found?.mime === type ? type : null
}

/** The size comes first: a picture that is too large is not examined further. */
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
