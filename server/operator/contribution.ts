// What the operator's console contributes to what is made of all contexts.
import { operatorRevokedRights } from './revoked-rights.ts'

export const operatorContribution = {
  revokedRights: operatorRevokedRights,
}
