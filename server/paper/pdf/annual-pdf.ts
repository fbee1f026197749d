// Makes the PDF of an annual report: a cover with its contents, and its sections in order, in one column on A4.
import type {
  AnnualBlock,
  AnnualCell,
  AnnualCertificate,
  AnnualPaper,
  AnnualSignature,
  AnnualTable,
  AnnualTableRow,
} from '#paper/annual-paper'
import { swedishTime } from '#platform/day'
import { decimalText } from './pdf-format.ts'
import { putMark } from './pdf-mark.ts'
import {
  colours,
  LEADING,
  newDocument,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  put,
  putLines,
  rule,
  type Sheet,
  type Style,
  widthOf,
  wrap,
} from './pdf-sheet.ts'
import { artifact, part, within } from './pdf-structure.ts'

/** All measures are in points. */
const LEFT = 70
const RIGHT = PAGE_WIDTH - 62
const WIDTH = RIGHT - LEFT
const TOP = 84
const END = PAGE_HEIGHT - 78
const FOOT = PAGE_HEIGHT - 46

const TITLE = { size: 30, weight: 'bold' } as const
const SECTION = { size: 17, weight: 'bold' } as const
const HEADING = { size: 11, weight: 'bold' } as const
const SMALL_HEADING = { size: 9.6, weight: 'bold' } as const
const BODY = { size: 9.6 } as const
const QUIET = { size: 8.2, colour: colours.quiet } as const
const ROW = { size: 9.2 } as const
const HEAD = { size: 8.2, colour: colours.quiet } as const
const PADDING = 2.6
/** About the height of a row of a table that a text announces. */
const LED = 18
/** A heading takes this much with it on its page. */
const KEPT = 64

type Place = { y: number; section: string }
type Entry = { title: string; page: number }

export const renderAnnual = async (paper: AnnualPaper): Promise<Uint8Array> => {
  const { company, period } = paper
  const sheet = newDocument({
    title: `Årsredovisning ${period.from} – ${period.to}, ${company.name}`,
    author: company.name,
    language: 'sv-SE',
    at: new Date(paper.madeAt),
    archival: false,
  })
  const bytes = bytesOf(sheet)
  addPage(sheet, paper)
  const contentsTop = putCover(sheet, paper)
  const entries: Entry[] = []
  const place: Place = { y: TOP, section: '' }
  const blocks = [...certificateBlocks(paper.certificate), ...paper.blocks]
  for (const [at, block] of blocks.entries()) {
    putBlock(sheet, paper, { block, next: blocks[at + 1] ?? null, entries }, place)
  }
  sheet.switchToPage(0)
  putContents(sheet, entries, contentsTop)
  putFeet(sheet, paper)
  sheet.end()
  return bytes
}

const certificateBlocks = (certificate: AnnualCertificate | null): AnnualBlock[] => {
  if (certificate === null) return []
  const { adopted, meetingDate, decision, original, firstName, lastName, role, signedDate } = certificate
  const parts = [{ text: firstName }, { text: lastName }]
  return [
    { kind: 'section', text: 'Fastställelseintyg' },
    { kind: 'text', text: `${adopted} ${meetingDate}. ${decision}` },
    { kind: 'text', text: original },
    { kind: 'signatures', signatures: [{ parts, role: { text: role }, day: { text: signedDate } }] },
  ]
}

const bytesOf = (sheet: Sheet): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.on('error', reject)
  })

const addPage = (sheet: Sheet, { company: { isTest }, isDraft }: AnnualPaper): void => {
  sheet.addPage({ size: [PAGE_WIDTH, PAGE_HEIGHT], margin: 0 })
  if (isTest || isDraft) putMark(sheet, isTest ? 'Test' : 'Utkast', { width: PAGE_WIDTH, height: PAGE_HEIGHT })
}

