// Days as people write them. A day is `YYYY-MM-DD`, as in the API.

const pad = (value: number) => String(value).padStart(2, '0')

const isDay = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

/** Days later, or earlier. */
export const addDays = (day: string, count: number): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

/** By how many days the clock of the company is ahead, in which somebody is. */
let ahead = 0

/** Goes by the clock of another company; only test companies have one that is ahead. */
export const goBy = (daysAhead: number): void => {
  ahead = daysAhead
}

/** The day in Sweden, wherever the reader is, as the clock of the company shows it. */
export const today = (): string =>
  addDays(
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', dateStyle: 'short' }).format(new Date()),
    ahead,
  )

/** Months later, or earlier; the last day of a month stays within it. */
export const addMonths = (day: string, count: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1)

/**
 * What somebody typed as a day, near `near`; null when it is none. `5` is the 5th of that month, `1105` and `11-05` the
 * 5th of November of that year, `261105`, `20261105` and `2026-11-05` themselves, `+3` and `-1` days from it, `t` or
 * `i` today.
 */
export const parseDay = (text: string, near: string): string | null => {
  const plain = text.trim().toLowerCase()
  if (plain === 't' || plain === 'i') return today()
  if (/^[+-]\d{1,4}$/.test(plain)) return addDays(near, Number(plain))
  const digits = plain.replace(/[-./\s]/g, '')
  if (!/^\d{1,8}$/.test(digits)) return null
  const parts = /^(\d{1,4})[-./\s](\d{1,2})(?:[-./\s](\d{1,2}))?$/.exec(plain)
  const day = parts ? ofParts(parts, near) : ofDigits(digits, near)
  return day !== null && isDay(day) ? day : null
}

const ofParts = ([, first = '', second = '', third]: RegExpExecArray, near: string): string =>
  third === undefined
    ? `${near.slice(0, 4)}-${pad(Number(first))}-${pad(Number(second))}`
    : `${first.length <= 2 ? `20${pad(Number(first))}` : first}-${pad(Number(second))}-${pad(Number(third))}`

const ofDigits = (digits: string, near: string): string | null => {
  if (digits.length <= 2) return `${near.slice(0, 8)}${pad(Number(digits))}`
  if (digits.length === 4) return `${near.slice(0, 4)}-${digits.slice(0, 2)}-${digits.slice(2)}`
  if (digits.length === 6) return `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`
  if (digits.length === 8) return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  return null
}

/** A moment of the API as day and time in Sweden: `2026-11-22 09:10`. */
export const momentText = (moment: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(moment),
  )
