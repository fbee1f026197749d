// The three grants of the token endpoint. Each returns tokens or a fault as a value, so that the transaction commits in
// both cases: the consequences of a refused request must stay, such as the end of a family whose token was used twice.
import { createHash } from 'node:crypto'
import type { Tenant } from '#access/connection'
import { machineScopesOf } from '#access/integration'
import { type OAuthFault, oauthFaults } from '#access/refusals'
import { isAgencyScope, type Permitted, readScopes, stillGranted } from '#access/scope.rules'
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'
import { readSecret, sameDigest } from '#secrets/secret'
import { CLOCK_SKEW_MS } from './access-token.ts'
import { wrongVerifier } from './authorize.rules.ts'
import { type ClientCall, endFamily, giveTokens, rememberToken, startFamily, type TokenBody } from './token.ts'

/** The parameters of a token request, and its Idempotency-Key if it may be a retry. */
type TokenRequest = { parameters: ReadonlyMap<string, string>; key: string | null }

type Grant = (call: ClientCall, request: TokenRequest) => Promise<TokenBody | OAuthFault>

/** How long a refresh may be retried with its Idempotency-Key, in milliseconds. */
const REPEAT_MS = 60 * 1000

/** The current permissions of an integration, besides those of its connection. */
type Standing = Permitted & { isMachine: boolean; ended: boolean }

const integrationOf = ({ db, client }: ClientCall): Promise<Standing> =>
  db.one<Standing>(sql`
    select i.scopes, i.elevated_scopes as "elevatedScopes", ${machineScopesOf(sql`i`)} as "machineScopes",
      i.machine_to_machine_at is not null as "isMachine", i.ended_at is not null as ended
    from access.integration i where i.id = ${client.id}`)

/** The columns of a connection that every grant needs. */
type ConnectionColumns = {
  connection_id: string | null
  company_id: string | null
  agency_id: string | null
  connection_scopes: string[] | null
  disconnected: boolean
}

const tenantIn = ({ company_id, agency_id }: ConnectionColumns): Tenant | null => {
  if (company_id) return { type: 'company', id: company_id }
  return agency_id ? { type: 'agency', id: agency_id } : null
}

type CodeRow = ConnectionColumns & {
  id: string
  digest: Buffer
  integration_id: string
  scopes: string[]
  redirect_uri: string
  code_challenge: string | null
  issued_at: Date
  expires_at: Date
  used_at: Date | null
  family_id: string | null
}

/**
 * A code for tokens. The first use counts, whether it succeeds or not: a wrong verifier or address cannot be tried
 * again. A second use ends what the first one gave, since the copy cannot be told from the original (RFC 6819, section
 * 5.2.1.1). A code in another client's hands stays as it is.
 */
const redeemCode: Grant = async (call, { parameters }) => {
  const given = parameters.get('code')
  if (given === undefined) return oauthFaults.missing('code')
  const code = await lockCode(call, given)
  if (!code || code.integration_id !== call.client.id) return oauthFaults.badCode
  const tenant = tenantIn(code)
  const { connection_id: connectionId, family_id: familyId } = code
  if (code.used_at) {
    if (!familyId) return oauthFaults.badCode
    await endFamily(call, { id: familyId, connectionId, tenant }, { because: 'replayed', used: 'code' })
    return oauthFaults.badCode
  }
  const judged = await judgeCode(call, code, parameters)
  if ('error' in judged) {
    await markUsed(call, code.id, null)
    return judged
  }
  const { scopes } = judged
  const family = await startFamily(call, { connectionId, tenant, scopes: code.scopes })
  await markUsed(call, code.id, family.id)
  rememberToken(call, family, 'token.issued', { grant: 'authorization_code', scopes })
  return giveTokens(call, { family, scopes, givenFor: code.id })
}

