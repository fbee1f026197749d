// Rights on companies that the service's database role does not have.
import type { RevokedRights } from '#schema/grants'

export const identityRevokedRights: readonly RevokedRights[] = [['identity.company', 'delete']]
