// Periods: the days that a figure covers, what they are called, and which come before and after.
import { addDays, addMonths, firstOfMonth, lastOfMonth } from '#ui'
import type { Language } from '#words'

export type Span = { from: string; to: string }
export type Year = { id: string; startDate: string; endDate: string; status: 'open' | 'closed' }

/** Whole months that a period covers; 0 when it does not begin and end with one. */
const monthsOf = ({ from, to }: Span): number => {
  if (from !== firstOfMonth(from) || to !== lastOfMonth(to) || to < from) return 0
  return (
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
  )
}

const daysOf = ({ from, to }: Span): number => (Date.parse(to) - Date.parse(from)) / MS_OF_DAY + 1
const MS_OF_DAY = 86_400_000

export const spanOf = ({ startDate: from, endDate: to }: Pick<Year, 'startDate' | 'endDate'>): Span => ({ from, to })

const isSame = (left: Span, right: Span): boolean => left.from === right.from && left.to === right.to

/** As long a period right after (1) or before (-1); next to a fiscal year it is another fiscal year. */
export const beside = (span: Span, count: 1 | -1, years: readonly Year[]): Span => {
  const spans = years.map(spanOf)
  if (spans.some((year) => isSame(year, span))) {
    const next = spans.find(({ from, to }) =>
      count > 0 ? from === addDays(span.to, 1) : to === addDays(span.from, -1),
    )
    if (next) return next
  }
  const months = monthsOf(span)
  if (months > 0) {
    const from = addMonths(span.from, months * count)
    return { from, to: lastOfMonth(addMonths(from, months - 1)) }
  }
  const days = daysOf(span) * count
  return { from: addDays(span.from, days), to: addDays(span.to, days) }
}

/** The fiscal year of a day; otherwise the latest one. */
export const yearOf = (day: string, years: readonly Year[]): Year | undefined =>
  years.find(({ startDate, endDate }) => startDate <= day && day <= endDate) ??
  years.toSorted((left, right) => right.startDate.localeCompare(left.startDate))[0]

const MONTHS_OF_QUARTER = 3

/** Months and quarters of a fiscal year; a quarter that the year cuts off is left out. */
export const partsOf = ({ startDate, endDate }: Year): { quarters: Span[]; months: Span[] } => {
  const months: Span[] = []
  for (let from = firstOfMonth(startDate); from <= endDate; from = addMonths(from, 1))
    months.push({ from: from < startDate ? startDate : from, to: lastOfMonth(from) })
  const quarters = months
    .filter((_, place) => place % MONTHS_OF_QUARTER === 0)
    .map(({ from }) => ({ from, to: lastOfMonth(addMonths(from, MONTHS_OF_QUARTER - 1)) }))
    .filter(({ to }) => to <= endDate)
  return { quarters, months }
}

const locales = { sv: 'sv-SE', en: 'en-GB' } as const

/** `2026`, `kv 2 2026`, `juni 2026`, or both days. */
export const spanText = (span: Span, language: Language): string => {
  const months = monthsOf(span)
  const year = span.from.slice(0, 4)
  const month = Number(span.from.slice(5, 7))
  if (months === 12) return month === 1 ? year : `${year}/${span.to.slice(2, 4)}`
  if (months === MONTHS_OF_QUARTER && month % MONTHS_OF_QUARTER === 1)
    return `${language === 'sv' ? 'kv' : 'Q'} ${(month + 2) / MONTHS_OF_QUARTER} ${year}`
  if (months === 1)
    return new Intl.DateTimeFormat(locales[language], { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${span.from}T00:00:00Z`),
    )
  return `${span.from} – ${span.to}`
}
