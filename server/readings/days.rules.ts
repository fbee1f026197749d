// Dates as written in Sweden: year first, or day first with slashes, dots or the month's name.
import { addDays, addMonths, type Day, isDay } from '#platform/day'

/** A date in a text, with every possible reading of its digits. */
type Dated = { days: readonly Day[]; from: number; to: number; hasTime: boolean }

/** The plausible range: days ahead for a receipt, months ahead for a due date, and the maximum age in months. */
const MAX_AHEAD_DAYS = 5
const MAX_DUE_MONTHS = 13
const MAX_AGE_MONTHS = 10 * 12
/** The maximum age of a date with a two-digit year. */
const MAX_SHORT_AGE_MONTHS = 36

const months = 'jan feb mar apr maj jun jul aug sep okt nov dec'.split(' ')
const otherMonths: Readonly<Record<string, number>> = { may: 5, oct: 10 }

const BEFORE = '(?<![\\d.,:/#-])'
const AFTER = '(?![\\d#]|[.,:/-]\\d)'
const year = '((?:19|20)\\d{2})'

type Parts = readonly [year: string, month: string, day: string]
type Pattern = { pattern: RegExp; of: (match: readonly string[]) => readonly Parts[] }

const patterns: readonly Pattern[] = [
  {
    pattern: new RegExp(`${BEFORE}${year}([-./ ])(0?[1-9]|1[0-2])\\2(0?[1-9]|[12]\\d|3[01])${AFTER}`, 'g'),
    of: ([, y = '', , m = '', d = '']) => [[y, m, d]],
  },
  {
    pattern: new RegExp(`${BEFORE}${year}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])${AFTER}`, 'g'),
    of: ([, y = '', m = '', d = '']) => [[y, m, d]],
  },
  {
    pattern: new RegExp(`${BEFORE}(0?[1-9]|[12]\\d|3[01])([-./])([1-9]|0[1-9]|1[0-2])\\2${year}${AFTER}`, 'g'),
    of: ([, d = '', , m = '', y = '']) => [[y, m, d]],
  },
  {
    pattern: new RegExp(`${BEFORE}(0?[1-9]|[12]\\d|3[01])/([1-9]|1[0-2])[- ]${year}${AFTER}`, 'g'),
    of: ([, d = '', m = '', y = '']) => [[y, m, d]],
  },
  {
    // A two-digit year: first, as in the standard, or last.
    pattern: new RegExp(`${BEFORE}(\\d{2})([-./])(\\d{2})\\2(\\d{2})${AFTER}`, 'g'),
    of: ([, one = '', , two = '', three = '']) => [
      [`20${one}`, two, three],
      [`20${three}`, two, one],
    ],
  },
  {
    pattern: new RegExp(`${BEFORE}(0?[1-9]|[12]\\d|3[01])/([1-9]|1[0-2])[- ](\\d{2})${AFTER}`, 'g'),
    of: ([, d = '', m = '', y = '']) => [[`20${y}`, m, d]],
  },
  {
    pattern: new RegExp(
      `${BEFORE}(0?[1-9]|[12]\\d|3[01])(?:\\.|:?[ea])?[ -]?(jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec)[a-z]*\\.?,?[ -]?(${year}|\\d{2})${AFTER}`,
      'gi',
    ),
    of: ([, d = '', name = '', y = '']) => [[y.length === 2 ? `20${y}` : y, monthOf(name), d]],
  },
]

const monthOf = (name: string): string => {
  const short = name.toLowerCase()
  return String(otherMonths[short] ?? months.indexOf(short) + 1)
}

/** The dates in a text, from left to right. If two notations match the same digits, the first counts. */
export const daysIn = (text: string): Dated[] => {
  const found: Dated[] = []
  for (const { pattern, of } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const from = match.index
      const to = match.index + match[0].length
      if (found.some((other) => other.from < to && other.to > from)) continue
      const days = of([...match].map((part) => part ?? '')).flatMap(([y, m, d]) => {
        const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
        return isDay(day) ? [day] : []
      })
      const hasTime = /^[ ,T]*(?:kl\.? ?)?\d{1,2}[:.]\d{2}(?!\d)/i.test(text.slice(to))
      if (days.length > 0) found.push({ days: [...new Set(days)], from, to, hasTime })
    }
  }
  return found.sort((one, two) => one.from - two.from)
}

/** The plausible readings for a document's date or due date. */
export const likelyDays = ({ days }: Dated, today: Day, isDue: boolean): Day[] => {
  const last = isDue ? addMonths(today, MAX_DUE_MONTHS) : addDays(today, MAX_AHEAD_DAYS)
  const first = addMonths(today, -(days.length > 1 ? MAX_SHORT_AGE_MONTHS : MAX_AGE_MONTHS))
  return days.filter((day) => day >= first && day <= last)
}
