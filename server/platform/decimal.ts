// Exact decimal numbers with six decimals: quantities, unit prices and rates. No floating point anywhere.
import { type Ore, rounded } from './money.ts'

/** A quantity, a unit price or a rate in millionths: six decimals, exactly. */
export type Micro = bigint

/** Exclusive bound for the absolute value of quantities and unit prices: a double still holds six decimals of them. */
export const MAX_FACTOR = 1_000_000_000

export const MICRO = 1_000_000n
const DECIMAL_TEXT = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/

/** A JSON number in millionths; null if it has more than six decimals or reaches {@link MAX_FACTOR}. */
export const microFromNumber = (number: number): Micro | null => {
  if (!(Math.abs(number) < MAX_FACTOR)) return null
  // The shortest text of the same double is what the client wrote; below 1e-6 it is in e-notation, which has too many
  // decimals.
  return microFromText(String(number))
}

/** Decimal text in millionths, with `.` and at most six decimals; null for another form. */
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

/** An amount of another currency in SEK, at a rate given as decimal text. */
export const atRate = (ore: Ore, rate: string): Ore => rounded(ore * rateFrom(rate), MICRO)

/** An amount of SEK in another currency, at a rate above zero given as decimal text. */
export const fromBase = (ore: Ore, rate: string): Ore => rounded(ore * MICRO, rateFrom(rate))

const rateFrom = (rate: string): Micro => {
  const micro = microFromText(rate)
  if (micro === null) throw new RangeError(`Not a rate: ${rate}`)
  return micro
}
