// What the operator's commands call in operator, and nothing else.
import { noteVerification } from './verification.ts'
import { noteProgress, removeVerificationRun, takeVerificationRun } from './verification-run.ts'

export const operatorAdmin = {
  noteProgress,
  noteVerification,
  removeVerificationRun,
  takeVerificationRun,
}
