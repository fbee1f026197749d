// What a receipt or an invoice says, from its words and where they stand. What can be read in several ways is not
// guessed: every way is told, and none is chosen.
import type { Day } from '#platform/day'
import { currenciesIn } from './amounts.rules.ts'
import { labelling } from './labels.rules.ts'
import { codeLineIn, dayFacts, numberFacts } from './numbers.rules.ts'
import { type Found, firstOfEach, type Line, linesOf, type PageRead, placeOf } from './page.rules.ts'
import { type PartyFacts, partyFacts } from './party.rules.ts'
import { type FoundVat, sumFacts } from './sums.rules.ts'

export const foundFields = [
  'date',
  'dueDate',
  'total',
  'currency',
  'invoiceNumber',
  'paymentReference',
  'organizationNumber',
  'bankgiro',
  'plusgiro',
] as const
export type FoundField = (typeof foundFields)[number]

/** All that was read; `candidates` are the ways to read what is in doubt, and then the field itself is null. */
export type Facts = Record<FoundField, Found | null> & {
  vat: FoundVat[]
  /** Lines that may name who sold, the likeliest first. */
  names: Found[]
  candidates: (Found & { field: FoundField })[]
}

/** What is known before anything is read: the day, and the organization number of who bought. */
export type Known = { today: Day; ownNumber: string | null }

/** What was read of one field: one thing, or several ways to read it. */
export type OneOrSeveral = readonly Found[]

export const factsOf = (pages: readonly PageRead[], known: Known): Facts => {
  const lines = linesOf(pages)
  const labelOf = labelling(lines)
  const codeLine = codeLineIn(lines)
  const sums = sumFacts(lines, labelOf, codeLine?.amount ?? null)
  const party: PartyFacts = partyFacts(lines, labelOf, known.ownNumber)
  const { names, ...numbers } = party
  const several: Partial<Record<FoundField, OneOrSeveral>> = {
    ...dayFacts(lines, labelOf, known.today),
    ...numberFacts(lines, labelOf),
    ...numbers,
    total: sums.total,
    currency: currencyFacts(lines, sums.total),
  }
  if (codeLine) {
    several.paymentReference = [codeLine.reference]
    if (codeLine.bankgiro) several.bankgiro = [codeLine.bankgiro]
  }
  const facts: Facts = { ...nothing, vat: sums.vat, names, candidates: [] }
  for (const field of foundFields) {
    const found = several[field] ?? []
    if (found.length === 1) facts[field] = found[0] ?? null
    else facts.candidates.push(...found.map((one) => ({ field, ...one })))
  }
  return facts
}

const nothing: Record<FoundField, null> = {
  date: null,
  dueDate: null,
  total: null,
  currency: null,
  invoiceNumber: null,
  paymentReference: null,
  organizationNumber: null,
  bankgiro: null,
  plusgiro: null,
}

/** The currency beside the total; else the only one that is named anywhere. */
const currencyFacts = (lines: readonly Line[], total: OneOrSeveral): Found[] => {
  const found = lines.flatMap((line) =>
    currenciesIn(line.text).map(({ code, from, to }): Found => ({ ...placeOf(line, from, to), value: code })),
  )
  const [only] = total
  const beside =
    total.length === 1 && only
      ? found.filter(({ page, box }) => page === only.page && Math.abs(box.top - only.box.top) < only.box.height)
      : []
  return firstOfEach(beside.length > 0 ? beside : found)
}
