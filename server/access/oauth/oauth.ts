// The OAuth endpoints for programs: issuing, revoking and introspecting tokens, and metadata. They use the protocol's
// own forms and errors, so they are not rows of the table of endpoints.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type OAuthFault, oauthFaults } from '#access/refusals'
import { refusalFor } from '#http'
import type { ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { retryAfterDeadlock } from '#platform/deadlock-retry'
import { Refusal, statusOf } from '#platform/refusal'
import { isResource } from './authorize.rules.ts'
import { metadataOf } from './client-metadata.rules.ts'
import { authenticate } from './client-secret.ts'
import { grants } from './grants.ts'
import { introspect, revoke } from './introspection.ts'
import { issuerOf, metadata, metadataPaths, resourcesOf } from './metadata.ts'
import { publicClient, registerItself } from './self-registration.ts'
import type { ClientCall } from './token.ts'
import { formOf, isFault, isForm, keyOf, MAX_FORM_BYTES, type Parameters, parametersOf } from './token-request.ts'

type OAuthOptions = {
  database: Database
  standing: ProcessContext
  clock: () => Date
  /** The brand in the names of headers: API_BRAND. */
  mark: string
  /** Counts an integration's request for a token against its rate limit; null disables the limit. */
  takeToken: ((integrationId: string) => Promise<{ headers: Record<string, string>; refused: boolean }>) | null
  /** Counts a registration from an address; whether it is one too many. Null disables the limit. */
  takeRegistration: TakeRegistration | null
  /** Whether clients may register themselves: CLIENT_REGISTRATION. */
  mayRegister: boolean
  /** The public URL of the service, without `basePath`. */
  publicUrl: string
  basePath: string
}

/** Counts one more for a key; `seconds` until the next one is admitted, or null if this one is. */
export type TakeRegistration = (key: string) => Promise<{ seconds: number } | null>

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

const REGISTER = '/register'

const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/token', work: giveToken },
  { method: 'GET', path: '/token', work: giveToken },
  { method: 'POST', path: '/token/revoke', work: revoke },
  { method: 'POST', path: '/token/introspect', work: introspect },
]

/** The paths of all endpoints, for answers to other methods and paths. */
export const oauthPaths = ({ publicUrl, basePath }: Pick<OAuthOptions, 'publicUrl' | 'basePath'>) => [
  ...endpoints.map(({ method, path }) => ({ method, path: `${basePath}${path}`, headless: true })),
  { method: 'POST' as const, path: `${basePath}${REGISTER}`, headless: true },
  ...metadataPaths(publicUrl, basePath).map((path) => ({ method: 'GET' as const, path })),
]

/** Adds the endpoints in a separate scope of the app, the only one that parses these forms. */
export const addOAuth = async (app: FastifyInstance, options: OAuthOptions): Promise<void> => {
  const { publicUrl, basePath, mark, mayRegister } = options
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
        handler: (request, reply) => answer(endpoint, request, reply, { ...options, issuer }),
      })
    }
  })
  await app.register(async (scope) => addRegistration(scope, options))
  const shown = { basePath, mark, mayRegister }
  for (const path of metadataPaths(publicUrl, basePath)) app.get(path, async () => metadata(issuer(), shown))
}

/** The endpoint where clients register themselves (RFC 7591 §3), which takes JSON. */
const addRegistration = (scope: FastifyInstance, options: OAuthOptions): void => {
  const { mark, basePath } = options
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, body),
  )
  scope.setErrorHandler((error: Error, request, reply) => {
    const fault = faultOf(error, request)
    return sendFault(request, reply, fault === oauthFaults.notForm ? oauthFaults.notJson : fault, mark)
  })
  scope.route({
    method: 'POST',
    url: `${basePath}${REGISTER}`,
    exposeHeadRoute: false,
    bodyLimit: MAX_FORM_BYTES,
    handler: (request, reply) => register(request, reply, options),
  })
}

