// Days as people write them. A day is `YYYY-MM-DD`, as in the API.

/** Days later, or earlier. */
export const addDays = (day: string, count: number): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

/** By how many days the clock of the current company is ahead. */
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

/** A moment of the API as day and time in Sweden: `2026-11-22 09:10`. */
export const momentText = (moment: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(moment),
  )
