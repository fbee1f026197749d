// What the service may not do with closings, and with notes of what was handed in.
import type { Withheld } from '#platform/grants'

export const yearEndWithheld: readonly Withheld[] = [
  ['year_end.closing', 'update, delete'],
  ['year_end.handing_in', 'update, delete'],
]

/** What was noted of years stays with them. */
export const yearEndStays: readonly string[] = ['year_end.closing', 'year_end.handing_in']
