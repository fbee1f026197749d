// PNG pictures with transparency: PDF needs colours and alpha separately. They are separated row by row, since a small
// file can expand to hundreds of megabytes.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createDeflate, createInflate } from 'node:zlib'

/** Deflated bytes of the colours and of the alpha of each pixel, 8 bits per channel. */
export type Parted = { width: number; height: number; colours: 1 | 3; pixels: Buffer; alpha: Buffer }

/** Colour types with transparency in each pixel (ISO/IEC 15948, 11.2.2). */
const GREY_ALPHA = 4
const COLOUR_ALPHA = 6
const PALETTE = 3

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const HEADER_END = 33
const SIGNATURE_BYTES = 8
const CHUNK_FRAME_BYTES = 12
/** How many bytes of rows are processed together. */
const BLOCK_BYTES = 256 * 1024
/** Deflating takes longest, and higher levels do not make the pages smaller. */
const LEVEL = 3

type Header = { width: number; height: number; depth: number; kind: number; isInterlaced: boolean }

const headerOf = (bytes: Buffer): Header | null =>
  bytes.length >= HEADER_END && bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)
    ? {
        width: bytes.readUInt32BE(16),
        height: bytes.readUInt32BE(20),
        depth: bytes[24] ?? 0,
        kind: bytes[25] ?? 0,
        isInterlaced: bytes[28] === 1,
      }
    : null

const channelsOf = (kind: number): number => ({ 2: 3, 4: 2, 6: 4 })[kind] ?? 1

/** The decoded size of a picture that must be decoded as a whole; 0 if that is not needed. */
export const decodedBytes = (bytes: Buffer): number => {
  const header = headerOf(bytes)
  if (!header || !(header.isInterlaced || header.kind === PALETTE)) return 0
  return header.width * header.height * channelsOf(header.kind) * Math.ceil(header.depth / 8)
}

/** A PNG with alpha, separated; null for any other picture. */
export const partedPng = async (bytes: Buffer): Promise<Parted | null> => {
  const header = headerOf(bytes)
  if (!header || header.isInterlaced || (header.kind !== GREY_ALPHA && header.kind !== COLOUR_ALPHA)) return null
  const { width, height, depth, kind } = header
  const channels = channelsOf(kind)
  const pixels = deflater()
  const alpha = deflater()
  let rows = 0
  const step = (channels * depth) / 8
  const stride = width * step
  for await (const block of blocksOf(dataOf(bytes), { stride, step })) {
    rows += block.length / stride
    const [colour, clear] = apart(block, channels, depth / 8)
    await pixels.write(colour)
    await alpha.write(clear)
  }
  if (rows !== height) throw new Error(`A picture has ${rows} of its ${height} rows`)
  const colours = kind === GREY_ALPHA ? 1 : 3
  return { width, height, colours, pixels: await pixels.end(), alpha: await alpha.end() }
}

/** The data of a PNG: the contents of its IDAT chunks. */
function* dataOf(bytes: Buffer): Generator<Buffer> {
  for (let at = SIGNATURE_BYTES; at + CHUNK_FRAME_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') yield bytes.subarray(at + 8, at + 8 + length)
    at += CHUNK_FRAME_BYTES + length
  }
}

/** Unfiltered rows, in blocks. */
async function* blocksOf(
  data: Iterable<Buffer>,
  { stride, step }: { stride: number; step: number },
): AsyncGenerator<Buffer> {
  const most = Math.max(1, Math.floor(BLOCK_BYTES / stride))
  const row = Buffer.alloc(stride + 1)
  let previous = Buffer.alloc(stride)
  let block = Buffer.alloc(most * stride)
  let filled = 0
  let rows = 0
  for await (const chunk of Readable.from(data).pipe(
    createInflate({ chunkSize: BLOCK_BYTES }),
  ) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(row, filled, at, at + row.length - filled)
      at += taken
      filled += taken
      if (filled < row.length) continue
      const target = block.subarray(rows * stride, (rows + 1) * stride)
      row.copy(target, 0, 1)
      unfilter(row[0] ?? 0, target, previous, step)
      previous = target
      filled = 0
      rows += 1
      if (rows < most) continue
      yield block
      block = Buffer.alloc(most * stride)
      rows = 0
    }
  }
  if (rows > 0) yield block.subarray(0, rows * stride)
}

/** Undoes the filter of a row in place (ISO/IEC 15948, 9.2). `step` is the distance in bytes to the previous pixel. */
const unfilter = (filter: number, row: Buffer, above: Buffer, step: number): void => {
  if (filter === 0) return
  // Every index is within both rows, which have equal length; before the first pixel is 0.
  for (let at = 0; at < row.length; at += 1) {
    const left = at < step ? 0 : (row[at - step] as number)
    const up = above[at] as number
    let expected = left
    if (filter === 2) expected = up
    else if (filter === 3) expected = (left + up) >> 1
    else if (filter === 4) expected = nearest(left, up, at < step ? 0 : (above[at - step] as number))
    row[at] = (row[at] as number) + expected
  }
}

/** The Paeth predictor: which of the three is nearest to left + up - corner. */
const nearest = (left: number, up: number, corner: number): number => {
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Separates colours and alpha of pixels; of 16-bit samples, the first byte. */
const apart = (block: Buffer, channels: number, sampleBytes: number): [Buffer, Buffer] => {
  const count = block.length / (channels * sampleBytes)
  const colours = Buffer.allocUnsafe(count * (channels - 1))
  const clear = Buffer.allocUnsafe(count)
  let from = 0
  let to = 0
  for (let pixel = 0; pixel < count; pixel += 1) {
    for (let channel = 1; channel < channels; channel += 1) {
      colours[to] = block[from] as number
      to += 1
      from += sampleBytes
    }
    clear[pixel] = block[from] as number
    from += sampleBytes
  }
  return [colours, clear]
}

const deflater = () => {
  const stream = createDeflate({ level: LEVEL, chunkSize: BLOCK_BYTES })
  const made: Buffer[] = []
  stream.on('data', (chunk: Buffer) => made.push(chunk))
  return {
    write: async (bytes: Buffer): Promise<void> => {
      if (!stream.write(bytes)) await once(stream, 'drain')
    },
    end: async (): Promise<Buffer> => {
      stream.end()
      await once(stream, 'end')
      return Buffer.concat(made)
    },
  }
}
