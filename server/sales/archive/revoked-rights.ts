// Database privileges on archived documents that the service role does not have.
import type { RevokedRights } from '#schema/grants'

export const archiveRevokedRights: readonly RevokedRights[] = [['sales.paper', 'delete']]

/** Files queued for deletion, which outlive their company. */
export const archiveRetainedTables: readonly string[] = ['sales.dropped_paper']
