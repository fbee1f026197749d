// How long books are kept: until and including the seventh year after the end of the calendar year in which the fiscal
// year ended (bokföringslagen 1999:1078, 7 kap. 2 §).
import type { Day } from '#platform/day'

const YEARS_KEPT = 7

/** The last day that the law wants the books of a year kept, as YYYY-MM-DD: it may lie beyond the days of books. */
export const keptUntil = (endDate: Day): string => `${Number(endDate.slice(0, 4)) + YEARS_KEPT}-12-31`

/** The last day of the fiscal years that were removed, by all of them in their order; undefined where none was. */
export const removedUntil = (years: readonly { endDate: Day; removed?: boolean }[]): Day | undefined =>
  years.findLast(({ removed }) => removed)?.endDate