const register = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, mark, mayRegister, takeRegistration }: OAuthOptions,
): Promise<FastifyReply> => {
  if (!mayRegister) return sendFault(request, reply, oauthFaults.registrationClosed, mark)
  const said = metadataOf(jsonIn(request.body))
  if ('error' in said) return sendFault(request, reply, said, mark)
  const tooOften = await takeRegistration?.(`registrations from ${request.ip}`)
  if (tooOften) {
    reply.header('retry-after', String(tooOften.seconds))
    return sendFault(request, reply, oauthFaults.tooManyRegistrations, mark)
  }
  const now = clock()
  const made = await database.transaction((db) => registerItself({ db, now }, said))
  if (!made) return sendFault(request, reply, oauthFaults.tooManyRegistrations, mark)
  const { id, name, redirectUris, scopes } = made
  const told = {
    client_id: id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // A client that asked for a secret gets none (RFC 7591 §3.2.1 lets us replace what it asked for).
    token_endpoint_auth_method: 'none',
    scope: scopes.join(' '),
  }
  return reply.code(201).headers(NOT_STORED).header('content-type', JSON_TYPE).send(JSON.stringify(told))
}

const jsonIn = (body: unknown): unknown => {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}

/** Authenticates the client before the body is read; one without a secret is named in the body. */
const admit = async (
  { method, work }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: OAuthOptions,
): Promise<void> => {
  request.now = options.clock()
  const { authorization, 'content-type': type } = request.headers
  if (authorization === undefined && method === 'POST' && work !== introspect && isForm(type)) return
  const client = await authenticate(options.database, authorization)
  const isBasic = /^Basic /i.test(authorization ?? '')
  if (!client) throw new OAuthRefusal(isBasic ? oauthFaults.badClient : oauthFaults.noClient)
  await takeFor(client, { work, request, reply, options })
}

type Admitted = { work: Work; request: FastifyRequest; reply: FastifyReply; options: OAuthOptions }

/** The request is this client's from now on, and counted against its limit. */
const takeFor = async (
  client: ClientCall['client'],
  { work, request, reply, options: { takeToken } }: Admitted,
): Promise<void> => {
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
  options: OAuthOptions & { issuer: () => string },
): Promise<FastifyReply> => {
  const { database, standing, mark, clock, issuer, basePath } = options
  const form = await formOf(request)
  // A form may take minutes to arrive; expiry is checked at its arrival.
  const now = clock()
  if (typeof form !== 'string') return sendFault(request, reply, form, mark)
  const parameters = parametersOf(request, form)
  // A client that nothing readable names is not authenticated.
  if (isFault(parameters)) return sendFault(request, reply, request.client ? parameters : oauthFaults.noClient, mark)
  const wrong = await wrongClient(parameters, { work, request, reply, options })
  if (wrong) return sendFault(request, reply, wrong, mark)
  if (!isResource(parameters.get('resource'), resourcesOf(issuer(), basePath))) {
    return sendFault(request, reply, oauthFaults.otherResource, mark)
  }
  const { client, actor, ip: from } = request
  if (!client) throw new Error('A request without a client passed authentication')
  const outcome = await retryAfterDeadlock(() =>
    database.transaction((db) => work({ ...standing, db, now, actor, from, client }, parameters, request)),
  )
  if (isFault(outcome)) return sendFault(request, reply, outcome, mark)
  return reply.headers(NOT_STORED).header('content-type', JSON_TYPE).send(JSON.stringify(outcome))
}

/**
 * What is wrong with the client that the parameters name; null if it is the one that authenticated, or one without a
 * secret, which it is from now on.
 */
const wrongClient = async (parameters: Parameters, admitted: Admitted): Promise<OAuthFault | null> => {
  const { client } = admitted.request
  const named = parameters.get('client_id')
  if (client) return named === undefined || named === client.id ? null : oauthFaults.otherClient
  const found = named === undefined ? null : await publicClient(admitted.options.database, named)
  if (!found) return oauthFaults.noClient
  await takeFor(found, admitted)
  return parameters.get('grant_type') === 'client_credentials' ? oauthFaults.publicClient : null
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
