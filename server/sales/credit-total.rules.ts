// What a credit note comes to. What is left of an invoice beside one is what an invoice of the remaining lines would
// come to: its tax of each rate, its total in whole kronor, its SEK. So no note takes back more tax than is left of its
// rate, and the last one takes all that is left, however the lines were cut. Pure; amounts are öre.
import { atRate } from '#platform/decimal'
import { type Ore, percentOf, rounded, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { atMost, type BookedLine, baseKeyOf, incomeKeyOf, taxKeyOf } from './booking.rules.ts'
import { creditNoteFaults as faults } from './credit-note-refusals.ts'
import type { CreditedParts, InvoiceRecord } from './invoice.ts'
import type { DocumentTotals } from './invoice-draft.rules.ts'
import { taxesOf, totalsOf } from './line.rules.ts'

/** Amounts by what they are of. */
type Sums = ReadonlyMap<string, Ore>

/**
 * What a document comes to, or is left of it. In its currency: without tax, by kind ({@link kindOf}) and by part of
 * income and of the base of tax; tax by rate; and the total. In SEK: its parts by their keys, and the total.
 */
export type Amounts = {
  kinds: Sums
  nets: Sums
  taxes: ReadonlyMap<number, Ore>
  totalOre: Ore
  parts: Sums
  totalBaseOre: Ore
}

/** The parts that the net of a line belongs to: its income, and the base of its tax where that is declared apart. */
export const partKeysOf = (line: BookedLine): string[] =>
  line.taxRate > 0 ? [incomeKeyOf(line), baseKeyOf(line)] : [incomeKeyOf(line)]

/** What is credited apart: what is sold at a rate, and each part of income without tax, which has a box of its own. */
export const kindOf = (line: BookedLine): string => (line.taxRate > 0 ? taxKeyOf(line.taxRate) : incomeKeyOf(line))

export const amountsOf = ({
  lines,
  currencyRate,
  totalOre,
  totalBaseOre,
  creditedParts,
}: Pick<InvoiceRecord, 'currencyRate' | 'totalOre' | 'totalBaseOre' | 'creditedParts'> & {
  lines: readonly BookedLine[]
}): Amounts => {
  const nets = netsBy(lines, partKeysOf)
  const taxes = creditedParts?.taxes ?? new Map(taxesOf(lines).map(({ taxRate, taxOre }) => [taxRate, taxOre]))
  const ofTax = [...taxes].map(([taxRate, ore]): [string, Ore] => [taxKeyOf(taxRate), ore])
  const inBase = () => new Map([...nets, ...ofTax].map(([key, ore]) => [key, atRate(ore, currencyRate)]))
  return { kinds: netsBy(lines, kindsOf), nets, taxes, totalOre, parts: creditedParts?.parts ?? inBase(), totalBaseOre }
}

const kindsOf = (line: BookedLine): string[] => [kindOf(line)]

const netsBy = (lines: readonly BookedLine[], keysOf: (line: BookedLine) => string[]): Map<string, Ore> => {
  const sums = new Map<string, Ore>()
  for (const line of lines) for (const key of keysOf(line)) sums.set(key, (sums.get(key) ?? 0n) + line.netOre)
  return sums
}

/** Amounts without what others have taken of them. */
export const less = (amounts: Amounts, taken: Amounts): Amounts => ({
  kinds: minus(amounts.kinds, taken.kinds),
  nets: minus(amounts.nets, taken.nets),
  taxes: minus(amounts.taxes, taken.taxes),
  totalOre: amounts.totalOre - taken.totalOre,
  parts: minus(amounts.parts, taken.parts),
  totalBaseOre: amounts.totalBaseOre - taken.totalBaseOre,
})

const minus = <Key>(amounts: ReadonlyMap<Key, Ore>, taken: ReadonlyMap<Key, Ore>): Map<Key, Ore> =>
  new Map([...amounts].map(([key, ore]) => [key, ore - (taken.get(key) ?? 0n)]))

/**
 * A credit note to be: its lines; what its invoice came to, and what credit notes have left of that; and what is left
 * beside losses and cash discounts too, of which a draft may have more, though it is not published. With `rounds` what
 * is left stays in whole kronor.
 */
export type Crediting = {
  lines: readonly BookedLine[]
  currencyRate: string
  sold: Amounts
  left: Amounts
  beside: Amounts
  rounds: boolean
}

export type DecidedCredit = { totals: DocumentTotals; creditedParts: CreditedParts; errors: FieldError[] }

/** What a credit note comes to, and what is wrong where that is more than is left. */
export const decideCredit = (credit: Crediting): DecidedCredit => {
  const { lines, currencyRate, sold } = credit
  const nets = netsBy(lines, kindsOf)
  const from = leftFor(credit, nets)
  const rest = minus(from.kinds, nets)
  const taxes = creditedTaxes(lines, { sold, from, rest })
  const restTaxes = minus(from.taxes, taxes)
  const [netOre, taxOre] = [sumOf(nets), sumOf(taxes)]
  const exact = netOre + taxOre
  const whole = rounded(sumOf(rest) + sumOf(restTaxes), KRONA) * KRONA
  const isLast = [...rest.values()].every((ore) => ore === 0n)
  const counted = isLast ? from.totalOre : credit.rounds ? from.totalOre - whole : exact
  const totalOre = upTo(counted, from.totalOre, sold.totalOre)
  const restBase = isLast ? 0n : atRate(from.totalOre - totalOre, currencyRate)
  const totalBaseOre = upTo(from.totalBaseOre - restBase, from.totalBaseOre, sold.totalBaseOre)
  const parts = creditedParts(credit, from, restTaxes)
  const totals = { netOre, taxOre, roundingOre: totalOre - exact, totalOre, totalBaseOre }
  return { totals, creditedParts: { taxes, parts }, errors: wrongIn(credit, nets) }
}

/** What there is to credit: beside losses and discounts, unless it is more than that. */
const leftFor = ({ sold, left, beside }: Crediting, nets: Sums): Amounts =>
  [...nets].every(([kind, ore]) => beyond((beside.kinds.get(kind) ?? 0n) - ore, sold, kind) === 0n) ? beside : left

const KRONA: Ore = 100n

/** The tax of each rate: what is left of it beside what an invoice of the remaining lines would have. */
const creditedTaxes = (
  lines: readonly BookedLine[],
  { sold, from, rest }: { sold: Amounts; from: Amounts; rest: Sums },
): Map<number, Ore> => {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))].filter((taxRate) => taxRate > 0)
  return new Map(
    rates.map((taxRate) => {
      const there = from.taxes.get(taxRate) ?? 0n
      const remains = percentOf(rest.get(taxKeyOf(taxRate)) ?? 0n, taxRate)
      return [taxRate, upTo(there - remains, there, sold.taxes.get(taxRate) ?? 0n)]
    }),
  )
}

