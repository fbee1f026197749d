// Database privileges on archived documents that the service role does not have.
import type { Withheld } from '#schema/grants'

export const archiveWithheld: readonly Withheld[] = [['sales.paper', 'delete']]

/** Files queued for deletion, which outlive their company. */
export const archiveStays: readonly string[] = ['sales.dropped_paper']
