// Checks the totals of an e-invoice by the rules of EN 16931: their parts must agree to the öre, since otherwise the
// debt is unknown; where the standard allows rounding, a difference is a warning. Pure.
import { numberFromOre, type Ore, oreFromNumber, rounded, size, textFromOre } from '#platform/money'
import type { DeclaredSentence } from '#platform/sentences'
import { type EInvoiceContent, type EInvoiceLine, type EInvoiceWarning, warningOf } from './e-invoice.rules.ts'
import { eInvoiceWarnings as doubts, eInvoiceProblems as problems } from './refusals.ts'

/** BR-CO-17 allows the VAT of a rate to differ by less than one krona, as recording does. */
const TAX_TOLERANCE: Ore = 99n
/** The allowed difference of the taxable amount, by the category rules (BR-S-08). */
const TAXED_TOLERANCE: Ore = 100n
/** The allowed difference of a line amount, by PEPPOL-EN16931-R120. */
const LINE_TOLERANCE: Ore = 2n

/** The allowances and charges on invoice level, in kronor as written. */
export type Sides = { allowances: readonly number[]; charges: readonly number[] }

/** Reports every total that does not agree; returns warnings. */
export const checkSums = (
  content: EInvoiceContent,
  { allowances, charges }: Sides,
  find: (problem: DeclaredSentence) => void,
): EInvoiceWarning[] => {
  const { lines, taxes, totals } = content
  const of = (amount: number) => ore(amount)
  const rules: readonly (readonly [string, string, Ore, Ore])[] = [
    ['BR-CO-10', 'LineExtensionAmount', sum(lines.map(({ netAmount }) => netAmount)), of(totals.lines)],
    ['BR-CO-11', 'AllowanceTotalAmount', sum(allowances), of(totals.allowances)],
    ['BR-CO-12', 'ChargeTotalAmount', sum(charges), of(totals.charges)],
    ['BR-CO-13', 'TaxExclusiveAmount', of(totals.lines) - of(totals.allowances) + of(totals.charges), of(totals.net)],
    ['BR-CO-14', 'TaxTotal/TaxAmount', sum(taxes.map(({ taxAmount }) => taxAmount)), of(totals.tax)],
    ['BR-CO-15', 'TaxInclusiveAmount', of(totals.net) + of(totals.tax), of(totals.gross)],
    ['BR-CO-16', 'PayableAmount', of(totals.gross) - of(totals.prepaid) + of(totals.rounding), of(totals.payable)],
  ]
  for (const [rule, name, made, said] of rules) {
    if (made !== said) find(problems.sum.said({ rule, name, made: textFromOre(made), said: textFromOre(said) }))
  }
  checkTaxed(content, find)
  return [...doubtsInTaxes(content), ...lines.flatMap(doubtsInLine)]
}

/** The taxable amount of each rate must equal the lines and charges of that rate (BR-S-08 and the like). */
const checkTaxed = (
  { lines, charges, taxes, totals }: EInvoiceContent,
  find: (problem: DeclaredSentence) => void,
): void => {
  const taxed = sum(taxes.map(({ netAmount }) => netAmount))
  if (size(taxed - ore(totals.net)) > TAXED_TOLERANCE) {
    const values = { made: textFromOre(ore(totals.net)), said: textFromOre(taxed) }
    find(problems.sum.said({ rule: 'BR-CO-18', name: 'TaxableAmount', ...values }))
  }
  for (const { category, taxRate, netAmount } of taxes) {
    const isOwn = (one: { category: string | null; taxRate: number | null }) =>
      one.category === category && (one.taxRate ?? 0) === (taxRate ?? 0)
    const made =
      sum(lines.filter(isOwn).map((line) => line.netAmount)) + sum(charges.filter(isOwn).map(({ amount }) => amount))
    const said = ore(netAmount)
    if (size(made - said) <= TAXED_TOLERANCE) continue
    const rule = `BR-${category}-08`
    find(problems.sum.said({ rule, name: 'TaxableAmount', made: textFromOre(made), said: textFromOre(said) }))
  }
}

const doubtsInTaxes = ({ taxes }: EInvoiceContent): EInvoiceWarning[] =>
  taxes.flatMap(({ taxRate, netAmount, taxAmount }) => {
    const made = rounded(ore(netAmount) * BigInt(Math.round((taxRate ?? 0) * 10_000)), 1_000_000n)
    return differs('BR-CO-17', 'TaxAmount', made, ore(taxAmount), TAX_TOLERANCE)
  })

/** Checks a line amount against quantity and price; a line without a price is not checked. */
const doubtsInLine = ({ quantity, price, priceFor, netAmount, charges, number }: EInvoiceLine): EInvoiceWarning[] => {
  if (quantity === null || price === null) return []
  const made = BigInt(Math.round(((quantity * price) / priceFor) * 100)) + sum(charges.map(({ amount }) => amount))
  return differs('PEPPOL-EN16931-R120', `LineExtensionAmount (${number})`, made, ore(netAmount), LINE_TOLERANCE)
}

const differs = (rule: string, name: string, made: Ore, said: Ore, tolerance: Ore): EInvoiceWarning[] =>
  size(made - said) <= tolerance
    ? []
    : [warningOf(rule, doubts.sum.said({ rule, name, made: textFromOre(made), said: textFromOre(said) }))]

const ore = (amount: number): Ore => {
  const found = oreFromNumber(amount)
  if (found === null) throw new Error(`Not a valid amount: ${amount}`)
  return found
}

const sum = (amounts: readonly number[]): Ore => amounts.reduce((total, amount) => total + ore(amount), 0n)

/** The total billed by the seller, including paid amounts; negative for a credit note. */
export const totalOf = ({ kind, totals }: Pick<EInvoiceContent, 'kind' | 'totals'>): number => {
  const total = ore(totals.gross) + ore(totals.rounding)
  return numberFromOre(kind === 'creditNote' ? -total : total)
}
