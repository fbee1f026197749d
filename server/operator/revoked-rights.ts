// Database privileges on editions of the law that the service role does not have.
import type { RevokedRights } from '#schema/grants'

/** An edition by which the service has calculated stays. */
export const operatorRevokedRights: readonly RevokedRights[] = [['operator.law_edition', 'update, delete']]
