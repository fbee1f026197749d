// Makes the PDF of a payslip: who pays whom and when, the net pay, each line under its head, and the sums of the year.
import type { PayslipPaper, PayslipPaperLine } from '#paper/payslip-paper'
import { payslipWords } from '#paper/payslip-words'
import { addressLines, amountText, dayText, moneyText } from './pdf-format.ts'
import { putMark } from './pdf-mark.ts'
import {
  BOTTOM,
  colours,
  LEADING,
  LEFT,
  newDocument,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  panel,
  put,
  putLines,
  RIGHT,
  rule,
  type Sheet,
  TOP,
  WIDTH,
  wrap,
} from './pdf-sheet.ts'
import { artifact, within } from './pdf-structure.ts'

const LABEL = { size: 7.6, colour: colours.quiet } as const
const BODY = { size: 9.2 } as const
const STRONG = { size: 9.2, weight: 'bold' } as const
const NOTE = { size: 7.8, colour: colours.quiet } as const
const NET = { size: 20, weight: 'bold' } as const
const TITLE = { size: 20, weight: 'bold' } as const
const MIDDLE = 318
/** The right ends of the columns of numbers. */
const QUANTITY = RIGHT - 176
const RATE = RIGHT - 88
const NAME_WIDTH = QUANTITY - LEFT - 70
const STEP = BODY.size * LEADING + 3
const PANEL = 62
/** Room for the sums at the foot of the last page. */
const FOOT_TOP = BOTTOM - 128
const PAGE_END = BOTTOM - 20

type Place = { y: number }

export const renderPayslip = async (payslip: PayslipPaper): Promise<Uint8Array> => {
  const { language, employer, employee } = payslip
  const words = payslipWords[language]
  const sheet = newDocument({
    title: `${words.title} ${dayText(payslip.payDate, language)}, ${employee.name}, ${employer.name}`,
    author: employer.name,
    language: words.locale,
    at: new Date(payslip.madeAt),
    archival: false,
  })
  const bytes = bytesOf(sheet)
  addPage(sheet, payslip)
  const place = { y: putHead(sheet, payslip) }
  within(sheet, 'Table', () => {
    putTitles(sheet, payslip, place)
    for (const { name, lines } of payslip.groups) {
      if (lines.length > 0) putGroup(sheet, payslip, { name, lines }, place)
    }
  })
  if (place.y > FOOT_TOP - 10) addPage(sheet, payslip)
  putSums(sheet, payslip)
  sheet.end()
  return bytes
}

const addPage = (sheet: Sheet, { isTest, isDraft, language }: PayslipPaper): void => {
  sheet.addPage({ size: [PAGE_WIDTH, PAGE_HEIGHT], margin: 0 })
  const size = { width: PAGE_WIDTH, height: PAGE_HEIGHT }
  if (isDraft) putMark(sheet, payslipWords[language].draft, size)
  else if (isTest) putMark(sheet, 'Test', size)
}

const putHead = (sheet: Sheet, payslip: PayslipPaper): number => {
  const { language, employer, employee, payDate, from, to, tax, net, number } = payslip
  const words = payslipWords[language]
  putLines(sheet, wrap(sheet, employer.name, MIDDLE - LEFT - 24, { size: 14, weight: 'bold' }).slice(0, 2), LEFT, TOP, {
    size: 14,
    weight: 'bold',
  })
  put(sheet, words.title, MIDDLE, TOP - 3, { ...TITLE, as: 'title' })
  const top = TOP + 52
  const left = putFacts(sheet, LEFT, top, [
    [words.employer, [employer.name, ...addressLines(employer.address, language)]],
    [words.organizationNumber, [employer.organizationNumber]],
  ])
  const right = putFacts(sheet, MIDDLE, top, [
    [words.employee, [employee.name, ...(employee.title === null ? [] : [employee.title])]],
    [words.personalNumber, [employee.personalNumber]],
  ])
  const y = Math.max(left, right) + 8
  panel(sheet, LEFT, y, WIDTH, PANEL)
  put(sheet, words.net, LEFT + 14, y + 10, LABEL)
  put(sheet, moneyText(net, 'SEK', language), LEFT + 14, y + 23, NET)
  const facts: [string, string][] = [
    [words.payDate, `${dayText(payDate, language)} (${number})`],
    [words.period, `${dayText(from, language)} – ${dayText(to, language)}`],
    [words.account, employee.bankAccount ?? words.noAccount],
    [words.tax, tax],
  ]
  for (const [index, [label, value]] of facts.entries()) {
    put(sheet, label, MIDDLE - 30, y + 9 + index * 12, LABEL)
    put(sheet, value, RIGHT - 12, y + 7.6 + index * 12, { size: 8.6, align: 'right' })
  }
  return y + PANEL + 22
}

const putFacts = (sheet: Sheet, x: number, top: number, facts: readonly [string, readonly string[]][]): number => {
  let y = top
  for (const [label, lines] of facts) {
    put(sheet, label, x, y, LABEL)
    y =
      putLines(
        sheet,
        lines.flatMap((line) => wrap(sheet, line, 220, BODY)),
        x,
        y + 11,
        BODY,
      ) + 6
  }
  return y
}

