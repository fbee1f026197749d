// What the service may not do with what was sent.
import type { Withheld } from '#platform/grants'

export const archiveWithheld: readonly Withheld[] = [['sales.paper', 'delete']]

/** Files on their way out, which outlast their company. */
export const archiveStays: readonly string[] = ['sales.dropped_paper']
