// Money is whole öre in a bigint. This file is the only way between öre, the JSON numbers of the APIs and the decimal
// text of files. Conversion goes by digits, so no amount passes through floating point arithmetic.
import { rounded } from '#rule/rounding'

/** An amount of money in öre, hundredths of a krona (or of the unit of another currency). */
export type Ore = bigint

/** The largest absolute amount accepted from outside, in kronor. In öre it is far below 2^53. */
export const MAX_AMOUNT = 1_000_000_000_000

const ORE_PER_KRONA = 100n
const MAX_ORE: Ore = BigInt(MAX_AMOUNT) * ORE_PER_KRONA
const DECIMAL_TEXT = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/

/**
 * Öre for a JSON number in kronor. `null` if it is not finite, has more than two decimals, or is beyond {@link
 * MAX_AMOUNT}. The decimals are those of the shortest text that gives the same double (ECMA-262, Number::toString),
 * which is what the client wrote: 0.1 has one. That text is in e-notation only from 1e21, which is too large, and below
 * 1e-6, which has too many decimals, so e-notation need not be parsed.
 */
export const oreFromNumber = (kronor: number): Ore | null => {
  if (!(Math.abs(kronor) <= MAX_AMOUNT)) return null
  return Number.isInteger(kronor) ? BigInt(kronor) * ORE_PER_KRONA : oreFromText(String(kronor))
}

/** The JSON number in kronor for an amount: the nearest double, which prints as the exact amount up to 2^53 öre. */
export const numberFromOre = (ore: Ore): number => Number(textFromOre(ore))

/**
 * Öre for decimal text in kronor, as in SIE files: `-` if negative, digits, and after `.` one or two decimals. `null`
 * if it has another form or is beyond {@link MAX_AMOUNT}. Source: SIE file format 4B, the field type amount.
 */
export const oreFromText = (text: string): Ore | null => {
  const match = DECIMAL_TEXT.exec(text)
  if (match === null) return null
  const [, sign, whole = '', decimals = ''] = match
  const ore = BigInt(whole + decimals.padEnd(2, '0'))
  if (ore > MAX_ORE) return null
  return sign === '-' ? -ore : ore
}

/** An amount without its sign. */
export const size = (ore: Ore): Ore => (ore < 0n ? -ore : ore)

/** Decimal text in kronor with `.` and always two decimals: `-1234.50`. */
export const textFromOre = (ore: Ore): string => {
  const digits = size(ore).toString().padStart(3, '0')
  return `${ore < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export { rounded }

/** A percentage of an amount, with at most two decimals, rounded to öre, halves away from zero. */
export const percentOf = (ore: Ore, percent: number): Ore => rounded(ore * BigInt(Math.round(percent * 100)), 10_000n)
