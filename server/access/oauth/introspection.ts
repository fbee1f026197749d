// Introspection and revocation of an integration's own tokens (RFC 7662, RFC 7009).
import { machineScopesOf } from '#access/integration'
import { type OAuthFault, oauthFaults } from '#access/refusals'
import { stillGranted } from '#access/scope.rules'
import { sql } from '#platform/sql'
import { readSecret, sameDigest } from '#secrets/secret'
import { accessTokenById, bearerOf, permittedOf, type TokenRow } from './access-token.ts'
import { type ClientCall, endFamily, type Family, rememberToken } from './token.ts'
import type { Parameters } from './token-request.ts'

const INACTIVE = { active: false }

/** The current state of a token. Tokens of other integrations count as unknown. */
export const introspect = async (call: ClientCall, parameters: Parameters): Promise<object | OAuthFault> => {
  const token = parameters.get('token')
  if (token === undefined) return oauthFaults.missing('token')
  const access = await ownAccessToken(call, token)
  if (access) {
    const bearer = bearerOf(access, call.now)
    return bearer ? told(access, [...bearer.scopes], 'bearer') : INACTIVE
  }
  const refresh = await ownRefreshToken(call, token)
  if (!refresh?.alive || refresh.expires_at <= call.now) return INACTIVE
  return told(refresh, stillGranted(refresh.scopes, permittedOf(refresh), refresh.connection_scopes), 'refresh_token')
}

const told = (row: TokenRow, scopes: string[], type: string) => ({
  active: true,
  scope: scopes.join(' '),
  client_id: row.integration_id,
  token_type: type,
  exp: seconds(row.expires_at),
  iat: seconds(row.issued_at),
  tenant_id: row.company_id ?? row.agency_id ?? '',
  tenant_type: row.company_id ? 'company' : row.agency_id ? 'agency' : 'general',
  ...(row.connection_id ? { connection_id: row.connection_id } : {}),
})

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/**
 * Revokes a token: an access token alone, a refresh token with all tokens of its family (RFC 7009 §2.1). An unknown,
 * expired or foreign token is left alone, with the same answer.
 */
export const revoke = async (call: ClientCall, parameters: Parameters): Promise<object | OAuthFault> => {
  const token = parameters.get('token')
  if (token === undefined) return oauthFaults.missing('token')
  const access = await ownAccessToken(call, token)
  if (access) await endAccessToken(call, access)
  const refresh = access ? null : await ownRefreshToken(call, token)
  if (refresh) await endFamily(call, familyOf(refresh), { because: 'revoked', used: 'refresh token' })
  return {}
}

const endAccessToken = async (call: ClientCall, row: TokenRow): Promise<void> => {
  const ended = await call.db.rows(sql`
    update access.access_token set ended_at = ${call.now} where id = ${row.id} and ended_at is null returning id`)
  if (ended.length === 0 || !row.alive) return
  rememberToken(call, familyOf(row), 'token.revoked', { used: 'access token', tokenId: row.id })
}

const familyOf = ({ family_id: id, connection_id: connectionId, company_id, agency_id }: TokenRow): Family => ({
  id,
  connectionId,
  tenant: company_id ? { type: 'company', id: company_id } : agency_id ? { type: 'agency', id: agency_id } : null,
})

const ownAccessToken = async ({ db, client }: ClientCall, text: string): Promise<TokenRow | null> => {
  const parts = readSecret('gbat', text)
  const found = parts && (await db.maybe<TokenRow>(accessTokenById(sql`${parts.id}`)))
  return parts && found && sameDigest(parts.digest, found.digest) && found.integration_id === client.id ? found : null
}

/** A refresh token in the form of an access token; it is active while it can be used. */
const ownRefreshToken = async ({ db, client }: ClientCall, text: string): Promise<TokenRow | null> => {
  const parts = readSecret('gbrt', text)
  if (!parts) return null
  const found = await db.maybe<TokenRow>(sql`
    select r.id, r.digest, f.scopes, r.issued_at, r.expires_at, r.family_id, f.integration_id,
      i.name as integration_name, i.scopes as registered_scopes, i.elevated_scopes,
      ${machineScopesOf(sql`i`)} as machine_scopes, f.connection_id, c.company_id, c.agency_id,
      c.scopes as connection_scopes,
      num_nonnulls(r.used_at, r.ended_at, f.ended_at, i.ended_at, c.ended_at) = 0 as alive
    from access.refresh_token r join access.token_family f on f.id = r.family_id
    join access.integration i on i.id = f.integration_id
    left join access.connection c on c.id = f.connection_id
    where r.id = ${parts.id}`)
  return found && sameDigest(parts.digest, found.digest) && found.integration_id === client.id ? found : null
}
