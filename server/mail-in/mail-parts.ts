// Parses the parts of a mail, within limits. Lines and parts are counted across all nested mails, because each of these
// is parsed again. Runs in a thread.
import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime'

/** Deepest nesting of parts, and most bytes in the headers of one. */
const MAX_NESTING = 30
const MAX_HEADER_BYTES = 256 * 1024
/** Most lines: 27 MiB of base64 have 450,000, and twice as many if nested in another mail. */
const MAX_LINES = 1_000_000
/** Most parts, and most lines that look like boundaries. */
const MAX_PARTS = 1000
const MAX_EDGES = 10_000
/** Most base64 sections that end before their part: some programs end each line with padding. */
const MAX_PIECES = 50_000

/** The remaining budget for a mail and all mails in it. */
type Left = { lines: number; parts: number; edges: number; pieces: number }

/** A mail exceeds a limit. */
class TooMuchMail extends Error {}

/** Returns a function that parses a mail and then the mails nested in it, within one budget. */
export const newMailReading = (): ((bytes: Uint8Array) => Promise<Email>) => {
  const left: Left = { lines: MAX_LINES, parts: MAX_PARTS, edges: MAX_EDGES, pieces: MAX_PIECES }
  return (bytes) => new BoundedMail(left).parse(bytes)
}

/** The internals of the library that are used here. */
type Part = { state: string; contentTransferEncoding: { encoding: string } }
type Line = { bytes: Uint8Array; done: boolean }
type Inside = {
  av: Uint8Array
  readPos: number
  currentNode: Part
  boundaries: readonly { value: Uint8Array }[]
  readLine(): Line
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
  renderTextContent(): void
}
const Base = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Inside

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const DASH = 0x2d
const EQUALS = 0x3d

/**
 * The library stores each line of an unencoded part separately, which takes 2 kB and 10 microseconds even for an empty
 * one. Here all lines up to the next possible boundary are passed on together, as they would be joined later.
 */
class BoundedMail extends Base {
  readonly #left: Left

  constructor(left: Left) {
    super({
      attachmentEncoding: 'arraybuffer',
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADER_BYTES,
    })
    this.#left = left
  }

  override readLine(): Line {
    const { currentNode: part } = this
    if (part.state === 'body' && !isEncoded(part)) {
      const length = this.#plainLength()
      if (length > 0) return this.#plainLines(length)
      this.#spend('edges', 1)
    }
    this.#spend('lines', 1)
    const line = super.readLine()
    if (part.state === 'body' && isBase64(part)) this.#spend('pieces', endsIn(line.bytes))
    return line
  }

  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const before = this.currentNode
    await super.processLine(line, isFinal)
    const { currentNode: part } = this
    if (part !== before && part.state === 'header') this.#spend('parts', 1)
  }

  /** Skips the combined text of the mail, which is not used here. */
  override renderTextContent(): void {}

  /** How many bytes from here on are lines that cannot be boundaries. */
  #plainLength(): number {
    const { av, readPos } = this
    let at = readPos
    while (at < av.length && !this.#isEdge(at)) {
      this.#spend('lines', 1)
      const end = av.indexOf(LINE_FEED, at)
      at = end === -1 ? av.length : end + 1
    }
    return at - readPos
  }

  #isEdge(at: number): boolean {
    const { av, boundaries } = this
    if (av[at] !== DASH || av[at + 1] !== DASH) return false
    return boundaries.some(({ value }) => value.every((byte, index) => av[at + 2 + index] === byte))
  }

  /**
   * So many bytes from here on, each line without its trailing carriage returns, the last one without its line ending.
   */
  #plainLines(length: number): Line {
    const from = this.av.subarray(this.readPos, this.readPos + length)
    const bytes = new Uint8Array(length)
    let size = 0
    for (let at = 0; at < length; ) {
      const found = from.indexOf(LINE_FEED, at)
      const next = found === -1 ? length : found
      let end = next
      while (end > at && from[end - 1] === CARRIAGE_RETURN) end -= 1
      bytes.set(from.subarray(at, end), size)
      size += end - at
      at = next + 1
      if (at < length) bytes[size++] = LINE_FEED
    }
    this.readPos += length
    return { bytes: bytes.subarray(0, size), done: this.readPos >= this.av.length }
  }

  #spend(what: keyof Left, count: number): void {
    this.#left[what] -= count
    if (this.#left[what] < 0) throw new TooMuchMail(`The mail has too many ${what}`)
  }
}

/** By the library's state. */
const isBase64 = ({ contentTransferEncoding: { encoding } }: Part): boolean => /base64/i.test(encoding)
const isEncoded = ({ contentTransferEncoding: { encoding } }: Part): boolean =>
  /base64|quoted-printable/i.test(encoding)

/** The number of padding sections in a line of base64. */
const endsIn = (line: Uint8Array): number => {
  let ends = 0
  for (let at = line.indexOf(EQUALS); at !== -1; at = line.indexOf(EQUALS, at + 1)) {
    if (line[at + 1] !== EQUALS) ends += 1
  }
  return ends
}
