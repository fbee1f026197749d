// Pages of other sites may call the API with a bearer token, but never with the session of a person who is logged in
// here (Fetch standard, CORS protocol).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Brand } from './brand.ts'

type Options = {
  brand: Brand
  /** Whether pages of other sites may call this URL. */
  isShared: (url: string) => boolean
}

/** Request headers that a browser may send. The header needed with a session is not among them. */
const SENT = [
  'Authorization',
  'Accept',
  'Accept-Language',
  'Cache-Control',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'Request-Id',
  'X-Request-Id',
  'Traceparent',
  'Tracestate',
].join(', ')

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** How long a browser may cache the preflight, in seconds (two hours: no browser accepts more). */
const REMEMBERED_SECONDS = 7200

/** Response headers that a page may read. */
const exposed = (brand: Brand): string =>
  [
    'Allow',
    'Content-Disposition',
    'Content-Language',
    'Deprecation',
    'ETag',
    'Idempotent-Replayed',
    'Link',
    'Location',
    'Preference-Applied',
    'Request-Id',
    'Retry-After',
    'Sunset',
    'WWW-Authenticate',
    brand.supportedVersions,
    brand.deprecatedVersions,
    brand.dryRun,
    brand.ignored,
    brand.planWarning,
    brand.warning,
    brand.rateLimit,
    brand.rateRemaining,
    brand.rateRetryAfter,
  ].join(', ')

/**
 * Answers preflight requests, and lets pages of other sites read every response. Without
 * `Access-Control-Allow-Credentials`, browsers do not let them read responses to requests with cookies.
 */
export const addCrossOrigin = (app: FastifyInstance, { brand, isShared }: Options): void => {
  const told = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed(brand) }
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, url } = request
    const asksFirst = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
    if (!asksFirst || headers.origin === undefined || !isShared(url)) return done()
    reply.code(204).headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': SENT,
      'access-control-max-age': String(REMEMBERED_SECONDS),
    })
    reply.send()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.headers.origin !== undefined && isShared(request.url)) reply.headers(told)
    done()
  })
}

/**
 * Whether a page of another site sent the request, according to the browser: by Sec-Fetch-Site, or Origin in older
 * ones. Another host of the same domain, or another port of the same machine, is another site too.
 */
export const isForeign = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  const { origin, host } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return false
  const from = URL.canParse(origin) ? new URL(origin) : null
  return from === null || (from.origin !== new URL(publicUrl).origin && from.host !== host)
}
