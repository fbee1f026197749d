// The HTTP server itself: body parsers, limits, the standard error body for everything that goes wrong, the headers of
// every answer, one log line a request.

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
import { isId, newId } from '#platform/id'
import { parseJson } from '#platform/json'
import type { Refusal } from '#platform/refusal'
import type { Brand } from './brand.ts'
import { JSON_BODY_LIMIT } from './engine.ts'
import { refusalFor, type Taken } from './failures.ts'
import { isLargeBody, readLargeBody } from './json-body.ts'
import { answerMalformed, refuseExpectation } from './malformed.ts'
import { MAX_REPEATED } from './not-found.ts'
import { httpRefusals } from './refusals.ts'
import { commonHeaders, refusalReply } from './reply.ts'
import { tenantIdOf } from './row.ts'
import { STALLED_MS } from './slow-reader.ts'

export type HttpOptions = {
  logger: FastifyBaseLogger
  brand: Brand
  /** Whose X-Forwarded-For is believed: addresses, and networks as address/bits. */
  trustedProxies?: readonly string[]
  /** After how many milliseconds in which nothing of a long answer is taken it ends; a minute when left out. */
  stalledMs?: number | undefined
  /** Where the service is reached, and below which path of it the API is. */
  publicUrl: string
  basePath: string
}

/** Longest time a request may take to arrive, in milliseconds. */
const REQUEST_TIMEOUT_MS = 300_000
/** How long an idle connection is kept, in milliseconds. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How often a service that closes looks for connections that have become idle, in milliseconds. */
const IDLE_CHECK_MS = 50
/** Maximum number of characters in one path parameter. */
export const MAX_PARAMETER_LENGTH = 200

/** Rows have their schemas checked by the engine; the framework's own compilers are not even loaded. */
const noSchemas = (): never => {
  throw new Error('A route of the framework has a schema: declare it as a row')
}

/** A Fastify app without any endpoint. */
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
    // Without this the framework's server refuses a request without Host with an empty body; the hook below does it.
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
  app.decorateRequest('refused', null)
  app.decorateRequest('tenant')
  app.decorateRequest('onSuccess', null)
  app.decorateRequest('ignored', null)
  app.decorateRequest('hasLargeBody', false)
  app.decorateRequest('requireFeature', null)
  endIdle(app)
  addBodyParsers(app)
  await app.register(multipart, { throwFileSizeLimit: false })
  // What every request comes through waits for nothing, and so makes no promises: they cost more than the work.
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

/** Has a service that closes end connections on which nothing is asked. */
const endIdle = (app: FastifyInstance): void => {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('preClose', async () => {
    // Once is not enough: an answer that is still going out leaves a connection that would be kept for its whole time.
    const idle = setInterval(() => {
      app.server.closeIdleConnections()
      // One that has said nothing yet is not idle to the server: it would wait for the first request.
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

/** How long browsers ask for https alone once they were here by https, in seconds (one year). */
const STRICT_SECONDS = 365 * 24 * 60 * 60

const protectionOf = ({ publicUrl }: HttpOptions): Record<string, string> =>
  publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${STRICT_SECONDS}` } : {}

/** Whether an address is the API's: what it answers is kept by nobody on the way. */
const isBelow = (basePath: string, url: string): boolean => url.startsWith(`${basePath}/`)

/** How long the port still answers when the service is to stop, in milliseconds. */
const DRAIN_MS = 1000
/** How often it is looked whether anybody is connected meanwhile, in milliseconds. */
const DRAIN_POLL_MS = 20

/**
 * Tells everybody to go elsewhere, and still serves them for a moment: each answer ends its connection, and the service
 * says that it is not ready. Who keeps a connection would otherwise lose the request that it sends as the port closes;
 * where nobody is connected any more it is over.
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

/** What a request is called in its answer and in the log: by its caller's name for it, when that is fit for both. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:+/=@-]{1,100}$/.test(given) ? given : newId()

const logRequest = (request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void => {
  const { method, routeOptions, companyId, actor, ignored } = request
  const caller = actor ? { actor: actor.id } : {}
  // What is no id may be anything that stood in the address.
  const tenant = isId(companyId) ? { companyId } : {}
  const passedOver = ignored === null ? {} : { ignored }
  const durationMs = tenths(elapsedTime)
  const route = routeOptions.url ?? 'none'
  request.log.info({ method, route, ...tenant, ...caller, status, durationMs, ...passedOver }, 'request')
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10

const addBodyParsers = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const { headers, routeOptions, tenant, ip } = request
    const body = sent as Buffer
    const coding = headers['content-encoding'] ?? 'identity'
    if (coding !== 'identity') return done(httpRefusals.wrongMediaType({ expected: 'JSON without Content-Encoding' }))
    const times = routeOptions.config.row?.bulk?.holds
    if (isLargeBody(body.length)) {
      request.hasLargeBody = true
      // A page has no tenant: there its sender takes turns.
      readLargeBody(tenant ? tenantIdOf(tenant) : ip, body, times).then((value) => done(null, value), done)
      return
    }
    try {
      done(null, body.length === 0 ? undefined : parseJson(body, times).value)
    } catch (cause) {
      done(cause as Error)
    }
  })
}

/** What the endpoint of a request takes as a body. */
const takenBy = ({ routeOptions }: FastifyRequest): Taken => {
  const { row } = routeOptions.config
  const type = row?.upload ? 'multipart/form-data' : 'application/json'
  return { limit: row?.bodyLimit ?? JSON_BODY_LIMIT, type }
}

/** Sends a refusal as the answer to a request. */
export const sendRefusal = (
  reply: FastifyReply,
  refused: Refusal,
  brand: Brand,
  log: FastifyBaseLogger,
  cause?: unknown,
): FastifyReply => {
  const { status, headers, body } = refusalReply(refused, brand, log, cause)
  return reply.code(status).headers(headers).send(body)
}
