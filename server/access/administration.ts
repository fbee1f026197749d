// What the operator's commands call in access, and nothing else.
import { addSecret, listSecrets, revokeSecret } from '#access/oauth/client-secret'
import { issueCode } from '#access/oauth/code'
import { waitsForApproval } from './integration.ts'
import { createIntegration } from './registration.ts'
import { readScopes } from './scope.rules.ts'

export const accessAdmin = {
  addSecret,
  createIntegration,
  issueCode,
  listSecrets,
  readScopes,
  revokeSecret,
  waitsForApproval,
}
