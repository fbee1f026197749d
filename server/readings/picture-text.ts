// OCR of a picture. All data is in packages: nothing is downloaded.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createWorker, OEM, type Page } from 'tesseract.js'
import type { PageRead, Word } from './page.rules.ts'

/** Words below this confidence in percent are noise, unless each of their letters reaches the second limit. */
const LEAST_CONFIDENCE = 20
const SURE_LETTER = 80
/** Maximum number of words on one page. */
const MAX_WORDS = 5000

/** The Swedish model covers all letters of the other languages found on receipts. */
const LANGUAGE = 'swe'

/** The page of a picture, in the size stated in the file. */
export const readPicture = async (bytes: Uint8Array, size: Size): Promise<PageRead[]> => {
  const turned = orientationOf(bytes)
  const upright = turned < FIRST_SIDEWAYS ? size : { width: size.height, height: size.width }
  return [await recognized(withOrientation(bytes, turned), upright)]
}

export type Size = { width: number; height: number }

/** The words of a picture of this size; throws if it cannot be read. */
export const recognized = async (bytes: Uint8Array, { width, height }: Size): Promise<PageRead> => {
  const worker = await createWorker(LANGUAGE, OEM.LSTM_ONLY, {
    langPath: trained(),
    cacheMethod: 'none',
    gzip: true,
    errorHandler: () => {},
  })
  try {
    const { data } = await worker.recognize(Buffer.from(bytes), {}, { blocks: true, text: false })
    const lines = linesIn(data)
    const words = lines
      .flatMap((line) => line.words.map(wordOf))
      .filter(({ sureness }) => sureness * 100 >= LEAST_CONFIDENCE)
    return { width, height, slope: slopeOf(lines), words: words.slice(0, MAX_WORDS) }
  } finally {
    await worker.terminate()
  }
}

/** The folder of the trained Swedish model. */
const trained = (): string => {
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve(`@tesseract.js-data/${LANGUAGE}/package.json`)), '4.0.0_best_int')
}

const linesIn = ({ blocks }: Page) =>
  (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))

type Recognized = ReturnType<typeof linesIn>[number]

const wordOf = (word: Recognized['words'][number]): Word => {
  const { x0, y0, x1, y1 } = word.bbox
  const sureness = Math.min(1, Math.max(0, sureOf(word) / 100))
  return { text: word.text, left: x0, top: y0, width: x1 - x0, height: y1 - y0, sureness }
}

/** An uncertain word boundary, as in "1 250,00", lowers the confidence of a word although each letter is certain. */
const sureOf = ({ confidence, symbols }: Recognized['words'][number]): number => {
  const least = Math.min(...symbols.map((letter) => letter.confidence))
  return symbols.length > 0 && least >= SURE_LETTER ? Math.max(confidence, least / 2) : confidence
}

/** The slope of the page: the median of its lines that are long enough. */
const slopeOf = (lines: readonly Recognized[]): number => {
  const slopes = lines
    .filter(({ baseline: { x0, x1 }, bbox }) => x1 - x0 > 4 * (bbox.y1 - bbox.y0))
    .map(({ baseline: { x0, y0, x1, y1 } }) => (y1 - y0) / (x1 - x0))
    .sort((one, two) => one - two)
  return slopes[Math.floor(slopes.length / 2)] ?? 0
}

/** How many first bytes are searched for a photo's orientation, and the default. */
const HEAD_BYTES = 4096
const UPRIGHT = 1
/** From this value the camera was rotated: width and height are swapped. */
const FIRST_SIDEWAYS = 5
const LAST_ORIENTATION = 8

/** The Orientation tag (Exif 2.32, 0x0112) with a single short value, in both byte orders. */
const orientationTags = [
  { tag: Buffer.from([0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00]), at: 9 },
  { tag: Buffer.from([0x12, 0x01, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00]), at: 8 },
]

/** The orientation of a photo, as browsers apply it. */
const orientationOf = (bytes: Uint8Array): number => {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES))
  if (head.readUInt16BE(0) !== JPEG_BEGINS) return UPRIGHT
  for (const { tag, at } of orientationTags) {
    const found = head.indexOf(tag)
    const value = found === -1 ? UPRIGHT : (head[found + at] ?? UPRIGHT)
    if (value > UPRIGHT && value <= LAST_ORIENTATION) return value
  }
  return UPRIGHT
}

const JPEG_BEGINS = 0xffd8

/** The library supports only one byte order, at the start of the file: the tag is put there. */
const withOrientation = (bytes: Uint8Array, orientation: number): Uint8Array => {
  if (orientation === UPRIGHT) return bytes
  const head = Buffer.from('ffd8ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex')
  head[ORIENTATION_AT] = orientation
  return Buffer.concat([head, bytes.subarray(2)])
}

const ORIENTATION_AT = 31
