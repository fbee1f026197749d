// Checks that a picture is complete: every part required by its format is present and it has no more pixels than its
// header says. Nothing is decoded; inflated bytes are counted and dropped.
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createInflate, inflate } from 'node:zlib'
import { pictureFlaws as flaws } from './content-refusals.ts'
import type { Picture } from './image.rules.ts'

/** Maximum number of inflated bytes of a PNG's pixels (512 MiB), and of all its texts and profiles (16 MiB). */
const MAX_PIXEL_BYTES = 512 * 1024 * 1024
const MAX_BESIDE_BYTES = 16 * 1024 * 1024
/**
 * Maximum number of chunks in a PNG: programs write one per several thousand bytes, while 20 MiB could hold millions of
 * empty ones.
 */
const MAX_CHUNKS = 100_000

/** Why a picture cannot be shown on a page; null if it is complete. */
export const wrongInPicture = async (bytes: Buffer, { contentType }: Picture): Promise<string | null> =>
  contentType === 'image/png' ? wrongInPng(bytes) : wrongInJpeg(bytes)

/** Channels of each colour type of PNG, and the bits that each may have (ISO/IEC 15948, 11.2.2). */
const pngColours: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}

/** Colour types: with a palette, and with an alpha channel. */
const INDEXED = 3
const WITH_ALPHA = [4, 6]

/** The seven passes of an interlaced PNG: the first column and row of each, and the steps between them. */
const interlacePasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const PNG_SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk, beside its data. */
const PNG_CHUNK_FRAME_BYTES = 12

const wrongInPng = async (bytes: Buffer): Promise<string | null> => {
  const chunks = pngChunks(bytes)
  if (chunks === null) return flaws.chunk()
  const header = chunks[0]?.data
  if (chunks[0]?.type !== 'IHDR' || header?.length !== 13) return flaws.noHeader()
  const rows = pngRows(header)
  if (rows === null) return flaws.notPng()
  const has = (type: string) => chunks.some((chunk) => chunk.type === type)
  if (header[9] === INDEXED && !has('PLTE')) return flaws.palette()
  // Colour types with alpha have no such chunk (11.3.2.1), and some readers fail on one.
  if (WITH_ALPHA.includes(header[9] ?? 0) && has('tRNS')) return flaws.transparency()
  if (await inflatesTooFar(chunks)) return flaws.tooMuch()
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)
  return (await inflatesTo(data, rows)) ? null : flaws.pixels()
}

type Chunk = { type: string; data: Buffer }

