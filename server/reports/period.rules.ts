// The period of a report: its columns, their comparisons, and the boundaries at which dates must be split to compute
// them.
import type { BookYear } from '#ledger'
import { addDays, addMonths, type Day, daysBetween, firstOfMonth, lastOfMonth } from '#platform/day'

/** From the first to the last day, inclusive. */
export type Period = { from: Day; to: Day }

export const steps = ['month', 'quarter', 'year'] as const
export type Step = (typeof steps)[number]

export const columnKinds = ['part', 'tag', 'untagged', 'period', 'compared', 'budget', 'deviation'] as const

export type ReportTag = { id: string; name: string }

/**
 * `period` is the report's own; a `part` is a month, a quarter or a year of it; a `tag` is the part with that tag, and
 * `untagged` the part without a tag of the group; `compared` is the comparison; `budget` is the budget of the period,
 * and `deviation` the actual amount less the budget.
 */
export type Column = Period & { kind: (typeof columnKinds)[number]; tag?: ReportTag; untaggedGroupId?: string }

/** Maximum number of parts in one report. */
export const MAX_PARTS = 60

/** The fiscal year of a day, otherwise the last one that started before it. */
export const yearBefore = (years: Years, day: Day): BookYear | undefined =>
  years.findLast(({ startDate }) => startDate <= day)

/** The default fiscal year of a report: that of today, the last one before it, or the first. */
export const usualYear = (years: Years, today: Day): BookYear | undefined => yearBefore(years, today) ?? years[0]

/** Completes a period from the fiscal year around it; null if there is no such year. */
export const periodFrom = (
  years: Years,
  { from, to, today }: { from?: Day | undefined; to?: Day | undefined; today: Day },
): Period | null => {
  if (from && to) return { from, to }
  const year = from || to ? yearBefore(years, from ?? to ?? today) : usualYear(years, today)
  if (!year) return null
  return { from: from ?? year.startDate, to: to ?? year.endDate }
}

export const isWholeMonths = ({ from, to }: Period): boolean => firstOfMonth(from) === from && lastOfMonth(to) === to

const monthsIn = ({ from, to }: Period): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1

/** A period a number of months earlier; whole months stay whole. */
const monthsEarlier = (period: Period, months: number): Period => {
  const to = addMonths(period.to, -months)
  return { from: addMonths(period.from, -months), to: isWholeMonths(period) ? lastOfMonth(to) : to }
}

/**
 * The previous period: for a fiscal year the previous fiscal year, for whole months the same number of months,
 * otherwise the same number of days.
 */
export const periodBefore = (years: Years, period: Period): Period => {
  const place = years.findIndex(({ startDate, endDate }) => startDate === period.from && endDate === period.to)
  const before = years[place - 1]
  if (before) return { from: before.startDate, to: before.endDate }
  if (isWholeMonths(period)) return monthsEarlier(period, monthsIn(period))
  return { from: addDays(period.from, -daysBetween(period.from, period.to) - 1), to: addDays(period.from, -1) }
}

/** The same days a year earlier: for a fiscal year the previous fiscal year. */
export const yearEarlier = (years: Years, period: Period): Period => {
  const isYear = years.some(({ startDate, endDate }) => startDate === period.from && endDate === period.to)
  return isYear ? periodBefore(years, period) : monthsEarlier(period, 12)
}

const monthsOf: Readonly<Record<Step, number>> = { month: 1, quarter: 3, year: 12 }

/**
 * The months, calendar quarters or fiscal years of a period, the first and the last truncated; null if there are more
 * than {@link MAX_PARTS}.
 */
export const partsOf = (years: Years, { from, to }: Period, step: Step): Period[] | null => {
  const parts: Period[] = []
  for (let first = from; first <= to; ) {
    if (parts.length === MAX_PARTS) return null
    const last = lastOfPart(years, first, step)
    parts.push({ from: first, to: last < to ? last : to })
    first = addDays(last, 1)
  }
  return parts
}

const lastOfPart = (years: Years, first: Day, step: Step): Day => {
  if (step === 'year') {
    const year = years.find(({ startDate, endDate }) => startDate <= first && endDate >= first)
    if (year) return year.endDate
    const next = years.find(({ startDate }) => startDate > first)
    const calendar = lastOfMonth(addMonths(firstOfMonth(first), 12 - Number(first.slice(5, 7))))
    return next && next.startDate <= calendar ? addDays(next.startDate, -1) : calendar
  }
  const months = monthsOf[step]
  const left = months - 1 - ((Number(first.slice(5, 7)) - 1) % months)
  return lastOfMonth(addMonths(firstOfMonth(first), left))
}

