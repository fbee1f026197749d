// Parses and validates the request with which an integration sends a person to /authorize, from its values alone (RFC
// 6749 §4.1.1).
import { createHash, timingSafeEqual } from 'node:crypto'
import { scopeSentences, unknownScopeSentence } from '#access/refusals'
import { askedScopes, type Permitted, type TenantType } from '#access/scope.rules'
import { isDocumentUrl } from './client-metadata.rules.ts'
import { isRegistered, isRegisteredOnAnyPort } from './redirect-uri.rules.ts'

/** The parameters of a query: the first value of each name, and names that were repeated. */
type Parameters = { query: Readonly<Record<string, string>>; repeated: readonly string[] }

/** Errors because of which nothing may be sent to a redirect URI. */
export type ClientProblem =
  | 'client-missing'
  | 'client-unknown'
  | 'client-document'
  | 'client-too-often'
  | 'redirect-missing'
  | 'redirect-unknown'

/** A valid request, to be shown to a person. */
export type AuthorizeRequest = {
  redirectUri: string
  /** Null where a client without a secret gives none: its challenge does the same. */
  state: string | null
  scopes: readonly string[]
  tenantType: TenantType
  /** The tenant preferred by the integration, if the person manages it. */
  tenantId: string | null
  /** PKCE: BASE64URL(SHA256(code_verifier)). */
  codeChallenge: string | null
}

/** The errors of RFC 6749 §4.1.2.1 and RFC 8707 §2 that we return. */
type AuthorizeError =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'server_error'

/** The error of a request with a valid redirect URI; the description is for the integration's developers. */
type AuthorizeFault = { error: AuthorizeError; description: string }

/** Most characters in `state`, since it is returned in a URL. */
export const MAX_STATE_LENGTH = 2_000

/** The client of a request, by its id or by the address of its document; a malformed id counts as unknown. */
export const clientOf = ({
  query,
  repeated,
}: Parameters): { clientId: string } | { documentUrl: string } | { problem: ClientProblem } => {
  const clientId = query.client_id ?? ''
  if (clientId === '' || repeated.includes('client_id')) return { problem: 'client-missing' }
  if (isDocumentUrl(clientId)) return { documentUrl: clientId }
  return CLIENT_ID.test(clientId) ? { clientId: clientId.toLowerCase() } : { problem: 'client-unknown' }
}

/**
 * The redirect URI: exactly one of those registered, compared character by character (RFC 9700 §2.1). It may be omitted
 * if only one is registered. A client without a secret may use any port of the user's own machine.
 */
export const redirectOf = (
  { query, repeated }: Parameters,
  registered: readonly string[],
  { isPublic = false }: { isPublic?: boolean } = {},
): { redirectUri: string } | { problem: ClientProblem } => {
  const [only, another] = registered
  if (repeated.includes('redirect_uri')) return { problem: 'redirect-missing' }
  const given = query.redirect_uri ?? ''
  if (given !== '') {
    const isKnown = (isPublic ? isRegisteredOnAnyPort : isRegistered)(registered, given)
    return isKnown ? { redirectUri: given } : { problem: 'redirect-unknown' }
  }
  if (only === undefined || another !== undefined) return { problem: 'redirect-missing' }
  return { redirectUri: only }
}

/** `state`, if an error may repeat it. */
export const stateOf = ({ query, repeated }: Parameters): string | null => {
  const state = query.state ?? ''
  return state === '' || state.length > MAX_STATE_LENGTH || repeated.includes('state') ? null : state
}

/** What a request must fit, besides the integration. */
type Bounds = {
  redirectUri: string
  /** A client without a secret must prove by PKCE that the code is its own (RFC 7636), and need not send a state. */
  isPublic?: boolean
  /** What this service is called as a resource (RFC 8707): any of these. */
  resources?: readonly string[]
}

/**
 * The rest of the request. `mark` is the brand in the names of our own parameters. Unknown parameters are ignored, and
 * empty ones count as absent (RFC 6749 §3.1).
 */
