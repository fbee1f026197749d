// A workbook, generated and compressed while it is sent: only the part in transit is in memory.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { SheetColumn, SheetRow } from '#http'
import {
  MAX_WORKSHEET_ROWS,
  workbookFiles,
  worksheetFoot,
  worksheetHead,
  worksheetName,
  worksheetRows,
} from './xlsx.rules.ts'

type Workbook = {
  title: string
  company: string
  /** Printed on each page, beside the company. */
  about: string
  at: Date
  columns: readonly SheetColumn[]
  portions: AsyncIterable<readonly SheetRow[]>
}

/** Fast rather than small compression: the text is repetitive. */
const LEVEL = 3

/** The bytes of the workbook. A full worksheet is continued in another. */
export async function* workbookOf(book: Workbook): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const options = { mtime: book.at, compressionLevel: LEVEL, compress: true }
  const source = book.portions[Symbol.asyncIterator]()
  const output = zip.outputStream as Readable
  const names: string[] = []
  const rest: Rest = { rows: [], isDone: false }
  const add = (): void => {
    names.push(worksheetName(book.title, names.length + 1))
    const worksheet = Readable.from(worksheetOf(book, source, rest), { objectMode: false })
    worksheet.once('error', (cause) => output.destroy(cause))
    worksheet.once('end', () => {
      if (!rest.isDone) return add()
      for (const [name, text] of Object.entries(workbookFiles(names, book))) {
        zip.addBuffer(Buffer.from(text), name, options)
      }
      zip.end()
    })
    zip.addReadStream(worksheet, `xl/worksheets/sheet${names.length}.xml`, options)
  }
  add()
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    await source.return?.()
  }
}

/** Rows that were read but did not fit on a worksheet. */
type Rest = { rows: readonly SheetRow[]; isDone: boolean }

async function* worksheetOf(
  { title, company, about, columns }: Workbook,
  source: AsyncIterator<readonly SheetRow[]>,
  rest: Rest,
): AsyncGenerator<string> {
  const write = worksheetRows(columns)
  yield worksheetHead(columns)
  for (let used = 1; used < MAX_WORKSHEET_ROWS; ) {
    if (rest.rows.length === 0) {
      const next = await source.next()
      rest.isDone = next.done === true
      if (next.done) break
      rest.rows = next.value
    }
    const rows = rest.rows.slice(0, MAX_WORKSHEET_ROWS - used)
    rest.rows = rest.rows.slice(rows.length)
    yield write(rows, used + 1)
    used += rows.length
  }
  yield worksheetFoot({ head: `${title} ${about}`, foot: company })
}
