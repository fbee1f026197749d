// A page of a document; one of a draft says so across it, below everything else.
import type { Paper } from './paper.ts'
import { LEADING, PAGE_HEIGHT, PAGE_WIDTH, put, type Sheet, widthOf } from './pdf-sheet.ts'
import { artifact } from './pdf-structure.ts'
import type { Words } from './pdf-words.ts'

const MARK = { size: 116, weight: 'bold', colour: '#eceef1' } as const
/** How far the mark is turned, in degrees. */
const TURN = -38

export const addPageOf = (sheet: Sheet, { isDraft = false }: Paper, words: Words): void => {
  sheet.addPage()
  if (!isDraft) return
  const [x, y] = [PAGE_WIDTH / 2, PAGE_HEIGHT / 2]
  artifact(sheet, 'Pagination', () => {
    sheet.save().rotate(TURN, { origin: [x, y] })
    put(sheet, words.draft, x - widthOf(sheet, words.draft, MARK) / 2, y - (MARK.size * LEADING) / 2, MARK)
    sheet.restore()
  })
}
