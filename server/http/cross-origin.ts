// Pages of other sites call the API with a bearer token, and never as the person who has logged in here: they may do
// what everybody may who has the token (Fetch standard, CORS protocol).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Brand } from './brand.ts'

type Options = {
  brand: Brand
  /** Whether pages of other sites may call this address. */
  isShared: (url: string) => boolean
}

/** What a browser may send. The header that a session needs is not among them. */
const SENT = [
  ...['Authorization', 'Accept', 'Accept-Language', 'Cache-Control', 'Content-Type', 'Idempotency-Key', 'If-Match'],
  ...['If-None-Match', 'Last-Event-ID', 'Prefer', 'Request-Id', 'X-Request-Id', 'Traceparent', 'Tracestate'],
].join(', ')

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** How long a browser need not ask again, in seconds (two hours: no browser takes more). */
const REMEMBERED_SECONDS = 7200

/** What of an answer a page may read beside its body. */
const exposed = (brand: Brand): string =>
  [
    ...['Allow', 'Content-Disposition', 'Content-Language', 'Deprecation', 'ETag', 'Idempotent-Replayed', 'Link'],
    ...['Location', 'Preference-Applied', 'Request-Id', 'Retry-After', 'Sunset', 'WWW-Authenticate'],
    ...[brand.supportedVersions, brand.deprecatedVersions, brand.ignored, brand.planWarning, brand.warning],
    ...[brand.rateLimit, brand.rateRemaining, brand.rateRetryAfter],
  ].join(', ')

/**
 * Answers browsers that ask before a request of another site, and lets the pages read every answer. There is no
 * `Access-Control-Allow-Credentials`: with cookies a browser shows them nothing.
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
 * Whether a page of another site asks, as far as its browser tells: by Sec-Fetch-Site, an older one by Origin. A
 * neighbour below the same domain, or on another port of the same machine, is another site too.
 */
export const isForeign = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  const { origin, host } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return false
  const from = URL.canParse(origin) ? new URL(origin) : null
  return from === null || (from.origin !== new URL(publicUrl).origin && from.host !== host)
}
