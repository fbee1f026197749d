// The endpoint of the Model Context Protocol (streamable HTTP) at /mcp, and the metadata of the resource that it is
// (RFC 9728). It keeps no sessions: each request has a server of its own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lazy } from '#threads/lazy'
import { catalogOf } from './catalog.rules.ts'
import { type AskApi, addTools, INSTRUCTIONS, type ToolContext } from './tools.ts'

const MCP_PATH = '/mcp'
const METADATA = '/.well-known/oauth-protected-resource'

/** Most bytes of a message (1 MiB). */
const BODY_LIMIT = 1024 * 1024

type McpOptions = {
  /** The public URL of the service. */
  site: () => string
  basePath: string
  /** The scopes that an agent asks for: those that read, and proposing. */
  scopes: readonly string[]
  version: string
}

const methods = ['GET', 'POST', 'DELETE'] as const

/** The paths, for answers to other methods and paths. */
export const mcpPaths = [
  ...methods.map((method) => ({ method, path: MCP_PATH, headless: true })),
  { method: 'GET' as const, path: METADATA },
  { method: 'GET' as const, path: `${METADATA}${MCP_PATH}` },
]

/** Adds the endpoint and its metadata. */
export const addMcp = async (app: FastifyInstance, options: McpOptions): Promise<void> => {
  const { site, scopes } = options
  const metadata = () => ({
    resource: `${site()}${MCP_PATH}`,
    authorization_servers: [site()],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Grundbok',
    resource_documentation: `${site()}/docs/guides/agents`,
  })
  for (const path of [METADATA, `${METADATA}${MCP_PATH}`]) app.get(path, async () => metadata())
  const serve = newServing(app, options)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    for (const method of methods) {
      scope.route({
        method,
        url: MCP_PATH,
        exposeHeadRoute: false,
        bodyLimit: BODY_LIMIT,
        handler: (request, reply) => serve(request, reply),
      })
    }
  })
}

/** The SDK is loaded with the first request: most services never get one. */
const loaded = lazy(() => import('@modelcontextprotocol/server'))

const newServing = (app: FastifyInstance, { site, basePath, scopes, version }: McpOptions) => {
  const catalog = lazy(async () => {
    const { payload } = await app.inject({ method: 'GET', url: `${basePath}/openapi.json` })
    return catalogOf(JSON.parse(payload))
  })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isOfOtherSite(request, site())) return reply.code(FORBIDDEN).send(OTHER_SITE)
    const ask = askerFor(app, request, basePath)
    const me = await ask('GET', '/me')
    if (me.status >= 400) return refuse(reply, { status: me.status, body: me.body, site, scopes })
    const { McpServer, createMcpHandler, fromJsonSchema } = await loaded()
    const { tenant } = Object(me.body) as { tenant?: { type?: string; id?: string } | null }
    const companyId = tenant?.type === 'company' ? (tenant.id ?? null) : null
    const context = async (): Promise<ToolContext> => ({ catalog: await catalog(), ask, companyId })
    const handler = createMcpHandler(
      () => {
        const server = new McpServer({ name: 'grundbok', title: 'Grundbok', version }, { instructions: INSTRUCTIONS })
        addTools(server, context, fromJsonSchema)
        return server
      },
      { onerror: (err) => request.log.warn({ err }, 'An agent was not served') },
    )
    return sendResponse(reply, await handler.fetch(webRequestOf(request, site())))
  }
}

/** Asks the API as the caller of a request: with its token, its address and its language. */
const askerFor = (app: FastifyInstance, request: FastifyRequest, basePath: string): AskApi => {
  const { authorization, 'accept-language': language, 'user-agent': agent } = request.headers
  return async (method, path, body) => {
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: `${basePath}${path}`,
      remoteAddress: request.ip,
      headers: {
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(agent === undefined ? {} : { 'user-agent': agent }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const isJson = /json/.test(String(answer.headers['content-type'] ?? ''))
    return { status: answer.statusCode, body: isJson ? JSON.parse(answer.payload) : null, isJson }
  }
}

const FORBIDDEN = 403
const OTHER_SITE = { jsonrpc: '2.0', error: { code: -32_000, message: 'Pages of other sites may not ask' }, id: null }

/**
 * Whether a page of another site asks, which a name that is made to lead here could be (DNS rebinding). The transport
 * demands that this is refused; agents are no pages and send no Origin.
 */
const isOfOtherSite = ({ headers: { origin } }: FastifyRequest, site: string): boolean =>
  origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== new URL(site).origin)

const UNAUTHORIZED = 401

/** A client without a valid token learns where to get one (RFC 9728 §5.1). */
const refuse = (
  reply: FastifyReply,
  { status, body, site, scopes }: { status: number; body: unknown; site: () => string; scopes: readonly string[] },
): FastifyReply => {
  reply.code(status)
  if (status === UNAUTHORIZED) {
    const where = `resource_metadata="${site()}${METADATA}${MCP_PATH}", scope="${scopes.join(' ')}"`
    reply.header('www-authenticate', `Bearer ${where}`)
  }
  return reply.send(body)
}

const webRequestOf = ({ method, headers, body }: FastifyRequest, site: string): Request => {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'content-length') given.set(name, [value].flat().join(', '))
  }
  const hasBody = method === 'POST' && typeof body === 'string' && body !== ''
  return new Request(`${site}${MCP_PATH}`, { method, headers: given, ...(hasBody ? { body } : {}) })
}

const sendResponse = async (reply: FastifyReply, response: Response): Promise<FastifyReply> => {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.header('cache-control', 'no-store').send(response.body === null ? undefined : await response.text())
}
