// The dates of a recurring invoice, the period that each covers, and the prices of its lines then. Pure.
import { addDays, addMonths, type Day, dayFrom, daysBetween, firstOfMonth, lastOfMonth } from '#platform/day'
import { type Micro, microFromNumber } from '#platform/decimal'
import { rounded } from '#platform/money'

export const units = ['days', 'weeks', 'months', 'years'] as const
type Unit = (typeof units)[number]

/** `dayOfMonth` is for months and years; null means that of the first date, and 31 the last day of each month. */
export type Schedule = {
  every: number
  unit: Unit
  dayOfMonth: number | null
  firstDate: Day
  lastDate: Day | null
  /** Maximum number of dates, including skipped ones. */
  times: number | null
  invoiced: 'inAdvance' | 'inArrears'
}

/** The last supported day. */
const LAST_DAY = dayFrom('2199-12-31')
/** Margin for the period of the last date. */
const PERIOD_ROOM_DAYS = 400
const DAYS_PER_WEEK = 7
const MONTHS_PER_YEAR = 12
/** Invoices up to this day of a month cover the current month; later ones the next. */
const MIDDLE_OF_MONTH = 15

const isOfMonths = ({ unit }: Schedule): boolean => unit === 'months' || unit === 'years'
const monthsOf = ({ every, unit }: Schedule): number => every * (unit === 'years' ? MONTHS_PER_YEAR : 1)
const daysOf = ({ every, unit }: Schedule): number => every * (unit === 'weeks' ? DAYS_PER_WEEK : 1)
const dayNumber = ({ dayOfMonth, firstDate }: Schedule): number => dayOfMonth ?? Number(firstDate.slice(8))

/** A day of a month, or its last day if it is shorter. */
const dayIn = (month: Day, day: number): Day => {
  const last = lastOfMonth(month)
  return day >= Number(last.slice(8)) ? last : addDays(firstOfMonth(month), day - 1)
}

/** The date with this number, from 0; null after the end of the schedule. */
export const dateAt = (schedule: Schedule, number: number): Day | null => {
  const { lastDate, times } = schedule
  if (times !== null && number >= times) return null
  const date = reached(schedule, number)
  return date === null || (lastDate !== null && date > lastDate) ? null : date
}

/** Told by the first date and the number, not by the date before: 31 January goes on as 28 February and 31 March. */
const reached = (schedule: Schedule, number: number): Day | null => {
  const { firstDate } = schedule
  const room = daysBetween(firstDate, LAST_DAY) - PERIOD_ROOM_DAYS
  if (!isOfMonths(schedule)) {
    const days = number * daysOf(schedule)
    return days > room ? null : addDays(firstDate, days)
  }
  const day = dayNumber(schedule)
  const month = firstOfMonth(firstDate)
  const begin = dayIn(month, day) < firstDate ? addMonths(month, 1) : month
  const months = number * monthsOf(schedule)
  // A month has at most 31 days: no date exceeds the last year.
  return months * 31 > room ? null : dayIn(addMonths(begin, months), day)
}

/** The number of the first date on or after a day; null if there is none. */
export const numberFrom = (schedule: Schedule, day: Day, from = 0): number | null => {
  for (let number = from; ; number++) {
    const date = dateAt(schedule, number)
    if (date === null) return null
    if (date >= day) return number
  }
}

/** At most `count` dates from a number on. */
export const datesFrom = (schedule: Schedule, number: number, count: number): Day[] => {
  const dates: Day[] = []
  for (let at = number; dates.length < count; at++) {
    const date = dateAt(schedule, at)
    if (date === null) break
    dates.push(date)
  }
  return dates
}

export type Period = { start: Day; end: Day }

/**
 * The period of an invoice. Days and weeks are counted from the date, or up to the day before it. Months and years are
 * whole months: in advance from the month of a date up to the 15th, otherwise from the next month; in arrears those
 * ending just before.
 */
