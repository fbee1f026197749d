// Makes the PDF of a report: a head, and one table with column titles on every page. The paper size follows from the
// width of the columns.
import type { ReportCell, ReportColumn, ReportPaper, ReportRow } from '#paper/report-paper'
import { reportWords } from '#paper/report-words'
import { swedishTime } from '#platform/day'
import { amountText, dayText } from './pdf-format.ts'
import { putMark } from './pdf-mark.ts'
import { colours, LEADING, newDocument, put, putLines, rule, type Sheet, widthOf, wrap } from './pdf-sheet.ts'
import { artifact, part, within } from './pdf-structure.ts'

/**
 * Paper sizes in points, narrow first: A4 portrait, and A4, A3 and A2 landscape; each with the smallest allowed scale
 * of the font.
 */
const papers = [
  [595.28, 841.89, 1],
  [841.89, 595.28, 0.78],
  [1190.55, 841.89, 0.78],
  [1683.78, 1190.55, 0.4],
] as const
/** Font sizes: the usual one, and the minimum if no paper is wide enough. */
const SIZE = 8
const MIN_SIZE = 3
const EDGE = 40
const FOOT = 30
const GAP = 10
const PADDING = 2.4
/** Minimum width of a text column, and maximum width of a line in it. */
const MIN_TEXT = 110
const MAX_TEXT = 330
/** A column title of at most this many letters is never wrapped. */
const WHOLE_TITLE = 12
/** Allowance, since the text with the most letters is not always the widest. */
const SLACK = 1.08
/** Maximum number of lines in a cell: longer texts are cut. */
const MAX_CELL_LINES = 3
/** A heading needs room for this many rows below it on its page. */
const KEPT = 3

type Placed = ReportColumn & { x: number; width: number; isRight: boolean }
type Layout = { isTest: boolean; width: number; height: number; size: number; columns: readonly Placed[] }
type Place = { y: number }

export const renderReport = async (paper: ReportPaper): Promise<Uint8Array> => {
  const words = reportWords[paper.language]
  const sheet = newDocument({
    title: `${paper.title}, ${paper.company.name}`,
    author: paper.company.name,
    language: words.locale,
    at: paper.printedAt,
    archival: false,
  })
  const bytes = bytesOf(sheet)
  const layout = layOut(sheet, paper)
  const place = { y: 0 }
  addPage(sheet, layout)
  place.y = putHead(sheet, paper, layout)
  within(sheet, 'Table', () => {
    putTitles(sheet, layout, place)
    for (const [at, row] of paper.rows.entries()) putRow(sheet, paper, { row, at }, layout, place)
  })
  putFeet(sheet, paper, layout)
  sheet.end()
  return bytes
}

const bytesOf = (sheet: Sheet): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.on('error', reject)
  })

const addPage = (sheet: Sheet, { isTest, width, height }: Layout): void => {
  sheet.addPage({ size: [width, height], margin: 0 })
  if (isTest) putMark(sheet, 'Test', { width, height })
}

const isText = ({ holds }: ReportColumn): boolean => holds === 'text'

/** The text of a cell; a day and an integer are the same in both languages. */
const textOf = (cell: ReportCell, column: ReportColumn, language: ReportPaper['language']): string => {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return amountText(Number(cell), language)
  if (column.holds === 'moment') return swedishTime(new Date(cell))
  if (column.holds === 'percent') return `${String(cell).replace('.', language === 'sv' ? ',' : '.')}\u00a0%`
  return String(cell)
}

