// OCR of a picture. All data is in packages: nothing is downloaded. The library's own worker would have the file copied
// into another thread; its engine is used in this one, which takes the file over.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'tesseract.js'
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
  return [await recognized(bytes, upright, turned)]
}

export type Size = { width: number; height: number }

/** The words of a picture that has this size once it is turned as `orientation` says; throws if it cannot be read. */
export const recognized = async (
  bytes: Uint8Array,
  { width, height }: Size,
  orientation = UPRIGHT,
): Promise<PageRead> => {
  const engine = await newEngine()
  engine.FS.writeFile(PICTURE, bytes, { canOwn: true })
  const reader = new engine.TessBaseAPI()
  if (reader.Init(null, LANGUAGE, LSTM_ONLY) !== 0) throw new Error(`The model for ${LANGUAGE} could not be loaded`)
  if (reader.SetImageFile(orientation, 0) !== 0) throw new Error('The picture could not be read')
  engine.FS.unlink(PICTURE)
  reader.Recognize(null)
  const lines = linesIn(JSON.parse(reader.GetJSONText()) as Page)
  reader.End()
  const words = lines
    .flatMap((line) => line.words.map(wordOf))
    .filter(({ sureness }) => sureness * 100 >= LEAST_CONFIDENCE)
  return { width, height, slope: slopeOf(lines), words: words.slice(0, MAX_WORDS) }
}

/** The engine: Tesseract's interface in C++, and a file system in its memory. */
type Engine = {
  FS: {
    /** With `canOwn` the bytes become the file and are not copied. */
    writeFile(path: string, bytes: Uint8Array, own?: { canOwn: boolean }): void
    unlink(path: string): void
  }
  TessBaseAPI: new () => {
    /** Zero once it is ready. */
    Init(folder: null, language: string, mode: number): number
    /** Decodes the file at {@link PICTURE}, turned as Exif's orientation says, then by an angle; zero if it can. */
    SetImageFile(orientation: number, radians: number): number
    Recognize(monitor: null): void
    GetJSONText(): string
    End(): void
  }
}

/** Where it looks for a picture, and the mode that its model is for. */
const PICTURE = '/input'
const LSTM_ONLY = 1

/** The engine that suits this processor, with its model. */
const newEngine = async (): Promise<Engine> => {
  const require = createRequire(import.meta.url)
  const coreOf = require('tesseract.js/src/worker-script/node/getCore') as (
    mode: number,
    path: undefined,
    told: { progress(): void },
  ) => Promise<(own: object) => Promise<Engine>>
  const core = await coreOf(LSTM_ONLY, undefined, { progress() {} })
  const engine = await core({ TesseractProgress() {} })
  const packed = join(dirname(require.resolve(`@tesseract.js-data/${LANGUAGE}/package.json`)), '4.0.0_best_int')
  const model = gunzipSync(readFileSync(join(packed, `${LANGUAGE}.traineddata.gz`)))
  engine.FS.writeFile(`./${LANGUAGE}.traineddata`, model, { canOwn: true })
  return engine
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
