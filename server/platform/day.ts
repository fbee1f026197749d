// A Day is a calendar date in Sweden, without a time of day. This file turns moments into days, calculates with days
// and knows which of them are Swedish business days.
import { Temporal } from 'temporal-polyfill'

declare const brand: unique symbol

/** A real calendar date as `YYYY-MM-DD`, year 1900 to 2199. Days sort and compare as plain strings. */
export type Day = string & { readonly [brand]: 'Day' }

export const FIRST_YEAR = 1900
export const LAST_YEAR = 2199
/**
 * The days on which books are kept and reports made. They exclude the first and last year of all days, so that the days
 * around a fiscal year, and due dates after it, are still valid days.
 */
export const FIRST_BOOK_DAY = `${FIRST_YEAR + 1}-01-01`
export const LAST_BOOK_DAY = `${LAST_YEAR - 1}-12-31`
const TIME_ZONE = 'Europe/Stockholm'
const MILLISECONDS_PER_HOUR = 3_600_000
const MILLISECONDS_PER_DAY = 24 * MILLISECONDS_PER_HOUR
const MONTHS_PER_YEAR = 12

/** How many hours {@link dayOf} remembers the day of. */
const MAX_REMEMBERED_HOURS = 10_000

/** Whether a text from outside is a {@link Day}. */
export const isDay = (text: string): text is Day => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return false
  const year = Number(match[1])
  const month = Number(match[2])
  const date = Number(match[3])
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > MONTHS_PER_YEAR) return false
  return date >= 1 && date <= daysInMonth(year, month)
}

/** Thrown when date arithmetic leaves the supported years. */
export class BeyondCalendar extends RangeError {
  readonly day: Day

  constructor(day: Day) {
    super(`What follows from ${day} is no day from ${FIRST_YEAR} to ${LAST_YEAR}`)
    this.name = 'BeyondCalendar'
    this.day = day
  }
}

/** The text as a {@link Day}. Throws RangeError when it is none: check text from outside with {@link isDay} first. */
export const dayFrom = (text: string): Day => {
  if (!isDay(text)) throw new RangeError(`Not a day from ${FIRST_YEAR} to ${LAST_YEAR}: ${text}`)
  return text
}

const swedishClock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE })

/** A moment as people in Sweden read it: `2026-03-31 10:05`. */
export const swedishTime = (moment: Date): string => swedishClock.format(moment)

/** Comparison function for sorting days: negative, zero or positive. */
export const compare = (left: Day, right: Day): number => (left < right ? -1 : left > right ? 1 : 0)

/**
 * The date in Sweden at a moment, by the rules of the time zone database. Throws RangeError for an invalid Date and
 * outside the years of a {@link Day}. Since 1900 Swedish clocks differ from UTC by whole hours and change on the hour,
 * so the answer is the same all through an hour and is remembered for it.
 */
export const dayOf = (instant: Date): Day => {
  const hour = Math.floor(instant.getTime() / MILLISECONDS_PER_HOUR)
  const remembered = dayOfHour.get(hour)
  if (remembered !== undefined) return remembered
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(TIME_ZONE)
  const day = dayFrom(zoned.toPlainDate().toString())
  if (dayOfHour.size >= MAX_REMEMBERED_HOURS) dayOfHour.clear()
  dayOfHour.set(hour, day)
  return day
}

const dayOfHour = new Map<number, Day>()

/** The moment at which a day begins in Sweden. */
export const startOf = (day: Day): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(TIME_ZONE).epochMilliseconds)

/** The moment at which Swedish clocks show a time, `02:00` or `02:00:59`, on a day; of two such moments the first. */
export const momentAt = (day: Day, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(TIME_ZONE).epochMilliseconds)

/** The same time of day, a whole number of days later: the clock of a company that is ahead. */
export const aheadBy = (instant: Date, days: number): Date => {
  if (days === 0) return instant
  const today = dayOf(instant)
  return new Date(instant.getTime() + startOf(addDays(today, days)).getTime() - startOf(today).getTime())
}

/** The day after, or the last supported day. */
export const dayAfter = (day: Day): Day => (day === `${LAST_YEAR}-12-31` ? day : addDays(day, 1))

/**
 * The day a whole number of days later, or earlier if negative. Throws {@link BeyondCalendar} outside of the supported
 * years.
 */
export const addDays = (day: Day, days: number): Day => {
  if (!Number.isSafeInteger(days)) throw new RangeError(`Not a whole number of days: ${days}`)
  return reachedFrom(day, dayOfNumber(numberOf(day) + days))
}

/** The same, clamped to the first or last supported day: for bounds. */
export const addDaysWithin = (day: Day, days: number): Day => {
  const reached = dayOfNumber(numberOf(day) + days)
  if (isDay(reached)) return reached
  return dayFrom(days < 0 ? `${FIRST_YEAR}-01-01` : `${LAST_YEAR}-12-31`)
}

const reachedFrom = (day: Day, reached: string): Day => {
  if (!isDay(reached)) throw new BeyondCalendar(day)
  return reached
}

/**
 * The day a whole number of months later, or earlier if negative; the last of the month if that month is too short, so
 * 31 January plus one month is 28 or 29 February. Throws {@link BeyondCalendar} outside of the supported years.
 */
