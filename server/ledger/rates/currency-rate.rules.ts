// Currency rates: decimal text, exact arithmetic, no floating point.
import { type Day, isDay } from '#platform/day'
import { type Ore, rounded } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { CURRENCY_OF_LAW } from '#rule/currency'
import { rateFaults as faults } from './currency-rate-refusals.ts'

/** The price of one unit of a currency in another (SEK where stored), as decimal text without trailing zeros. */
export type Rate = string

/** The rate of one currency on one day. */
export type DayRate = { currency: string; date: Day; rate: Rate }

/** The currency that stored rates are in; its rate is 1 by definition and is not stored. */
export const RATES_IN = CURRENCY_OF_LAW

/** Upper bound of a rate, exclusive. */
export const MAX_RATE = 1_000_000

/** Maximum number of rates in one file: a year of all currencies quoted by a central bank has about eight thousand. */
const MAX_RATES_IN_FILE = 20_000

const DECIMALS = 8
const SCALE = 10n ** BigInt(DECIMALS)
const DECIMAL_TEXT = /^(\d{1,10})(?:\.(\d{1,8}))?$/

/** Parses decimal text as a rate: above zero, below {@link MAX_RATE}, at most eight decimals. Null otherwise. */
export const rateFromText = (text: string): Rate | null => {
  const scaled = scaledFrom(text)
  return scaled !== null && scaled > 0n && scaled < BigInt(MAX_RATE) * SCALE ? textFrom(scaled) : null
}

/** Converts a JSON number to a rate. Null if the number needs an exponent in decimal text. */
export const rateFromNumber = (number: number): Rate | null => rateFromText(String(number))

/** Converts an amount by the price of its currency; half an öre is rounded away from zero. */
export const inBaseCurrency = (ore: Ore, rate: Rate): Ore => {
  const scaled = scaledFrom(rate)
  if (scaled === null) throw new RangeError(`Not a rate: ${rate}`)
  return rounded(ore * scaled, SCALE)
}

/** Converts an amount back: what it is of a currency with this price; half an öre is rounded away from zero. */
export const outOfBase = (ore: Ore, rate: Rate): Ore => {
  const scaled = scaledFrom(rate)
  if (!scaled) throw new RangeError(`Not a rate: ${rate}`)
  return rounded(ore * SCALE, scaled)
}

/** The price of a currency in another one, from the prices of both in the same third; null if it rounds to nothing. */
export const crossRate = (price: Rate, ofOther: Rate): Rate | null => {
  const [one, other] = [scaledFrom(price), scaledFrom(ofOther)]
  if (one === null || !other) throw new RangeError(`Not a rate: ${price} or ${ofOther}`)
  const scaled = rounded(one * SCALE, other)
  return scaled > 0n && scaled < BigInt(MAX_RATE) * SCALE ? textFrom(scaled) : null
}

/** The mean of rates, rounded to the decimals of a rate; null of none. */
export const meanRate = (rates: readonly Rate[]): Rate | null => {
  if (rates.length === 0) return null
  const sum = rates.reduce((total, rate) => total + (scaledFrom(rate) ?? 0n), 0n)
  return textFrom(rounded(sum, BigInt(rates.length)))
}

/** Parses lines of `date;currency;rate`; the first may be a heading. Every wrong line is reported. */
export const readRates = (text: string, today: Day): { rates: DayRate[]; errors: FieldError[] } => {
  const rates = new Map<string, DayRate>()
  const errors: FieldError[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && HEADING.test(line))) continue
    const read = readLine(line, today)
    const problem = typeof read === 'string' ? read : repeated(read, rates)
    if (problem !== null) errors.push(faults.line('#/file', { line: index + 1, problem }))
    if (typeof read !== 'string') rates.set(keyOf(read), read)
  }
  if (errors.length === 0 && rates.size === 0) errors.push(faults.noLines('#/file'))
  if (rates.size > MAX_RATES_IN_FILE) errors.push(faults.tooMany('#/file', { limit: MAX_RATES_IN_FILE }))
  return { rates: [...rates.values()], errors }
}

const HEADING = /^\s*(?:date|datum)\s*;/i

/** The rate of a line, or its error. */
const readLine = (line: string, today: Day): DayRate | string => {
  const parts = line.split(';').map((part) => part.trim())
  const [date = '', currency = '', rate = ''] = parts
  if (parts.length !== 3) return 'must be date;currency;rate'
  const wrong = wrongInRate({ date, currency, rate: rate.replace(',', '.') }, today)
  if (wrong.length > 0) return wrong.map(({ message }) => message).join('; ')
  return dayRateOf({ date, currency, rate: rate.replace(',', '.') })
}

/** All errors in a rate entered by a person. */
export const wrongInRate = (
  { currency, date, rate }: { currency: string; date: string; rate: string },
  today: Day,
): FieldError[] => {
  const errors: FieldError[] = []
  if (!isDay(date)) errors.push(faults.date('#/date', { date }))
  else if (date > today) errors.push(faults.dayToCome('#/date', { date }))
  if (currency === RATES_IN || !isoCurrencies.has(currency)) errors.push(faults.currency('#/currency', { currency }))
  if (rateFromText(rate) === null) errors.push(faults.rate('#/rate', { rate, limit: MAX_RATE }))
  return errors
}

/** Converts a validated rate. */
export const dayRateOf = ({ currency, date, rate }: { currency: string; date: string; rate: string }): DayRate => {
  const kept = rateFromText(rate)
  if (kept === null || !isDay(date)) throw new RangeError(`Not a rate: ${date} ${currency} ${rate}`)
  return { currency, date, rate: kept }
}

const repeated = (rate: DayRate, earlier: ReadonlyMap<string, DayRate>): string | null =>
  earlier.has(keyOf(rate)) ? `${rate.currency} of ${rate.date} is given twice` : null

const keyOf = ({ currency, date }: DayRate): string => `${currency} ${date}`

const isoCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const scaledFrom = (text: string): bigint | null => {
  const [, whole, decimals = ''] = DECIMAL_TEXT.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole + decimals.padEnd(DECIMALS, '0'))
}

const textFrom = (scaled: bigint): string => {
  const digits = scaled.toString().padStart(DECIMALS + 1, '0')
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, '')
  return `${digits.slice(0, -DECIMALS)}${decimals === '' ? '' : `.${decimals}`}`
}
