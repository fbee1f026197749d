// The table of lines: columns as wide as their numbers need, its head on each page, and rows that are never split.
import type { Paper, PaperLine } from '#paper/paper'
import { amountText, decimalText, percentText } from './pdf-format.ts'
import { colours, LEADING, LEFT, put, putLines, RIGHT, rule, type Sheet, WIDTH, widthOf, wrap } from './pdf-sheet.ts'
import { artifact, part, within } from './pdf-structure.ts'
import { jobText, unitText, type Words } from './pdf-words.ts'

/** The position on a page: `y` is the next free place, `end` the bottom; `turn` starts a new page. */
export type Place = { y: number; end: number; turn: () => void }

type Cell = { title: string; text: (line: SaleLine) => string; align: 'left' | 'right' }
type SaleLine = Extract<PaperLine, { kind: 'sale' }>
type Column = Cell & { x: number }
type Columns = { description: number; cells: readonly Column[] }

const BODY = { size: 8.6 } as const
const NOTE = { size: 7.2, colour: colours.quiet } as const
const HEAD = { size: 7.4, colour: colours.quiet, as: 'columnHead' } as const
const GAP = 14
const PADDING = 5.2
const MIN_DESCRIPTION = 130
const HEAD_HEIGHT = 19

/** Writes all lines on as many pages as needed. */
export const putTable = (sheet: Sheet, paper: Paper, words: Words, place: Place): void => {
  const columns = columnsOf(sheet, paper, words)
  const row = (line: PaperLine) => rowOf(sheet, line, columns, paper, words)
  within(sheet, 'Table', () => {
    putHead(sheet, columns, words, place)
    for (const line of paper.lines) {
      for (const part of partsOf(row(line), place)) {
        if (place.y + part.height > place.end) {
          place.turn()
          artifact(sheet, 'Pagination', () => putHead(sheet, columns, words, place))
        }
        putRow(sheet, part, columns, place)
      }
    }
  })
  rule(sheet, place.y, LEFT, RIGHT, colours.ink)
}

const columnsOf = (sheet: Sheet, { lines, language }: Paper, words: Words): Columns => {
  const sales = lines.filter((line) => line.kind === 'sale')
  const wanted: Cell[] = [
    { title: words.quantity, text: ({ quantity }) => decimalText(quantity, language), align: 'right' },
    { title: words.unit, text: ({ unitType }) => unitText(unitType, language), align: 'left' },
    { title: words.unitPrice, text: ({ unitPrice }) => decimalText(unitPrice, language, 2), align: 'right' },
    { title: words.taxRate, text: ({ taxRate }) => percentText(taxRate, language), align: 'right' },
    { title: words.lineNet, text: ({ net }) => amountText(net, language), align: 'right' },
  ]
  // An empty column is omitted.
  const cells = sales.length === 0 ? [] : wanted.filter((cell) => sales.some((line) => cell.text(line) !== ''))
  const widths = cells.map(({ title, text }) => {
    const texts = [...new Set(sales.map((line) => text(line)))]
    return texts.reduce((wide, one) => Math.max(wide, widthOf(sheet, one, BODY)), widthOf(sheet, title, HEAD))
  })
  const gap = widths.reduce((sum, one) => sum + one + GAP, 0) > WIDTH - MIN_DESCRIPTION ? GAP / 2 : GAP
  let right = RIGHT
  const placed = cells.map((cell, index) => ({ ...cell, width: widths[index] ?? 0 })).reverse()
  const columns = placed.map(({ width: wide, ...cell }) => {
    const x = cell.align === 'right' ? right : right - wide
    right -= wide + gap
    return { ...cell, x }
  })
  return { description: right - LEFT, cells: columns.reverse() }
}

const putHead = (sheet: Sheet, { cells }: Columns, words: Words, place: Place): void => {
  within(sheet, 'TR', () => {
    put(sheet, words.description, LEFT, place.y, HEAD)
    for (const { title, x, align } of cells) put(sheet, title, x, place.y, { ...HEAD, align })
  })
  rule(sheet, place.y + HEAD_HEIGHT - 5, LEFT, RIGHT, colours.ink)
  place.y += HEAD_HEIGHT - 5
}

type Row = { line: PaperLine; texts: string[]; notes: string[]; height: number; isFirst: boolean }

const rowOf = (sheet: Sheet, line: PaperLine, columns: Columns, { language }: Paper, words: Words): Row => {
  const room = line.kind === 'text' ? WIDTH : columns.description
  const texts = wrap(sheet, line.description, room, BODY)
  const work = line.kind === 'sale' ? line.taxReduction : null
  const note = work && `${words.reductionShort[work.type]} · ${jobText(work.jobType, language)}`
  const notes = note ? wrap(sheet, note, room, NOTE) : []
  return { line, texts, notes, height: heightOf(texts, notes), isFirst: true }
}

const heightOf = (texts: readonly string[], notes: readonly string[]): number =>
  2 * PADDING + texts.length * BODY.size * LEADING + notes.length * NOTE.size * LEADING

/** A row in parts; only a row taller than a page is split. */
const partsOf = (row: Row, { end }: Place): Row[] => {
  const most = Math.floor((end - CONTINUED_TOP) / (BODY.size * LEADING))
  if (row.texts.length + row.notes.length <= most) return [row]
  const parts: Row[] = []
  for (let from = 0; from < row.texts.length; from += most) {
    const texts = row.texts.slice(from, from + most)
    const notes = from + most >= row.texts.length ? row.notes : []
    parts.push({ ...row, texts, notes, height: heightOf(texts, notes), isFirst: from === 0 })
  }
  return parts
}

/** More than what the head of a later page takes. */
const CONTINUED_TOP = 130

const putRow = (sheet: Sheet, { line, texts, notes, height, isFirst }: Row, columns: Columns, place: Place): void => {
  const top = place.y + PADDING + 1
  const isSale = line.kind === 'sale' && isFirst
  // A trailing space separates texts in the same cell for screen readers.
  const read = notes.length > 0 ? [...texts.slice(0, -1), `${texts.at(-1)} `] : texts
  // Text lines span all columns.
  const cell = { as: 'cell', columns: isSale ? 1 : columns.cells.length + 1 } as const
  const style = line.kind === 'text' ? { ...BODY, colour: colours.quiet } : BODY
  within(sheet, 'TR', () => {
    part(
      sheet,
      cell.as,
      () => {
        const below = putLines(sheet, read, LEFT, top, style)
        putLines(sheet, notes, LEFT, below, NOTE)
      },
      cell,
    )
    if (!isSale) return
    for (const { text, x, align } of columns.cells) put(sheet, text(line), x, top, { ...BODY, align, as: 'cell' })
  })
  place.y += height
  rule(sheet, place.y)
}
