// What the operator's commands call in operator, and nothing else.
import { importEdition, takeEditions } from './law-edition.ts'
import { noteVerification } from './verification.ts'
import { noteProgress, removeVerificationRun, takeVerificationRun } from './verification-run.ts'

export const operatorAdmin = {
  importEdition,
  noteProgress,
  noteVerification,
  removeVerificationRun,
  takeEditions,
  takeVerificationRun,
}
