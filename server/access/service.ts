// What the programs of the service call in access, and no other context.
import { accessBearerOf, accessTokenById, agencyStandingOf, dateAnew } from '#access/oauth/access-token'
import { MAX_STATE_LENGTH } from '#access/oauth/authorize.rules'
import { issuerOf } from '#access/oauth/metadata'
import { addOAuth, oauthPaths } from '#access/oauth/oauth'
import { MAX_URI_LENGTH } from '#access/oauth/redirect-uri.rules'
import { MAX_FORM_BYTES } from '#access/oauth/token-request'
import { endConnectionsGrantedBy } from './connection.ts'
import { listIntegrations } from './integration.ts'

export const accessService = {
  MAX_FORM_BYTES,
  MAX_STATE_LENGTH,
  MAX_URI_LENGTH,
  addOAuth,
  agencyStandingOf,
  bearerOf: accessBearerOf,
  dateAnew,
  endConnectionsGrantedBy,
  issuerOf,
  listIntegrations,
  oauthPaths,
  tokenById: accessTokenById,
}
