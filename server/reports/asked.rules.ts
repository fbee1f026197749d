// The parameters of a report: its period, its columns, and its comparisons.
import { type Day, FIRST_BOOK_DAY, isDay, LAST_BOOK_DAY } from '#platform/day'
import type { FieldError } from '#platform/refusal'
import {
  type Column,
  fromFirstMonth,
  isWholeMonths,
  MAX_PARTS,
  type Period,
  partsOf,
  periodBefore,
  periodFrom,
  type Step,
  type Years,
  yearBefore,
  yearEarlier,
} from './period.rules.ts'
import { reportFaults as faults } from './refusals.ts'

export type AskedPeriod = {
  from?: string | undefined
  to?: string | undefined
  fiscalYearId?: string | undefined
  by?: Step | undefined
  compare?: string | undefined
}

const isOutside = (day: string | undefined) => day !== undefined && (day < FIRST_BOOK_DAY || day > LAST_BOOK_DAY)
const outside = (field: string): FieldError => faults.outside(field, { first: FIRST_BOOK_DAY, last: LAST_BOOK_DAY })
/** Errors in a day parameter of a report. */
export const outsideOf = (field: string, day: string | undefined): FieldError[] =>
  day !== undefined && (!isDay(day) || isOutside(day)) ? [outside(field)] : []

/** The comparison with the budget, and the deviation from it. */
export const BUDGET = 'budget'
const budgetKinds = ['budget', 'deviation'] as const

/** The columns, or errors; `columns` is null if there is no fiscal year to derive the period from. */
type Read = { columns: readonly Column[] | null; errors: readonly FieldError[] }

const wrong = (...errors: FieldError[]): Read => ({ columns: null, errors })

/** The requested columns: the parts, the whole period, and the comparisons. */
export const readColumns = (asked: AskedPeriod, { years, today }: { years: Years; today: Day }): Read => {
  const { from, to, fiscalYearId, by, compare } = asked
  const far = Object.entries({ from, to }).filter(([, day]) => isOutside(day))
  if (far.length > 0) return wrong(...far.map(([field]) => outside(field)))
  if (fiscalYearId && (from || to)) return wrong(faults.yearOrDays('fiscalYearId'))
  const year = fiscalYearId ? years.find(({ id, removed }) => !removed && id === fiscalYearId.toLowerCase()) : undefined
  if (fiscalYearId && !year) return wrong(faults.noSuchYear('fiscalYearId'))
  const given = year ? { from: year.startDate, to: year.endDate } : { from: from as Day, to: to as Day }
  const period = periodFrom(years, { ...given, today })
  if (!period) return { columns: null, errors: [] }
  if (period.to < period.from) return wrong(faults.order('to', { from: period.from }))
  const removedTo = years.findLast(({ removed }) => removed)?.endDate
  if (removedTo && period.from <= removedTo) return wrong(faults.removedYear('from', { end: removedTo }))
  const parts = by ? partsOf(years, period, by) : []
  if (!parts) return wrong(faults.tooManyParts('by', { limit: MAX_PARTS }))
  const compared = comparedWith(years, period, compare)
  if (compared === 'malformed') return wrong(faults.compare('compare'))
  if (compared === 'outside') return wrong(outside('compare'))
  if (removedTo && compared && compared.from <= removedTo && !isWholeMonths(fromFirstMonth(years, compared)))
    return wrong(faults.removedDays('compare', { end: removedTo }))
  const columns: Column[] = [
    ...parts.map((part) => ({ kind: 'part' as const, ...part })),
    { kind: 'period', ...period },
    ...(compared ? [{ kind: 'compared' as const, ...compared }] : []),
    ...(compare === BUDGET ? budgetKinds.map((kind) => ({ kind, ...period })) : []),
  ]
  return { columns, errors: [] }
}

const comparedWith = (
  years: Years,
  period: Period,
  text: string | undefined,
): Period | null | 'malformed' | 'outside' => {
  if (text === undefined || text === BUDGET) return null
  if (text === 'previousPeriod' || text === 'previousYear') {
    const length = Number(period.to.slice(0, 4)) - Number(period.from.slice(0, 4)) + 1
    if (Number(period.from.slice(0, 4)) - length < Number(FIRST_BOOK_DAY.slice(0, 4))) return 'outside'
    return text === 'previousPeriod' ? periodBefore(years, period) : yearEarlier(years, period)
  }
  const [from = '', to = '', ...more] = text.split('..')
  if (!isDay(from) || !isDay(to) || more.length > 0 || to < from) return 'malformed'
  return isOutside(from) || isOutside(to) ? 'outside' : { from, to }
}

/**
 * Refuses a column across fiscal years, in which income statement accounts would have an ambiguous balance. Days before
 * the books count as part of their first year.
 */
export const acrossYears = (columns: readonly Column[], years: Years): FieldError[] =>
  columns.flatMap(({ kind, from, to }) => {
    const year = yearBefore(years, from) ?? years[0]
    if (!year || (yearBefore(years, to) ?? year).id === year.id) return []
    return [faults.acrossYears(kind === 'compared' ? 'compare' : 'to', { end: year.endDate })]
  })
