// Makes the PDF of a reminder: head and payment box as on the invoice, and the claim between them.
import type { Paper } from '#paper/paper'
import type { ReminderPaper } from '#paper/reminder-paper'
import { reminderWords } from '#paper/reminder-words'
import { footOf, putFoot, putPageNumber } from './pdf-foot.ts'
import { dayText, decimalText, moneyText } from './pdf-format.ts'
import { LATER_TOP, putHeadOf, putLaterHead } from './pdf-head.ts'
import { pictureFrom } from './pdf-images.ts'
import type { Place } from './pdf-lines.ts'
import { addPageOf } from './pdf-mark.ts'
import { putPayment } from './pdf-payment.ts'
import {
  colours,
  LEADING,
  LEFT,
  newDocument,
  put,
  putLines,
  RIGHT,
  rule,
  type Sheet,
  WIDTH,
  wrap,
} from './pdf-sheet.ts'
import { artifact, within } from './pdf-structure.ts'
import { wordsIn } from './pdf-words.ts'

const BODY = { size: 9.6 } as const
const HEAD = { size: 7.6, colour: colours.quiet } as const
const CLAIM = { size: 9.6 } as const
const SPAN = { size: 8, colour: colours.quiet } as const
const TOTAL = { size: 11, weight: 'bold' } as const
/** The amounts have a column of their own. */
const AMOUNT_WIDTH = 110
const PADDING = 5

export const renderReminder = async (reminder: ReminderPaper, logo: Uint8Array | null): Promise<Uint8Array> => {
  const { invoice, number, madeAt } = reminder
  const words = wordsIn[invoice.language]
  const own = reminderWords[invoice.language]
  const sheet = newDocument({
    title: `${own.title(number)}, ${words.invoice.toLowerCase()} ${invoice.number}, ${invoice.seller.name}`,
    author: invoice.seller.name,
    language: words.locale,
    at: new Date(madeAt),
    archival: false,
  })
  const bytes = bytesOf(sheet)
  // The payment is the claim by its new due date; all else is as on the invoice.
  const paid: Paper = { ...invoice, kind: 'invoice', payable: reminder.total, dueDate: reminder.dueDate }
  const picture = logo && (await pictureFrom(sheet, logo))
  addPageOf(sheet, invoice, words)
  const foot = footOf(sheet, paid, words)
  const facts = factsOf(reminder)
  const place: Place = {
    y: putHeadOf(sheet, paid, words, { title: own.title(number), facts, logo: picture }),
    end: foot.top - 14,
    turn: () => {
      addPageOf(sheet, invoice, words)
      place.y = putLaterHead(sheet, paid, words)
      artifact(sheet, 'Pagination', () => putFoot(sheet, foot))
    },
  }
  putClaims(sheet, reminder, place)
  putPayment(sheet, { ...paid, seller: { ...paid.seller, lateInterest: noteOf(reminder) } }, words, place)
  sheet.switchToPage(0)
  putFoot(sheet, foot)
  const { count } = sheet.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page)
    putPageNumber(sheet, words, page + 1, count)
  }
  sheet.end()
  return bytes
}

const noteOf = ({ hasInterest, invoice }: ReminderPaper): string | null =>
  hasInterest ? reminderWords[invoice.language].runsOn : null

const factsOf = ({ invoice, date, dueDate }: ReminderPaper): [string, string | null][] => {
  const { language, number, date: invoiceDate, dueDate: wasDue, buyer, references } = invoice
  const own = reminderWords[language]
  const words = wordsIn[language]
  return [
    [own.date, dayText(date, language)],
    [own.ofInvoice, number],
    [own.invoiceDate, dayText(invoiceDate, language)],
    [own.wasDue, dayText(wasDue, language)],
    [own.newDueDate, dayText(dueDate, language)],
    [words.customerNumber, buyer.customerNumber],
    [words.buyerReference, references.buyer],
    [words.orderNumber, references.orderNumber],
  ]
}

const putClaims = (sheet: Sheet, reminder: ReminderPaper, place: Place): void => {
  const { invoice, message, unpaid, fees, isCompensation = false, interest, total, spans } = reminder
  const { language } = invoice
  const own = reminderWords[language]
  const money = (amount: number) => moneyText(amount, 'SEK', language)
  for (const line of wrap(sheet, message, WIDTH, BODY)) {
    if (place.y + BODY.size * LEADING > place.end) place.turn()
    place.y = putLines(sheet, [line], LEFT, place.y, BODY)
  }
  place.y += 18
  const rows = [
    { label: own.unpaid(invoice.number), amount: unpaid, notes: [] as string[] },
    ...(fees > 0 ? [{ label: isCompensation ? own.compensation : own.fees, amount: fees, notes: [] }] : []),
    ...(interest > 0
      ? [
          {
            label: own.interest,
            amount: interest,
            notes: spans.map(({ fromDate, toDate, days, unpaid: owed, rate }) =>
              own.spanOf(
                ...([dayText(fromDate, language), dayText(toDate, language), days, money(owed)] as const),
                `${decimalText(rate, language)}${language === 'sv' ? '\u00a0%' : '%'}`,
              ),
            ),
          },
        ]
      : []),
  ]
  within(sheet, 'Table', () => {
    within(sheet, 'TR', () => {
      put(sheet, own.claims, LEFT, place.y, { ...HEAD, as: 'columnHead' })
      put(sheet, own.amount, RIGHT, place.y, { ...HEAD, as: 'columnHead', align: 'right' })
    })
    place.y += HEAD.size * LEADING + 3
    rule(sheet, place.y, LEFT, RIGHT, colours.ink)
    for (const row of rows) putRow(sheet, row, money, place)
    rule(sheet, place.y, LEFT, RIGHT, colours.ink)
    place.y += PADDING
    within(sheet, 'TR', () => {
      put(sheet, own.total, LEFT, place.y, { ...TOTAL, as: 'cell' })
      put(sheet, money(total), RIGHT, place.y, { ...TOTAL, as: 'cell', align: 'right' })
    })
    place.y += TOTAL.size * LEADING + 20
  })
}

type ClaimRow = { label: string; amount: number; notes: readonly string[] }

const putRow = (
  sheet: Sheet,
  { label, amount, notes }: ClaimRow,
  money: (amount: number) => string,
  place: Place,
): void => {
  const lines = notes.flatMap((note) => wrap(sheet, note, WIDTH - AMOUNT_WIDTH, SPAN))
  const turnWhere = (height: number) => {
    if (place.y + height <= place.end) return
    place.turn()
    place.y = Math.max(place.y, LATER_TOP)
  }
  turnWhere(CLAIM.size * LEADING + 2 * PADDING)
  place.y += PADDING
  within(sheet, 'TR', () => {
    put(sheet, label, LEFT, place.y, { ...CLAIM, as: 'cell' })
    put(sheet, money(amount), RIGHT, place.y, { ...CLAIM, as: 'cell', align: 'right' })
  })
  place.y += CLAIM.size * LEADING
  for (const line of lines) {
    turnWhere(SPAN.size * LEADING)
    within(sheet, 'TR', () => put(sheet, line, LEFT + 10, place.y, { ...SPAN, as: 'cell' }))
    place.y += SPAN.size * LEADING
  }
  place.y += PADDING
  rule(sheet, place.y)
}

const bytesOf = (sheet: Sheet): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.on('error', reject)
  })