/** The chunks up to IEND; null if one is truncated, has a wrong checksum, or there are too many. */
const pngChunks = (bytes: Buffer): Chunk[] | null => {
  const chunks: Chunk[] = []
  let at = PNG_SIGNATURE_BYTES
  while (at + PNG_CHUNK_FRAME_BYTES <= bytes.length && chunks.length < MAX_CHUNKS) {
    const end = at + PNG_CHUNK_FRAME_BYTES + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return chunks
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  return null
}

/** Whether the compressed metadata inflates to more than readers should handle. */
const inflatesTooFar = async (chunks: readonly Chunk[]): Promise<boolean> => {
  let left = MAX_BESIDE_BYTES
  for (const chunk of chunks) {
    const squeezed = squeezedIn(chunk)
    if (squeezed === null) continue
    try {
      left -= (await inflated(squeezed, { maxOutputLength: left })).length
    } catch (cause) {
      // Readers skip damaged chunks without inflating them.
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return true
    }
    if (left <= 0) return true
  }
  return false
}

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

/** The compressed part of a profile or text chunk (11.3.3.3, 11.3.4), after name and method; null for other chunks. */
const squeezedIn = ({ type, data }: Chunk): Buffer | null => {
  const method = data.indexOf(0) + 1
  if (method === 0) return null
  if (type === 'iCCP' || type === 'zTXt') return data.subarray(method + 1)
  if (type !== 'iTXt' || data[method] !== 1) return null
  const translated = data.indexOf(0, method + 2) + 1
  return translated === 0 ? null : data.subarray(data.indexOf(0, translated) + 1)
}

/** Pixel rows: their number, and the bytes of each, the first of which is its filter. */
type Rows = { count: number; bytes: number }

/** The rows that the pixels of a PNG inflate to; null for an invalid header. */
const pngRows = (header: Buffer): Rows[] | null => {
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = header.subarray(8)
  const kind = pngColours[colour]
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return null
  const rows = (columns: number, count: number): Rows[] =>
    columns > 0 && count > 0 ? [{ count, bytes: 1 + Math.ceil((columns * kind.channels * depth) / 8) }] : []
  if (interlace === 0) return rows(width, height)
  return interlacePasses.flatMap(([left, top, across, down]) =>
    rows(Math.ceil((width - left) / across), Math.ceil((height - top) / down)),
  )
}

/** The highest row filter (ISO/IEC 15948, 9.2). */
const MAX_FILTER = 4

/** Whether compressed data inflates to exactly these rows; stops at the first mismatch. */
const inflatesTo = async (data: readonly Buffer[], rows: readonly Rows[]): Promise<boolean> => {
  const starts = startsOf(rows)
  const size = rows.reduce((sum, { count, bytes }) => sum + count * bytes, 0)
  if (size > MAX_PIXEL_BYTES) return false
  let at = 0
  let start = starts.next()
  const counter = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const end = at + chunk.length
      let isRight = end <= size
      for (; isRight && !start.done && start.value < end; start = starts.next()) {
        isRight = (chunk[start.value - at] ?? 0) <= MAX_FILTER
      }
      at = end
      done(isRight ? null : new Error('The pixels differ from the header'))
    },
  })
  try {
    await pipeline(Readable.from(data), createInflate({ chunkSize: INFLATED_AT_ONCE }), counter)
  } catch {
    return false
  }
  return at === size
}

/** How many bytes are inflated between two checks (256 KiB). */
const INFLATED_AT_ONCE = 256 * 1024

/** The offset of each row. */
function* startsOf(rows: readonly Rows[]): Generator<number, void> {
  let at = 0
  for (const { count, bytes } of rows) {
    for (let row = 0; row < count; row += 1) {
      yield at
      at += bytes
    }
  }
}

/** JPEG markers (ISO/IEC 10918-1, table B.1) without a segment. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
/** Frames that all viewers support: baseline, extended and progressive, with Huffman coding. */
const isUsualFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2
const isOtherFrame = (marker: number): boolean => marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xcc

const wrongInJpeg = (bytes: Buffer): string | null => {
  let frames = 0
  let scans = 0
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    // Before the frame, readers expect a segment after every marker.
    if (bytes[at] !== 0xff || (frames === 0 && (marker === 0xff || isBare(marker)))) return flaws.segment()
    if (marker === 0xff) at += 1
    else if (marker === END_OF_IMAGE) return scans > 0 ? null : flaws.noPixels()
    else if (isBare(marker)) at += 2
    else {
      if (at + 4 > bytes.length) return flaws.cutOff()
      const length = bytes.readUInt16BE(at + 2)
      const segment = bytes.subarray(at + 4, at + 2 + length)
      if (length < 2 || segment.length < length - 2) return flaws.cutOff()
      if (isOtherFrame(marker)) return flaws.coding()
      if (isUsualFrame(marker)) {
        frames += 1
        if (frames > 1 || segment[0] !== 8 || ![1, 3, 4].includes(segment[5] ?? 0)) return flaws.colours()
      }
      at += 2 + length
      if (marker !== START_OF_SCAN) continue
      if (frames === 0) return flaws.header()
      scans += 1
      at = endOfScan(bytes, at)
    }
  }
  return flaws.cutOff()
}

/** The position of the next marker after the coded pixels of a scan, in which 0xff is followed by 0 or by a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !isBare(next) && next !== 0xff) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}
