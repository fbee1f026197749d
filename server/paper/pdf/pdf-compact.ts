// A PDF with compressed object streams: the library writes each object as text with a line in a table, and a tagged
// document has one for every cell. In compressed streams they take a tenth (ISO 32000-1, 7.5.7, 7.5.8).
import PDFDocument from 'pdfkit'

/** Missing in the library's types: how it writes objects. */
type Reference = {
  id: number
  buffer: unknown[]
  offset?: number
  document: unknown
  end(chunk?: Buffer): void
  finalize(): void
}
type Page = { write(content: string): void }
type Library = {
  page: Page
  _pageBuffer: readonly Page[]
  addContent(line: string): Library
  flushPages(): void
  _write(data: unknown): void
  _refEnd(reference: Reference): void
  _finalize(): void
  ref(data?: object): Reference
  push(chunk: null): void
  _offset: number
  _offsets: (number | undefined)[]
  _ended: boolean
  _root: unknown
  _info: unknown
  _id: unknown
}
const Base = PDFDocument as unknown as new (options: PDFKit.PDFDocumentOptions) => Library

/** Maximum number of objects in one stream: a reader of one object reads them all. */
const MAX_PACKED = 1000

type Packed = { id: number; text: string }

/** How an object of a {@link CompactDocument} is written: as the library does it, to where it says. */
function packed(this: Reference): void {
  ;(this.document as CompactDocument).begin(this)
  Object.getPrototypeOf(this).finalize.call(this)
}

class CompactDocument extends Base {
  /** The object being written, if it is to be packed. */
  declare private writing: unknown[] | null
  /** Created with the first object, which the library makes before our fields are initialized. */
  declare private packed: Packed[] | undefined

  /** The content of each page, line by line: the library converts each line to bytes. */
  declare private contents: Map<Page, string[]> | undefined

  override addContent(line: string): Library {
    this.contents ??= new Map()
    const lines = this.contents.get(this.page)
    if (lines) lines.push(line)
    else this.contents.set(this.page, [line])
    return this
  }

  override flushPages(): void {
    for (const page of this._pageBuffer) page.write(this.contents?.get(page)?.join('\n') ?? '')
    this.contents?.clear()
    super.flushPages()
  }

  override ref(data?: object): Reference {
    const reference = super.ref(data)
    reference.finalize = packed
    return reference
  }

  /** Streams are written directly: a stream cannot be inside another. */
  begin(reference: Reference): void {
    if (reference.buffer.length === 0) this.writing = []
  }

  override _write(data: unknown): void {
    if (this.writing) this.writing.push(data)
    else super._write(data)
  }

  override _refEnd(reference: Reference): void {
    if (this.writing) {
      // The head of the object, its content, and its end.
      const [, text] = this.writing
      this.writing = null
      this.packed ??= []
      this.packed.push({ id: reference.id, text: String(text) })
      delete reference.offset
    }
    super._refEnd(reference)
  }

  override _finalize(): void {
    this._ended = false
    const places = new Map<number, Place>()
    const packed = this.packed ?? []
    for (let from = 0; from < packed.length; from += MAX_PACKED) {
      this.putStream(packed.slice(from, from + MAX_PACKED), places)
    }
    this.putTable(places)
    this.push(null)
  }

  private putStream(packed: readonly Packed[], places: Map<number, Place>): void {
    let length = 0
    const starts = packed.map(({ id, text }) => {
      const start = `${id} ${length}`
      length += text.length + 1
      return start
    })
    const head = `${starts.join(' ')}\n`
    const stream = super.ref({ Type: 'ObjStm', N: packed.length, First: head.length })
    for (const [index, { id }] of packed.entries()) places.set(id, { stream: stream.id, index })
    stream.end(Buffer.from(`${head}${packed.map(({ text }) => text).join('\n')}\n`, 'latin1'))
  }

  /** Writes a cross-reference stream instead of the table, which cannot refer to objects in streams. */
  private putTable(places: ReadonlyMap<number, Place>): void {
    const start = this._offset
    const size = this._offsets.length + 2
    const table = Buffer.alloc(size * ENTRY_BYTES)
    table.writeUInt16BE(FREE, 5)
    for (const [index, offset] of [...this._offsets, start].entries()) {
      const at = (index + 1) * ENTRY_BYTES
      const place = places.get(index + 1)
      table[at] = place ? WITHIN_STREAM : IN_FILE
      table.writeUInt32BE(place?.stream ?? offset ?? 0, at + 1)
      table.writeUInt16BE(place?.index ?? 0, at + 5)
    }
    const { _root: Root, _info: Info, _id: id } = this
    const DecodeParms = { Predictor: UP, Columns: ENTRY_BYTES }
    const facts = { Type: 'XRef', Size: size, W: [1, 4, 2], Root, Info, ID: [id, id], DecodeParms }
    super.ref(facts).end(differences(table))
    super._write('startxref')
    super._write(`${start}`)
    super._write('%%EOF')
  }
}

/** Encodes rows as differences from the row above, as PNG's `up` filter does: most differ by one. */
const differences = (table: Buffer): Buffer => {
  const rows = table.length / ENTRY_BYTES
  const filtered = Buffer.alloc(rows * (ENTRY_BYTES + 1))
  for (let row = 0; row < rows; row += 1) {
    filtered[row * (ENTRY_BYTES + 1)] = 2
    for (let column = 0; column < ENTRY_BYTES; column += 1) {
      const at = row * ENTRY_BYTES + column
      const above = row === 0 ? 0 : (table[at - ENTRY_BYTES] ?? 0)
      filtered[row * (ENTRY_BYTES + 1) + 1 + column] = (table[at] ?? 0) - above
    }
  }
  return filtered
}

/** The predictor of rows that begin with a filter of PNG. */
const UP = 12

type Place = { stream: number; index: number }

/** An entry of the table: its kind, where the object is, and its place there. */
const ENTRY_BYTES = 7
const IN_FILE = 1
const WITHIN_STREAM = 2
/** The generation of the entry that begins all of them. */
const FREE = 65535

export const compactDocument = (options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument =>
  new CompactDocument(options) as unknown as PDFKit.PDFDocument
