// The part below the lines: VAT by rate, totals, tax reduction, and legally required notes.
import { ownCurrencyOf, type Paper, type PaperTax, type PaperTaxReduction } from '#paper/paper'
import { notesOn, treatmentName } from '#paper/treatments.rules'
import { unionCountries } from '#rule/union-vat'
import { amountText, moneyText, percentText } from './pdf-format.ts'
import type { Place } from './pdf-lines.ts'
import {
  colours,
  LEADING,
  LEFT,
  panel,
  put,
  putLines,
  RIGHT,
  rule,
  type Sheet,
  type Style,
  WIDTH,
  widthOf,
  wrap,
} from './pdf-sheet.ts'
import { within } from './pdf-structure.ts'
import type { Words } from './pdf-words.ts'

const LABEL = { size: 7.4, colour: colours.quiet } as const
const BODY = { size: 8.6 } as const
const TITLE = { size: 9.4, weight: 'bold', as: 'heading' } as const
const TOTAL = { size: 12, weight: 'bold' } as const
const STEP = BODY.size * LEADING + 3
const SUMS_WIDTH = 206
const GAP = 12

/** Starts a new page if a block does not fit on this one. */
const keepTogether = (place: Place, height: number): void => {
  if (place.y + height > place.end) place.turn()
}

/** The VAT table on the left and the totals on the right; they stay together. */
export const putSums = (sheet: Sheet, paper: Paper, words: Words, place: Place): void => {
  const sums = sumsOf(paper, words)
  const rows = paper.taxes
  const height = 18 + Math.max(sums.length * STEP + 34, rows.length > 0 ? (rows.length + 2) * STEP : 0)
  keepTogether(place, height)
  const top = place.y + 16
  const taken = putTaxes(sheet, paper, words, top)
  const total = moneyText(Math.abs(paper.payable), paper.currency, paper.language)
  const label = payableLabel(paper, words)
  const needed = widthOf(sheet, total, TOTAL) + widthOf(sheet, label, { ...BODY, weight: 'bold' }) + 24
  const left = Math.max(Math.min(RIGHT - SUMS_WIDTH, RIGHT - needed), LEFT)
  // Totals that do not fit beside the VAT table are placed below it.
  let y = left < taken.right + GAP && rows.length > 0 ? taken.bottom + 10 : top
  within(sheet, 'Table', () => {
    for (const { name, amount } of sums) {
      putSum(sheet, { name, text: amountText(amount, paper.language) }, left, y, { colour: colours.quiet })
      y += STEP
    }
    rule(sheet, y + 1, left, RIGHT, colours.ink)
    within(sheet, 'TR', () => {
      put(sheet, label, left, y + 10.5, { ...BODY, weight: 'bold', as: 'rowHead' })
      put(sheet, total, RIGHT, y + 7.5, { ...TOTAL, align: 'right', as: 'cell' })
    })
  })
  place.y = Math.max(y + 30, taken.bottom)
}

/** A row with a label and an amount. */
const putSum = (
  sheet: Sheet,
  { name, text, right = RIGHT }: { name: string; text: string; right?: number },
  x: number,
  y: number,
  style: { colour?: string } = {},
): void =>
  within(sheet, 'TR', () => {
    put(sheet, name, x, y, { ...BODY, ...style, as: 'rowHead' })
    put(sheet, text, right, y, { ...BODY, align: 'right', as: 'cell' })
  })

/** The label of the final total: for an invoice, a paid invoice, or a refund. */
export const payableLabel = ({ kind, payable }: Paper, words: Words): string => {
  if (kind === 'creditNote' || payable < 0) return words.credit
  return kind === 'cashInvoice' ? words.paid : words.payable
}

type Sum = { name: string; amount: number }

const sumsOf = (paper: Paper, words: Words): Sum[] => {
  const { rounding, taxReduction, total, payable } = paper
  const deduction = payable - total
  const further = rounding !== 0 || deduction !== 0
  return [
    { name: words.net, amount: paper.net },
    { name: words.tax, amount: paper.tax },
    ...(rounding === 0 ? [] : [{ name: words.rounding, amount: rounding }]),
    ...(further ? [{ name: words.total, amount: total }] : []),
    ...(deduction === 0 ? [] : [{ name: words.deduction[taxReduction?.type ?? 'any'], amount: deduction }]),
  ]
}

type TaxColumn = { title: string; text: (tax: PaperTax) => string }

const taxColumns = (paper: Paper, { taxTable }: Words): TaxColumn[] => {
  const { language, currency } = paper
  const own = ownCurrencyOf(paper)
  return [
    { title: taxTable.net, text: ({ net }) => amountText(net, language) },
    { title: taxTable.tax, text: ({ tax }) => amountText(tax, language) },
    ...(currency === own
      ? []
      : [{ title: taxTable.baseTax(own), text: ({ baseTax }: PaperTax) => amountText(baseTax ?? 0, language) }]),
  ]
}

