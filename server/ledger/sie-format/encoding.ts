// Bytes to lines of text. Every file claims PC8 regardless of its encoding, so the bytes decide. Everything here is
// streaming, because a year of a large company is hundreds of megabytes.
import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'
import type { FindingValues } from './findings.ts'
import type { ReadingKind } from './kinds.ts'
import { BATCH_MAX_LINES, LINE_MAX_BYTES } from './limits.ts'

/** The encoding of a file; `ascii` if it has no bytes above 127. */
export type SieEncoding = 'cp437' | 'windows-1252' | 'utf-8' | 'ascii'

/** A reason to stop reading at a line: the rest of the file is not examined. */
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

/** Doubts about a file's encoding. */
export type EncodingDoubt = 'mixed' | 'unsure'

/** The encoding of a file, and any doubt: null if the bytes are conclusive. */
type Detected = { encoding: SieEncoding; doubt: EncodingDoubt | null }

/**
 * Detects the encoding from all bytes: a byte order mark; multi-byte letters of UTF-8, of which a few may be truncated;
 * otherwise by the bytes of åäöÅÄÖ in each of the other two, and then of other letters. If inconclusive, code page 437
 * is used with a warning, since it is the only one the format allows (SIE 4B §2). A file with letters of UTF-8 and of
 * another encoding is `mixed`. Reads the source to its end, and throws what the source throws.
 */
export const detectEncoding = async (chunks: AsyncIterable<Buffer>): Promise<Detected> => {
  const counts = new Uint32Array(256)
  const utf8 = new Utf8Letters()
  const head: number[] = []
  let isPlain = true
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length && head.length < byteOrderMark.length; at++) head.push(chunk[at] ?? 0)
    if (startsWithMark(head)) return { encoding: 'utf-8', doubt: null }
    if (isPlain && isAscii(chunk)) continue
    isPlain = false
    utf8.add(chunk)
    countHigh(chunk, counts)
  }
  if (isPlain) return { encoding: 'ascii', doubt: null }
  utf8.end()
  const { whole, cut, alone } = utf8
  const wrong = cut + alone
  if (whole > 0 && (wrong === 0 || (alone === 0 && cut <= whole) || wrong * FEW <= whole)) {
    return { encoding: 'utf-8', doubt: null }
  }
  const single = singleByteOf(counts)
  return whole * FEW > wrong ? { ...single, doubt: 'mixed' } : single
}

/** Up to this fraction counts as damage or chance; more are letters of another encoding. */
const FEW = 10

const singleByteOf = (counts: Uint32Array): Detected => {
  const seen = (bytes: Iterable<number>) => [...bytes].reduce((sum, byte) => sum + (counts[byte] ?? 0), 0)
  const swedish = seen(swedishLatin) - seen(swedishPc)
  if (swedish !== 0) return { encoding: swedish > 0 ? 'windows-1252' : 'cp437', doubt: null }
  const letters = seen(lettersOf('windows-1252')) - seen(lettersOf('cp437'))
  if (letters !== 0) {
    const isCut = counts.every((count, byte) => count === 0 || byte === UTF8_HEAD)
    return { encoding: letters > 0 ? 'windows-1252' : 'cp437', doubt: isCut ? 'unsure' : null }
  }
  return { encoding: 'cp437', doubt: counts.some((count, byte) => count > 0 && byte !== PC_NO_BREAK) ? 'unsure' : null }
}

/** With what å, é and their like begin in UTF-8; alone it is left of one that was cut, or Ã of Windows. */
const UTF8_HEAD = 0xc3
/** A no-break space in code page 437. */
const PC_NO_BREAK = 0xff

/** The bytes above 127 that are letters in an encoding; ÿ, which never occurs, is {@link PC_NO_BREAK} in the other. */
const lettersOf = (encoding: 'cp437' | 'windows-1252'): number[] =>
  Array.from({ length: 128 }, (_, at) => at + 128).filter((byte) =>
    /(?!ÿ)\p{Script=Latin}/u.test(decoders[encoding](Buffer.from([byte]))),
  )

/** Classifies the bytes of a file as UTF-8: complete letters, truncated letters, and invalid bytes. */
class Utf8Letters {
  whole = 0
  cut = 0
  alone = 0
  /** How many bytes the current letter still lacks. */
  #lacking = 0

