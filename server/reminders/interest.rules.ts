// Late interest (dröjsmålsränta), day by day: which rate holds on which days, and what it comes to. Pure.
import { addDays, type Day, dayFrom, daysBetween } from '#platform/day'
import { type Ore, rounded } from '#platform/money'

/** The reference rate of the central bank from a day on, in hundredths of a percent (räntelagen 1975:635, 9 §). */
export type ReferenceRate = { fromDate: Day; hundredths: number }

/** Late interest is the reference rate and eight percentage points (räntelagen, 6 §), in hundredths of a percent. */
export const STATUTORY_ADDITION = 800
/** Interest runs from so many days after a demand, where no due date was agreed on (räntelagen, 4 §). */
export const DAYS_AFTER_DEMAND = 30
/** A day's interest is a part of a year of so many days, also in leap years. */
const DAYS_OF_YEAR = 365
/** A hundredth of a percent is one of so many parts. */
const PARTS = 10_000

/** What lowered a claim on a day; below zero it raised it. */
export type ClaimChange = { date: Day; ore: Ore }

/**
 * Days after `fromDate` up to and with `toDate` with one unpaid amount and one rate. `isRateKnown` is false where the
 * rate of the half-year is not entered and the one before it is taken.
 */
export type Span = {
  fromDate: Day
  toDate: Day
  days: number
  unpaidOre: Ore
  /** Percent a year in hundredths, and the reference rate in it; null where a rate of its own was agreed. */
  rate: number
  referenceRate: number | null
  isRateKnown: boolean
}

/** The first day of the half-year that a day is in. */
export const halfYearOf = (day: Day): Day => dayFrom(`${day.slice(0, 4)}-${day.slice(5) < '07-01' ? '01' : '07'}-01`)

export type RateOnDay = Pick<Span, 'rate' | 'referenceRate' | 'isRateKnown'>

/**
 * The rate on a day: the one agreed on, or by the law; null before the first half-year that has one. `rates` are in the
 * order of their days.
 */
export const rateOn = (day: Day, rates: readonly ReferenceRate[], ownRate: number | null): RateOnDay | null => {
  if (ownRate !== null) return { rate: ownRate, referenceRate: null, isRateKnown: true }
  const found = rates.findLast(({ fromDate }) => fromDate <= day)
  if (!found) return null
  const { hundredths: referenceRate, fromDate } = found
  return { rate: referenceRate + STATUTORY_ADDITION, referenceRate, isRateKnown: fromDate === halfYearOf(day) }
}

export type Owed = {
  /** Interest is of the days after this one, up to and with `to`. */
  from: Day
  to: Day
  /** What is unpaid now, with everything that has happened, and what has happened. */
  unpaidOre: Ore
  changes: readonly ClaimChange[]
}

/**
 * The days of interest, each span with one unpaid amount and one rate. Whoever pays on a day owes interest for that
 * day. Days on which nothing was owed are left out.
 */
export const spansOf = (
  { from, to, unpaidOre, changes }: Owed,
  rates: readonly ReferenceRate[],
  ownRate: number | null,
): Span[] => {
  if (to <= from) return []
  // A day's amount is what no change of an earlier day has paid: spans end with the day of a change.
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
  // A half-year has at most 184 days, and two of its first days are more than 180 apart.
  for (let day = halfYearOf(from); day <= to; day = halfYearOf(addDays(day, 185))) days.push(day)
  return days
}

/** What the spans come to, rounded once. */
export const interestOf = (spans: readonly Pick<Span, 'unpaidOre' | 'days' | 'rate'>[]): Ore => {
  const parts = spans.reduce((sum, { unpaidOre, days, rate }) => sum + unpaidOre * BigInt(days) * BigInt(rate), 0n)
  return parts <= 0n ? 0n : rounded(parts, BigInt(DAYS_OF_YEAR * PARTS))
}
