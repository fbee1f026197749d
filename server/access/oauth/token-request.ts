// Parses requests to the OAuth endpoints: form parameters, each at most once, and no secrets in the URL.
import type { FastifyRequest } from 'fastify'
import { type OAuthFault, oauthFaults } from '#access/refusals'
import { hasMoreFields } from '#http'

export const MAX_FORM_BYTES = 16 * 1024

export type Parameters = ReadonlyMap<string, string>

/** Parameters that must not be in a URL, because URLs are logged, stored in histories and passed on. */
const SECRET = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'access_token', 'token']
/** Parameters that a GET may have in its URL. */
const HARMLESS = ['grant_type', 'scope']

/** The parameters that we use; others are ignored (RFC 6749 §3.2). */
const KNOWN = [...SECRET, ...HARMLESS, 'client_id', 'redirect_uri', 'resource', 'token_type_hint']

/** The parameters of a form in the body, and for GET of the query; a fault if they are invalid. */
export const parametersOf = (request: FastifyRequest, form: string): Parameters | OAuthFault => {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  if (hasMoreFields(query) || hasMoreFields(form)) return oauthFaults.tooMany
  const inQuery = pairsOf(query)
  const inBody = pairsOf(form)
  if (!inQuery || !inBody) return oauthFaults.malformed
  const misplaced = request.method === 'GET' ? SECRET : KNOWN
  if (inQuery.some(([name]) => misplaced.includes(name))) return oauthFaults.inAddress
  const pairs = [...inQuery, ...inBody].filter(([name]) => KNOWN.includes(name))
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return oauthFaults.repeated
  // A parameter without a value counts as absent (RFC 6749 §3.2).
  const parameters = new Map(pairs.filter(([, value]) => value !== ''))
  return parameters.has('client_secret') ? oauthFaults.secretInBody : parameters
}

/** The pairs of a form or query; null if they are not percent-encoded UTF-8. */
const pairsOf = (text: string): [string, string][] | null => {
  try {
    return text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const equals = pair.indexOf('=')
        return equals < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))]
      })
  } catch {
    return null
  }
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** The form in the body. The framework does not parse the body of a GET, so we do. */
export const formOf = async (request: FastifyRequest): Promise<string | OAuthFault> => {
  if (request.method !== 'GET') return typeof request.body === 'string' ? request.body : ''
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.raw) {
    size += (chunk as Buffer).length
    if (size > MAX_FORM_BYTES) return oauthFaults.tooLarge
    chunks.push(chunk as Buffer)
  }
  if (size > 0 && !isForm(request.headers['content-type'])) return oauthFaults.notForm
  return Buffer.concat(chunks).toString('utf8')
}

export const isForm = (type = ''): boolean => /^application\/x-www-form-urlencoded *(?:;|$)/i.test(type)

/** The Idempotency-Key; null if there is none. */
export const keyOf = (request: FastifyRequest): string | null | OAuthFault => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  return typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key) ? key : oauthFaults.badKey
}

export const isFault = (value: object | string | null): value is OAuthFault =>
  typeof value === 'object' && value !== null && 'error' in value && 'description' in value
