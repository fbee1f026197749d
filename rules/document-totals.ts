// What the lines of a document come to, in whole numbers: öre, and millionth parts for quantities and prices.
import { rounded } from '#rule/rounding'

/** Millionth parts of one. */
const MICRO = 1_000_000n

/** What a line comes to without tax, in öre: quantity times unit price, both in millionth parts. */
export const lineNet = (quantity: bigint, unitPrice: bigint): bigint =>
  rounded(quantity * unitPrice * 100n, MICRO * MICRO)

/** What the totals of a document are made of. */
type CountedLine = { netOre: bigint; taxRate: number }

type Totals = { netOre: bigint; taxOre: bigint; roundingOre: bigint; totalOre: bigint }

/**
 * The totals of a document, in öre. Tax is on the sum of the lines of each rate, as the tax authority counts it. With
 * `rounds`, what is to pay is in whole kronor (50 öre up), which changes neither net nor tax.
 */
export const totalsOf = (lines: readonly CountedLine[], { rounds }: { rounds: boolean }): Totals => {
  const sums = taxesOf(lines)
  const netOre = sums.reduce((sum, { netOre: net }) => sum + net, 0n)
  const taxOre = sums.reduce((sum, { taxOre: tax }) => sum + tax, 0n)
  const exact = netOre + taxOre
  const totalOre = rounds ? rounded(exact, 100n) * 100n : exact
  return { netOre, taxOre, roundingOre: totalOre - exact, totalOre }
}

/** A rate in hundredths of a percent: other countries have rates with up to two decimals, such as 25.5. */
const hundredthsOf = (taxRate: number): bigint => BigInt(Math.round(taxRate * 100))

/** Net and tax of each rate, the highest first. */
export const taxesOf = (lines: readonly CountedLine[]): { taxRate: number; netOre: bigint; taxOre: bigint }[] => {
  const nets = new Map<number, bigint>()
  for (const { taxRate, netOre } of lines) nets.set(taxRate, (nets.get(taxRate) ?? 0n) + netOre)
  return [...nets]
    .sort(([left], [right]) => right - left)
    .map(([taxRate, netOre]) => ({ taxRate, netOre, taxOre: rounded(netOre * hundredthsOf(taxRate), 10_000n) }))
}
