// Rights on append-only tables that the service's database role does not have.
import { archiveRevokedRights } from '#archive'
import { bankingRevokedRights } from '#banking'
import { identityRevokedRights } from '#identity'
import { ledgerRevokedRights } from '#ledger'
import type { RevokedRights } from '#schema/grants'
import { yearEndRevokedRights } from '#year-end'

export const revokedRights: readonly RevokedRights[] = [
  ...identityRevokedRights,
  ...ledgerRevokedRights,
  ...archiveRevokedRights,
  ...bankingRevokedRights,
  ...yearEndRevokedRights,
]
