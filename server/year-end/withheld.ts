// Database privileges on closings and filing records that the service role does not have.
import type { Withheld } from '#schema/grants'

export const yearEndWithheld: readonly Withheld[] = [
  ['year_end.closing', 'update, delete'],
  ['year_end.handing_in', 'update, delete'],
]

/** Records of years are kept with them. */
export const yearEndStays: readonly string[] = ['year_end.closing', 'year_end.handing_in']
