// Refusals of integrations and of their registration.
import type { WrongRedirectUri } from '#access/oauth/redirect-uri.rules'
import { scopeWords } from '#identity'
import { nearestKnownName } from '#platform/misspelling'
import { fault, invisibleCharactersFault, refusal } from '#platform/refusal'
import type { WrongScope } from './scope.rules.ts'

export const accessRefusals = {
  integrationNotFound: refusal(
    'not-found',
    'integration.not-found',
    'There is no integration {id}',
    'Det finns ingen integration {id}',
  ),
  integrationEnded: refusal(
    'operation-not-allowed',
    'integration.ended',
    'The integration {id} has ended',
    'Integrationen {id} är avslutad',
  ),
  changedSinceSeen: refusal(
    'conflict',
    'integration.changed-since-seen',
    'The integration {id} has changed since you read it: read it again before you decide',
    'Integrationen {id} har ändrats sedan du läste den: läs den igen innan du bestämmer dig',
  ),
  secretNotFound: refusal(
    'not-found',
    'integration.secret-not-found',
    'There is no client secret {id}',
    'Det finns ingen klienthemlighet {id}',
  ),
  tooManySecrets: refusal(
    'limit-exceeded',
    'integration.too-many-secrets',
    'An integration has at most {limit} secrets at a time; revoke one first',
    'En integration har högst {limit} hemligheter åt gången; återkalla en först',
  ),
  tooManyIntegrations: refusal(
    'limit-exceeded',
    'integration.too-many-integrations',
    'A person has at most {limit} integrations',
    'En person har högst {limit} integrationer',
  ),
  connectionNotFound: refusal(
    'not-found',
    'integration.connection-not-found',
    'There is no connection {id}',
    'Det finns ingen anslutning {id}',
  ),
  registeredItself: refusal(
    'operation-not-allowed',
    'integration.registered-itself',
    'The program {id} has registered itself: it reads and proposes only, and nothing else is approved for it',
    'Programmet {id} har registrerat sig självt: det läser och lämnar förslag, och får inget annat godkänt',
  ),
  notElevated: refusal(
    'operation-not-allowed',
    'integration.not-elevated',
    '{scope} is not an elevated scope; the elevated scopes are {known}',
    '{scope} är ingen förhöjd behörighet; de förhöjda är {known}',
  ),
}

export const accessFaults = {
  textMissing: fault('integration.text-missing', 'must not be empty', 'får inte vara tomt'),
  textTooLong: fault('integration.text-too-long', 'must be at most {limit} characters', 'får ha högst {limit} tecken'),
  badCharacter: invisibleCharactersFault,
  ownName: fault(
    'integration.own-name',
    'must not contain the name of this service: give the integration a name of its own',
    'får inte innehålla tjänstens namn: ge integrationen ett eget namn',
  ),
  mode: fault('integration.mode', 'must be test or production', 'ska vara test eller production'),
  unknownScope: fault(
    'integration.unknown-scope',
    '{scope} is not a scope; the scopes are {known}',
    '{scope} är ingen behörighet; behörigheterna är {known}',
  ),
  noScope: fault('integration.no-scope', 'must name at least one scope', 'ska namnge minst en behörighet'),
  noUri: fault('integration.no-uri', 'must name at least one address', 'ska namnge minst en adress'),
  tooManyUris: fault(
    'integration.too-many-uris',
    'must have at most {limit} addresses',
    'får ha högst {limit} adresser',
  ),
  repeatedUri: fault(
    'integration.repeated-uri',
    'must name each address only once',
    'får namnge varje adress bara en gång',
  ),
}

/** The errors of a redirect URI, in words. */
export const uriFaults: Readonly<Record<WrongRedirectUri, ReturnType<typeof fault>>> = {
  tooLong: fault('redirect-uri.too-long', 'is too long', 'är för långt'),
  badCharacter: fault(
    'redirect-uri.bad-character',
    'has a character that an address cannot have',
    'har ett tecken som en adress inte kan ha',
  ),
  notAbsolute: fault(
    'redirect-uri.not-absolute',
    'must be a complete address, such as https://example.se/back',
    'ska vara en hel adress, till exempel https://example.se/back',
  ),
  notHttps: fault(
    'redirect-uri.not-https',
    'must begin with https://, or with http:// on 127.0.0.1, [::1] or localhost',
    'ska börja med https://, eller med http:// på 127.0.0.1, [::1] eller localhost',
  ),
  fragment: fault('redirect-uri.fragment', 'must not have a fragment (#)', 'får inte ha ett fragment (#)'),
  wildcard: fault('redirect-uri.wildcard', 'must not have a wildcard (*)', 'får inte ha jokertecken (*)'),
  userInfo: fault(
    'redirect-uri.user-info',
    'must not have a user name or password',
    'får inte ha användarnamn eller lösenord',
  ),
  notCanonical: fault(
    'redirect-uri.not-canonical',
    'must be written as a browser writes it: host in lower case, no default port, no dot segments',
    'ska skrivas som en webbläsare skriver den: värdnamn med små bokstäver, ingen standardport, inga punktsegment',
  ),
  reservedParameter: fault(
    'redirect-uri.reserved-parameter',
    'must not have a parameter that the answer adds, such as code or state',
    'får inte ha en parameter som svaret lägger till, som code eller state',
  ),
}

