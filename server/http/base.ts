// The HTTP server itself: body parsers, limits, the standard error body for all failures, common headers, one log line
// per request.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { refusalFor, type Taken } from '#http/answers/failures'
import { messageLanguage } from '#http/answers/language'
import { MAX_REPEATED } from '#http/answers/not-found'
import { httpRefusals } from '#http/answers/refusals'
import { asProblem, commonHeaders, refusalReply } from '#http/answers/reply'
import { STALLED_MS } from '#http/answers/send-file'
import { translated } from '#http/answers/translated'
import { isShortBody, reserveMemoryForBody } from '#http/bodies/body-memory'
import { isLargeBody, readLargeBody } from '#http/bodies/json-body'
import { answerMalformed, refuseExpectation } from '#http/bodies/malformed'
import { isId, newId } from '#platform/id'
import type { Refusal } from '#platform/refusal'
import { parseJson } from '#text/json'
import type { Brand } from './brand.ts'
import { JSON_BODY_LIMIT } from './engine.ts'
import { tenantIdOf } from './row.ts'

type HttpOptions = {
  logger: FastifyBaseLogger
  brand: Brand
  /** The proxies whose X-Forwarded-For is trusted: addresses, and networks as address/bits. */
  trustedProxies?: readonly string[]
  /** After how many milliseconds a long response that the client does not read is cut off; a minute if absent. */
  stalledMs?: number | undefined
  /** The public URL of the service, and the base path of the API below it. */
  publicUrl: string
  basePath: string
}

/** Longest time a request may take to arrive, in milliseconds. */
const REQUEST_TIMEOUT_MS = 300_000
/** How long an idle connection is kept, in milliseconds. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How often a closing service closes idle connections, in milliseconds. */
const IDLE_CHECK_MS = 50
/** Most characters in a path parameter. */
export const MAX_PARAMETER_LENGTH = 200

/** The engine validates requests by the schemas of rows; the framework's own compilers are not even loaded. */
const noSchemas = (): never => {
  throw new Error('A route of the framework has a schema: declare it as a row')
}

/** A Fastify app without endpoints. */
export const newHttp = async (options: HttpOptions): Promise<FastifyInstance> => {
  const { logger, brand, trustedProxies = [] } = options
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestIdOf(headers['request-id'] ?? headers['x-request-id']),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: JSON_BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, ignoreTrailingSlash: false },
    // Otherwise Node would answer a request without Host with an empty body; the hook below refuses it.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      const started = performance.now()
      const refused = httpRefusals.badUrl({ reason: error.message.slice(0, MAX_REPEATED) })
      reply.headers({ ...commonHeaders(brand), 'request-id': request.id })
      sendRefusal(reply as FastifyReply, refused, brand, request.log)
      const durationMs = tenths(performance.now() - started)
      request.log.info({ method: request.method, route: 'none', status: reply.statusCode, durationMs }, 'request')
    },
    clientErrorHandler: (cause, socket) => answerMalformed(cause, socket, brand, logger),
  }) as unknown as FastifyInstance
  app.server.on('checkExpectation', (_request, response) => refuseExpectation(response, brand, logger))
  app.decorate('isDraining', false)
  app.decorate('stalledMs', options.stalledMs ?? STALLED_MS)
  app.decorateRequest('now')
  app.decorateRequest('admittedAt', 0)
  app.decorateRequest('companyId', '')
  app.decorateRequest('actor')
  app.decorateRequest('caller', null)
  app.decorateRequest('answering', null)
  app.decorateRequest('refused', null)
  app.decorateRequest('tenant')
  app.decorateRequest('onSuccess', null)
  app.decorateRequest('ignored', null)
  app.decorateRequest('hasLargeBody', false)
  app.decorateRequest('requireFeature', null)
  endIdle(app)
  addBodyParsers(app)
  await app.register(multipart, { throwFileSizeLimit: false })
  // Hooks that run for every request are synchronous: promises would cost more than the work.
  app.addHook('onRequest', ({ raw }, _reply, done) => done(whyNotOneHost(raw) ?? undefined))
  const always = { ...commonHeaders(brand), ...protectionOf(options) }
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(always).header('request-id', request.id)
    if (isBelow(options.basePath, request.url) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    if (app.isDraining) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply)
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = refusalFor(error, { method: request.method, taken: takenBy(request), given: request })
    request.refused = refused
    return sendRefusal(reply, refused, brand, request.log, error)
  })
  return app
}

/** Closes idle connections while the service closes. */
const endIdle = (app: FastifyInstance): void => {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('preClose', async () => {
    // Once is not enough: a connection whose response is still being sent would be kept alive afterwards.
    const idle = setInterval(() => {
      app.server.closeIdleConnections()
      // Node does not count a connection without any request as idle; it would wait for the first one.
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy()
    }, IDLE_CHECK_MS)
    app.server.once('close', () => clearInterval(idle))
  })
}

