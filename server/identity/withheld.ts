// Rights on companies that the service's database role does not have.
import type { Withheld } from '#schema/grants'

export const identityWithheld: readonly Withheld[] = [['identity.company', 'delete']]