/** In SEK each part is what is left of it beside the rest, so that all notes together come to what the invoice did. */
const creditedParts = (
  { lines, currencyRate, sold }: Crediting,
  from: Amounts,
  restTaxes: ReadonlyMap<number, Ore>,
): Map<string, Ore> => {
  const restNets = minus(from.nets, netsBy(lines, partKeysOf))
  const parts = new Map<string, Ore>()
  for (const line of lines) {
    for (const key of partKeysOf(line)) {
      parts.set(key, (from.parts.get(key) ?? 0n) - atRate(restNets.get(key) ?? 0n, currencyRate))
    }
    if (line.taxRate === 0) continue
    const tax = taxKeyOf(line.taxRate)
    const there = from.parts.get(tax) ?? 0n
    const rest = atRate(restTaxes.get(line.taxRate) ?? 0n, currencyRate)
    parts.set(tax, upTo(there - rest, there, sold.parts.get(tax) ?? 0n))
  }
  return parts
}

/** An amount from zero to what is there, on the side of zero on which it was sold. */
const upTo = (ore: Ore, there: Ore, sold: Ore): Ore => {
  const sign = sold < 0n ? -1n : 1n
  const wanted = sign * ore
  return sign * atMost(sign * there, wanted > 0n ? wanted : 0n)
}

const sumOf = (amounts: ReadonlyMap<unknown, Ore>): Ore => [...amounts.values()].reduce((sum, ore) => sum + ore, 0n)

/** By how much what is left of a kind is not between nothing and what was sold of it. */
export const beyond = (rest: Ore, { kinds }: Amounts, kind: string): Ore => outside(rest, kinds.get(kind) ?? 0n)

/** By how much an amount is not between zero and a limit on either side of it. */
export const outside = (ore: Ore, limit: Ore): Ore => {
  const [least, most] = limit < 0n ? [limit, 0n] : [0n, limit]
  if (ore < least) return least - ore
  return ore > most ? ore - most : 0n
}

const wrongIn = ({ lines, sold, left }: Crediting, nets: Sums): FieldError[] => {
  const { totalOre: counted } = totalsOf(lines, { rounds: false })
  const total = textFromOre(counted)
  if (counted < 0n) return [faults.negative(FIELD, { total })]
  const rest = minus(left.kinds, nets)
  const taxes = [...left.taxes.keys()].map((taxRate) => percentOf(rest.get(taxKeyOf(taxRate)) ?? 0n, taxRate))
  if (sumOf(rest) + taxes.reduce((sum, ore) => sum + ore, 0n) < 0n) {
    return [faults.moreThanInvoice(FIELD, { total, left: textFromOre(left.totalOre) })]
  }
  return [...nets].flatMap(([kind, ore]) => {
    const there = left.kinds.get(kind) ?? 0n
    // What was credited otherwise before this was asked may go on towards what is right.
    if (beyond(there - ore, sold, kind) <= beyond(there, sold, kind)) return []
    const taxRate = lines.find((line) => kindOf(line) === kind)?.taxRate ?? 0
    return [faults.moreThanRate(FIELD, { net: textFromOre(ore), left: textFromOre(there), taxRate })]
  })
}

const FIELD = '#/lineItems'
