// The rows of a workbook (SpreadsheetML, ECMA-376 part 1): those of its first sheet that has any. Pure, and for
// threads.
import { unzipSync } from 'fflate'
import { camtProblems } from '#banking/statements/camt-problems'
import { element, elements, readXml, text, textIn, type XmlElement, XmlFault } from '#text/xml'
import { xmlProblems } from '#text/xml-problems'
import { sheetProblems } from './sheet-problems.ts'
import { type Cell, MAX_COLUMNS, type SheetRow, type TableReading, withinLimits } from './table.rules.ts'

/** What the parts of a workbook may take unpacked (20 MiB): declared sizes are held to, so that none takes more. */
const MAX_UNPACKED = 20 * 1024 * 1024
/** The largest part of a workbook: 10,000 rows of twelve cells, each with its value and three attributes. */
const MOST = { elements: 260_000, attributes: 500_000, references: 200_000 }

/** The parts that are read. */
const PARTS = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/

class Oversized extends Error {}

/** The rows of a workbook, without empty ones. */
export const workbookRows = (bytes: Uint8Array): TableReading => {
  try {
    return withinLimits(rowsIn(unpacked(bytes)))
  } catch (cause) {
    const problem = isTooMuch(cause) ? sheetProblems.largeWorkbook() : sheetProblems.brokenWorkbook()
    return { findings: [{ place: null, problem }] }
  }
}

const tooMuch = [xmlProblems.elements, xmlProblems.attributes, xmlProblems.references, xmlProblems.text]

const isTooMuch = (cause: unknown): boolean =>
  cause instanceof Oversized ||
  (cause instanceof XmlFault && tooMuch.some((one) => one.said().declared === cause.said.declared))

const unpacked = (bytes: Uint8Array): Record<string, Uint8Array> => {
  let total = 0
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!PARTS.test(name)) return false
      total += originalSize
      if (total > MAX_UNPACKED) throw new Oversized()
      return true
    },
  })
}

const rowsIn = (parts: Record<string, Uint8Array>): SheetRow[] => {
  const part = (name: string): XmlElement => {
    const found = parts[name]
    return found ? readXml(found, camtProblems, MOST) : {}
  }
  const workbook = element(part('xl/workbook.xml'), 'workbook')
  const targets = new Map(
    elements(part('xl/_rels/workbook.xml.rels'), 'Relationships', 'Relationship').map((one) => [
      text(one, '@Id'),
      text(one, '@Target') ?? '',
    ]),
  )
  const strings = elements(part('xl/sharedStrings.xml'), 'sst', 'si').map(stringIn)
  const dayStyles = dayStylesIn(part('xl/styles.xml'))
  const is1904 = ['1', 'true'].includes(text(workbook, 'workbookPr', '@date1904') ?? '')
  const sheets = elements(workbook, 'sheets', 'sheet')
  if (sheets.length === 0) throw new Error('A workbook has no sheet')
  for (const sheet of sheets) {
    const target = targets.get(text(sheet, '@id') ?? text(sheet, '@r:id')) ?? ''
    const name = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    const rows = elements(element(part(name), 'worksheet'), 'sheetData', 'row')
    const found = rows.flatMap((row, index) => rowOf(row, index + 1, { strings, dayStyles, is1904 }))
    if (found.length > 0) return found
  }
  return []
}

type Book = { strings: readonly string[]; dayStyles: ReadonlySet<number>; is1904: boolean }

const rowOf = (row: unknown, place: number, book: Book): SheetRow[] => {
  const cells: Cell[] = []
  for (const [index, cell] of elements(row, 'c').entries()) {
    const column = columnOf(text(cell, '@r')) ?? index
    // A cell far to the right would make the row long.
    if (column > MAX_COLUMNS) continue
    while (cells.length < column) cells.push('')
    cells[column] = cellValue(cell, book)
  }
  const number = Number(text(row, '@r') ?? place)
  return cells.some((cell) => cell !== '') ? [{ number, cells }] : []
}

const LETTERS = 26
const BEFORE_A = 64

const columnOf = (reference: string | null): number | null => {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0) - 1
}

const cellValue = (cell: unknown, { strings, dayStyles, is1904 }: Book): Cell => {
  const value = text(cell, 'v') ?? ''
  switch (text(cell, '@t')) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'inlineStr':
      return stringIn(element(cell, 'is'))
    case 'str':
    case 'd':
      return value.trim()
    case 'b':
    case 'e':
      return ''
    default: {
      if (value === '') return ''
      const number = Number(value)
      if (!Number.isFinite(number)) return value
      return dayStyles.has(Number(text(cell, '@s') ?? -1)) ? dayOfSerial(number, is1904) : number
    }
  }
}

/** A text, or the runs of one that is formatted in parts. */
const stringIn = (of: unknown): string => {
  const runs = elements(of, 'r').map((run) => textIn(element(run, 't')) ?? '')
  return (text(of, 't') ?? runs.join('')).trim()
}

/** The days from the first day of a workbook to 1970, by its calendar. */
const EPOCH = 25_569
const EPOCH_1904 = 24_107
const MS_PER_DAY = 86_400_000

const dayOfSerial = (serial: number, is1904: boolean): Cell => {
  const moment = new Date((Math.floor(serial) - (is1904 ? EPOCH_1904 : EPOCH)) * MS_PER_DAY)
  return Number.isNaN(moment.getTime()) ? serial : moment.toISOString().slice(0, 10)
}

/** The built-in formats of days (ECMA-376 part 1, 18.8.30). */
const isBuiltInDay = (format: number): boolean => (format >= 14 && format <= 17) || format === 22

/** The cell styles that show a number as a day. */
const dayStylesIn = (styles: XmlElement): Set<number> => {
  const sheet = element(styles, 'styleSheet')
  const own = new Map(
    elements(sheet, 'numFmts', 'numFmt').map((one) => [Number(text(one, '@numFmtId')), text(one, '@formatCode') ?? '']),
  )
  const isDay = (format: number): boolean => {
    const code = own.get(format)
    // Quoted texts, escaped signs and colours are no part of the format.
    return code === undefined ? isBuiltInDay(format) : /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^[\]]*\]/g, ''))
  }
  const days = new Set<number>()
  for (const [index, one] of elements(sheet, 'cellXfs', 'xf').entries()) {
    if (isDay(Number(text(one, '@numFmtId') ?? 0))) days.add(index)
  }
  return days
}