const judgeCode = async (
  call: ClientCall,
  code: CodeRow,
  parameters: ReadonlyMap<string, string>,
): Promise<{ scopes: string[] } | OAuthFault> => {
  if (isOver(code, call.now) || code.disconnected) return oauthFaults.badCode
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri !== undefined && redirectUri !== code.redirect_uri) return oauthFaults.otherRedirectUri
  if (wrongVerifier(code.code_challenge, parameters.get('code_verifier'))) return oauthFaults.badVerifier
  const integration = await integrationOf(call)
  if (integration.ended) return oauthFaults.badCode
  const scopes = stillGranted(code.scopes, integration, code.connection_scopes)
  return scopes.length > 0 ? { scopes } : oauthFaults.nothingGranted
}

const lockCode = async ({ db }: Call, text: string): Promise<CodeRow | null> => {
  const parts = readSecret('gbac', text)
  const found = await db.maybe<CodeRow>(sql`
    select k.*, c.company_id, c.agency_id, c.scopes as connection_scopes, c.ended_at is not null as disconnected
    from access.authorization_code k join access.connection c on c.id = k.connection_id
    where k.id = ${parts?.id ?? NO_ID} for update of k`)
  return sameDigest(parts?.digest ?? NO_DIGEST, found?.digest) ? found : null
}

const markUsed = ({ db, now }: Call, id: string, familyId: string | null) =>
  db.rows(sql`update access.authorization_code set used_at = ${now}, family_id = ${familyId} where id = ${id}`)

type RefreshRow = ConnectionColumns & {
  id: string
  digest: Buffer
  family_id: string
  issued_at: Date
  expires_at: Date
  used_at: Date | null
  key_digest: Buffer | null
  superseded: boolean
  integration_id: string
  granted: string[]
  family_ended: boolean
}

/**
 * Exchanges a refresh token, once, for a new pair. A client that did not get the answer may repeat the request with the
 * same Idempotency-Key; then the lost pair is revoked.
 */
const refresh: Grant = async (call, { parameters, key }) => {
  const given = parameters.get('refresh_token')
  if (given === undefined) return oauthFaults.missing('refresh_token')
  const token = await lockRefreshToken(call, given)
  if (!token || token.integration_id !== call.client.id) return oauthFaults.badRefreshToken
  if (token.family_ended || token.disconnected) return oauthFaults.badRefreshToken
  const family = { id: token.family_id, connectionId: token.connection_id, tenant: tenantIn(token) }
  const keyDigest = key === null ? null : digestOfRepeat(key, parameters)
  const isRepeat = await takeBackLost(call, token, keyDigest)
  if (!isRepeat) {
    if (token.used_at || token.superseded) {
      await endFamily(call, family, { because: 'replayed', used: 'refresh token' })
      return oauthFaults.badRefreshToken
    }
    // A token with a future date, from before a clock was turned back, is accepted: its successor has the right time.
    if (token.expires_at <= call.now) return oauthFaults.badRefreshToken
  }
  const judged = judgeRefresh(token, await integrationOf(call), parameters.get('scope'))
  if ('error' in judged) return judged
  const { scopes } = judged
  if (!isRepeat) {
    await call.db.rows(sql`
      update access.refresh_token set used_at = ${call.now}, key_digest = ${keyDigest} where id = ${token.id}`)
  }
  rememberToken(call, family, 'token.refreshed', { scopes, ...(isRepeat ? { repeated: true } : {}) })
  return giveTokens(call, { family, scopes, givenFor: token.id })
}

/**
 * Whether a request is the retry of a refresh whose answer was lost; then it revokes the lost pair. It is not a retry
 * if that pair's refresh token has been used, because then the answer did arrive.
 */
const takeBackLost = async ({ db, now }: Call, token: RefreshRow, keyDigest: Buffer | null): Promise<boolean> => {
  const { id, used_at: usedAt, family_id: familyId } = token
  if (!usedAt || token.superseded || now.getTime() - usedAt.getTime() > REPEAT_MS) return false
  if (!keyDigest || !token.key_digest || !sameDigest(keyDigest, token.key_digest)) return false
  const pairs = await db.rows<{ used: boolean }>(sql`
    select used_at is not null as used from access.refresh_token where family_id = ${familyId} and given_for = ${id}`)
  if (pairs.some(({ used }) => used)) return false
  await db.rows(sql`
    with lost as (
      update access.refresh_token set ended_at = ${now}
      where family_id = ${familyId} and given_for = ${id} and ended_at is null
    )
    update access.access_token set ended_at = ${now}
    where family_id = ${familyId} and given_for = ${id} and ended_at is null`)
  return true
}