export const addMonths = (day: Day, months: number): Day => {
  if (!Number.isSafeInteger(months)) throw new RangeError(`Not a whole number of months: ${months}`)
  const reached = yearOf(day) * MONTHS_PER_YEAR + Number(day.slice(5, 7)) - 1 + months
  const year = Math.floor(reached / MONTHS_PER_YEAR)
  const month = (reached % MONTHS_PER_YEAR) + 1
  const date = Math.min(Number(day.slice(8)), daysInMonth(year, month))
  return reachedFrom(day, `${year}-${padded(month)}-${padded(date)}`)
}

/** The first day of the month that a day is in. */
export const firstOfMonth = (day: Day): Day => dayFrom(`${monthOf(day)}-01`)

/** The last day of the month that a day is in. */
export const lastOfMonth = (day: Day): Day =>
  dayFrom(`${monthOf(day)}-${daysInMonth(yearOf(day), Number(day.slice(5, 7)))}`)

/** The month that a day is in, as `YYYY-MM`. */
export const monthOf = (day: Day): string => day.slice(0, 7)

/**
 * Whether a day is a Swedish business day: not a Saturday, a Sunday, a public holiday (lag 1989:253 om allmänna
 * helgdagar) nor an eve that counts as a Sunday by 2 § lag 1930:173 om beräkning av lagstadgad tid. The laws as they
 * read since 2005 are used for earlier years too.
 */
export const isBusinessDay = (day: Day): boolean => {
  const weekday = weekdayOf(numberOf(day))
  return weekday !== SATURDAY && weekday !== SUNDAY && !closedDays(yearOf(day)).has(day)
}

/**
 * The day `count` business days later, or earlier if negative. Zero gives the day itself, business day or not. Throws
 * RangeError if the count is not whole or the result is outside of the supported years.
 */
export const addBusinessDays = (day: Day, count: number): Day => {
  if (!Number.isSafeInteger(count)) throw new RangeError(`Not a whole number of business days: ${count}`)
  let reached = day
  for (let left = Math.abs(count); left > 0; ) {
    reached = addDays(reached, Math.sign(count))
    if (isBusinessDay(reached)) left -= 1
  }
  return reached
}

/** Easter Sunday of a year by the Gregorian computus, in the form of Meeus, Astronomical Algorithms, chapter 8. */
export const easterSunday = (year: number): Day => {
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const golden = year % 19
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  const untilSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * untilSunday) / 451)
  const sum = epact + untilSunday - 7 * late + 114
  return dayFrom(`${year}-${padded(Math.floor(sum / 31))}-${padded((sum % 31) + 1)}`)
}

// At most one entry for each year that a Day can have.
const closedDaysOfYear = new Map<number, ReadonlySet<Day>>()

/** The holidays and eves of a year, except those that always fall on a Saturday or Sunday. */
const closedDays = (year: number): ReadonlySet<Day> => {
  const known = closedDaysOfYear.get(year)
  if (known !== undefined) return known
  const easter = easterSunday(year)
  const closed = new Set([
    dayFrom(`${year}-01-01`), // nyårsdagen
    dayFrom(`${year}-01-06`), // trettondedag jul
    addDays(easter, -2), // långfredagen
    addDays(easter, 1), // annandag påsk
    dayFrom(`${year}-05-01`), // första maj
    addDays(easter, 39), // Kristi himmelsfärdsdag, the sixth Thursday after Easter
    dayFrom(`${year}-06-06`), // Sveriges nationaldag
    midsummerEve(year),
    dayFrom(`${year}-12-24`), // julafton
    dayFrom(`${year}-12-25`), // juldagen
    dayFrom(`${year}-12-26`), // annandag jul
    dayFrom(`${year}-12-31`), // nyårsafton
  ])
  closedDaysOfYear.set(year, closed)
  return closed
}

/** The Friday from 19 to 25 June: midsummer day is the Saturday after it. */
const midsummerEve = (year: number): Day => {
  const earliest = dayFrom(`${year}-06-19`)
  return addDays(earliest, (FRIDAY - weekdayOf(numberOf(earliest)) + DAYS_PER_WEEK) % DAYS_PER_WEEK)
}

const DAYS_PER_WEEK = 7
const SUNDAY = 0
const FRIDAY = 5
const SATURDAY = 6

// Day number zero, 1970-01-01, was a Thursday.
const WEEKDAY_OF_DAY_ZERO = 4

const weekdayOf = (dayNumber: number): number =>
  (((dayNumber + WEEKDAY_OF_DAY_ZERO) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK

/** The number of days between two days, in either order. */
export const daysBetween = (one: Day, two: Day): number => Math.abs(numberOf(one) - numberOf(two))

/** Days since 1970-01-01. A date without time is midnight UTC in ECMA-262, so this is a whole number. */
const numberOf = (day: Day): number => Date.parse(day) / MILLISECONDS_PER_DAY

/** As `YYYY-MM-DD`; empty if the number is beyond the range of Date. */
const dayOfNumber = (dayNumber: number): string => {
  const date = new Date(dayNumber * MILLISECONDS_PER_DAY)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

const yearOf = (day: Day): number => Number(day.slice(0, 4))

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const padded = (part: number): string => String(part).padStart(2, '0')

/** A moment as ISO 8601 in UTC, `2026-11-22T01:50:04Z`, truncated to the second. */
export const momentText = (moment: Date): string => moment.toISOString().replace(/\.\d{3}Z$/, 'Z')

/**
 * Parses a moment from a query string, RFC 3339; a `+` that was not percent-encoded arrives as a blank. Throws
 * RangeError if it is invalid.
 */
export const instantFrom = (text: string): Temporal.Instant => Temporal.Instant.from(text.replace(' ', '+'))
