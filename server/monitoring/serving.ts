// Serves metrics: on a separate port, or beside the API with a token.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isToken, wantsStream } from '#http'
import type { Metrics } from './metrics.ts'

export const METRICS_PATH = '/metrics'

/** How long a request to the separate port may take to arrive, in milliseconds. */
const REQUEST_MS = 10_000

/** Whether a request has this token; never if no token is configured. */
export const bringsToken = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined && isToken(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '', token)

/** Counts the responses of an app. */
export const countAnswers = (app: FastifyInstance, { measures }: Metrics): void => {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { method, routeOptions } = request
    const seconds = waited(request) ? null : elapsedTime / 1000
    measures.answered({ method, route: routeOptions.url ?? 'none', status, seconds })
    done()
  })
}

/** Whether the request was a long poll or a stream. */
const waited = (request: FastifyRequest): boolean =>
  request.routeOptions.config.row?.follow !== undefined &&
  (wantsStream(request) || (request.query as Record<string, unknown>).wait !== undefined)

/** Serves metrics beside the API, to clients with the token. */
export const addMetrics = (app: FastifyInstance, metrics: Metrics, token: string): void => {
  app.get(METRICS_PATH, async (request, reply): Promise<FastifyReply> => {
    if (!bringsToken(request.headers.authorization, token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('METRICS_TOKEN is needed\n')
    }
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}

type MetricsListener = { port: number; close(): Promise<void> }

/** Serves metrics on a separate port: to anyone who can reach it, unless a token is configured. */
export const listenForMetrics = async (
  metrics: Metrics,
  { port, host, token }: { port: number; host: string; token: string | undefined },
): Promise<MetricsListener> => {
  const answer = async ({ method, url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const say = (status: number, text: string, more: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...more }).end(text)
    if (url.split('?')[0] !== METRICS_PATH) return void say(404, `Only ${METRICS_PATH} is here\n`)
    if (method !== 'GET' && method !== 'HEAD') return void say(405, 'Only GET\n', { allow: 'GET, HEAD' })
    if (token !== undefined && !bringsToken(headers.authorization, token)) {
      return void say(401, 'METRICS_TOKEN is needed\n', { 'www-authenticate': 'Bearer' })
    }
    try {
      say(200, await metrics.text(), { 'content-type': metrics.contentType })
    } catch {
      say(500, 'The figures could not be read\n')
    }
  }
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => void answer(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Each process has a separate port; without `exclusive`, they would share one.
    server.listen({ port, host, exclusive: true }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