/** A fiscal year with stored opening balances, from which balance sheet accounts are counted. */
export type Base = { year: BookYear; revision: number }

/**
 * The base of balances on a day: the latest year up to that day whose opening balances were stored by the known
 * registration number; otherwise balances start at zero in the first year.
 */
export const baseOf = (years: Years, day: Day, registration: number): Base | null => {
  const year = years.findLast(
    ({ startDate, openings }) => startDate <= day && openings.some((stored) => stored <= registration),
  )
  if (!year) return null
  return { year, revision: year.openings.findLastIndex((stored) => stored <= registration) + 1 }
}

/** The day of a period's opening figures: its first day, or that of the books if they start within it. */
export const openingDay = (years: Years, { from, to }: Period): Day => {
  const start = years[0]?.startDate
  return start !== undefined && from < start && start <= to ? start : from
}

/** A date range between two boundaries. */
type Slot = Period

/** The date ranges, the opening balances that balances are counted from, and the months and days of each range. */
export type Layout = {
  slots: readonly Slot[]
  bases: readonly Base[]
  months: readonly { place: number; month: Day }[]
  days: readonly ({ place: number } & SignedDays)[]
}

export type Years = readonly BookYear[]

/** The first day whose bookings count in balance sheet accounts on a day. */
export const firstCounted = (years: Years, base: Base | null): Day | undefined =>
  base?.year.startDate ?? years[0]?.startDate

/**
 * Splits the dates so that each period, and the balances before and after it, are sums of whole ranges: at its first
 * day, after its last, at the start of its fiscal years, and at the bases.
 */
export const layOut = (years: Years, periods: readonly Period[], registration: number): Layout => {
  const bases = new Map<string, Base>()
  const firsts = new Set<Day>()
  for (const period of periods) {
    const { from, to } = period
    firsts.add(from).add(addDays(to, 1))
    for (const day of [from, openingDay(years, period), to]) {
      const base = baseOf(years, day, registration)
      if (base) bases.set(base.year.id, base)
      for (const first of [firstCounted(years, base), yearBefore(years, day)?.startDate]) if (first) firsts.add(first)
    }
  }
  const sorted = [...firsts].sort()
  const slots = sorted.slice(0, -1).map((from, index) => ({ from, to: addDays(sorted[index + 1] as Day, -1) }))
  const parts = slots.map((slot, place) => ({ place, ...monthsAndDays(sinceFirstMonth(years, slot)) }))
  return {
    slots,
    bases: [...bases.values()],
    months: parts.flatMap(({ place, months }) => months.map((month) => ({ place, month }))),
    days: parts.flatMap(({ place, days }) => days.map((one) => ({ place, ...one }))),
  }
}

/**
 * A range without the months before the books. Their first month counts as a whole, although the first year may start
 * within it: nothing is booked before, and removed years have only whole months.
 */
const sinceFirstMonth = (years: Years, slot: Slot): Slot => {
  const start = years[0]?.startDate
  return start !== undefined && slot.to < start ? { ...slot, from: addDays(slot.to, 1) } : fromFirstMonth(years, slot)
}

/** A period that starts with the books or before them: from the first day of the month in which they start. */
export const fromFirstMonth = (years: Years, period: Period): Period => {
  const start = years[0]?.startDate
  return start !== undefined && period.from <= start ? { ...period, from: firstOfMonth(start) } : period
}

/** Days to add to whole months, or to subtract. */
export type SignedDays = Period & { sign: 1 | -1 }

/**
 * The components of a range: whole months, and days. For a partial month, either the days inside are added, or the
 * month is added and the days outside are subtracted, whichever are fewer.
 */
export const monthsAndDays = ({ from, to }: Slot): { months: Day[]; days: SignedDays[] } => {
  const months: Day[] = []
  const days: SignedDays[] = []
  for (let first = from; first <= to; first = addMonths(firstOfMonth(first), 1)) {
    const month = { from: firstOfMonth(first), to: lastOfMonth(first) }
    if (month.from === first && month.to <= to) {
      months.push(first)
      continue
    }
    const inside = { from: first, to: month.to < to ? month.to : to }
    const outside = [
      { from: month.from, to: addDays(inside.from, -1) },
      { from: addDays(inside.to, 1), to: month.to },
    ].filter((one) => one.from <= one.to)
    const isWhole = outside.length === 0 || 2 * lengthOf(inside) > lengthOf(month)
    if (isWhole) months.push(month.from)
    days.push(...(isWhole ? outside.map(takenOff) : [{ ...inside, sign: 1 as const }]))
  }
  return { months, days }
}

const takenOff = (days: Period): SignedDays => ({ ...days, sign: -1 })

const lengthOf = ({ from, to }: Period): number => daysBetween(from, to) + 1