type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'access_denied'
  | 'slow_down'

/** An error of the OAuth endpoints (RFC 6749 §5.2, RFC 7591 §3.2.2, RFC 8707 §2). Its sentence never repeats input. */
export type OAuthFault = { error: OAuthError; description: string }

const oauth = (error: OAuthError, description: string): OAuthFault => ({ error, description })

/**
 * Values, not exceptions, so that the consequences of a refused request commit, such as the end of a replayed family.
 */
export const oauthFaults = {
  noClient: oauth(
    'invalid_client',
    'Authenticate with HTTP Basic: client id and client secret. A client that registered itself sends its client_id',
  ),
  badClient: oauth('invalid_client', 'The client id or secret is wrong, or no longer valid'),
  tooOften: oauth(
    'slow_down',
    'Too many token requests in a minute; try again after as many seconds as Retry-After says',
  ),
  tooManyRegistrations: oauth('slow_down', 'Too many clients have registered themselves; try again later'),
  registrationClosed: oauth('access_denied', 'Clients cannot register themselves here: ask the operator'),
  notJson: oauth('invalid_client_metadata', 'Send the metadata as JSON (application/json)'),
  otherResource: oauth('invalid_target', 'The resource is not this service'),
  publicClient: oauth('unauthorized_client', 'A client without a secret acts for people only'),
  notForm: oauth('invalid_request', 'Send the parameters as application/x-www-form-urlencoded'),
  tooLarge: oauth('invalid_request', 'The body is too large'),
  tooMany: oauth('invalid_request', 'A form has at most 200 parameters'),
  malformed: oauth('invalid_request', 'The parameters are not percent-encoded UTF-8'),
  unreadable: oauth('invalid_request', 'The request cannot be read'),
  repeated: oauth('invalid_request', 'A parameter is given more than once'),
  inAddress: oauth('invalid_request', 'Secrets and parameters do not belong in the address; send them in the body'),
  secretInBody: oauth('invalid_request', 'The client secret belongs in the Authorization header only'),
  otherClient: oauth('invalid_request', 'The client_id is not that of the client that authenticated'),
  missing: (name: string) => oauth('invalid_request', `The parameter ${name} is missing`),
  badKey: oauth('invalid_request', 'An Idempotency-Key has 1 to 255 visible ASCII characters'),
  unknownGrant: oauth(
    'unsupported_grant_type',
    'The grants are authorization_code, refresh_token and client_credentials',
  ),
  onlyByPost: oauth('unsupported_grant_type', 'With GET the only grant is client_credentials; use POST'),
  badCode: oauth('invalid_grant', 'The code is not valid, has expired, was used or belongs to another client'),
  badRefreshToken: oauth(
    'invalid_grant',
    'The refresh token is not valid, has expired, was used or belongs to another client',
  ),
  otherRedirectUri: oauth('invalid_grant', 'The redirect_uri is not the one of the authorization request'),
  badVerifier: oauth('invalid_grant', 'The code_verifier does not match the authorization request'),
  nothingGranted: oauth('invalid_grant', 'None of these scopes is allowed any longer'),
  widerScope: oauth('invalid_scope', 'The scope was not granted'),
  unknownScope: (name: string) => oauth('invalid_scope', unknownScopeSentence(name)),
  notAgencyScope: oauth('invalid_scope', 'Client credentials give agency scopes only, or none for a general token'),
  notRegisteredScope: oauth('invalid_scope', 'The integration is not registered with that scope'),
  notMachine: oauth('unauthorized_client', 'The integration is not approved for machine-to-machine use'),
  notMachineScope: oauth(
    'invalid_scope',
    'The integration was approved for machine-to-machine use without that scope: ask the operator to approve it again',
  ),
}

/** Names the unknown scope, and the one most likely meant. A malformed scope is not repeated. */
export const unknownScopeSentence = (name: string): string => {
  if (!/^[\w:.-]{1,60}$/.test(name)) return 'A scope is unknown'
  const meant = nearestKnownName(name, Object.keys(scopeWords))
  return `The scope ${name} is unknown${meant ? `; did you mean ${meant}?` : ''}`
}

/** The errors of requested scopes (RFC 6749 §4.1.2.1, `invalid_scope`). */
export const scopeSentences: Readonly<Record<Exclude<WrongScope, 'unknown'>, string>> = {
  none: 'No scope is named',
  notRegistered: 'The integration is not registered with that scope',
  notApproved: 'The integration is not approved for that scope',
  agencyOnly: 'An agency scope needs an agency',
}
