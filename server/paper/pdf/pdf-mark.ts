// Watermarks that a page must not be paid or relied on: for drafts, and for everything a test company makes.
import type { Paper } from '#paper/paper'
import { LEADING, PAGE_HEIGHT, PAGE_WIDTH, put, type Sheet, widthOf } from './pdf-sheet.ts'
import { artifact } from './pdf-structure.ts'
import type { Words } from './pdf-words.ts'

/** The font size on A4; proportionally larger on larger paper. */
const SIZE = 116
/** How far the mark is turned, in degrees. */
const TURN = -38

/** Adds a page with the document's watermark, if any. */
export const addPageOf = (sheet: Sheet, { isDraft = false, seller }: Paper, words: Words): void => {
  sheet.addPage()
  const mark = isDraft ? words.draft : seller.isTest ? words.test : null
  if (mark !== null) putMark(sheet, mark)
}

/** Puts a mark across a page that is still empty. */
export const putMark = (sheet: Sheet, mark: string, { width, height } = { width: PAGE_WIDTH, height: PAGE_HEIGHT }) => {
  const style = { size: (SIZE * width) / PAGE_WIDTH, weight: 'bold', colour: '#eceef1' } as const
  const x = width / 2
  const y = height / 2
  artifact(sheet, 'Pagination', () => {
    sheet.save().rotate(TURN, { origin: [x, y] })
    put(sheet, mark, x - widthOf(sheet, mark, style) / 2, y - (style.size * LEADING) / 2, style)
    sheet.restore()
  })
}