/** A new page, with the company and the year on its top. */
const turn = (sheet: Sheet, paper: AnnualPaper, place: Place): void => {
  addPage(sheet, paper)
  artifact(sheet, 'Pagination', () => {
    put(sheet, paper.company.name, LEFT, 44, QUIET)
    put(sheet, `${paper.period.from} – ${paper.period.to}`, RIGHT, 44, { ...QUIET, align: 'right' })
    rule(sheet, 60, LEFT, RIGHT)
  })
  place.y = TOP
}

/** The cover; returns where its contents begin. */
const putCover = (sheet: Sheet, { company, period }: AnnualPaper): number => {
  let y = 190
  for (const line of wrap(sheet, company.name, WIDTH, TITLE)) {
    put(sheet, line, LEFT, y, { ...TITLE, as: 'title' })
    y += TITLE.size * LEADING
  }
  put(sheet, `Organisationsnummer ${company.organizationNumber}`, LEFT, y + 2, { size: 11, colour: colours.quiet })
  y += 46
  artifact(sheet, 'Layout', () => sheet.rect(LEFT, y, 46, 3).fill(colours.ink))
  y += 22
  put(sheet, 'Årsredovisning', LEFT, y, { size: 20, weight: 'bold', as: 'heading' })
  y += 20 * LEADING + 2
  put(sheet, `Räkenskapsåret ${period.from} – ${period.to}`, LEFT, y, { size: 12 })
  return 470
}

const putContents = (sheet: Sheet, entries: readonly Entry[], top: number): void => {
  put(sheet, 'Innehåll', LEFT, top, { ...HEADING, as: 'heading' })
  let y = top + 24
  within(sheet, 'L', () => {
    for (const { title, page } of entries) {
      within(sheet, 'LI', () => {
        put(sheet, title, LEFT, y, { ...BODY, as: 'label' })
        put(sheet, String(page), RIGHT, y, { ...BODY, as: 'value', align: 'right' })
      })
      y += BODY.size * LEADING + 3
      rule(sheet, y, LEFT, RIGHT)
      y += 5
    }
  })
}

type Numbered = { block: AnnualBlock; next: AnnualBlock | null; entries: Entry[] }

const putBlock = (sheet: Sheet, paper: AnnualPaper, { block, next, entries }: Numbered, place: Place): void => {
  if (block.kind === 'section') {
    turn(sheet, paper, place)
    entries.push({ title: block.text, page: sheet.bufferedPageRange().count })
    place.section = block.text
    put(sheet, block.text, LEFT, place.y, { ...SECTION, as: 'heading' })
    place.y += SECTION.size * LEADING + 8
  } else if (block.kind === 'heading') {
    const style = block.level === 2 ? HEADING : SMALL_HEADING
    place.y += block.level === 2 ? 14 : 8
    if (place.y + KEPT > END) turn(sheet, paper, place)
    const lines = wrap(sheet, block.text, WIDTH, style)
    place.y = putLines(sheet, lines, LEFT, place.y, { ...style, as: 'heading' }) + 3
  } else if (block.kind === 'text') {
    // A line that announces a table stands on its page.
    if (next?.kind === 'table' && place.y + KEPT + next.rows.length * LED > END) turn(sheet, paper, place)
    putText(sheet, paper, block.text, block.isQuiet ? QUIET : BODY, place)
  } else if (block.kind === 'signatures') putSignatures(sheet, paper, block.signatures, place)
  else putTable(sheet, paper, block, place)
}

const putText = (sheet: Sheet, paper: AnnualPaper, text: string, style: Style, place: Place): void => {
  const step = style.size * LEADING
  for (const paragraph of text.split(/\n{2,}/)) {
    let lines = wrap(sheet, paragraph, WIDTH, style)
    while (lines.length > 0) {
      const room = Math.floor((END - place.y) / step)
      if (room < Math.min(2, lines.length)) {
        turn(sheet, paper, place)
        continue
      }
      place.y = putLines(sheet, lines.slice(0, room), LEFT, place.y, style)
      lines = lines.slice(room)
    }
    place.y += 6
  }
}