export const periodOf = (schedule: Schedule, date: Day): Period => {
  const isInAdvance = schedule.invoiced === 'inAdvance'
  if (!isOfMonths(schedule)) {
    const days = daysOf(schedule)
    return isInAdvance
      ? { start: date, end: addDays(date, days - 1) }
      : { start: addDays(date, -days), end: addDays(date, -1) }
  }
  const months = monthsOf(schedule)
  const month = addMonths(firstOfMonth(date), dayNumber(schedule) > MIDDLE_OF_MONTH ? 1 : 0)
  const start = isInAdvance ? month : addMonths(month, -months)
  return { start, end: lastOfMonth(addMonths(start, months - 1)) }
}

/** Days that would be invoiced twice, or not at all. */
type Seam = { kind: 'again' | 'left'; from: Day; to: Day }

/**
 * The gap or overlap caused by a change of the schedule. `was` is the previous schedule, with the last date made and
 * the next one planned; null if nothing changes. For a date outside the schedule, the covered period is unknown.
 */
export const seamOf = (
  was: { schedule: Schedule; lastDate: Day; nextDate: Day },
  next: { schedule: Schedule; date: Day },
): Seam | null => {
  const number = numberFrom(was.schedule, was.lastDate)
  if (number === null || dateAt(was.schedule, number) !== was.lastDate) return null
  const made = periodOf(was.schedule, was.lastDate)
  const { start, end } = periodOf(next.schedule, next.date)
  if (start <= made.end) return { kind: 'again', from: start, to: end < made.end ? end : made.end }
  // Periods skipped earlier are not a gap of this change.
  const after = addDays(made.end, 1)
  const awaited = periodOf(was.schedule, was.nextDate).start
  const from = awaited > after ? awaited : after
  return start > from ? { kind: 'left', from, to: addDays(start, -1) } : null
}

const monthNames = {
  sv: 'januari februari mars april maj juni juli augusti september oktober november december'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
}

/** Fills in the placeholders of a text: `{period}`, and the `{month}` and `{year}` in which the period starts. */
export const filledText = (text: string, { start, end }: Period, language: 'sv' | 'en'): string =>
  text
    .replaceAll('{period}', `${start} – ${end}`)
    .replaceAll('{month}', monthNames[language][Number(start.slice(5, 7)) - 1] ?? '')
    .replaceAll('{year}', start.slice(0, 4))

/** The maximum length of a filled text. */
export const longestText = (text: string): number =>
  filledText(text, { start: dayFrom('2026-09-01'), end: dayFrom('2026-09-30') }, 'sv').length

/** A price change from a day on: all prices by a percentage, or the new price of one line (from 1). */
export type PriceChange =
  | { kind: 'percent'; fromDate: string; percent: number }
  | { kind: 'price'; fromDate: string; line: number; unitPrice: number }

/** Changed prices are rounded to whole öre; in millionths. */
const ORE: Micro = 10_000n
/** Percentages are stored in hundredths. */
const HUNDREDTHS = 100

/** The price of a line on a day; null if it uses the price of its item. */
export const priceOn = (
  unitPrice: number | null,
  line: number,
  date: Day,
  changes: readonly PriceChange[],
): Micro | null =>
  [...changes]
    .filter(({ fromDate }) => fromDate <= date)
    .sort((one, other) => (one.fromDate < other.fromDate ? -1 : one.fromDate > other.fromDate ? 1 : 0))
    .reduce<Micro | null>(
      (price, change) => {
        if (change.kind === 'price') return change.line === line ? microFromNumber(change.unitPrice) : price
        return price === null ? null : raised(price, change.percent)
      },
      unitPrice === null ? null : microFromNumber(unitPrice),
    )

const raised = (price: Micro, percent: number): Micro => {
  const whole = BigInt(HUNDREDTHS * HUNDREDTHS)
  return rounded(price * (whole + BigInt(Math.round(percent * HUNDREDTHS))), whole * ORE) * ORE
}