/**
 * A refresh gives all scopes that are still granted, or the requested part of them. Scopes beyond the original grant
 * are refused (RFC 6749 §6); scopes revoked since are left out, because clients continue to request the original ones.
 */
const judgeRefresh = (
  token: RefreshRow,
  integration: Standing,
  asked: string | undefined,
): { scopes: string[] } | OAuthFault => {
  if (integration.ended) return oauthFaults.badRefreshToken
  const granted = stillGranted(token.granted, integration, token.connection_scopes)
  if (granted.length === 0) return oauthFaults.nothingGranted
  if (asked === undefined) return { scopes: granted }
  const { scopes, unknown } = readScopes(asked)
  const [foreign] = unknown
  if (foreign !== undefined) return oauthFaults.unknownScope(foreign)
  if (scopes.length === 0 || !scopes.every((scope) => token.granted.includes(scope))) return oauthFaults.widerScope
  const left = scopes.filter((scope) => granted.includes(scope))
  return left.length > 0 ? { scopes: left } : oauthFaults.nothingGranted
}

/** The token, with its family locked, so that everything in a family is serialized. */
const lockRefreshToken = async ({ db }: Call, text: string): Promise<RefreshRow | null> => {
  const parts = readSecret('gbrt', text)
  const id = parts?.id ?? NO_ID
  await db.rows(sql`
    select from access.token_family
    where id = (select family_id from access.refresh_token where id = ${id}) for update`)
  const found = await db.maybe<RefreshRow>(sql`
    select r.id, r.digest, r.family_id, r.issued_at, r.expires_at, r.used_at, r.key_digest,
      r.ended_at is not null as superseded, f.integration_id, f.scopes as granted,
      f.ended_at is not null as family_ended, f.connection_id, c.company_id, c.agency_id,
      c.scopes as connection_scopes, c.ended_at is not null as disconnected
    from access.refresh_token r join access.token_family f on f.id = r.family_id
    left join access.connection c on c.id = f.connection_id
    where r.id = ${id}`)
  return sameDigest(parts?.digest ?? NO_DIGEST, found?.digest) ? found : null
}

/** A retry has the same key and the same request. */
const digestOfRepeat = (key: string, parameters: ReadonlyMap<string, string>): Buffer =>
  createHash('sha256')
    .update(`${key}\n${parameters.get('scope') ?? ''}`)
    .digest()

/** Agency scopes for integrations with machine access; without scopes, a token of the integration for itself. */
const clientCredentials: Grant = async (call, { parameters }) => {
  const { scopes, unknown } = readScopes(parameters.get('scope') ?? '')
  const [foreign] = unknown
  if (foreign !== undefined) return oauthFaults.unknownScope(foreign)
  if (!scopes.every(isAgencyScope)) return oauthFaults.notAgencyScope
  const integration = await integrationOf(call)
  if (integration.ended) return oauthFaults.badClient
  if (scopes.length > 0 && !integration.isMachine) return oauthFaults.notMachine
  if (!scopes.every((scope) => integration.scopes.includes(scope))) return oauthFaults.notRegisteredScope
  if (!scopes.every((scope) => integration.machineScopes.includes(scope))) return oauthFaults.notMachineScope
  const family = await startFamily(call, { connectionId: null, tenant: null, scopes })
  rememberToken(call, family, 'token.issued', { grant: 'client_credentials', scopes })
  return giveTokens(call, { family, scopes, givenFor: null })
}

/** Expired, or issued at a future time by this clock. */
const isOver = ({ issued_at, expires_at }: { issued_at: Date; expires_at: Date }, now: Date): boolean =>
  expires_at <= now || issued_at.getTime() > now.getTime() + CLOCK_SKEW_MS

const NO_ID = '00000000-0000-0000-0000-000000000000'
const NO_DIGEST = Buffer.alloc(32)

export const grants: ReadonlyMap<string, Grant> = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', refresh],
  ['client_credentials', clientCredentials],
])
