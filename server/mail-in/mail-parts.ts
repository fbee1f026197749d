// The parts of a mail, within limits: how many lines and parts it has counts over all mails that are enclosed in each
// other, since each of them is taken apart again. Runs in a thread.
import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime'

/** How deep the parts of a mail stand in each other, and maximum number of bytes in the headers of one. */
const MAX_NESTING = 30
const MAX_HEADER_BYTES = 256 * 1024
/** Maximum number of lines: 27 MiB of base64 have 450,000, and as many again where another mail encloses them. */
const MAX_LINES = 1_000_000
/** Maximum number of parts, and of lines that begin as the ends of parts do. */
const MAX_PARTS = 1000
const MAX_EDGES = 10_000
/** Maximum number of pieces of base64 that end before the part does: some programs end each line of theirs. */
const MAX_PIECES = 50_000

/** What may still be read of a mail and of all mails in it. */
type Left = { lines: number; parts: number; edges: number; pieces: number }

/** A mail has more of something than is read. */
class TooMuchMail extends Error {}

/** Reads a mail and, with the function that it answers, those that are enclosed in it. */
export const newMailReading = (): ((bytes: Uint8Array) => Promise<Email>) => {
  const left: Left = { lines: MAX_LINES, parts: MAX_PARTS, edges: MAX_EDGES, pieces: MAX_PIECES }
  return (bytes) => new BoundedMail(left).parse(bytes)
}

/** What the library has inside, as far as it is used here. */
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
 * The library keeps each line of a part that is not encoded by itself, which takes 2 kB and 10 microseconds of an empty
 * one. Here all lines up to the next that may end the part go together, as they would be put together later.
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

  /** The texts of a mail are made into one, in two forms, which nobody here asks for. */
  override renderTextContent(): void {}

  /** How many bytes from here on are lines that end no part. */
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

  /** So many bytes from here on, each line without the carriage returns at its end, the last one without its end. */
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

/** As the library tells it. */
const isBase64 = ({ contentTransferEncoding: { encoding } }: Part): boolean => /base64/i.test(encoding)
const isEncoded = ({ contentTransferEncoding: { encoding } }: Part): boolean =>
  /base64|quoted-printable/i.test(encoding)

/** How many ends of base64 a line has. */
const endsIn = (line: Uint8Array): number => {
  let ends = 0
  for (let at = line.indexOf(EQUALS); at !== -1; at = line.indexOf(EQUALS, at + 1)) {
    if (line[at + 1] !== EQUALS) ends += 1
  }
  return ends
}
