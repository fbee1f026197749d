// The endpoints of OAuth itself in the documentation. They use the protocol's own forms and errors, so they are not
// rows of the table of endpoints.
import { maxHeaderSize } from 'node:http'
import { accessService } from '#access'
import type { Brand } from '#http'
import { httpService } from '#http/service'

type Json = Record<string, unknown>

const tag = 'OAuth'

export const oauthSection = {
  [tag]: "How other people's integrations get their tokens (RFC 6749, 7009, 7636, 7662, 8414, 9207).",
}

const text = (description: string): Json => ({ type: 'string', description })

const ofCode = { error: 'invalid_grant', error_description: 'The code is not valid, or no longer valid' }
const ofHaste = { error: 'slow_down', error_description: 'Too many token requests in a minute; try again later' }

const fault = (description: string, example = ofCode): Json => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['error'],
        properties: { error: text('An error code of RFC 6749 §5.2'), error_description: text('What was wrong') },
      },
      example,
    },
  },
})

const faults = {
  '400': fault('The request, the grant or the scope is wrong'),
  '401': fault('`invalid_client`: the client id or secret is wrong'),
}

/** Faults of the token endpoint, which is rate-limited. */
const tokenFaults = (brand: Brand): Json => ({
  ...faults,
  '429': {
    ...fault('`slow_down` (RFC 8628 §3.5): too many token requests in a minute by one integration', ofHaste),
    headers: {
      [brand.rateRetryAfter]: { $ref: '#/components/headers/RateRetryAfter' },
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    },
  },
})

/** A form: unknown fields are ignored, and the total size is limited. */
const form = (fields: Record<string, Json>, required: string[], example: Record<string, string>): Json => {
  const bounded = Object.entries(fields).map(([name, field]) => [
    name,
    { maxLength: accessService.MAX_FORM_BYTES, ...field },
  ])
  const schema = {
    type: 'object',
    properties: Object.fromEntries(bounded),
    required,
    maxProperties: httpService.MAX_FIELDS,
  }
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema, example } } }
}

/** A query parameter, limited by the size of a request's head. */
const parameter = (name: string, description: string, required = false, maxLength = maxHeaderSize): Json => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string', maxLength },
})

const tokenAnswer: Json = {
  description: 'Tokens; `refresh_token` and `connection_id` are absent for client credentials',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['tenant_id', 'tenant_type', 'access_token', 'token_type', 'expires_in'],
        properties: {
          tenant_id: text('The company or agency; empty for client credentials'),
          tenant_type: { type: 'string', enum: ['company', 'agency', 'general'] },
          access_token: text('Valid for an hour'),
          token_type: { type: 'string', enum: ['bearer'] },
          expires_in: { type: 'integer', examples: [3600] },
          refresh_token: text('Valid once, within 30 days'),
          connection_id: text('The connection to the company or agency'),
        },
      },
    },
  },
}

const security = [{ client: [] }]