/** `1 234`, `33,7` */
const cellText = (cell: AnnualCell): string => {
  if (cell === null) return ''
  if ('text' in cell) return cell.text
  const { amount, decimals } = cell
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return decimalText(`${amount < 0 ? '-' : ''}${whole}`, 'sv', decimals)
}

type Placed = { x: number; width: number; isRight: boolean }
type Layout = { labelWidth: number; columns: readonly Placed[] }

const MIN_COLUMN = 62
const NOTE_WIDTH = 30
const COLUMN_GAP = 10

/** Columns as wide as their content, to the right; the label has the rest. */
const layOut = (sheet: Sheet, { columns, rows, hasNotes }: AnnualTable): Layout => {
  const widths = columns.map((title, at) => {
    if (hasNotes && at === 0) return NOTE_WIDTH
    const longest = rows.reduce((most, { cells }) => {
      const text = cellText(cells[at] ?? null)
      return text.length > most.length ? text : most
    }, '')
    const words = Math.max(...title.split(' ').map((word) => widthOf(sheet, word, HEAD)))
    return Math.max(columns.length > 4 ? 0 : MIN_COLUMN, words, widthOf(sheet, longest, { ...ROW, weight: 'bold' }) + 1)
  })
  const most = WIDTH - 120
  const total = widths.reduce((sum, width) => sum + width + COLUMN_GAP, 0)
  const scale = Math.min(1, most / total)
  let x = RIGHT
  const placed = widths
    .map((width, at) => ({ width: width * scale, isRight: !(hasNotes && at === 0) }))
    .reverse()
    .map((one) => {
      x -= one.width
      const own = { ...one, x }
      x -= COLUMN_GAP * scale
      return own
    })
    .reverse()
  return { columns: placed, labelWidth: x - LEFT }
}

const putTitles = (sheet: Sheet, { columns }: AnnualTable, layout: Layout, place: Place): void => {
  const titles = layout.columns.map(({ width }, at) => wrap(sheet, columns[at] ?? '', width + COLUMN_GAP - 2, HEAD))
  const most = Math.max(...titles.map(({ length }) => length), 1)
  within(sheet, 'TR', () => {
    for (const [at, { x, width, isRight }] of layout.columns.entries()) {
      const lines = titles[at] ?? []
      const y = place.y + (most - lines.length) * HEAD.size * LEADING
      putLines(sheet, lines, isRight ? x + width : x, y, {
        ...HEAD,
        as: 'columnHead',
        align: isRight ? 'right' : 'left',
      })
    }
  })
  place.y += most * HEAD.size * LEADING + 3
  rule(sheet, place.y, LEFT, RIGHT, colours.ink)
  place.y += 3
}

const putTable = (sheet: Sheet, paper: AnnualPaper, table: AnnualTable, place: Place): void => {
  const layout = layOut(sheet, table)
  if (place.y + KEPT > END) turn(sheet, paper, place)
  within(sheet, 'Table', () => {
    if (table.columns.some((title) => title !== '')) putTitles(sheet, table, layout, place)
    for (const [at, row] of table.rows.entries()) putRow(sheet, paper, { table, row, at, layout }, place)
  })
  place.y += 8
}

const styleOf = ({ kind, level }: AnnualTableRow) => {
  if (kind === 'heading')
    return level <= 1 ? { size: 10.4, weight: 'bold' as const } : { ...ROW, weight: 'bold' as const }
  return { ...ROW, weight: kind === 'line' ? ('regular' as const) : ('bold' as const) }
}

type RowAt = { table: AnnualTable; row: AnnualTableRow; at: number; layout: Layout }

