// Dates, invoice numbers, and payment references.
import { bankgiroNumber } from '#numbers/giro'
import { luhnHolds } from '#numbers/luhn'
import { isOcrReference } from '#numbers/ocr'
import type { Day } from '#platform/day'
import { textFromOre } from '#platform/money'
import { daysIn, likelyDays } from './days.rules.ts'
import type { LabelOf } from './labels.rules.ts'
import { type Found, firstOfEach, type Line, placeOf } from './page.rules.ts'

type Days = { date: Found[]; dueDate: Found[] }

/** The confidence of a date without a label. */
const UNLABELLED = 0.8

/** The document date and the due date. */
export const dayFacts = (lines: readonly Line[], labelOf: LabelOf, today: Day): Days => {
  const due: Found[] = []
  const issued: Found[] = []
  const bare: (Found & { hasTime: boolean })[] = []
  for (const [index, line] of lines.entries()) {
    for (const dated of daysIn(line.text)) {
      const role = labelOf(index, dated.from, dated.to)?.role
      const days = likelyDays(dated, today, role === 'due')
      const found = days.map((value) => ({ ...placeOf(line, dated.from, dated.to), value }))
      if (role === 'due') due.push(...found)
      else if (role === 'issued') issued.push(...found)
      else if (role !== 'otherDay') bare.push(...found.map((one) => ({ ...one, hasTime: dated.hasTime })))
    }
  }
  const dueDate = firstOfEach(due)
  if (issued.length > 0) return { date: firstOfEach(issued), dueDate }
  // Tills print the time beside the date of purchase.
  const timed = bare.filter(({ hasTime }) => hasTime)
  const likely = (timed.length > 0 ? timed : bare).map(({ hasTime: _, confidence, ...found }) => ({
    ...found,
    confidence: Number((confidence * UNLABELLED).toFixed(4)),
  }))
  return { date: firstOfEach(likely), dueDate }
}

/** Maximum number of characters in the number of an invoice. */
const MAX_NUMBER = 30

const NUMBER = /(?<![\p{L}\d])[\p{L}\d][\p{L}\d/-]*/gu
const DIGITS = /(?<![\d.,:/-])\d(?: ?\d){1,24}(?![\d.,:/-])/g

/** Possible invoice numbers: at least one digit, with letters, slashes and hyphens. */
const numbersIn = (text: string) => [...text.matchAll(NUMBER)].filter(([all]) => /\d/.test(all))

/** The invoice number and the payment reference. */
export const numberFacts = (
  lines: readonly Line[],
  labelOf: LabelOf,
): { invoiceNumber: Found[]; paymentReference: Found[] } => {
  const invoiceNumber: Found[] = []
  const paymentReference: Found[] = []
  for (const [index, line] of lines.entries()) {
    for (const match of numbersIn(line.text)) {
      const from = match.index
      const to = match.index + match[0].length
      const isOf = labelOf(index, from, to)?.role === 'number' && isFirstAfter(line, index, from, labelOf, 'number')
      if (isOf && match[0].length <= MAX_NUMBER && daysIn(match[0]).length === 0)
        invoiceNumber.push({ ...placeOf(line, from, to), value: match[0] })
    }
    for (const match of line.text.matchAll(DIGITS)) {
      const from = match.index
      const to = match.index + match[0].length
      const isOf = labelOf(index, from, to)?.role === 'reference'
      if (isOf && isOcrReference(match[0]))
        paymentReference.push({ ...placeOf(line, from, to), value: match[0].replaceAll(' ', '') })
    }
  }
  return { invoiceNumber: firstOfEach(invoiceNumber), paymentReference: firstOfEach(paymentReference) }
}

/** Of several numbers after one label, only the first belongs to it; numbers below are each in a column. */
const isFirstAfter = (line: Line, index: number, from: number, labelOf: LabelOf, role: string): boolean => {
  if (labelOf(index, from, from + 1)?.isAbove) return true
  const before = numbersIn(line.text.slice(0, from)).at(-1)
  return before === undefined || labelOf(index, before.index, before.index + before[0].length)?.role !== role
}

/** The machine-readable line at the foot of an invoice: reference, amount with its check digit, account. */
const CODE_LINE = /(?:# *)?(\d(?: ?\d){1,24}) *# *(\d{1,8}) +(\d{2}) +(\d) *> *(\d(?: ?\d){5,7}) *# *(\d{2}) *#/

type CodeLine = { reference: Found; amount: Found; bankgiro: Found | null }

/** Its content if all check digits are right; null if there is none, or several. */
export const codeLineIn = (lines: readonly Line[]): CodeLine | null => {
  const found = lines.flatMap((line): CodeLine[] => {
    const match = CODE_LINE.exec(line.text)
    if (!match) return []
    const [all, reference = '', kronor = '', ore = '', check = '', account = ''] = match
    if (!isOcrReference(reference) || !luhnHolds(kronor + ore + check)) return []
    const place = placeOf(line, match.index, match.index + all.length)
    const bankgiro = bankgiroNumber(account.replaceAll(' ', ''))
    return [
      {
        reference: { ...place, value: reference.replaceAll(' ', '') },
        amount: { ...place, value: textFromOre(BigInt(kronor + ore)) },
        bankgiro: bankgiro === null ? null : { ...place, value: bankgiro },
      },
    ]
  })
  const [first] = found
  return found.length === 1 && first ? first : null
}
