// What the service may not do with closings.
import type { Withheld } from '#platform/grants'

export const yearEndWithheld: readonly Withheld[] = [['year_end.closing', 'update, delete']]
