// How long books are kept: until and including the seventh year after the end of the calendar year in which the fiscal
// year ended (bokföringslagen 1999:1078, 7 kap. 2 §).
import type { Day } from '#platform/day'

const YEARS_KEPT = 7

/** The last day of the legal retention period for a fiscal year, as YYYY-MM-DD; it may exceed the range of `Day`. */
export const keptUntil = (endDate: Day): string => `${Number(endDate.slice(0, 4)) + YEARS_KEPT}-12-31`

/** The last day of the removed fiscal years, given all years in order; undefined if none was removed. */
export const removedUntil = (years: readonly { endDate: Day; removed?: boolean }[]): Day | undefined =>
  years.findLast(({ removed }) => removed)?.endDate
