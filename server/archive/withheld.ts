// What the service may not do with what was sent.
import type { Withheld } from '#platform/grants'

export const archiveWithheld: readonly Withheld[] = [['sales.paper', 'delete']]
