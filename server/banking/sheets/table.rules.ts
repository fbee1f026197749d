// The rows of a CSV file: encoding and separator are found in the file itself. Pure.
import { sheetPlaces, sheetProblems } from './sheet-problems.ts'

/** A cell: the text of it, or the number that a workbook holds. */
export type Cell = string | number

/** `number`: as programs for tables count rows, from 1. */
export type SheetRow = { number: number; cells: Cell[] }

export type SheetFinding = { place: string | null; problem: string }

/** `null` if a text is no table. */
export type TableReading = { rows: SheetRow[] } | { findings: SheetFinding[] } | null

/** Maximum number of rows and columns in a file. */
const MAX_ROWS = 50_000
export const MAX_COLUMNS = 60
/** From so many columns on it is a table: a day, a text and an amount. */
export const LEAST_COLUMNS = 3
/** How much of a file shows its separator, in characters. */
const SAMPLE = 32_768

const SEPARATORS = [';', ',', '\t', '|'] as const

/** The text of a file: by its byte order mark, as UTF-8 if the bytes are that, otherwise as Windows-1252. */
export const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The rows of a text, without empty ones. */
export const tableOf = (text: string): TableReading => {
  if (text.includes('\0')) return null
  const separator = separatorOf(text)
  if (separator === null) return null
  const { rows, openedAt } = rowsOf(text, separator)
  const place = (number: number) => sheetPlaces.row({ number })
  if (openedAt !== null) return { findings: [{ place: place(openedAt), problem: sheetProblems.openQuote() }] }
  return withinLimits(rows)
}

/** The rows, unless they are too many or too wide. */
export const withinLimits = (rows: SheetRow[]): TableReading => {
  if (rows.length > MAX_ROWS) {
    return { findings: [{ place: null, problem: sheetProblems.tooManyRows({ limit: MAX_ROWS }) }] }
  }
  const wide = rows.find(({ cells }) => cells.length > MAX_COLUMNS)
  if (!wide) return { rows }
  const problem = sheetProblems.tooManyColumns({ limit: MAX_COLUMNS })
  return { findings: [{ place: sheetPlaces.row({ number: wide.number }), problem }] }
}

/** The separator that gives most rows the same number of cells; of two, the one that gives more cells. */
const separatorOf = (text: string): string | null => {
  const end = text.length > SAMPLE ? text.lastIndexOf('\n', SAMPLE) : text.length
  const sample = text.slice(0, end < 0 ? SAMPLE : end)
  let best: { separator: string; rows: number; width: number } | null = null
  for (const separator of SEPARATORS) {
    const widths = new Map<number, number>()
    for (const { cells } of rowsOf(sample, separator).rows) {
      if (cells.length >= LEAST_COLUMNS) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    }
    for (const [width, rows] of widths) {
      if (best && (rows < best.rows || (rows === best.rows && width <= best.width))) continue
      best = { separator, rows, width }
    }
  }
  return best?.separator ?? null
}

/**
 * The rows of a text (RFC 4180): a cell that begins with a quotation mark may have the separator and line ends in it,
 * and two marks stand for one. It stops at a row beyond the limits. `openedAt`: the row of a mark that is not closed.
 */
const rowsOf = (text: string, separator: string): { rows: SheetRow[]; openedAt: number | null } => {
  const rows: SheetRow[] = []
  let cells: string[] = []
  let line = 1
  let startedAt = 1
  let at = text.startsWith('\ufeff') ? 1 : 0
  const endRow = () => {
    if (cells.some((cell) => cell !== '')) rows.push({ number: startedAt, cells })
    cells = []
  }
  while (at <= text.length) {
    const { cell, end, lines } = text[at] === '"' ? quotedAt(text, at, separator) : plainAt(text, at, separator)
    if (cell === null) return { rows, openedAt: startedAt }
    cells.push(cell.trim())
    line += lines
    const sign = text[end]
    at = end + 1
    if (sign === separator && cells.length <= MAX_COLUMNS) continue
    if (sign === '\r' && text[at] === '\n') at += 1
    endRow()
    if (rows.length > MAX_ROWS || (rows.at(-1)?.cells.length ?? 0) > MAX_COLUMNS) break
    line += 1
    startedAt = line
  }
  return { rows, openedAt: null }
}

type CellRead = { cell: string | null; end: number; lines: number }

const plainAt = (text: string, from: number, separator: string): CellRead => {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(from, end), end, lines: 0 }
}

const quotedAt = (text: string, from: number, separator: string): CellRead => {
  let close = text.indexOf('"', from + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return { cell: null, end: text.length, lines: 0 }
  const inner = text.slice(from + 1, close).replaceAll('""', '"')
  const lines = inner.split('\n').length - 1
  // What stands behind the closing mark belongs to the cell.
  const rest = plainAt(text, close + 1, separator)
  return { cell: inner + (rest.cell ?? ''), end: rest.end, lines }
}