/**
 * One Host header, and a path as target: of two hosts, or of a host in the target beside the header, two readers on the
 * way would each believe another one. RFC 9112, section 3.2.2, has servers take a whole address as target, but only
 * proxies send it.
 */
const whyNotOneHost = ({ rawHeaders, httpVersion, url = '' }: IncomingMessage): Refusal | null => {
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) return httpRefusals.badRequest({ reason: 'it has more than one Host header' })
  if (hosts === 0 && httpVersion === '1.1') return httpRefusals.badRequest({ reason: 'it has no Host header' })
  return url.startsWith('/') ? null : httpRefusals.badRequest({ reason: 'its target is not a path' })
}

/** How long browsers that came by https use https only, in seconds (one year). */
const STRICT_SECONDS = 365 * 24 * 60 * 60

const protectionOf = ({ publicUrl }: HttpOptions): Record<string, string> =>
  publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${STRICT_SECONDS}` } : {}

/** Whether a URL belongs to the API, whose responses must not be cached on the way. */
const isBelow = (basePath: string, url: string): boolean => url.startsWith(`${basePath}/`)

/** How long a stopping service still answers, in milliseconds. */
const DRAIN_MS = 1000
/** How often it checks whether clients are still connected, in milliseconds. */
const DRAIN_POLL_MS = 20

/**
 * Lets clients go elsewhere before the port closes: responses close their connections, and readiness reports that the
 * service is stopping. Otherwise a client with a persistent connection would lose a request sent just as the port
 * closes. Ends early when no client is connected.
 */
export const drain = async (app: FastifyInstance, ms = DRAIN_MS): Promise<void> => {
  app.isDraining = true
  const connections = promisify(app.server.getConnections.bind(app.server))
  for (let left = ms; left > 0 && (await connections()) > 0; left -= DRAIN_POLL_MS) await pause(DRAIN_POLL_MS)
}

declare module 'fastify' {
  interface FastifyInstance {
    isDraining: boolean
    stalledMs: number
  }
}

/** The request's id in its response and the log: the client's own, if it is valid for both. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:+/=@-]{1,100}$/.test(given) ? given : newId()

const logRequest = (request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void => {
  const { method, routeOptions, companyId, actor, ignored } = request
  const caller = actor ? { actor: actor.id } : {}
  // The path may contain anything instead of an id.
  const tenant = isId(companyId) ? { companyId } : {}
  const passedOver = ignored === null ? {} : { ignored }
  const durationMs = tenths(elapsedTime)
  const route = routeOptions.url ?? 'none'
  request.log.info({ method, route, ...tenant, ...caller, status, durationMs, ...passedOver }, 'request')
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10

/** Parses a body at once: most are short, and a promise would cost more than the work. */
const parseShort = (
  request: FastifyRequest,
  body: Buffer,
  done: (cause: Error | null, value?: unknown) => void,
): void => {
  try {
    done(null, parsed(request, body))
  } catch (cause) {
    done(cause as Error)
  }
}

const parsed = ({ routeOptions }: FastifyRequest, body: Buffer): unknown =>
  body.length === 0 ? undefined : parseJson(body, routeOptions.config.row?.bulk?.holds).value

const readInThread = (request: FastifyRequest, body: Buffer): Promise<unknown> => {
  const { tenant, ip, routeOptions } = request
  request.hasLargeBody = true
  // A page has no tenant: there its sender takes turns.
  return readLargeBody(tenant ? tenantIdOf(tenant) : ip, body, routeOptions.config.row?.bulk?.holds)
}

const addBodyParsers = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const { headers } = request
    const body = sent as Buffer
    const coding = headers['content-encoding'] ?? 'identity'
    if (coding !== 'identity') return done(httpRefusals.wrongMediaType({ expected: 'JSON without Content-Encoding' }))
    if (isShortBody(body.length)) return parseShort(request, body, done)
    reserveMemoryForBody(request, body.length)
      .then(() => (isLargeBody(body.length) ? readInThread(request, body) : parsed(request, body)))
      .then((value) => done(null, value), done)
  })
}

/** The body that a request's endpoint accepts. */
const takenBy = ({ routeOptions }: FastifyRequest): Taken => {
  const { row } = routeOptions.config
  const type = row?.upload ? 'multipart/form-data' : 'application/json'
  return { limit: row?.bodyLimit ?? JSON_BODY_LIMIT, type }
}

export const sendRefusal = (
  reply: FastifyReply,
  refused: Refusal,
  brand: Brand,
  log: FastifyBaseLogger,
  cause?: unknown,
): FastifyReply => {
  const { accept, 'accept-language': accepted } = reply.request.headers
  const told = translated(refusalReply(refused, brand, log, cause), messageLanguage(accepted), { brand })
  const { status, headers, body } = asProblem(told, accept)
  return reply.code(status).headers(headers).send(body)
}