/** Columns as wide as their content, on the narrowest paper that fits. */
const layOut = (sheet: Sheet, { company: { isTest }, columns, rows, language }: ReportPaper): Layout => {
  const natural = columns.map((column, place) => {
    const unbroken = column.title.length <= WHOLE_TITLE ? [column.title] : column.title.split(' ')
    const head = Math.max(...unbroken.map((text) => widthOf(sheet, text, { size: SIZE })))
    // The longest text is about the widest: measuring each would take longer than drawing it.
    const longest = rows.reduce((most, { kind, cells }) => {
      const reachesOver = kind === 'heading' && isText(column) && (cells[place + 1] ?? null) === null
      const text = reachesOver ? '' : textOf(cells[place] ?? null, column, language)
      return text.length > most.length ? text : most
    }, '')
    return Math.max(head, widthOf(sheet, longest, { size: SIZE, weight: 'bold' }) * SLACK) + 1
  })
  const least = columns.map((column, place) => Math.min(natural[place] ?? 0, isText(column) ? MIN_TEXT : Infinity))
  const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one, 0) + GAP * (widths.length - 1)
  const [widest] = papers.slice(-1)
  const [width, height] =
    papers.find(([wide, , smallest]) => total(least) * smallest <= wide - 2 * EDGE) ?? widest ?? papers[0]
  const room = width - 2 * EDGE
  const scale = Math.min(1, room / total(least))
  const size = Math.max(MIN_SIZE, SIZE * scale)
  const fitted = widen(columns, least, natural, room / scale - total(least))
  let x = EDGE
  const placed = columns.map((column, place) => {
    const own = {
      ...column,
      x,
      width: (fitted[place] ?? 0) * scale,
      isRight: !['text', 'day', 'moment'].includes(column.holds),
    }
    x += own.width + GAP * scale
    return own
  })
  return { isTest, width, height, size, columns: placed }
}

/**
 * Distributes the remaining width to text columns as needed, and the rest to the longest, so that figures end at the
 * edge.
 */
const widen = (
  columns: readonly ReportColumn[],
  least: readonly number[],
  natural: readonly number[],
  left: number,
): number[] => {
  const wanted = columns.map((column, place) =>
    isText(column) ? Math.max(0, Math.min(natural[place] ?? 0, MAX_TEXT) - (least[place] ?? 0)) : 0,
  )
  const all = wanted.reduce((sum, one) => sum + one, 0)
  const share = all === 0 ? 0 : Math.min(1, left / all)
  const rest = Math.max(0, left - all)
  const texts = columns.map((column, place) => (isText(column) ? (natural[place] ?? 0) : 0))
  const longest = texts.indexOf(Math.max(...texts))
  return least.map((width, place) => width + (wanted[place] ?? 0) * share + (place === longest ? rest : 0))
}

/** The part above the table on the first page; returns where the table starts. */
const putHead = (sheet: Sheet, paper: ReportPaper, { width }: Layout): number => {
  const words = reportWords[paper.language]
  const { company, title, printedAt, knownAt } = paper
  put(sheet, title, EDGE, EDGE, { size: 17, weight: 'bold', as: 'title' })
  const right = width - EDGE
  const quiet = { size: 8, colour: colours.quiet, align: 'right' } as const
  const facts = [...(knownAt === null ? [] : [words.knownAt(knownAt)]), words.printedAt(printedAt)]
  for (const [at, fact] of facts.entries()) put(sheet, fact, right, EDGE + 25 + at * 8 * LEADING, quiet)
  const y = EDGE + 25
  put(sheet, `${company.name} · ${company.organizationNumber}`, EDGE, y, { size: 9.5, weight: 'bold' })
  put(sheet, periodOf(paper), EDGE, y + 9.5 * LEADING, { size: 9.5, colour: colours.quiet })
  return y + 9.5 * LEADING * 2 + 14
}

/** `2026-01-01 – 2026-12-31` */
const periodOf = ({ period, language }: ReportPaper): string =>
  period === null
    ? ''
    : [period.from, period.to].flatMap((day) => (day === null ? [] : [dayText(day, language)])).join(' – ')

/** The column titles, with common headings above. */
const putTitles = (sheet: Sheet, { width, size, columns }: Layout, place: Place): void => {
  const style = { size: size * 0.9, colour: colours.quiet } as const
  const step = style.size * LEADING
  const over = columns.some((column) => column.over !== null)
  if (over) {
    for (const [at, { over: text, x }] of columns.entries()) {
      if (text === null || columns[at - 1]?.over === text) continue
      const last = columns.findLast((column) => column.over === text)
      const end = last ? last.x + last.width : x
      artifact(sheet, 'Layout', () => put(sheet, text, x + Math.max(0, size), place.y, { ...style, weight: 'bold' }))
      rule(sheet, place.y + step + 1, x, end)
    }
    place.y += step + 4
  }
  const titles = columns.map((column) => wrap(sheet, column.title, column.width, style))
  const most = Math.max(...titles.map(({ length }) => length))
  within(sheet, 'TR', () => {
    for (const [at, { x, width: wide, isRight }] of columns.entries()) {
      const lines = titles[at] ?? []
      const top = place.y + (most - lines.length) * step
      putLines(sheet, lines, isRight ? x + wide : x, top, {
        ...style,
        as: 'columnHead',
        align: isRight ? 'right' : 'left',
      })
    }
  })
  place.y += most * step + 3
  rule(sheet, place.y, EDGE, width - EDGE, colours.ink)
  place.y += 2
}

