// What the central banks answer about rates: the ECB's daily XML, and observations of the SWEA API of Riksbanken. Pure.
import { type Day, isDay } from '#platform/day'
import { type DayRate, type Rate, rateFromText } from './currency-rate.rules.ts'

/** The decimals of a rate that follows from two others. */
const SCALE = 10n ** 8n

/**
 * Rates in SEK from the ECB's daily rates, which are of one euro. Empty where the answer is another document, has no
 * krona, or has a rate that is none.
 */
export const ratesFromEcb = (xml: string): DayRate[] => {
  const date = /<Cube\s+time=['"](\d{4}-\d\d-\d\d)['"]/.exec(xml)?.[1] ?? ''
  const quoted = new Map(
    [...xml.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d{1,10}(?:\.\d{1,8})?)['"]/g)].map(
      ([, currency = '', rate = '']) => [currency, scaled(rate)],
    ),
  )
  const krona = quoted.get('SEK') ?? 0n
  if (!isDay(date) || krona === 0n) return []
  quoted.delete('SEK')
  return [...quoted.set('EUR', SCALE)].flatMap(([currency, perEuro]) => {
    const rate = perEuro === 0n ? null : rateFromText(textOf((krona * SCALE) / perEuro))
    return rate === null ? [] : [{ currency, date, rate }]
  })
}

const scaled = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * SCALE + BigInt(part.padEnd(8, '0'))
}
const textOf = (value: bigint): string => `${value / SCALE}.${String(value % SCALE).padStart(8, '0')}`

/** One observation of a series. */
type Observation = { date: Day; value: number }

/** The observation in an answer of SWEA; null where the answer is something else. */
export const observationIn = (answer: unknown): Observation | null => {
  const { date, value } = Object(answer) as Record<string, unknown>
  return typeof date === 'string' && isDay(date) && typeof value === 'number' && Number.isFinite(value)
    ? { date, value }
    : null
}

/** A currency's rate of an observation; null for one that is none. */
export const rateOfObservation = (currency: string, { date, value }: Observation): DayRate | null => {
  const rate: Rate | null = rateFromText(String(value))
  return rate === null ? null : { currency, date, rate }
}
