// Access: integrations, their connections to tenants, and their tokens (OAuth 2.0).

export { accessAdmin } from './administration.ts'
export { APPROVAL_DIGEST_LENGTH, approvalDigestOf } from './approval-digest.rules.ts'
export { connectionsOf, connectMachine, endConnections, peopleResponsibleFor } from './connection.ts'
export { accessPages } from './connection-pages.ts'
export { accessContribution } from './contribution.ts'
export {
  addedForMachine,
  findIntegration,
  holdMachine,
  type Integration,
  integrationStates,
  type Listed as ListedIntegration,
  listIntegrationPage,
  readIntegration,
  registrants,
  scopesInCompany,
  shutOutAmong,
} from './integration.ts'
export { lockInvitationRight } from './invitation-right.ts'
export type { AccessBearer, AgencyStanding, TokenRow as AccessTokenRow } from './oauth/access-token.ts'
export { authorizePages } from './oauth/authorize.ts'
export type { ReadDocument } from './oauth/self-registration.ts'
export { type Approval, approve, endIntegration, withdraw } from './registration.ts'
export { accessRows } from './routes.ts'
export { elevatedScopes, isAgencyScope, selfScopes } from './scope.rules.ts'
export { accessService } from './service.ts'
