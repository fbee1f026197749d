// Late interest (dröjsmålsränta) by day: the applicable rates, and the amount. Pure.
import { addDays, type Day, dayFrom, daysBetween } from '#platform/day'
import { type Ore, rounded } from '#platform/money'
import { lawOn } from '#rule/law'

/** The central bank's reference rate from a day on, in hundredths of a percent (räntelagen 1975:635, 9 §). */
export type ReferenceRate = { fromDate: Day; hundredths: number }

/** Days per year for daily interest, also in leap years. */
const DAYS_OF_YEAR = 365
/** The number of hundredths of a percent in 1. */
const PARTS = 10_000
const HUNDREDTHS = 100

/** A reduction of the claim on a day; negative for an increase. */
export type ClaimChange = { date: Day; ore: Ore }

/**
 * The days after `fromDate` up to and including `toDate`, with one unpaid amount and one rate. `isRateKnown` is false
 * if the half-year's rate is missing and the previous one is used.
 */
export type Span = {
  fromDate: Day
  toDate: Day
  days: number
  unpaidOre: Ore
  /** The annual rate in hundredths of a percent, and the reference rate in it; null if a rate was agreed. */
  rate: number
  referenceRate: number | null
  isRateKnown: boolean
}

/** The first day of the half-year of a day. */
export const halfYearOf = (day: Day): Day => dayFrom(`${day.slice(0, 4)}-${day.slice(5) < '07-01' ? '01' : '07'}-01`)

type RateOnDay = Pick<Span, 'rate' | 'referenceRate' | 'isRateKnown'>

/** The rate on a day: agreed, or by law; null before the first known half-year. `rates` are ordered by day. */
export const rateOn = (day: Day, rates: readonly ReferenceRate[], ownRate: number | null): RateOnDay | null => {
  if (ownRate !== null) return { rate: ownRate, referenceRate: null, isRateKnown: true }
  const found = rates.findLast(({ fromDate }) => fromDate <= day)
  if (!found) return null
  const { hundredths: referenceRate, fromDate } = found
  // Late interest is the reference rate and an addition in percentage points (räntelagen, 6 §).
  const addition = Math.round(lawOn(day).value('interest.addition') * HUNDREDTHS)
  return { rate: referenceRate + addition, referenceRate, isRateKnown: fromDate === halfYearOf(day) }
}

type Owed = {
  /** Interest runs on the days after `from`, up to and including `to`. */
  from: Day
  to: Day
  /** The current unpaid amount, and the changes that led to it. */
  unpaidOre: Ore
  changes: readonly ClaimChange[]
}

/**
 * The periods of interest, each with one unpaid amount and one rate. A payment still bears interest for its own day.
 * Days without a debt are left out.
 */
export const spansOf = (
  { from, to, unpaidOre, changes }: Owed,
  rates: readonly ReferenceRate[],
  ownRate: number | null,
): Span[] => {
  if (to <= from) return []
  // The amount of a day includes no changes of that day: periods end with the day of a change.
  const inside = (day: Day) => day > from && day < to
  const ends = new Set([
    ...changes.map(({ date }) => date).filter(inside),
    ...(ownRate === null ? halfYearsBetween(from, to) : []).map((day) => addDays(day, -1)).filter(inside),
    to,
  ])
  let begin = from
  return [...ends].sort().flatMap((end) => {
    const span = { fromDate: begin, toDate: end, days: daysBetween(begin, end) }
    begin = end
    const owed = unpaidOre + changes.reduce((sum, { date, ore }) => (date >= end ? sum + ore : sum), 0n)
    const rate = rateOn(end, rates, ownRate)
    return owed > 0n && rate !== null ? [{ ...span, unpaidOre: owed, ...rate }] : []
  })
}

const halfYearsBetween = (from: Day, to: Day): Day[] => {
  const days: Day[] = []
  // A half-year has at most 184 days, and two consecutive starts are more than 180 days apart.
  for (let day = halfYearOf(from); day <= to; day = halfYearOf(addDays(day, 185))) days.push(day)
  return days
}

/** The total of the periods, rounded once. */
export const interestOf = (spans: readonly Pick<Span, 'unpaidOre' | 'days' | 'rate'>[]): Ore => {
  const parts = spans.reduce((sum, { unpaidOre, days, rate }) => sum + unpaidOre * BigInt(days) * BigInt(rate), 0n)
  return parts <= 0n ? 0n : rounded(parts, BigInt(DAYS_OF_YEAR * PARTS))
}