type Numbered = { row: ReportRow; at: number }

const putRow = (sheet: Sheet, paper: ReportPaper, { row, at }: Numbered, layout: Layout, place: Place): void => {
  const { columns, size, height, width } = layout
  const step = size * LEADING
  const style = { size, ...styles[row.kind] }
  const lines = columns.map((column, index) => {
    const text = textOf(row.cells[index] ?? null, column, paper.language)
    if (!isText(column) || text === '') return [text]
    const room = row.kind === 'heading' ? roomFrom(row, columns, index) : column.width
    return cut(wrap(sheet, text, room, style))
  })
  const above = aboveOf(row, paper.rows[at - 1], size)
  const own = Math.max(...lines.map(({ length }) => length)) * step + 2 * PADDING
  const needed = row.kind === 'heading' ? own + KEPT * (step + 2 * PADDING) : own
  if (place.y + above + needed > height - EDGE - FOOT) {
    addPage(sheet, layout)
    place.y = EDGE
    artifact(sheet, 'Pagination', () => {
      put(sheet, `${paper.title} · ${paper.company.name} · ${periodOf(paper)}`, EDGE, place.y, {
        size: 7.6,
        colour: colours.quiet,
      })
      place.y += 20
      putTitles(sheet, layout, place)
    })
  } else place.y += above
  if (row.kind === 'total') rule(sheet, place.y, EDGE, width - EDGE)
  const top = place.y + PADDING
  within(sheet, 'TR', () => {
    for (const [index, { x, width: wide, isRight }] of columns.entries()) {
      const [text = '', ...more] = lines[index] ?? []
      const cell = { ...style, as: 'cell', align: isRight ? 'right' : 'left' } as const
      if (more.length === 0) put(sheet, text, isRight ? x + wide : x, top, cell)
      else part(sheet, 'cell', () => void putLines(sheet, lines[index] ?? [], x, top, style))
    }
  })
  place.y += own
}

const styles = {
  heading: { weight: 'bold' },
  group: { weight: 'regular' },
  opening: { colour: colours.quiet },
  line: {},
  total: { weight: 'bold' },
} as const

/** A heading extends over empty cells beside it. */
const roomFrom = ({ cells }: ReportRow, columns: readonly Placed[], from: number): number => {
  const next = columns.findIndex((_, index) => index > from && (cells[index] ?? null) !== null)
  const last = columns[(next === -1 ? columns.length : next) - 1]
  return last ? last.x + last.width - (columns[from]?.x ?? 0) : 0
}

const aboveOf = ({ kind }: ReportRow, before: ReportRow | undefined, size: number): number =>
  before && (kind === 'heading' || (kind === 'group' && before.kind === 'total')) ? size * 0.9 : 0

const cut = (lines: readonly string[]): string[] =>
  lines.length <= MAX_CELL_LINES
    ? [...lines]
    : [...lines.slice(0, MAX_CELL_LINES - 1), `${lines[MAX_CELL_LINES - 1]?.slice(0, -1)}…`]

/** The footers, written when the number of pages is known. */
const putFeet = (sheet: Sheet, paper: ReportPaper, { width, height }: Layout): void => {
  const words = reportWords[paper.language]
  const { start, count } = sheet.bufferedPageRange()
  const style = { size: 7.6, colour: colours.quiet } as const
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(start + page)
    artifact(sheet, 'Pagination', () => {
      put(sheet, `${paper.company.name} · ${paper.company.organizationNumber}`, EDGE, height - FOOT, style)
      put(sheet, words.page(page + 1, count), width - EDGE, height - FOOT, { ...style, align: 'right' })
    })
  }
}
