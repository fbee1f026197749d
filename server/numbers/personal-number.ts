// Swedish personal identity numbers (folkbokföringslag 1991:481, 18 §): date of birth, three-digit birth number and a
// Luhn check digit over the ten digits without the century. In a coordination number (18 a §) the day is increased by
// 60. `+` replaces the hyphen from the year in which a person turns 100.
import { type Day, isDay } from '#platform/day'
import { luhnHolds } from './luhn.ts'

/** The centuries in which living people were born. */
export const CENTURIES = ['19', '20']

/** What is added to the day in a coordination number (samordningsnummer). */
const COORDINATION = 60

/** The age reached in the year from which `+` is written. */
const PLUS_AGE = 100

/**
 * The number as `YYYYMMDD-NNNN`; null if invalid or its day is after `today`. Ten digits are accepted too: of two
 * possible centuries, the later one not in the future, or with `+` the one before it.
 */
export const personalNumber = (text: string, today: Day): string | null => {
  const parts = /^(\d{2})?(\d{6})([-+]?)(\d{4})$/.exec(text.trim())
  if (!parts) return null
  const [, given, front = '', separator = '', back = ''] = parts
  if (back.startsWith(NO_BIRTH_NUMBER) || !luhnHolds(front + back)) return null
  const thisYear = Number(today.slice(0, 4))
  const latest = latestCentury(Number(front.slice(0, 2)), thisYear)
  const century = given ?? String(separator === '+' ? latest - 1 : latest)
  const birthday = birthdayOf(century, front)
  if (birthday === null || birthday > today) return null
  if (separator === '+' && thisYear - Number(birthday.slice(0, 4)) < PLUS_AGE) return null
  return `${century}${front}-${back}`
}

const NO_BIRTH_NUMBER = '000'

/** The century of the latest year with these last two digits that is not after `thisYear`. */
const latestCentury = (year: number, thisYear: number): number => {
  const century = Math.floor(thisYear / 100)
  return century * 100 + year <= thisYear ? century : century - 1
}

/** The day of birth in the first six digits of a personal or coordination number; null if there is no such day. */
export const birthdayOf = (century: string, front: string): Day | null => {
  const year = front.slice(0, 2)
  const month = front.slice(2, 4)
  const day = Number(front.slice(4))
  const date = day > COORDINATION ? day - COORDINATION : day
  const birthday = `${century}${year}-${month}-${String(date).padStart(2, '0')}`
  return CENTURIES.includes(century) && isDay(birthday) ? birthday : null
}
