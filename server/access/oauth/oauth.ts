// The OAuth endpoints for programs: issuing, revoking and introspecting tokens, and metadata. They use the protocol's
// own forms and errors, so they are not rows of the table of endpoints.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type OAuthFault, oauthFaults } from '#access/refusals'
import { refusalFor } from '#http'
import type { ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { retryAfterDeadlock } from '#platform/deadlock-retry'
import { Refusal, statusOf } from '#platform/refusal'
import { authenticate } from './client-secret.ts'
import { grants } from './grants.ts'
import { introspect, revoke } from './introspection.ts'
import { issuerOf, metadata, metadataPaths } from './metadata.ts'
import type { ClientCall } from './token.ts'
import { formOf, isFault, keyOf, MAX_FORM_BYTES, type Parameters, parametersOf } from './token-request.ts'

type OAuthOptions = {
  database: Database
  standing: ProcessContext
  clock: () => Date
  /** The brand in the names of headers: API_BRAND. */
  mark: string
  /** Counts an integration's request for a token against its rate limit; null disables the limit. */
  takeToken: ((integrationId: string) => Promise<{ headers: Record<string, string>; refused: boolean }>) | null
  /** The public URL of the service, without `basePath`. */
  publicUrl: string
  basePath: string
}

/** The work of a request; a returned fault is committed like any other outcome. */
type Work = (call: ClientCall, parameters: Parameters, request: FastifyRequest) => Promise<object | OAuthFault>

type Endpoint = { method: 'GET' | 'POST'; path: string; work: Work }

/** A token for a grant. GET only supports client credentials, because the other grants have secret parameters. */
const giveToken: Work = async (call, parameters, request) => {
  const type = parameters.get('grant_type')
  if (type === undefined) return oauthFaults.missing('grant_type')
  const grant = grants.get(type)
  if (!grant) return oauthFaults.unknownGrant
  if (request.method === 'GET' && type !== 'client_credentials') return oauthFaults.onlyByPost
  const key = keyOf(request)
  return isFault(key) ? key : grant(call, { parameters, key })
}

const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/token', work: giveToken },
  { method: 'GET', path: '/token', work: giveToken },
  { method: 'POST', path: '/token/revoke', work: revoke },
  { method: 'POST', path: '/token/introspect', work: introspect },
]

/** The paths of all endpoints, for answers to other methods and paths. */
export const oauthPaths = ({ publicUrl, basePath }: Pick<OAuthOptions, 'publicUrl' | 'basePath'>) => [
  ...endpoints.map(({ method, path }) => ({ method, path: `${basePath}${path}`, headless: true })),
  ...metadataPaths(publicUrl, basePath).map((path) => ({ method: 'GET' as const, path })),
]

/** Adds the endpoints in a separate scope of the app, the only one that parses these forms. */
export const addOAuth = async (app: FastifyInstance, options: OAuthOptions): Promise<void> => {
  const { publicUrl, basePath, mark } = options
  const issuer = issuerOf(app, publicUrl)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', parser, (request, body, done) => {
      const { 'content-encoding': coding = 'identity' } = request.headers
      if (coding !== 'identity') done(new OAuthRefusal(oauthFaults.notForm))
      else done(null, body)
    })
    scope.decorateRequest('client', null)
    scope.setErrorHandler((error: Error, request, reply) => sendFault(request, reply, faultOf(error, request), mark))
    for (const endpoint of endpoints) {
      scope.route({
        method: endpoint.method,
        url: `${basePath}${endpoint.path}`,
        exposeHeadRoute: false,
        bodyLimit: MAX_FORM_BYTES,
        onRequest: (request, reply) => admit(endpoint, request, reply, options),
        handler: (request, reply) => answer(endpoint, request, reply, options),
      })
    }
  })
  for (const path of metadataPaths(publicUrl, basePath)) app.get(path, async () => metadata(issuer(), basePath, mark))
}

/** Authenticates the client before the body is read. */
const admit = async (
  { work }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, takeToken }: OAuthOptions,
): Promise<void> => {
  request.now = clock()
  const client = await authenticate(database, request.headers.authorization)
  const isBasic = /^Basic /i.test(request.headers.authorization ?? '')
  if (!client) throw new OAuthRefusal(isBasic ? oauthFaults.badClient : oauthFaults.noClient)
  request.client = client
  request.actor = { kind: 'integration', id: client.id, name: client.name }
  if (work !== giveToken || !takeToken) return
  const { headers, refused } = await takeToken(client.id)
  reply.headers(headers)
  if (refused) throw new OAuthRefusal(oauthFaults.tooOften)
}

const answer = async (
  { work }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { database, standing, mark, clock }: OAuthOptions,
): Promise<FastifyReply> => {
  const { client, actor, ip: from } = request
  if (!client) throw new Error('A request without a client passed authentication')
  const form = await formOf(request)
  // A form may take minutes to arrive; expiry is checked at its arrival.
  const now = clock()
  if (typeof form !== 'string') return sendFault(request, reply, form, mark)
  const parameters = parametersOf(request, form, client.id)
  if (isFault(parameters)) return sendFault(request, reply, parameters, mark)
  const outcome = await retryAfterDeadlock(() =>
    database.transaction((db) => work({ ...standing, db, now, actor, from, client }, parameters, request)),
  )
  if (isFault(outcome)) return sendFault(request, reply, outcome, mark)
  return reply.headers(NOT_STORED).header('content-type', JSON_TYPE).send(JSON.stringify(outcome))
}

/** Carries a fault through the framework. */
class OAuthRefusal extends Error {
  readonly fault: OAuthFault

  constructor(fault: OAuthFault) {
    super(fault.description)
    this.fault = fault
  }
}

/**
 * An error in the protocol's terms. Refusals, outages and bugs have no equivalent: they are answered as everywhere
 * else.
 */
const faultOf = (error: Error, { method }: FastifyRequest): OAuthFault => {
  if (error instanceof OAuthRefusal) return error.fault
  if (error instanceof Refusal) throw error
  const { kind } = refusalFor(error, { method, taken: FORMS })
  if (kind.code === 'payload-too-large') return oauthFaults.tooLarge
  if (kind.code === 'unsupported-media-type') return oauthFaults.notForm
  if (statusOf[kind.code] >= 500) throw error
  return oauthFaults.unreadable
}

const FORMS = { limit: MAX_FORM_BYTES, type: 'application/x-www-form-urlencoded' }

/**
 * 401 with the authentication scheme for an unknown client, 429 for too many requests, otherwise 400 (RFC 6749 §5.2).
 */
const sendFault = (
  request: FastifyRequest,
  reply: FastifyReply,
  { error, description }: OAuthFault,
  mark: string,
): FastifyReply => {
  const unknown = error === 'invalid_client'
  request.log.info({ code: error, reason: description }, 'refused')
  reply.code(unknown ? 401 : error === 'slow_down' ? 429 : 400).headers(NOT_STORED)
  if (unknown) reply.header('www-authenticate', `Basic realm="${mark}", charset="UTF-8"`)
  // The rest of an unread body would be taken for the next request.
  if (!request.raw.readableEnded) reply.header('connection', 'close')
  return reply.header('content-type', JSON_TYPE).send(JSON.stringify({ error, error_description: description }))
}

const NOT_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' }
const JSON_TYPE = 'application/json; charset=utf-8'

declare module 'fastify' {
  interface FastifyRequest {
    client: ClientCall['client'] | null
  }
}