const putTitles = (sheet: Sheet, { language }: PayslipPaper, place: Place): void => {
  const words = payslipWords[language]
  const title = { ...LABEL, as: 'columnHead' } as const
  within(sheet, 'TR', () => {
    put(sheet, words.text, LEFT, place.y, title)
    put(sheet, words.quantity, QUANTITY, place.y, { ...title, align: 'right' })
    put(sheet, words.rate, RATE, place.y, { ...title, align: 'right' })
    put(sheet, words.amount, RIGHT, place.y, { ...title, align: 'right' })
  })
  place.y += LABEL.size * LEADING + 3
  rule(sheet, place.y, LEFT, RIGHT, colours.ink)
  place.y += 6
}

const putGroup = (
  sheet: Sheet,
  payslip: PayslipPaper,
  { name, lines }: { name: string; lines: readonly PayslipPaperLine[] },
  place: Place,
): void => {
  turnWhere(sheet, payslip, place, 3 * STEP)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  within(sheet, 'TR', () => {
    put(sheet, name, LEFT, place.y, { ...STRONG, as: 'cell' })
    put(sheet, amountText(total, payslip.language), RIGHT, place.y, { ...STRONG, as: 'cell', align: 'right' })
  })
  place.y += STEP
  for (const line of lines) putLine(sheet, payslip, line, place)
  place.y += 3
  rule(sheet, place.y)
  place.y += 7
}

const turnWhere = (sheet: Sheet, payslip: PayslipPaper, place: Place, height: number): void => {
  if (place.y + height <= PAGE_END) return
  addPage(sheet, payslip)
  place.y = TOP
  putTitles(sheet, payslip, place)
}

const putLine = (sheet: Sheet, payslip: PayslipPaper, line: PayslipPaperLine, place: Place): void => {
  const { language } = payslip
  const names = wrap(sheet, line.name, NAME_WIDTH, BODY)
  const notes = line.note === null ? [] : wrap(sheet, line.note, NAME_WIDTH + 60, NOTE)
  turnWhere(sheet, payslip, place, STEP * names.length + notes.length * NOTE.size * LEADING)
  const cell = { ...BODY, as: 'cell' } as const
  within(sheet, 'TR', () => {
    putLines(sheet, names, LEFT + 10, place.y, cell)
    put(sheet, line.quantity ?? '', QUANTITY, place.y, { ...cell, align: 'right' })
    put(sheet, line.rate === null ? '' : amountText(line.rate, language), RATE, place.y, { ...cell, align: 'right' })
    put(sheet, amountText(line.amount, language), RIGHT, place.y, { ...cell, align: 'right' })
  })
  place.y += BODY.size * LEADING * names.length
  if (notes.length > 0) place.y = putLines(sheet, notes, LEFT + 10, place.y - 1, NOTE)
  place.y += 3
}

/** The sums at the foot: this time and the year so far, contributions, holiday. */
const putSums = (sheet: Sheet, payslip: PayslipPaper): void => {
  const { language, gross, benefits, withheld, net, year, contributions, holiday } = payslip
  const words = payslipWords[language]
  const columns = [LEFT + 150, LEFT + 250, LEFT + 350, LEFT + 450].map((x) => x + 49)
  let y = FOOT_TOP
  artifact(sheet, 'Layout', () => sheet.roundedRect(LEFT, y, WIDTH, 62, 5).fill(colours.panel))
  const titles = [words.gross, words.benefits, words.withheld, words.net]
  within(sheet, 'Table', () => {
    within(sheet, 'TR', () => {
      put(sheet, '', LEFT + 14, y + 9, { ...LABEL, as: 'cell' })
      for (const [index, title] of titles.entries())
        put(sheet, title, (columns[index] ?? 0) - 12, y + 9, { ...LABEL, as: 'columnHead', align: 'right' })
    })
    y += 24
    const rows: [string, number[]][] = [
      [words.thisTime, [gross, benefits, -withheld, net]],
      [words.yearToDate, [year.gross, year.benefits, -year.withheld, year.net]],
    ]
    for (const [name, amounts] of rows) {
      within(sheet, 'TR', () => {
        put(sheet, name, LEFT + 14, y, { ...STRONG, as: 'cell' })
        for (const [index, amount] of amounts.entries())
          put(sheet, amountText(amount, language), (columns[index] ?? 0) - 12, y, {
            ...BODY,
            as: 'cell',
            align: 'right',
          })
      })
      y += 16
    }
  })
  y = FOOT_TOP + 72
  put(sheet, `${words.contributions}: ${moneyText(contributions, 'SEK', language)}`, LEFT, y, { size: 8.6 })
  if (holiday) {
    const { paid, saved, unpaid } = holiday
    const days = [`${paid} ${words.paidDays}`, `${saved} ${words.savedDays}`, `${unpaid} ${words.unpaidDays}`].join(
      ', ',
    )
    put(sheet, `${words.holiday}: ${days}`, RIGHT, y, { size: 8.6, align: 'right' })
  }
  putLines(sheet, wrap(sheet, words.note, WIDTH, NOTE), LEFT, y + 18, NOTE)
}

const bytesOf = (sheet: Sheet): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.on('error', reject)
  })