export const requestOf = (
  parameters: Parameters,
  { redirectUri, isPublic = false, resources = [] }: Bounds,
  integration: Permitted,
  mark: string,
): AuthorizeRequest | AuthorizeFault => {
  const { query, repeated } = parameters
  const typeName = `${mark}_tenanttype`
  const idName = `${mark}_tenantid`
  const read = [
    'response_type',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
    'resource',
    typeName,
    idName,
  ]
  const twice = read.find((name) => repeated.includes(name))
  if (twice !== undefined) return wrong('invalid_request', `${twice} is given more than once`)
  const state = stateOf(parameters)
  if (state === null && !(isPublic && !query.state)) return wrong('invalid_request', stateFault(query.state))
  const fault = typeFault(query.response_type ?? '') ?? challengeFault(query, isPublic)
  if (fault) return fault
  if (!isResource(query.resource, resources)) return wrong('invalid_target', 'The resource is not this service')
  const tenantType = query[typeName] || 'company'
  if (!isTenantType(tenantType)) return wrong('invalid_request', `${typeName} must be company or agency`)
  const tenantId = query[idName]?.toLowerCase() || null
  if (tenantId !== null && !CLIENT_ID.test(tenantId)) return wrong('invalid_request', `${idName} must be a UUID`)
  const asked = askedScopes(query.scope ?? '', tenantType, integration)
  if ('scope' in asked) return wrong('invalid_scope', unknownScopeSentence(asked.scope))
  if ('wrong' in asked) return wrong('invalid_scope', scopeSentences[asked.wrong])
  const codeChallenge = query.code_challenge || null
  return { redirectUri, state, scopes: asked.scopes, tenantType, tenantId, codeChallenge }
}

const CLIENT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const isTenantType = (text: string): text is TenantType => text === 'company' || text === 'agency'

const wrong = (error: AuthorizeError, description: string): AuthorizeFault => ({ error, description })

const stateFault = (state = ''): string =>
  state === '' ? 'state is missing' : `state has more than ${MAX_STATE_LENGTH} characters`

const typeFault = (type: string): AuthorizeFault | null => {
  if (type === '') return wrong('invalid_request', 'response_type is missing')
  return type === 'code' ? null : wrong('unsupported_response_type', 'response_type must be code')
}

/**
 * Whether a resource is this service (RFC 8707 §2); one that is absent or empty is. Scheme and host are compared
 * without case, and a slash at the end is ignored.
 */
export const isResource = (given: string | undefined, resources: readonly string[]): boolean => {
  if (!given) return true
  if (!URL.canParse(given) || given.includes('#')) return false
  const plain = (address: string) => new URL(address).href.replace(/\/$/, '')
  return resources.some((one) => plain(one) === plain(given))
}

/**
 * PKCE is optional for clients with a secret. `plain`, the default of RFC 7636, is refused, because it does not protect
 * against a reader of the request.
 */
const challengeFault = (query: Parameters['query'], isPublic: boolean): AuthorizeFault | null => {
  const challenge = query.code_challenge ?? ''
  const method = query.code_challenge_method ?? ''
  if (challenge === '' && method === '') {
    return isPublic ? wrong('invalid_request', 'code_challenge is missing: a client without a secret needs PKCE') : null
  }
  if (challenge === '') return wrong('invalid_request', 'code_challenge_method is given without code_challenge')
  if (method !== 'S256') return wrong('invalid_request', 'code_challenge_method must be S256')
  return isChallenge(challenge) ? null : wrong('invalid_request', 'code_challenge is not 43 characters of base64url')
}

/** The URL that returns an answer: parameters are added to its existing query (RFC 6749 §3.1.2). */
export const answerAddress = (redirectUri: string, answer: Readonly<Record<string, string | null>>): string => {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== null) added.append(name, value)
  const joint = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&'
  return `${redirectUri}${joint}${added.toString().replaceAll('+', '%20')}`
}

/**
 * The source that a policy (CSP form-action) must allow so that the browser follows a form's redirect to this URL. CSP
 * cannot name an IPv6 address, so that loopback address is allowed by its scheme.
 */
export const formTargetOf = (redirectUri: string): string => {
  const { origin, hostname, protocol } = new URL(redirectUri)
  return hostname.startsWith('[') ? protocol : origin
}

/** Whether a text can be an S256 challenge: 32 bytes in base64url. */
const isChallenge = (text: string): boolean =>
  /^[A-Za-z0-9_-]{43}$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text

type WrongVerifier = 'missing' | 'unasked' | 'malformed' | 'different'

/**
 * The error of a verifier; null if it is right. A verifier for a code without a challenge is refused too, because the
 * challenge may have been removed from the request on the way (RFC 9700 §4.8.2).
 */
export const wrongVerifier = (challenge: string | null, verifier: string | undefined): WrongVerifier | null => {
  if (challenge === null) return verifier === undefined ? null : 'unasked'
  if (verifier === undefined) return 'missing'
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return 'malformed'
  const digest = createHash('sha256').update(verifier).digest()
  return timingSafeEqual(digest, Buffer.from(challenge, 'base64url')) ? null : 'different'
}
