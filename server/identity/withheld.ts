// What the service may not do with companies.
import type { Withheld } from '#platform/grants'

export const identityWithheld: readonly Withheld[] = [['identity.company', 'delete']]
