// Access: integrations, their connections to tenants, and their tokens (OAuth 2.0).

export { APPROVAL_DIGEST_LENGTH, approvalDigestOf } from './approval-digest.rules.ts'
export {
  accessRetainedTables,
  connectionsOf,
  connectMachine,
  endConnections,
  endConnectionsGrantedBy,
  peopleResponsibleFor,
} from './connection.ts'
export { accessPages } from './connection-pages.ts'
export {
  addedForMachine,
  findIntegration,
  holdMachine,
  type Integration,
  integrationStates,
  type Listed as ListedIntegration,
  listIntegrationPage,
  listIntegrations,
  readIntegration,
  scopesInCompany,
  shutOutAmong,
  waitsForApproval,
} from './integration.ts'
export { lockInvitationRight } from './invitation-right.ts'
export {
  type AccessBearer,
  type AgencyStanding,
  accessBearerOf,
  accessTokenById,
  agencyStandingOf,
  dateAnew,
  type TokenRow as AccessTokenRow,
} from './oauth/access-token.ts'
export { MAX_STATE_LENGTH } from './oauth/authorize.rules.ts'
export { authorizePages } from './oauth/authorize.ts'
export { addSecret, listSecrets, revokeSecret } from './oauth/client-secret.ts'
export { issueCode } from './oauth/code.ts'
export { issuerOf } from './oauth/metadata.ts'
export { addOAuth, oauthPaths } from './oauth/oauth.ts'
export { MAX_URI_LENGTH } from './oauth/redirect-uri.rules.ts'
export { forgetOldTokens } from './oauth/token.ts'
export { MAX_FORM_BYTES } from './oauth/token-request.ts'
export { accessPartyParts } from './party-data.ts'
export { accessParts } from './personal.ts'
export { accessRefusals } from './refusals.ts'
export { type Approval, approve, createIntegration, endIntegration, withdraw } from './registration.ts'
export { accessRows } from './routes.ts'
export { elevatedScopes, isAgencyScope, readScopes } from './scope.rules.ts'
