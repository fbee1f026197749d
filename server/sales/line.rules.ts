// What the lines of a document come to: exact arithmetic on decimal numbers, no floating point anywhere.
import { atRate, MICRO, type Micro } from '#platform/decimal'
import { MAX_AMOUNT, type Ore, percentOf, rounded, size } from '#platform/money'
import type { LineRecord, SalesLine } from './invoice.ts'

/** The most that a document may come to, in öre, either side of zero. */
export const MAX_TOTAL: Ore = BigInt(MAX_AMOUNT) * 100n

/** Whether a line sells something. */
export const isSalesLine = (line: LineRecord): line is SalesLine => line.itemType === 'salesItem'

/** What a line comes to without tax: quantity times unit price, rounded to öre. */
export const lineNet = (quantity: Micro, unitPrice: Micro): Ore => rounded(quantity * unitPrice * 100n, MICRO * MICRO)

/**
 * Whether lines come to more than a document may, in their currency or in SEK. Lines that cancel out are large all the
 * same: each is kept, and booked on its account.
 */
export const areTooLarge = (lines: readonly { netOre: Ore }[], currencyRate: string): boolean => {
  const gross = lines.reduce((sum, { netOre }) => sum + size(netOre), 0n)
  return gross > MAX_TOTAL || atRate(gross, currencyRate) > MAX_TOTAL
}

/** What the totals of a document are made of. */
export type CountedLine = { netOre: Ore; taxRate: number }

export type Totals = { netOre: Ore; taxOre: Ore; roundingOre: Ore; totalOre: Ore }

/**
 * The totals of a document. Tax is on the sum of the lines of each rate, as the tax authority counts it. With `rounds`,
 * what is to pay is in whole kronor (50 öre up), which changes neither net nor tax.
 */
export const totalsOf = (lines: readonly CountedLine[], { rounds }: { rounds: boolean }): Totals => {
  const sums = taxesOf(lines)
  const netOre = sums.reduce((sum, { netOre: net }) => sum + net, 0n)
  const taxOre = sums.reduce((sum, { taxOre: tax }) => sum + tax, 0n)
  const exact = netOre + taxOre
  const totalOre = rounds ? rounded(exact, 100n) * 100n : exact
  return { netOre, taxOre, roundingOre: totalOre - exact, totalOre }
}

/** Net and tax of each rate, the highest first. */
export const taxesOf = (lines: readonly CountedLine[]): { taxRate: number; netOre: Ore; taxOre: Ore }[] => {
  const nets = new Map<number, Ore>()
  for (const { taxRate, netOre } of lines) nets.set(taxRate, (nets.get(taxRate) ?? 0n) + netOre)
  return [...nets]
    .sort(([left], [right]) => right - left)
    .map(([taxRate, netOre]) => ({ taxRate, netOre, taxOre: percentOf(netOre, taxRate) }))
}