  add(bytes: Buffer): void {
    for (const byte of bytes) {
      if (this.#lacking > 0 && (byte & 0xc0) === 0x80) {
        this.#lacking -= 1
        if (this.#lacking === 0) this.whole += 1
        continue
      }
      this.end()
      if (byte >= 0xc2 && byte <= 0xdf) this.#lacking = 1
      else if (byte >= 0xe0 && byte <= 0xef) this.#lacking = 2
      else if (byte >= 0xf0 && byte <= 0xf4) this.#lacking = 3
      else if (byte > 127) this.alone += 1
    }
  }

  /** Ends a letter before all of its bytes were seen. */
  end(): void {
    if (this.#lacking > 0) this.cut += 1
    this.#lacking = 0
  }
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

/** A line of a file: its number from 1, and its text without the line end. */
export type TextLine = {
  readonly line: number
  readonly text: string
  /** Whether it is an incomplete line of XML that the next one continues. */
  readonly goesOn?: true
}

const LF = 10
const CR = 13

/**
 * The lines of a file, at most {@link BATCH_MAX_LINES} at a time. They end with a line feed, or with a carriage return
 * if the first line ends with one alone. Ends with {@link Unreadable} at a NUL byte, and at a line longer than {@link
 * LINE_MAX_BYTES}. XML may have arbitrarily long lines, which are returned in parts.
 */
export async function* decodeLines(
  chunks: AsyncIterable<Buffer>,
  encoding: SieEncoding,
): AsyncGenerator<readonly TextLine[]> {
  const decode = decoders[encoding]
  let rest: Buffer[] = []
  let restBytes = 0
  let line = 0
  let lineEnd: number | null = null
  let held = Buffer.alloc(0)
  let isXml: boolean | null = null
  for await (const given of chunks) {
    const chunk = held.length > 0 ? Buffer.concat([held, given]) : given
    lineEnd ??= lineEndIn(chunk)
    isXml ??= beginsXml(chunk)
    // The byte after a carriage return decides the line ending.
    held = Buffer.from(lineEnd === null && chunk.at(-1) === CR ? chunk : [])
    if (held.length > 0) continue
    let lines: TextLine[] = []
    let from = 0
    for (let end = chunk.indexOf(lineEnd ?? LF); end >= 0; end = chunk.indexOf(lineEnd ?? LF, from)) {
      line += 1
      const part = chunk.subarray(from, end)
      const whole = restBytes === 0 ? part : Buffer.concat([...rest, part])
      rest = []
      restBytes = 0
      from = end + 1
      const refused = refusalOf(whole, isXml ? 0 : whole.length, line)
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
      // Copied, since a source may reuse its buffer.
      rest.push(Buffer.from(chunk.subarray(from)))
      restBytes += chunk.length - from
      const refused = refusalOf(rest.at(-1) ?? chunk, isXml ? 0 : restBytes, line + 1)
      if (refused !== null) throw refused
      if (restBytes <= LINE_MAX_BYTES) continue
      const whole = Buffer.concat(rest)
      const cut = cutOfXml(whole)
      if (cut === 0) throw new Unreadable(line + 1, 'longLine', { limit: LINE_MAX_BYTES })
      yield [{ line: line + 1, text: textOf(whole.subarray(0, cut), line + 1, decode), goesOn: true }]
      rest = [whole.subarray(cut)]
      restBytes = whole.length - cut
    }
  }
  const last = Buffer.concat([...rest, held])
  if (last.length > 0) yield [{ line: line + 1, text: textOf(last, line + 1, decode) }]
}

/** Whether a file starts like XML, after spaces; null if these bytes are only spaces. */
const beginsXml = (bytes: Buffer): boolean | null => {
  const first = bytes.findIndex((byte) => byte > BLANK && !byteOrderMark.includes(byte))
  return first < 0 ? null : bytes[first] === LESS
}
const BLANK = 0x20
const LESS = 0x3c
const GREATER = 0x3e

/** The position at which a long line of XML can be split: outside a tag. 0 within a tag of that length. */
const cutOfXml = (bytes: Buffer): number => {
  const open = bytes.lastIndexOf(LESS)
  const closed = bytes.lastIndexOf(GREATER)
  if (open < 0 && closed < 0) return bytes.length
  return Math.max(open, closed + 1)
}

/** The line ending, by the first one in these bytes; null if there is none, or if the next byte must be seen. */
const lineEndIn = (bytes: Buffer): number | null => {
  const feed = bytes.indexOf(LF)
  const carriage = bytes.indexOf(CR)
  if (feed >= 0 && (carriage < 0 || feed < carriage)) return LF
  if (carriage < 0 || carriage === bytes.length - 1) return null
  return bytes[carriage + 1] === LF ? LF : CR
}

const textOf = (bytes: Buffer, line: number, decode: (bytes: Buffer) => string): string => {
  const marked = line === 1 && startsWithMark(bytes)
  const text = decode(marked ? bytes.subarray(byteOrderMark.length) : bytes)
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

/** The signatures of files that are sent by mistake. */
const otherFiles = [
  [Buffer.from('%PDF-'), 'pdf'],
  [Buffer.from('PK\x03\x04'), 'archive'],
] as const

const marksOfUtf16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

/** Why a line cannot be read, from bytes of it and the length of all of them; null when it can. */
const refusalOf = (bytes: Buffer, length: number, line: number): Unreadable | null => {
  const other = line === 1 ? otherFiles.find(([start]) => bytes.subarray(0, start.length).equals(start)) : undefined
  if (other) return new Unreadable(line, other[1])
  if (line === 1 && marksOfUtf16.some((mark) => bytes.subarray(0, mark.length).equals(mark))) {
    return new Unreadable(line, 'utf16')
  }
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
