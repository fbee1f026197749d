// Days as typed: year first as in the standard, or day first with a slash or a dot.
import { addDays, today } from './day.ts'

const pad = (value: string) => value.padStart(2, '0')

const isDay = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

/** `5/11`, `5.11`, and with a year behind it: `5/11-26`, `5/11 2026`, `5.11.26`. */
const DAY_FIRST = /^(\d{1,2})[/.](\d{1,2})(?:[-/.\s](\d{2}|\d{4}))?$/

/** `2026/11/05` and `2026.11.05`: a year of four digits always comes first. */
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/

/** `11-05`, `11 5`, and with a year before it. */
const AS_STANDARD = /^(?:(\d{2}|\d{4})[-\s])?(\d{1,2})[-\s](\d{1,2})$/

/**
 * The typed text as a day, near `near`; null when it is none. `5` is the 5th of that month, `1105`, `11-05` and `5/11`
 * the 5th of November of that year, `261105`, `20261105`, `2026-11-05` and `5/11-26` themselves, `+3` and `-1` days
 * from it, `t` or `i` today.
 */
export const parseDay = (text: string, near: string): string | null => {
  const plain = text.trim().toLowerCase()
  if (plain === 't' || plain === 'i') return today()
  if (/^[+-]\d{1,4}$/.test(plain)) return addDays(near, Number(plain))
  const day = inParts(plain, near) ?? ofDigits(plain.replace(/[-\s]/g, ''), near)
  return day !== null && isDay(day) ? day : null
}

const inParts = (plain: string, near: string): string | null => {
  const [, day, ofDay, ofYear] = DAY_FIRST.exec(plain) ?? []
  if (day !== undefined && ofDay !== undefined) return `${yearOf(ofYear, near)}-${pad(ofDay)}-${pad(day)}`
  const [, year, month, date] = YEAR_FIRST.exec(plain) ?? AS_STANDARD.exec(plain) ?? []
  if (month === undefined || date === undefined) return null
  return `${yearOf(year, near)}-${pad(month)}-${pad(date)}`
}

const yearOf = (typed: string | undefined, near: string): string => {
  if (typed === undefined) return near.slice(0, 4)
  return typed.length === 2 ? `20${typed}` : typed
}

const ofDigits = (digits: string, near: string): string | null => {
  if (!/^\d{1,8}$/.test(digits)) return null
  if (digits.length <= 2) return `${near.slice(0, 8)}${pad(digits)}`
  if (digits.length === 4) return `${near.slice(0, 4)}-${digits.slice(0, 2)}-${digits.slice(2)}`
  if (digits.length === 6) return `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`
  if (digits.length === 8) return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  return null
}
