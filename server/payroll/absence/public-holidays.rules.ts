// Public holidays (lag 1989:253 om allmänna helgdagar), and the eves that count as Sundays (semesterlagen 9 §).
import { addDays, type Day, dayFrom, easterSunday } from '#platform/day'

/** `isEve`: no public holiday, but counted as a Sunday for holiday and free by the usual schedule. */
export type PublicHoliday = { day: Day; isEve: boolean; sv: string; en: string }

const SATURDAY = 6
const DAYS_PER_WEEK = 7

/** Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + SATURDAY) % DAYS_PER_WEEK

/** The first Saturday from a day on. */
const saturdayFrom = (day: Day): Day =>
  addDays(day, (SATURDAY - new Date(day).getUTCDay() + DAYS_PER_WEEK) % DAYS_PER_WEEK)

const holidaysOfYear = (year: number): PublicHoliday[] => {
  const on = (monthDay: string): Day => dayFrom(`${year}-${monthDay}`)
  const easter = easterSunday(year)
  const midsummer = saturdayFrom(on('06-20'))
  const red = (day: Day, sv: string, en: string): PublicHoliday => ({ day, isEve: false, sv, en })
  const eve = (day: Day, sv: string, en: string): PublicHoliday => ({ day, isEve: true, sv, en })
  return [
    red(on('01-01'), 'Nyårsdagen', 'New Year’s Day'),
    red(on('01-06'), 'Trettondedag jul', 'Epiphany'),
    red(addDays(easter, -2), 'Långfredagen', 'Good Friday'),
    red(easter, 'Påskdagen', 'Easter Sunday'),
    red(addDays(easter, 1), 'Annandag påsk', 'Easter Monday'),
    red(on('05-01'), 'Första maj', 'First of May'),
    red(addDays(easter, 39), 'Kristi himmelsfärdsdag', 'Ascension Day'),
    red(addDays(easter, 49), 'Pingstdagen', 'Whit Sunday'),
    red(on('06-06'), 'Sveriges nationaldag', 'National Day of Sweden'),
    eve(addDays(midsummer, -1), 'Midsommarafton', 'Midsummer Eve'),
    red(midsummer, 'Midsommardagen', 'Midsummer Day'),
    red(saturdayFrom(on('10-31')), 'Alla helgons dag', 'All Saints’ Day'),
    eve(on('12-24'), 'Julafton', 'Christmas Eve'),
    red(on('12-25'), 'Juldagen', 'Christmas Day'),
    red(on('12-26'), 'Annandag jul', 'Boxing Day'),
    eve(on('12-31'), 'Nyårsafton', 'New Year’s Eve'),
  ]
}

// At most one entry for each year that a Day can have.
const known = new Map<number, ReadonlyMap<string, PublicHoliday>>()

const ofYear = (year: number): ReadonlyMap<string, PublicHoliday> => {
  const found = known.get(year)
  if (found) return found
  // The first of two on one day gives it its name: Ascension Day may be the First of May.
  const made = new Map(
    holidaysOfYear(year)
      .toReversed()
      .map((one) => [one.day as string, one]),
  )
  known.set(year, made)
  return made
}

/** The public holiday or eve on a day; null on other days. */
export const publicHoliday = (day: string): PublicHoliday | null => ofYear(Number(day.slice(0, 4))).get(day) ?? null
