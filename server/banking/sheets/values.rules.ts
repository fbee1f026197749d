// Days and amounts in a bank's table. How they are written follows from the whole column: where it may be read in two
// ways, it is refused and not guessed. Pure.
import { type Day, isDay } from '#platform/day'
import { type Ore, oreFromNumber, oreFromText } from '#platform/money'
import { repeated } from '#text/truncate'
import { sheetProblems as problems } from './sheet-problems.ts'
import type { Cell } from './table.rules.ts'

export const DECIMAL_MARKS = ['comma', 'point'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]
export const DAY_ORDERS = ['dayMonthYear', 'monthDayYear'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

/** How a column is written, or why that is not known. */
export type Way<Found> = { is: Found } | { problem: string }

const MARKS: Readonly<Record<DecimalMark, string>> = { comma: ',', point: '.' }

/**
 * An amount without blanks, currency and apostrophes between thousands, and with a plain minus before it. Banks write
 * the minus as a hyphen or a dash, before or after the figures.
 */
const plainAmount = (text: string): string => {
  const plain = text
    .replace(/[\s\u00a0\u202f\u2009'’]/g, '')
    .replace(/[\u2212\u2013\u2014\u2010\u2011]/g, '-')
    .replace(/(?:kr|sek|:-)$/i, '')
    .replace(/^\+/, '')
  return /^[\d.,]+-$/.test(plain) ? `-${plain.slice(0, -1)}` : plain
}

const AMOUNT = /^-?\d[\d.,]*$/

export const looksLikeAmount = (text: string): boolean => {
  const plain = plainAmount(text)
  return AMOUNT.test(plain) && /\d[.,]\d{2}$/.test(plain)
}

/** What an amount says about the decimal mark. */
const markIn = (plain: string): DecimalMark | 'open' | null => {
  const [comma, point] = [plain.lastIndexOf(','), plain.lastIndexOf('.')]
  if (comma < 0 && point < 0) return null
  if (comma >= 0 && point >= 0) return comma > point ? 'comma' : 'point'
  const [mark, other]: [DecimalMark, DecimalMark] = comma >= 0 ? ['comma', 'point'] : ['point', 'comma']
  const parts = plain.replace('-', '').split(MARKS[mark])
  if (parts.length > 2) return other
  const [whole = '', rest = ''] = parts
  return rest.length === 3 && whole.length <= 3 && whole !== '0' ? 'open' : mark
}

/** The decimal mark of all amounts of a table; a comma if none of them has any mark. */
export const decimalMarkOf = (texts: Iterable<string>): Way<DecimalMark> => {
  let found: DecimalMark | null = null
  let open: string | null = null
  for (const text of texts) {
    const plain = plainAmount(text)
    if (!AMOUNT.test(plain)) continue
    const mark = markIn(plain)
    if (mark === 'open') open ??= text
    else if (mark !== null && found !== null && mark !== found) {
      return { problem: problems.mixedMarks({ text: repeated(text) }) }
    } else if (mark !== null) found = mark
  }
  if (found === null && open !== null) return { problem: problems.decimalMark({ text: repeated(open) }) }
  return { is: found ?? 'comma' }
}

/** An amount in öre; null if it is none, or has more than two decimals. */
export const oreIn = (cell: Cell, mark: DecimalMark): Ore | null => {
  // A workbook holds doubles, which have 15 significant digits.
  if (typeof cell === 'number') return oreFromNumber(Number(cell.toPrecision(15)))
  const plain = plainAmount(cell)
  const thousands = MARKS[mark === 'comma' ? 'point' : 'comma']
  const [whole = '', decimals, more] = plain.split(MARKS[mark])
  if (more !== undefined || decimals?.includes(thousands)) return null
  if (whole.includes(thousands) && !/^-?\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return null
  const digits = whole.replaceAll(thousands, '')
  return oreFromText(decimals === undefined ? digits : `${digits}.${decimals}`)
}

const YEAR_FIRST = /^(\d{4})([-/. ]?)(\d{2})\2(\d{2})(?:[T ].*)?$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ,].*)?$/

export const looksLikeDay = (text: string): boolean => YEAR_FIRST.test(text) || YEAR_LAST.test(text)

const LAST_MONTH = 12

/**
 * Whether the day or the month stands first in the days of a column. With points between, the day does; otherwise it
 * follows from a number that is no month.
 */
export const dayOrderOf = (texts: Iterable<string>): Way<DayOrder> => {
  let found: DayOrder | null = null
  let open: string | null = null
  for (const text of texts) {
    const [, first, sign, second] = YEAR_LAST.exec(text) ?? []
    if (first === undefined) continue
    let order: DayOrder | null = null
    if (sign === '.' || Number(first) > LAST_MONTH) order = 'dayMonthYear'
    else if (Number(second) > LAST_MONTH) order = 'monthDayYear'
    else open ??= text
    if (order !== null && found !== null && order !== found) {
      return { problem: problems.mixedDays({ text: repeated(text) }) }
    }
    found ??= order
  }
  if (found === null && open !== null) return { problem: problems.dayOrder({ text: repeated(open) }) }
  return { is: found ?? 'dayMonthYear' }
}

/** A day; null if it is none. */
export const dayInCell = (cell: Cell, order: DayOrder): Day | null => {
  const text = String(cell)
  const [, year, , month, date] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return dayOf(year, month, date)
  const [, first, , second, last] = YEAR_LAST.exec(text) ?? []
  if (last === undefined) return null
  return order === 'dayMonthYear' ? dayOf(last, second, first) : dayOf(last, first, second)
}

const dayOf = (year = '', month = '', date = ''): Day | null => {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}
