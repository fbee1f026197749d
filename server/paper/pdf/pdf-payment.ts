// The payment box at the end of the last page, with a payment code for bank apps.
import { create } from 'qrcode'
import { isToBePaid, type Paper } from '#paper/paper'
import { paymentCode } from '#paper/payment-code'
import { bankgiroText, dayText, ibanText, moneyText, plusgiroText } from './pdf-format.ts'
import type { Place } from './pdf-lines.ts'
import {
  colours,
  LEADING,
  LEFT,
  panel,
  put,
  putLines,
  RIGHT,
  type Sheet,
  type Style,
  WIDTH,
  widthOf,
  wrap,
} from './pdf-sheet.ts'
import { part, within } from './pdf-structure.ts'
import { payableLabel } from './pdf-sums.ts'
import type { Words } from './pdf-words.ts'

const CODE_SIZE = 84
const PADDING = 14
const LABEL = { size: 7.4, colour: colours.quiet } as const
const VALUE = { size: 9.6 } as const
const AMOUNT = { size: 14, weight: 'bold' } as const
const NOTE = { size: 8.6 } as const
const ROW = 27

/** The layout of the box: its content and height. */
const layoutOf = (sheet: Sheet, paper: Paper, words: Words) => {
  const isDue = isToBePaid(paper) && paper.payable > 0
  const code = paper.isDraft ? null : paymentCode(paper)
  const facts = isDue ? factsOf(paper, words) : []
  const room = WIDTH - 2 * PADDING - (code ? CODE_SIZE + 20 : 0)
  const style = isDue ? LABEL : NOTE
  const note = wrap(sheet, noteOf(paper, words), room, style)
  const rows = rowsOf(sheet, facts, room)
  const content = 34 + rows.length * ROW + note.length * style.size * LEADING
  const height = 2 * PADDING + Math.max(content, code ? CODE_SIZE + 10 : 0)
  return { code, rows, note, style, height }
}

/** The height of the box with the space above it. */
export const paymentHeight = (sheet: Sheet, paper: Paper, words: Words): number =>
  layoutOf(sheet, paper, words).height + APART

const APART = 14

/** Places the box at the end of the page, on a new page if this one has no room. */
export const putPayment = (sheet: Sheet, paper: Paper, words: Words, place: Place): void => {
  const { code, rows, note, style, height } = layoutOf(sheet, paper, words)
  if (place.y + height + APART > place.end) place.turn()
  const top = place.end - height
  panel(sheet, LEFT, top, WIDTH, height)
  const left = LEFT + PADDING
  let y = top + PADDING
  const putFact = (label: string, value: string, x: number, style: Style, below: number) =>
    within(sheet, 'LI', () => {
      put(sheet, label, x, y, { ...LABEL, as: 'label' })
      put(sheet, value, x, y + below, { ...style, as: 'value' })
    })
  within(sheet, 'L', () => {
    const sum = moneyText(Math.abs(paper.payable), paper.currency, paper.language)
    putFact(payableLabel(paper, words), sum, left, AMOUNT, 10)
    y += 36
    for (const row of rows) {
      for (const { label, value, x } of row) putFact(label, value, left + x, VALUE, 9.6)
      y += ROW
    }
  })
  putLines(sheet, note, left, y, style)
  if (code) putCode(sheet, code, words, RIGHT - PADDING - CODE_SIZE, top + PADDING)
  place.y = place.end
}

type Fact = { label: string; value: string }

const factsOf = (paper: Paper, words: Words): Fact[] => {
  const { seller, language, currency } = paper
  const isDomestic = currency === 'SEK'
  const facts: [string, string | null][] = [
    [words.dueDate, dayText(paper.dueDate, language)],
    [words.reference, paper.paymentReference],
    [words.bankgiro, isDomestic && seller.bankgiro ? bankgiroText(seller.bankgiro) : null],
    [words.plusgiro, isDomestic && seller.plusgiro ? plusgiroText(seller.plusgiro) : null],
    ['IBAN', seller.iban && ibanText(seller.iban)],
    ['BIC', seller.bic],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

const noteOf = (paper: Paper, words: Words): string => {
  if (paper.credits) return words.creditNoted(paper.credits.number)
  if (paper.kind === 'cashInvoice' && paper.payable > 0) return words.paidOn(dayText(paper.date, paper.language))
  return paper.payable === 0 ? words.nothingToPay : (paper.seller.lateInterest ?? '')
}

/** The facts side by side, as many in a row as fit. */
const rowsOf = (sheet: Sheet, facts: readonly Fact[], room: number): (Fact & { x: number })[][] => {
  const rows: (Fact & { x: number })[][] = []
  let x = room
  for (const fact of facts) {
    const wide = Math.max(widthOf(sheet, fact.label, LABEL), widthOf(sheet, fact.value, VALUE))
    if (x + wide > room) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ ...fact, x })
    x += Math.max(wide, 60) + 24
  }
  return rows
}

const putCode = (sheet: Sheet, code: string, words: Words, x: number, y: number): void => {
  const box = [x, y, x + CODE_SIZE, y + CODE_SIZE] as const
  part(sheet, 'figure', () => drawCode(sheet, code, x, y), { alt: words.code, box })
  const wide = widthOf(sheet, words.scan, { size: 6.2 })
  put(sheet, words.scan, x + (CODE_SIZE - wide) / 2, y + CODE_SIZE + 3, { size: 6.2, colour: colours.quiet })
}

/** The code as squares with the required quiet zone of four modules (ISO/IEC 18004). */
const drawCode = (sheet: Sheet, code: string, x: number, y: number): void => {
  const { size, data } = create(code, { errorCorrectionLevel: 'M' }).modules
  const quiet = 4
  const unit = CODE_SIZE / (size + 2 * quiet)
  sheet.roundedRect(x, y, CODE_SIZE, CODE_SIZE, 3).fill('#ffffff')
  for (let row = 0; row < size; row += 1) {
    // Adjacent squares are one rectangle, so that no seam shows.
    for (let from = 0; from < size; from += 1) {
      let to = from
      while (to < size && data[row * size + to]) to += 1
      if (to > from) sheet.rect(x + (from + quiet) * unit, y + (row + quiet) * unit, (to - from) * unit, unit)
      from = to
    }
  }
  sheet.fill('#000000')
}
