// Extracts the facts of a receipt or an invoice from its words and their positions. Ambiguous values are not guessed:
// all readings are returned, and none is chosen.
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

/** The extracted facts; an ambiguous field is null, and its readings are in `candidates`. */
export type Facts = Record<FoundField, Found | null> & {
  vat: FoundVat[]
  /** Lines that may name the seller, most likely first. */
  names: Found[]
  candidates: (Found & { field: FoundField })[]
}

/** The context of reading: the current day, and the buyer's organization number. */
export type Known = { today: Day; ownNumber: string | null }

/** The readings of one field. */
type OneOrSeveral = readonly Found[]

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

/** The currency beside the total; otherwise the only one named anywhere. */
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
