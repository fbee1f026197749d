// The operator's console: running the service, without access to any company's books.
import type { Row } from '#http'
import { identityContribution } from '#identity'
import { approvalRows } from './approval-routes.ts'
import { installationRows } from './installation-routes.ts'
import { lawRows } from './law-routes.ts'
import { peopleRows } from './people-routes.ts'
import { rateRows } from './rate-routes.ts'
import { tenantRows } from './tenant-routes.ts'
import { workRows } from './work-routes.ts'

export { type BackupNews, keptBackup } from './backup.ts'
export { operatorContribution } from './contribution.ts'

export {
  type Fault,
  lastVerification,
  type Named,
  type Verification,
  verificationJob,
  type Walked,
  type Walker,
} from './verification.ts'
export type { VerificationRun } from './verification-run.ts'

/** Refusals for everyone else. */
const guarded = [identityContribution.refusals.notOperator, identityContribution.refusals.operatorUnproven]

export const operatorRows: readonly Row[] = [
  ...peopleRows,
  ...tenantRows,
  ...approvalRows,
  ...workRows,
  ...rateRows,
  ...lawRows,
  ...installationRows,
].map((row) => ({ ...row, refusals: [...guarded, ...row.refusals] }))
export { operatorAdmin } from './administration.ts'
export { operatorService } from './service.ts'