/** A heading keeps rows below it: so does one that follows another. */
const neededBy = ({ table, row, at }: RowAt, own: number): number => {
  if (row.kind === 'heading' && row.level <= 1 && at > 0) {
    // A part of a statement stands on one page if it is not longer than a page.
    const next = table.rows.findIndex(({ kind, level }, index) => index > at && kind === 'heading' && level <= 1)
    const whole = (next === -1 ? table.rows.length : next) - at
    const height = whole * (ROW.size * LEADING + 2 * PADDING + 2)
    if (height < END - TOP) return height
  }
  if (row.kind !== 'heading') {
    // A sum stands on the page of what it adds up.
    const next = table.rows[at + 1]
    return next && (next.kind === 'sum' || next.kind === 'total') ? own * 2 : own
  }
  let more = at
  while (table.rows[more + 1]?.kind === 'heading') more += 1
  return own * (more - at + 1) + 2 * (ROW.size * LEADING + 2 * PADDING)
}

const putRow = (sheet: Sheet, paper: AnnualPaper, where: RowAt, place: Place): void => {
  const { table, row, at, layout } = where
  const style = styleOf(row)
  const step = style.size * LEADING
  const isWide = row.cells.every((cell) => cell === null)
  const lines = wrap(sheet, row.label.text, isWide ? WIDTH : layout.labelWidth, style)
  const own = Math.max(lines.length, 1) * step + 2 * PADDING
  const before = table.rows[at - 1]
  const above = row.kind === 'heading' && before && before.kind !== 'heading' ? (row.level <= 1 ? 12 : 6) : 0
  if (place.y + above + neededBy(where, own) > END) {
    turn(sheet, paper, place)
    artifact(sheet, 'Pagination', () => putTitles(sheet, table, layout, place))
  } else place.y += above
  if (row.kind === 'sum' || row.kind === 'total') {
    const first = layout.columns[table.hasNotes ? 1 : 0]
    rule(sheet, place.y, first ? first.x : LEFT, RIGHT, row.kind === 'total' ? colours.ink : colours.line)
  }
  const top = place.y + PADDING
  within(sheet, 'TR', () => {
    part(sheet, 'rowHead', () => void putLines(sheet, lines, LEFT, top, style))
    const bottom = top + (lines.length - 1) * step
    for (const [index, { x, width, isRight }] of layout.columns.entries()) {
      const text = cellText(row.cells[index] ?? null)
      const cell = { ...style, as: 'cell', align: isRight ? 'right' : 'left' } as const
      put(sheet, text, isRight ? x + width : x, bottom, cell)
    }
  })
  place.y += own
}

const SIGNATURE_HEIGHT = 78

/** Signatures in two columns, each above the name and the role of the one who signs. */
const putSignatures = (
  sheet: Sheet,
  paper: AnnualPaper,
  signatures: readonly AnnualSignature[],
  place: Place,
): void => {
  const width = (WIDTH - 30) / 2
  for (let at = 0; at < signatures.length; at += 2) {
    if (place.y + SIGNATURE_HEIGHT > END) turn(sheet, paper, place)
    for (const [column, one] of signatures.slice(at, at + 2).entries()) {
      const x = LEFT + column * (width + 30)
      const y = place.y + 42
      rule(sheet, y, x, x + width, colours.ink)
      put(sheet, one.parts.map(({ text }) => text).join(' '), x, y + 4, { ...BODY, weight: 'bold' })
      const below = one.day ? `${one.role.text}, ${one.day.text}` : one.role.text
      put(sheet, below, x, y + 4 + BODY.size * LEADING, QUIET)
    }
    place.y += SIGNATURE_HEIGHT
  }
}

/** Page numbers, written when their count is known; the cover has none. */
const putFeet = (sheet: Sheet, { company, isDraft, madeAt }: AnnualPaper): void => {
  const { start, count } = sheet.bufferedPageRange()
  const made = isDraft ? ` · Utkast ${swedishTime(new Date(madeAt))}` : ''
  for (let page = 1; page < count; page += 1) {
    sheet.switchToPage(start + page)
    artifact(sheet, 'Pagination', () => {
      put(sheet, `${company.name} · ${company.organizationNumber}${made}`, LEFT, FOOT, QUIET)
      put(sheet, `${page + 1} (${count})`, RIGHT, FOOT, { ...QUIET, align: 'right' })
    })
  }
}
