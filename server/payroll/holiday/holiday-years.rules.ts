// Validation of what is entered of a year of holiday: figures of a payroll that was kept elsewhere before.
import { oreFromNumber } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { pointer } from '#text/json'
import { holidayFaults as faults } from './holiday-refusals.ts'

/** Days, with at most two decimals, and kronor; what is left out or null is computed. */
type HolidayYearBody = {
  from: string
  paidDays?: number | null
  advanceDays?: number | null
  takenDays?: number | null
  savedDays?: { from: string; days: number }[] | null
  variablePay?: number | null
  payBase?: number | null
}

export type HolidayYearsBody = { years: HolidayYearBody[] }

const HUNDRED = 100

/** Hundredths of days. */
export const hundredths = <Days extends number | null | undefined>(days: Days): Days extends number ? number : null =>
  // The cast follows the condition of the type.
  (typeof days === 'number' ? Math.round(days * HUNDRED) : null) as Days extends number ? number : null

const isYearStart = (day: unknown, start: string | null): boolean =>
  typeof day !== 'string' || start === null || day.slice(5) === start

/** Errors in a body beyond its types, which may be any object; `yearStart` is null where there is no employment. */
export const wrongInHolidayYears = (body: unknown, yearStart: 'january' | 'april' | null): FieldError[] => {
  const { years } = Object(body) as Partial<HolidayYearsBody>
  if (!Array.isArray(years)) return []
  const start = yearStart && (yearStart === 'april' ? '04-01' : '01-01')
  return years.flatMap((given, index) => {
    const one = Object(given) as Partial<HolidayYearBody>
    const before = (Object(years[index - 1]) as Partial<HolidayYearBody>).from
    const isEarly = typeof one.from === 'string' && typeof before === 'string' && one.from <= before
    const saved = Array.isArray(one.savedDays) ? one.savedDays.map((day) => Object(day) as { from?: unknown }) : []
    return [
      ...(isYearStart(one.from, start)
        ? []
        : [faults.yearStart(pointer('years', index, 'from'), { start: start ?? '' })]),
      ...(isEarly ? [faults.yearOrder(pointer('years', index, 'from'))] : []),
      ...saved.flatMap(({ from }, place) => {
        const at = pointer('years', index, 'savedDays', place, 'from')
        if (!isYearStart(from, start)) return [faults.yearStart(at, { start: start ?? '' })]
        const isLate = typeof from === 'string' && typeof one.from === 'string' && from >= one.from
        const isTwice = saved.findIndex((other) => other.from === from) < place
        return isLate || isTwice ? [faults.savedYear(at)] : []
      }),
      ...(['variablePay', 'payBase'] as const).flatMap((name) => {
        const amount = one[name]
        const isWrong = typeof amount === 'number' && amount >= 0 && oreFromNumber(amount) === null
        return isWrong ? [faults.amount(pointer('years', index, name))] : []
      }),
    ]
  })
}
