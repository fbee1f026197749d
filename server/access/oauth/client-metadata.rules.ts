// What a program says of itself when no person registers it: the metadata of RFC 7591, sent to us or read from the
// address that is its client_id (OAuth Client ID Metadata Document). Nothing of it is verified.
import { hasInvisibleCharacters } from '#text/invisible-characters'
import { holdsOwnName, MAX_URI_LENGTH, MAX_URIS, wrongRedirectUri } from './redirect-uri.rules.ts'

/** A client as it describes itself. `name` is never that of this service, and never empty. */
export type ClientMetadata = { name: string; redirectUris: string[]; scope: string | null }

/** An error of RFC 7591 §3.2.2; the description is for the developers of the client. */
export type MetadataFault = { error: 'invalid_redirect_uri' | 'invalid_client_metadata'; description: string }

/** Most characters of a name that is shown; longer ones are cut. */
const MAX_NAME_LENGTH = 100
/** Most characters of `scope`. */
const MAX_SCOPE_LENGTH = 4000

const wrongUris: Readonly<Record<NonNullable<ReturnType<typeof wrongRedirectUri>>, string>> = {
  tooLong: `A redirect URI has at most ${MAX_URI_LENGTH} characters`,
  badCharacter: 'A redirect URI has a character that a URI cannot have',
  notAbsolute: 'A redirect URI is complete, such as https://example.com/back',
  notHttps: 'A redirect URI begins with https://, or with http:// on 127.0.0.1, [::1] or localhost',
  fragment: 'A redirect URI has no fragment',
  wildcard: 'A redirect URI has no wildcard',
  userInfo: 'A redirect URI has no user name or password',
  notCanonical: 'A redirect URI is written as a browser writes it: no capitals in the host, no default port',
  reservedParameter: 'A redirect URI does not already have a parameter of the answer, such as code or state',
}

/** The metadata of a registration (RFC 7591 §2). Values that we do not use are ignored. */
export const metadataOf = (body: unknown): ClientMetadata | MetadataFault => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return wrong('The metadata is a JSON object')
  const said = body as Record<string, unknown>
  const uris = redirectUrisIn(said.redirect_uris)
  if ('error' in uris) return uris
  const { grant_types: grants = ['authorization_code'], response_types: types = ['code'], scope = null } = said
  if (!Array.isArray(grants) || !grants.includes('authorization_code')) {
    return wrong('grant_types includes authorization_code')
  }
  if (!Array.isArray(types) || !types.includes('code')) return wrong('response_types includes code')
  if (scope !== null && (typeof scope !== 'string' || scope.length > MAX_SCOPE_LENGTH)) {
    return wrong(`scope is text of at most ${MAX_SCOPE_LENGTH} characters`)
  }
  return { name: nameOf(said.client_name, uris.redirectUris), redirectUris: uris.redirectUris, scope }
}

const wrong = (description: string): MetadataFault => ({ error: 'invalid_client_metadata', description })

const redirectUrisIn = (given: unknown): { redirectUris: string[] } | MetadataFault => {
  const fault = (description: string): MetadataFault => ({ error: 'invalid_redirect_uri', description })
  if (!Array.isArray(given) || given.length === 0) return fault('redirect_uris names at least one URI')
  if (given.length > MAX_URIS) return fault(`redirect_uris has at most ${MAX_URIS} URIs`)
  const redirectUris: string[] = []
  for (const one of given as unknown[]) {
    if (typeof one !== 'string') return fault('redirect_uris is a list of texts')
    const problem = wrongRedirectUri(one)
    if (problem) return fault(wrongUris[problem])
    redirectUris.push(one)
  }
  return { redirectUris: [...new Set(redirectUris)] }
}

/** The name it gives itself; the host of its address where that is none, misleads, or is our own. */
const nameOf = (given: unknown, [first = '']: readonly string[]): string => {
  const name = typeof given === 'string' ? [...given.trim()].slice(0, MAX_NAME_LENGTH).join('').trim() : ''
  const isFit = name !== '' && !hasInvisibleCharacters(name) && /[\p{L}\p{N}]/u.test(name) && !holdsOwnName(name)
  return isFit ? name : new URL(first).hostname
}

/** Most characters of the address of a document. */
const MAX_DOCUMENT_URL_LENGTH = 2000

/** Whether a client_id is the address of a document: https, with a path, written as a browser writes it. */
export const isDocumentUrl = (text: string): boolean => {
  if (text.length > MAX_DOCUMENT_URL_LENGTH || !/^https:\/\/[!$&-;=?-Z_a-z~%]+$/.test(text)) return false
  if (!URL.canParse(text)) return false
  const { href, username, password, hash, pathname } = new URL(text)
  return href === text && username === '' && password === '' && hash === '' && pathname !== '/'
}

/**
 * The metadata in a document that was read at `url`. It must name itself, have a name, and have no shared secret; keys
 * of its own (`private_key_jwt`) are not supported.
 */
export const metadataInDocument = (url: string, text: string): ClientMetadata | MetadataFault => {
  const said = parsed(text)
  if (said?.client_id !== url) return wrong('The client_id in the document is not its address')
  if (typeof said.client_name !== 'string') return wrong('The document has no client_name')
  const { token_endpoint_auth_method: method = 'none' } = said
  if (method !== 'none' || 'client_secret' in said) return wrong('token_endpoint_auth_method is none')
  return metadataOf(said)
}

const parsed = (text: string): Record<string, unknown> | null => {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Least, usual and longest time that a document is used as it was read, in seconds. */
const LEAST_SECONDS = 300
const USUAL_SECONDS = 3600
const MOST_SECONDS = 24 * 3600

/** For how many seconds a document may be used, by its header Cache-Control. */
export const secondsToKeep = (cacheControl: string | null): number => {
  if (cacheControl === null) return USUAL_SECONDS
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return LEAST_SECONDS
  const [, digits] = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl) ?? []
  return digits === undefined ? USUAL_SECONDS : Math.min(Math.max(Number(digits), LEAST_SECONDS), MOST_SECONDS)
}