const rateText = ({ taxRate, treatment, unionCountry }: PaperTax, { language }: Paper): string => {
  const name = unionCountry ? unionCountries[unionCountry][language] : treatmentName(treatment, language)
  return name ? `${percentText(taxRate, language)}, ${name}` : percentText(taxRate, language)
}

const putTaxes = (sheet: Sheet, paper: Paper, words: Words, top: number): { right: number; bottom: number } => {
  const { taxes } = paper
  if (taxes.length === 0) return { right: LEFT, bottom: top }
  const rates = taxes.map((tax) => rateText(tax, paper))
  let right = LEFT + Math.max(44, ...rates.map((rate) => widthOf(sheet, rate, BODY)))
  const columns = taxColumns(paper, words).map(({ title, text }) => {
    const widths = [widthOf(sheet, title, LABEL), ...taxes.map((tax) => widthOf(sheet, text(tax), BODY))]
    right += Math.max(...widths) + GAP
    return { title, text, right }
  })
  within(sheet, 'Table', () => {
    within(sheet, 'TR', () => {
      const style = { ...LABEL, as: 'columnHead' } as const
      put(sheet, words.taxTable.rate, LEFT, top + 1, style)
      for (const { title, right: end } of columns) put(sheet, title, end, top + 1, { ...style, align: 'right' })
    })
    for (const [index, tax] of taxes.entries()) {
      const y = top + (index + 1) * STEP
      within(sheet, 'TR', () => {
        put(sheet, rates[index] ?? '', LEFT, y, { ...BODY, as: 'rowHead' })
        for (const { text, right: end } of columns)
          put(sheet, text(tax), end, y, { ...BODY, align: 'right', as: 'cell' })
      })
    }
  })
  return { right, bottom: top + (taxes.length + 1) * STEP }
}

/** The notes required for untaxed sales, and the list of attachments. */
export const putNotes = (
  sheet: Sheet,
  paper: Paper,
  words: Words,
  attachments: readonly string[],
  place: Place,
): void => {
  const texts = notesOn(
    paper.taxes.map(({ treatment }) => treatment),
    paper,
  )
  if (attachments.length > 0) texts.push(`${words.attachments}: ${attachments.join(', ')}`)
  if (texts.length === 0) return
  const lines = texts.flatMap((text) => wrap(sheet, text, WIDTH, BODY))
  keepTogether(place, lines.length * BODY.size * LEADING + 14)
  place.y = putLines(sheet, lines, LEFT, place.y + 12, BODY)
}

/** The tax reduction (ROT, RUT or green technology). The personal numbers are in the order of the deductions. */
export const putReduction = (
  sheet: Sheet,
  paper: Paper,
  words: Words,
  personalNumbers: readonly string[],
  place: Place,
): void => {
  const { taxReduction: reduction, language } = paper
  if (!reduction) return
  const room = WIDTH - 28
  const left = LEFT + 14
  const right = RIGHT - 14
  const amounts: Sum[] = [
    { name: words.labour, amount: reduction.labour },
    ...(reduction.material === undefined ? [] : [{ name: words.material, amount: reduction.material }]),
    { name: words.other, amount: reduction.other },
  ]
  const people = reduction.deductions.map((amount, index) => ({
    name: words.shareOf(personalNumbers[index] ?? ''),
    amount,
  }))
  const facts = wrap(sheet, factsOf(reduction, words).join('  ·  '), room, BODY)
  const note = wrap(sheet, words.reductionNote, room, LABEL as Style)
  const height =
    46 + (facts.length * BODY.size + note.length * LABEL.size) * LEADING + (people.length + amounts.length) * STEP
  keepTogether(place, height + 12)
  const top = place.y + 12
  panel(sheet, LEFT, top, WIDTH, height)
  put(sheet, words.reductionTitle[reduction.type], left, top + 11, TITLE)
  let y = putLines(sheet, facts, left, top + 26, { ...BODY, colour: colours.quiet }) + 5
  within(sheet, 'Table', () => {
    for (const { name, amount } of [...amounts, ...people]) {
      putSum(sheet, { name, text: amountText(amount, language), right }, left, y)
      y += STEP
    }
  })
  putLines(sheet, note, left, y + 4, LABEL)
  place.y = top + height
}

const factsOf = (reduction: PaperTaxReduction, words: Words): string[] => {
  const { realEstateNumber, tenantOrgNumber, apartmentNumber } = reduction
  return [
    reduction.description,
    realEstateNumber ? `${words.realEstate} ${realEstateNumber}` : '',
    tenantOrgNumber ? `${words.housing} ${tenantOrgNumber}` : '',
    apartmentNumber ? `${words.apartment} ${apartmentNumber}` : '',
  ].filter(Boolean)
}
