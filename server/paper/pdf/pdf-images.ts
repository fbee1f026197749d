// Pictures in PDFs: the company's logo, and picture attachments.
import { decodedBytes, type Parted, partedPng } from './pdf-png.ts'
import type { Sheet } from './pdf-sheet.ts'
import { part } from './pdf-structure.ts'

/** Size in pixels, in display orientation. */
export type Picture = {
  width: number
  height: number
  /** `alt` is the alternative text. */
  put(sheet: Sheet, x: number, y: number, as: { width: number; height: number; alt: string }): void
}

/** Maximum number of bytes in a picture that has to be decoded as a whole (128 MiB). */
const MAX_DECODED_BYTES = 128 * 1024 * 1024

/** Thrown for a picture that is too large for a page. */
export class PictureTooLarge extends Error {}

/** A picture for one document; throws if the bytes are invalid. */
export const pictureFrom = async (sheet: Sheet, given: Uint8Array): Promise<Picture> => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (decodedBytes(bytes) > MAX_DECODED_BYTES) throw new PictureTooLarge('A picture is too large to be decoded')
  const parted = await partedPng(bytes)
  const image = parted ? imageOf(parted) : (sheet as unknown as Library).openImage(bytes)
  const [width, height] = isSideways(image.orientation) ? [image.height, image.width] : [image.width, image.height]
  return {
    width,
    height,
    put: (on, x, y, { width: wide, height: high, alt }) => {
      const draw = () => void on.image(image as unknown as string, x, y, { fit: [wide, high] })
      part(on, 'figure', draw, { alt, box: [x, y, x + wide, y + high] })
    },
  }
}

/** Whether a picture is in CMYK: PDF/A requires a separate profile for these. */
export const isForPrint = (bytes: Uint8Array): boolean => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < 4 || view.readUInt16BE(0) !== JPEG) return false
  for (let at = 2; at + 9 < view.length && view[at] === 0xff; at += 2 + view.readUInt16BE(at + 2)) {
    const marker = view[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return view[at + 9] === PRINT_COLOURS
  }
  return false
}

const JPEG = 0xffd8
const PRINT_COLOURS = 4

/** Missing in the library's types: an image is opened once and then placed. */
type Library = { openImage(bytes: Buffer): Image }
type Image = { width: number; height: number; orientation?: number }

/** Turned by a quarter, so that width and height change places (Exif 2.32, Orientation). */
const isSideways = (orientation: number | undefined): boolean => orientation !== undefined && orientation > 4

/** A picture in the library's own form: written when first placed on a page. */
const imageOf = ({ width, height, colours, pixels, alpha }: Parted): Image => {
  const facts = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 }
  const image = {
    width,
    height,
    // Pages name their pictures; the library's are I1, I2 …, and no page has two of these.
    label: 'Picture',
    obj: null as unknown,
    embed: (sheet: Sheet) => {
      const mask = sheet.ref({ ...facts, Filter: 'FlateDecode', ColorSpace: 'DeviceGray', Decode: [0, 1] })
      mask.end(alpha)
      const ColorSpace = colours === 1 ? 'DeviceGray' : 'DeviceRGB'
      const picture = sheet.ref({ ...facts, Filter: 'FlateDecode', ColorSpace, SMask: mask })
      picture.end(pixels)
      image.obj = picture
    },
  }
  return image
}
