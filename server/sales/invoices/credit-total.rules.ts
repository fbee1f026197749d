// The totals of a credit note. The remainder of an invoice after a credit note equals an invoice of the remaining
// lines: VAT of each rate, total in whole kronor, amount in SEK. So no credit note reverses more VAT than remains of a
// rate, and the last one reverses all that remains, however the lines are split. Pure; amounts are öre.
import { atRate } from '#platform/decimal'
import { type Ore, percentOf, rounded, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { taxesOf, totalsOf } from '#rule/document-totals'
import { atMost, type BookedLine, baseKeyOf, incomeKeyOf, taxKeyOf } from '#sales/booking/booking.rules'
import { creditNoteFaults as faults } from './credit-note-refusals.ts'
import type { CreditedParts, InvoiceRecord } from './invoice.ts'
import type { DocumentTotals } from './invoice-draft.rules.ts'

/** Amounts by kind or part key. */
type Sums = ReadonlyMap<string, Ore>

/**
 * The amounts of a document, or what remains of them. In its currency: net by kind ({@link kindOf}) and by part of
 * income and VAT base, VAT by rate, and the total. In SEK: the parts by key, and the total.
 */
export type Amounts = {
  kinds: Sums
  nets: Sums
  taxes: ReadonlyMap<number, Ore>
  totalOre: Ore
  parts: Sums
  totalBaseOre: Ore
}

/** The parts that a line's net belongs to: its income, and its VAT base if that is declared separately. */
export const partKeysOf = (line: BookedLine): string[] =>
  line.taxRate > 0 ? [incomeKeyOf(line), baseKeyOf(line)] : [incomeKeyOf(line)]

/**
 * The kind by which crediting is limited: the VAT rate, or for income without VAT its part, which has its own VAT box.
 */
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

/** Amounts less those already taken. */
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
 * A credit note to compute: its lines; the invoice's original amounts; what credit notes have left of them; and what is
 * left after losses and cash discounts as well. A draft may exceed the last one but cannot be published. With `rounds`,
 * the remainder stays in whole kronor.
 */
type Crediting = {
  lines: readonly BookedLine[]
  currencyRate: string
  sold: Amounts
  left: Amounts
  beside: Amounts
  rounds: boolean
}

export type DecidedCredit = { totals: DocumentTotals; creditedParts: CreditedParts; errors: FieldError[] }

/** The amounts of a credit note, and the errors if they exceed what is left. */
export const decideCredit = (credit: Crediting): DecidedCredit => {
  const { lines, currencyRate, sold } = credit
  const nets = netsBy(lines, kindsOf)
  const from = leftFor(credit, nets)
  const rest = minus(from.kinds, nets)
  const taxes = creditedTaxes(lines, { sold, from, rest })
  const restTaxes = minus(from.taxes, taxes)
  const netOre = sumOf(nets)
  const taxOre = sumOf(taxes)
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

/** The limit: what remains after losses and discounts, or, if that is exceeded, after credit notes only. */
const leftFor = ({ sold, left, beside }: Crediting, nets: Sums): Amounts =>
  [...nets].every(([kind, ore]) => beyond((beside.kinds.get(kind) ?? 0n) - ore, sold, kind) === 0n) ? beside : left

const KRONA: Ore = 100n

/** The VAT of each rate: what is left of it, less the VAT of an invoice of the remaining lines. */
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

/** In SEK, each part is what is left of it less the remainder, so that all credit notes together equal the invoice. */
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

/** Limits an amount to between zero and what is left, on the side of zero on which it was sold. */
const upTo = (ore: Ore, there: Ore, sold: Ore): Ore => {
  const sign = sold < 0n ? -1n : 1n
  const wanted = sign * ore
  return sign * atMost(sign * there, wanted > 0n ? wanted : 0n)
}

const sumOf = (amounts: ReadonlyMap<unknown, Ore>): Ore => [...amounts.values()].reduce((sum, ore) => sum + ore, 0n)

/** By how much the remainder of a kind lies outside the range from zero to the amount sold. */
export const beyond = (rest: Ore, { kinds }: Amounts, kind: string): Ore => outside(rest, kinds.get(kind) ?? 0n)

/** By how much an amount lies outside the range between zero and a limit, which may be negative. */
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
    // Older credit notes may already exceed the limit; a note that does not increase the excess is allowed.
    if (beyond(there - ore, sold, kind) <= beyond(there, sold, kind)) return []
    const taxRate = lines.find((line) => kindOf(line) === kind)?.taxRate ?? 0
    return [faults.moreThanRate(FIELD, { net: textFromOre(ore), left: textFromOre(there), taxRate })]
  })
}

const FIELD = '#/lineItems'
