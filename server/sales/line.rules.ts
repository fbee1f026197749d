// What the lines of a document come to: exact arithmetic on decimal numbers, no floating point anywhere.
import { MAX_AMOUNT, type Ore, rounded } from '#platform/money'

export { rounded }

/** A quantity or a unit price in millionth parts: six decimals, exactly. */
export type Micro = bigint

/** What quantities and unit prices stay below, either side of zero: a double still holds six decimals of them. */
export const MAX_FACTOR = 1_000_000_000

/** The most that a document may come to, in öre, either side of zero. */
export const MAX_TOTAL: Ore = BigInt(MAX_AMOUNT) * 100n

const MICRO = 1_000_000n
const DECIMAL_TEXT = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/

/** Millionth parts of a JSON number; null when it has more than six decimals or reaches {@link MAX_FACTOR}. */
export const microFromNumber = (number: number): Micro | null => {
  if (!(Math.abs(number) < MAX_FACTOR)) return null
  // The shortest text of the same double is what the sender wrote; below 1e-6 it is in e-notation, which is too fine.
  return microFromText(String(number))
}

/** Millionth parts of decimal text with `.` and at most six decimals; null for another form. */
export const microFromText = (text: string): Micro | null => {
  const match = DECIMAL_TEXT.exec(text)
  if (match === null) return null
  const [, sign, whole = '', decimals = ''] = match
  const micro = BigInt(whole + decimals.padEnd(6, '0'))
  return sign === '-' ? -micro : micro
}

/** Decimal text with no more decimals than it needs: `2.5`, `-0.000001`. */
export const textFromMicro = (micro: Micro): string => {
  const digits = (micro < 0n ? -micro : micro).toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0+$/, '')
  return `${micro < 0n ? '-' : ''}${digits.slice(0, -6)}${decimals === '' ? '' : `.${decimals}`}`
}

/** What a line comes to without tax: quantity times unit price, rounded to öre. */
export const lineNet = (quantity: Micro, unitPrice: Micro): Ore => rounded(quantity * unitPrice * 100n, MICRO * MICRO)

/** The tax on an amount, in öre: half an öre goes up. */
export const taxOn = (net: Ore, rate: number): Ore => rounded(net * BigInt(rate), 100n)

/** An amount of another currency in SEK, at a rate given as decimal text. */
export const atRate = (ore: Ore, rate: string): Ore => {
  const micro = microFromText(rate)
  if (micro === null) throw new RangeError(`Not a rate: ${rate}`)
  return rounded(ore * micro, MICRO)
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
    .map(([taxRate, netOre]) => ({ taxRate, netOre, taxOre: taxOn(netOre, taxRate) }))
}
