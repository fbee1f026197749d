// Rights on append-only tables that the service's database role does not have.
import { annualReportContribution } from '#annual-report'
import { bankingContribution } from '#banking'
import { identityContribution } from '#identity'
import { ledgerContribution } from '#ledger'
import { operatorContribution } from '#operator'
import { archiveContribution } from '#sales'
import type { RevokedRights } from '#schema/grants'
import { yearEndContribution } from '#year-end'

export const revokedRights: readonly RevokedRights[] = [
  ...identityContribution.revokedRights,
  ...ledgerContribution.revokedRights,
  ...archiveContribution.revokedRights,
  ...bankingContribution.revokedRights,
  ...yearEndContribution.revokedRights,
  ...annualReportContribution.revokedRights,
  ...operatorContribution.revokedRights,
]
