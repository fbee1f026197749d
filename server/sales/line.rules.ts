// Line amounts and totals: exact decimal arithmetic, no floating point.
import { atRate, MICRO, type Micro } from '#platform/decimal'
import { MAX_AMOUNT, type Ore, percentOf, rounded, size } from '#platform/money'
import type { LineRecord, SalesLine } from './invoice.ts'

/** The maximum total of a document in öre, positive or negative. */
export const MAX_TOTAL: Ore = BigInt(MAX_AMOUNT) * 100n

/** Whether a line has an amount. */
export const isSalesLine = (line: LineRecord): line is SalesLine => line.itemType === 'salesItem'

/** The net amount of a line: quantity times unit price, rounded to öre. */
export const lineNet = (quantity: Micro, unitPrice: Micro): Ore => rounded(quantity * unitPrice * 100n, MICRO * MICRO)

/**
 * Whether lines exceed the maximum total, in their currency or in SEK. Amounts that cancel out count in full: each line
 * is stored and booked on its own account.
 */
export const areTooLarge = (lines: readonly { netOre: Ore }[], currencyRate: string): boolean => {
  const gross = lines.reduce((sum, { netOre }) => sum + size(netOre), 0n)
  return gross > MAX_TOTAL || atRate(gross, currencyRate) > MAX_TOTAL
}

/** The fields of a line that totals depend on. */
export type CountedLine = { netOre: Ore; taxRate: number }

export type Totals = { netOre: Ore; taxOre: Ore; roundingOre: Ore; totalOre: Ore }

/**
 * The totals of a document. VAT is computed on the sum of each rate, as the tax authority does. With `rounds`, the
 * amount to pay is rounded to whole kronor (50 öre up), without changing net or VAT.
 */
export const totalsOf = (lines: readonly CountedLine[], { rounds }: { rounds: boolean }): Totals => {
  const sums = taxesOf(lines)
  const netOre = sums.reduce((sum, { netOre: net }) => sum + net, 0n)
  const taxOre = sums.reduce((sum, { taxOre: tax }) => sum + tax, 0n)
  const exact = netOre + taxOre
  const totalOre = rounds ? rounded(exact, 100n) * 100n : exact
  return { netOre, taxOre, roundingOre: totalOre - exact, totalOre }
}

/** Net and VAT of each rate, highest rate first. */
export const taxesOf = (lines: readonly CountedLine[]): { taxRate: number; netOre: Ore; taxOre: Ore }[] => {
  const nets = new Map<number, Ore>()
  for (const { taxRate, netOre } of lines) nets.set(taxRate, (nets.get(taxRate) ?? 0n) + netOre)
  return [...nets]
    .sort(([left], [right]) => right - left)
    .map(([taxRate, netOre]) => ({ taxRate, netOre, taxOre: percentOf(netOre, taxRate) }))
}