const authorize = (brand: string): Json => ({
  operationId: 'authorize',
  tags: [tag],
  summary: 'Ask a person to connect a company or an agency',
  description:
    'For browsers: the person logs in, chooses the company or agency, and grants or refuses. The answer goes back to the redirect URI.',
  security: [],
  parameters: [
    parameter('response_type', 'Always `code`', true),
    parameter('client_id', 'The integration', true),
    parameter('redirect_uri', 'One of those registered, character by character', true, accessService.MAX_URI_LENGTH),
    parameter('scope', 'Scopes separated by spaces; the registered ones that the tenant can give when left out'),
    parameter('state', 'Comes back unchanged', true, accessService.MAX_STATE_LENGTH),
    parameter('code_challenge', 'PKCE (RFC 7636); enforced once it is sent'),
    parameter('code_challenge_method', 'Always `S256`'),
    parameter(`${brand}_tenanttype`, '`company` if left out, or `agency`'),
    parameter(`${brand}_tenantid`, 'The one that is preselected'),
  ],
  responses: {
    '200': { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
    '302': { description: 'Back to the redirect URI, with `code`, `state` and `iss`, or with `error` and `state`' },
    '303': { description: 'To the login page' },
    '400': {
      description: 'The client or redirect URI is unknown: a page, never a redirect',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    '403': {
      description:
        'The operator has not approved the integration yet, or there is no company or agency that the person may connect: a page, never a redirect',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  },
})

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 255 },
  description: 'If the answer to a refresh is lost, it may be repeated with the same key for 60 seconds',
}

const tokenPath = (brand: Brand): Record<string, Json> => ({
  '/token': {
    post: {
      operationId: 'createToken',
      tags: [tag],
      summary: 'Exchange a code or refresh token',
      description: 'The grants `authorization_code`, `refresh_token` and `client_credentials`.',
      security,
      parameters: [idempotencyKey],
      requestBody: form(
        {
          grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token', 'client_credentials'] },
          code: text('The code'),
          redirect_uri: { ...text('The same as was sent to /authorize'), maxLength: accessService.MAX_URI_LENGTH },
          code_verifier: text('PKCE: what the challenge was made from'),
          refresh_token: text('The latest one that you got'),
          scope: text('Client credentials: agency scopes; none for a general token'),
        },
        ['grant_type'],
        {
          grant_type: 'authorization_code',
          code: 'gbac_01a1fc0f…',
          redirect_uri: 'https://app.example.com/callback',
        },
      ),
      responses: { '200': tokenAnswer, ...tokenFaults(brand) },
    },
    get: {
      operationId: 'getClientCredentialsToken',
      tags: [tag],
      summary: 'Get a token for the integration itself',
      description: 'The grant `client_credentials` only.',
      security,
      parameters: [parameter('grant_type', 'Always `client_credentials`', true), parameter('scope', 'Agency scopes')],
      responses: { '200': tokenAnswer, ...tokenFaults(brand) },
    },
  },
})

const oneToken = { token: text('The token'), token_type_hint: text('Not needed') }

const afterTokens: Record<string, Json> = {
  '/token/revoke': {
    post: {
      operationId: 'revokeToken',
      tags: [tag],
      summary: 'End a token (RFC 7009)',
      description: 'A refresh token ends with everything that came from it. An unknown token counts as ended already.',
      security,
      requestBody: form(oneToken, ['token'], { token: 'gbat_01a1fc0f…' }),
      responses: { '200': { description: 'The token has ended' }, ...faults },
    },
  },
  '/token/introspect': {
    post: {
      operationId: 'introspectToken',
      tags: [tag],
      summary: 'Ask about a token (RFC 7662)',
      description: 'An integration learns everything about its own tokens, and about others that they are not active.',
      security,
      requestBody: form(oneToken, ['token'], { token: 'gbat_01a1fc0f…' }),
      responses: {
        '200': {
          description: 'What is known about the token',
          content: {
            'application/json': {
              schema: { type: 'object', required: ['active'], properties: { active: { type: 'boolean' } } },
            },
          },
        },
        ...faults,
      },
    },
  },
  '/.well-known/oauth-authorization-server': {
    get: {
      operationId: 'getAuthorizationServerMetadata',
      tags: [tag],
      summary: 'Read the metadata of the authorization server (RFC 8414)',
      description: 'The addresses of the endpoints above. It is also at the root of the host.',
      security: [],
      responses: {
        '200': {
          description: 'The metadata',
          content: {
            'application/json': { schema: { type: 'object', properties: { issuer: text('The `iss` of answers') } } },
          },
        },
        '400': { description: 'The address could not be read' },
      },
    },
  },
}

/** The paths, with the names of this brand. */
export const oauthDocumentation = (brand: Brand): Record<string, Json> => ({
  '/authorize': { get: authorize(brand.mark) },
  ...tokenPath(brand),
  ...afterTokens,
})
