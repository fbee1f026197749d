// The footer of every page: the seller's contact and registration data.
import type { Paper } from '#paper/paper'
import { addressLines } from './pdf-format.ts'
import {
  BOTTOM,
  colours,
  LEADING,
  LEFT,
  put,
  putLines,
  RIGHT,
  rule,
  type Sheet,
  TOP,
  WIDTH,
  wrap,
} from './pdf-sheet.ts'
import { artifact } from './pdf-structure.ts'
import type { Words } from './pdf-words.ts'

const STYLE = { size: 7.2, colour: colours.quiet } as const
const COLUMNS = 3
const GAP = 16

type Foot = { columns: string[][]; top: number }

/** The footer is the same on every page: laid out once, and pages end above it. */
export const footOf = (sheet: Sheet, paper: Paper, words: Words): Foot => {
  const width = (WIDTH - (COLUMNS - 1) * GAP) / COLUMNS
  const columns = textsOf(paper, words).map((texts) => texts.flatMap((text) => wrap(sheet, text, width, STYLE)))
  const most = Math.max(...columns.map(({ length }) => length))
  return { columns, top: BOTTOM - most * STYLE.size * LEADING - 10 }
}

const textsOf = ({ seller, language }: Paper, words: Words): string[][] =>
  [
    [seller.name, ...addressLines(seller.address, language, language === 'sv' ? 'SE' : '')],
    [seller.phone ? `${words.phone} ${seller.phone}` : null, seller.email, seller.website],
    [
      `${words.organizationNumber} ${seller.organizationNumber}`,
      seller.vatNumber ? `${words.vatNumber} ${seller.vatNumber}` : null,
      seller.seat ? `${words.seat} ${seller.seat}` : null,
      seller.hasFTax ? words.fTax : null,
    ],
  ].map((texts) => texts.filter((text): text is string => Boolean(text?.trim())))

export const putFoot = (sheet: Sheet, { columns, top }: Foot): void => {
  const width = (WIDTH - (COLUMNS - 1) * GAP) / COLUMNS
  rule(sheet, top)
  for (const [index, lines] of columns.entries()) putLines(sheet, lines, LEFT + index * (width + GAP), top + 9, STYLE)
}

/** The page number, written when the number of pages is known. */
export const putPageNumber = (sheet: Sheet, words: Words, page: number, of: number): void =>
  artifact(sheet, 'Pagination', () =>
    put(sheet, words.page(page, of), RIGHT, TOP + 1, { size: 7.6, colour: colours.quiet, align: 'right' }),
  )
