// Bytes to lines of text. Every file says PC8 whatever its bytes are, so the bytes decide; and everything here is
// streaming, because a year of a large company is hundreds of megabytes.

import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'
import type { FindingValues } from './findings.ts'
import type { ReadingKind } from './kinds.ts'
import { BATCH_MAX_LINES, LINE_MAX_BYTES } from './limits.ts'

/** How the bytes of a file are to be read; `ascii` when nothing in it is above 127. */
export type SieEncoding = 'cp437' | 'windows-1252' | 'utf-8' | 'ascii'

/** A reason that no item can be read from a line on: the rest of the file is not looked at. */
export class Unreadable extends Error {
  readonly line: number | null
  readonly kind: ReadingKind
  readonly values: FindingValues

  constructor(line: number | null, kind: ReadingKind, values: FindingValues = {}) {
    super(kind)
    this.name = 'Unreadable'
    this.line = line
    this.kind = kind
    this.values = values
  }
}

/**
 * Decides the encoding from the bytes: a byte order mark, or bytes that are strictly UTF-8 with something above 127;
 * else what the bytes of åäöÅÄÖ would be in each of the other two; code page 437 when they tell nothing, since it
 * is the only one the format allows (SIE 4B §2). Reads the source to its end, and throws what the source throws.
 */
export const detectEncoding = async (chunks: AsyncIterable<Buffer>): Promise<SieEncoding> => {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const counts = new Uint32Array(256)
  const head: number[] = []
  let isUtf8 = true
  let isPlain = true
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length && head.length < byteOrderMark.length; at++) head.push(chunk[at] ?? 0)
    if (startsWithMark(head)) return 'utf-8'
    if (isPlain && isAscii(chunk)) continue
    isPlain = false
    if (isUtf8) isUtf8 = decodes(strict, chunk)
    countHigh(chunk, counts)
  }
  if (isPlain) return 'ascii'
  if (isUtf8 && decodes(strict)) return 'utf-8'
  const seen = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum + (counts[byte] ?? 0), 0)
  return seen(swedishLatin) > seen(swedishPc) ? 'windows-1252' : 'cp437'
}

const byteOrderMark = [0xef, 0xbb, 0xbf]
const swedishPc = [0x84, 0x86, 0x94, 0x8e, 0x8f, 0x99]
const swedishLatin = [0xe4, 0xe5, 0xf6, 0xc4, 0xc5, 0xd6]

const startsWithMark = (bytes: ArrayLike<number>): boolean =>
  bytes.length >= byteOrderMark.length && byteOrderMark.every((byte, at) => bytes[at] === byte)

const countHigh = (bytes: Buffer, counts: Uint32Array): void => {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte > 127) counts[byte] = (counts[byte] ?? 0) + 1
  }
}

type Utf8Decoder = InstanceType<typeof TextDecoder>

const decodes = (decoder: Utf8Decoder, chunk?: Buffer): boolean => {
  try {
    if (chunk === undefined) decoder.decode()
    else decoder.decode(chunk, { stream: true })
    return true
  } catch {
    return false
  }
}

/** A line of a file: its number from 1, and its text without the line end. */
export type TextLine = { readonly line: number; readonly text: string }

/**
 * The lines of a file, at most {@link BATCH_MAX_LINES} at a time. Ends with {@link Unreadable} at a NUL byte, and at a
 * line longer than {@link LINE_MAX_BYTES}.
 */
export async function* decodeLines(
  chunks: AsyncIterable<Buffer>,
  encoding: SieEncoding,
): AsyncGenerator<readonly TextLine[]> {
  const decode = decoders[encoding]
  let rest: Buffer[] = []
  let restBytes = 0
  let line = 0
  for await (const chunk of chunks) {
    let lines: TextLine[] = []
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      line += 1
      const part = chunk.subarray(from, end)
      const whole = restBytes === 0 ? part : Buffer.concat([...rest, part])
      rest = []
      restBytes = 0
      from = end + 1
      const refused = refusalOf(whole, whole.length, line)
      if (refused !== null) {
        yield lines
        throw refused
      }
      lines.push({ line, text: textOf(whole, line, decode) })
      if (lines.length < BATCH_MAX_LINES) continue
      yield lines
      lines = []
    }
    if (lines.length > 0) yield lines
    if (from < chunk.length) {
      // Copied, since a source may use its buffer again.
      rest.push(Buffer.from(chunk.subarray(from)))
      restBytes += chunk.length - from
      const refused = refusalOf(rest.at(-1) ?? chunk, restBytes, line + 1)
      if (refused !== null) throw refused
    }
  }
  if (restBytes > 0) yield [{ line: line + 1, text: textOf(Buffer.concat(rest), line + 1, decode) }]
}

const textOf = (bytes: Buffer, line: number, decode: (bytes: Buffer) => string): string => {
  const marked = line === 1 && startsWithMark(bytes)
  const text = decode(marked ? bytes.subarray(byteOrderMark.length) : bytes)
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

/** What files begin with that are sent by mistake. */
const otherFiles = [
  [Buffer.from('%PDF-'), 'pdf'],
  [Buffer.from('PK\x03\x04'), 'archive'],
] as const

/** Why a line cannot be read, from bytes of it and the length of all of them; null when it can. */
const refusalOf = (bytes: Buffer, length: number, line: number): Unreadable | null => {
  const other = line === 1 ? otherFiles.find(([start]) => bytes.subarray(0, start.length).equals(start)) : undefined
  if (other) return new Unreadable(line, other[1])
  if (bytes.includes(0)) return new Unreadable(line, 'nulByte')
  return length > LINE_MAX_BYTES ? new Unreadable(line, 'longLine', { limit: LINE_MAX_BYTES }) : null
}

const high = /[\x80-\xff]/

const tableOf = (encoding: string): string =>
  iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, at) => at)), encoding)

const singleByte = (encoding: string) => {
  const table = tableOf(encoding)
  return (bytes: Buffer): string => {
    const text = bytes.toString('latin1')
    if (!high.test(text)) return text
    return text.replace(/[\x80-\xff]/g, (character) => table.charAt(character.charCodeAt(0)))
  }
}

const decoders: Record<SieEncoding, (bytes: Buffer) => string> = {
  cp437: singleByte('cp437'),
  'windows-1252': singleByte('windows-1252'),
  'utf-8': (bytes) => bytes.toString('utf8'),
  ascii: (bytes) => bytes.toString('latin1'),
}

const pcTable = tableOf('cp437')
const pcBytes: ReadonlyMap<string, number> = new Map(
  Array.from(pcTable, (character, byte): [string, number] => [character, byte]),
)

/** Whether code page 437 has this character. */
export const hasPcByte = (character: string): boolean => pcBytes.has(character)

/** The byte of every UTF-16 unit. */
const pcByteOf = new Uint8Array(65_536).fill('?'.charCodeAt(0))
for (const [character, byte] of pcBytes) pcByteOf[character.charCodeAt(0)] = byte

/** The bytes of a text in code page 437, with `?` for what it lacks: one byte per UTF-16 unit. */
export const encodePc = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = pcByteOf[text.charCodeAt(at)] ?? 0
  return bytes
}
