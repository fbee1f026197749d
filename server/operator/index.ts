// The operator's console: running the service, without access to any company's books.
import type { Row } from '#http'
import { identityRefusals } from '#identity'
import { approvalRows } from './approval-routes.ts'
import { installationRows } from './installation-routes.ts'
import { peopleRows } from './people-routes.ts'
import { rateRows } from './rate-routes.ts'
import { tenantRows } from './tenant-routes.ts'
import { workRows } from './work-routes.ts'

export { type BackupNews, backupKeptUntil, keptBackup, noteBackup } from './backup.ts'

export {
  type Fault,
  lastVerification,
  type Named,
  noteVerification,
  type Verification,
  verificationJob,
  type Walked,
  type Walker,
} from './verification.ts'
export { noteProgress, removeVerificationRun, takeVerificationRun, type VerificationRun } from './verification-run.ts'

/** Refusals for everyone else. */
const guarded = [identityRefusals.notOperator, identityRefusals.operatorUnproven]

export const operatorRows: readonly Row[] = [
  ...peopleRows,
  ...tenantRows,
  ...approvalRows,
  ...workRows,
  ...rateRows,
  ...installationRows,
].map((row) => ({ ...row, refusals: [...guarded, ...row.refusals] }))
