// What the OAuth endpoints take and refuse, who may ask, and what they tell: requests, introspection, revocation,
// metadata, and a stock client.
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretBasic,
  calculatePKCECodeChallenge,
  clientCredentialsGrantRequest,
  customFetch,
  discoveryRequest,
  generateRandomCodeVerifier,
  introspectionRequest,
  processAuthorizationCodeResponse,
  processClientCredentialsResponse,
  processDiscoveryResponse,
  processIntrospectionResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  validateAuthResponse,
} from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessAdmin } from '#access'
import { basicOf, CALLBACK, historyOf, integrationOf, newIntegration, type TestIntegration } from '#support/integration'
import { exchange } from '#support/raw'
import { startProxy } from '#support/servers/database-proxy'
import { request, requestsWith, type Service, START, startService } from '#support/service'

let service: Service
let client: TestIntegration

beforeAll(async () => {
  service = await startService({ alone: true })
  client = await newIntegration(service)
})

beforeEach(() => service.setNow(START))

afterAll(() => service.close())

const newCompany = async () => {
  const { id } = await service.newCompany({ fiscalYear: null })
  return { type: 'company', id } as const
}

const GENERAL = { grant_type: 'client_credentials' }

describe('a client', () => {
  const encoded = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')

  test('proves itself by HTTP Basic, form-encoded or not', async () => {
    const { id, secret, basic } = client
    const good = [basic, basic.replace('Basic', 'basic'), basicOf(encoded(id), encoded(secret))]
    for (const authorization of good) {
      expect(await client.token(GENERAL, { authorization })).toMatchObject({ status: 200 })
    }
  })

  test('is refused with 401 and the way to authenticatefor any mistake', async () => {
    const { id, secret } = client
    const other = await newIntegration(service)
    const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'
    const wrong: [string, string][] = [
      ['another secret', basicOf(id, other.secret)],
      ['another id', basicOf(other.id, secret)],
      ['an unknown id', basicOf(unknown, secret)],
      ['an unknown secret', basicOf(id, `gbcs_${unknown.replaceAll('-', '')}_${'A'.repeat(43)}`)],
      ['a changed secret', basicOf(id, `${secret.slice(0, -2)}zz`)],
      ['no secret', basicOf(id, '')],
      ['no colon', `Basic ${Buffer.from(id).toString('base64')}`],
      ['no base64', 'Basic ???'],
      ['a broken percent sign', basicOf(id, '%zz')],
      ['a bearer token', `Bearer ${secret}`],
      ['an empty header', ''],
    ]
    for (const [what, authorization] of wrong) {
      const { status, headers, body } = await client.token(GENERAL, { authorization })
      expect([what, status, headers.get('www-authenticate')]).toEqual([
        what,
        401,
        'Basic realm="service", charset="UTF-8"',
      ])
      expect(body).toEqual({ error: 'invalid_client', error_description: expect.any(String) })
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('has two secrets while it exchanges them, and never three', async () => {
    const own = await newIntegration(service)
    const second = await service.operate((call) => accessAdmin.addSecret(call, { integrationId: own.id }))
    const renewed = integrationOf(service, { ...own, secret: second.secret })
    expect(await own.token(GENERAL)).toMatchObject({ status: 200 })
    expect(await renewed.token(GENERAL)).toMatchObject({ status: 200 })
    await expect(service.operate((call) => accessAdmin.addSecret(call, { integrationId: own.id }))).rejects.toThrow(
      'at most 2',
    )
    const first = own.secret.split('_')[1] ?? ''
    const id = first.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    await service.operate((call) => accessAdmin.revokeSecret(call, { integrationId: own.id, id }))
    expect(await own.token(GENERAL)).toMatchObject({ status: 401 })
    expect(await renewed.token(GENERAL)).toMatchObject({ status: 200 })
    expect(await service.operate((call) => accessAdmin.addSecret(call, { integrationId: own.id }))).toHaveProperty(
      'secret',
    )
  })
})

describe('a request', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const send = (body: string, headers: Record<string, string> = {}, query = '') =>
    request(`${service.base}/token${query}`, {
      method: 'POST',
      body,
      headers: { authorization: client.basic, 'content-type': FORM, ...headers },
    })

  const good = 'grant_type=client_credentials'
  const cases: [string, () => ReturnType<typeof send>, number, string | undefined][] = [
    ['with a charset', () => send(good, { 'content-type': `${FORM}; charset=UTF-8` }), 200, undefined],
    ['with parameters we do not know', () => send(`${good}&audience=x&audience=y`), 200, undefined],
    ['with its own client_id', () => send(`${good}&client_id=${client.id}`), 200, undefined],
    ['with an unrelated query', () => send(good, {}, '?trace=1'), 200, undefined],
    ['with another client_id', () => send(`${good}&client_id=x`), 400, 'invalid_request'],
    ['with its secret in the body', () => send(`${good}&client_secret=${client.secret}`), 400, 'invalid_request'],
    ['with its parameters in the address', () => send('', {}, `?${good}`), 400, 'invalid_request'],
    ['with a code in the address', () => send(good, {}, '?code=x'), 400, 'invalid_request'],
    ['with a parameter twice', () => send(`${good}&scope=a&scope=b`), 400, 'invalid_request'],
    ['with too many parameters', () => send(`${good}${'&a'.repeat(200)}`), 400, 'invalid_request'],
    ['with a parameter twice, once empty', () => send(`${good}&grant_type=`), 400, 'invalid_request'],
    ['with JSON', () => send('{}', { 'content-type': 'application/json' }), 400, 'invalid_request'],
    ['with plain text', () => send(good, { 'content-type': 'text/plain' }), 400, 'invalid_request'],
    ['with a compressed body', () => send(good, { 'content-encoding': 'gzip' }), 400, 'invalid_request'],
    ['with too large a body', () => send(`${good}&x=${'x'.repeat(17_000)}`), 400, 'invalid_request'],
    ['with broken percent signs', () => send(`${good}&scope=%zz`), 400, 'invalid_request'],
    ['with an empty body', () => send(''), 400, 'invalid_request'],
    ['with an empty grant', () => send('grant_type='), 400, 'invalid_request'],
    ['with an unknown grant', () => send('grant_type=password&username=a'), 400, 'unsupported_grant_type'],
    ['with a grant named as a property', () => send('grant_type=constructor'), 400, 'unsupported_grant_type'],
    ['without a code', () => send('grant_type=authorization_code'), 400, 'invalid_request'],
    ['with what is no code', () => send('grant_type=authorization_code&code=%00'), 400, 'invalid_grant'],
    ['without a refresh token', () => send('grant_type=refresh_token'), 400, 'invalid_request'],
    ['with what is no refresh token', () => send('grant_type=refresh_token&refresh_token=x'), 400, 'invalid_grant'],
    ['with a bad Idempotency-Key', () => send(good, { 'idempotency-key': 'x'.repeat(256) }), 400, 'invalid_request'],
  ]

  test.each(cases)('%s', async (_, ask, status, error) => {
    const answer = await ask()
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    if (error) expect(Object.keys(answer.body)).toEqual(['error', 'error_description'])
    // RFC 6749 §5.2: no other characters stand in a description.
    if (error) expect(answer.body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  })

  test('by another method is answered like elsewhere', async () => {
    const headers = { authorization: client.basic }
    const put = await request(`${service.base}/token`, { method: 'PUT', headers })
    expect(put).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } })
    const head = await request(`${service.base}/token`, { method: 'HEAD', headers })
    // A HEAD would create a token that is never shown.
    for (const answer of [put, head]) expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, GET'])
    expect(await request(`${service.base}/token/revoke`, { headers })).toMatchObject({ status: 405 })
  })

  test('with wrong proof is refused before its body has arrived', async () => {
    const proof = ['Authorization: Basic eDp5', `Content-Type: ${FORM}`, 'Content-Length: 1000']
    const head = ['POST /v1/token HTTP/1.1', 'Host: x', ...proof, '', '']
    const { status, headers, text } = await exchange(service.origin, head.join('\r\n'))
    expect([status, headers.connection]).toEqual([401, 'close'])
    expect(text).toContain('invalid_client')
  })

  test('in an outage is answered with the usual body, and recorded nowhere', async () => {
    const proxy = await startProxy(service.databaseUrl)
    const own = await startService({ beside: proxy.before(service) })
    await proxy.close()
    const headers = { authorization: client.basic, 'content-type': FORM }
    const answer = await request(`${own.base}/token`, { method: 'POST', body: good, headers })
    expect(answer).toMatchObject({ status: 503, body: { code: 'service-unavailable' } })
    await own.close()
  })

  test('without a Host is refused as elsewhere', async () => {
    const { status, text } = await exchange(service.origin, 'GET /v1/token HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect([status, text]).toEqual([400, expect.stringContaining('serviceErrorId')])
  })

  test('leaves no secret in the log', async () => {
    const tokens = await client.connect(await newCompany())
    await client.refresh(tokens.refresh_token)
    await client.post('/token/introspect', { token: tokens.access_token })
    await client.token(GENERAL, { authorization: basicOf(client.id, 'guessed-secret') })
    const log = service.log.join('\n')
    expect(log).toContain('/v1/token/introspect')
    expect(log).not.toMatch(/gb(?:at|rt|ac|cs)_|guessed-secret|Basic /)
  })
})

describe('introspection', () => {
  const worth = async (own: TestIntegration, token: string) =>
    (await own.post('/token/introspect', { token, token_type_hint: 'anything' })).body

  test('tells what a token of the client is worth', async () => {
    const company = await newCompany()
    const tokens = await client.connect(company, { scopes: ['journal-entries:read', 'uploads:read'] })
    const told = {
      active: true,
      scope: 'journal-entries:read uploads:read',
      client_id: client.id,
      iat: START.getTime() / 1000,
      tenant_id: company.id,
      tenant_type: 'company',
      connection_id: tokens.connection_id,
    }
    const exp = told.iat + 3600
    expect(await worth(client, tokens.access_token)).toEqual({ ...told, token_type: 'bearer', exp })
    expect(await worth(client, tokens.refresh_token)).toEqual({
      ...told,
      token_type: 'refresh_token',
      exp: told.iat + 30 * 24 * 3600,
    })
  })

  test('says nothing of others, of what is over and of what is no token', async () => {
    const other = await newIntegration(service)
    const tokens = await client.connect(await newCompany())
    const { body: next } = await client.refresh(tokens.refresh_token)
    const NOTHING = { active: false }
    expect(await worth(other, next.access_token)).toEqual(NOTHING)
    expect(await worth(other, next.refresh_token)).toEqual(NOTHING)
    expect(await worth(client, tokens.refresh_token)).toEqual(NOTHING)
    for (const text of ['x', client.secret, `${next.access_token}x`]) expect(await worth(client, text)).toEqual(NOTHING)
    service.setNow(new Date(START.getTime() + 3600_000))
    expect(await worth(client, next.access_token)).toEqual(NOTHING)
    expect(await client.post('/token/introspect', {})).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    expect(await client.post('/token/introspect', {}, { authorization: '' })).toMatchObject({ status: 401 })
  })
})

/** The id that a token names. */
const uuidIn = (token: string): string =>
  (token.split('_')[1] ?? '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

describe('revocation', () => {
  const revoke = (own: TestIntegration, token: string) => own.post('/token/revoke', { token })
  const entries = (companyId: string, token: string) =>
    requestsWith(`${service.base}/companies/${companyId}`, token).get('/journal-entries')

  test('ends an access token alone, a refresh token with its family, and tells it once', async () => {
    const company = await newCompany()
    const first = await client.connect(company)
    const { body: second } = await client.refresh(first.refresh_token)
    expect(await revoke(client, first.access_token)).toMatchObject({ status: 200 })
    expect(await entries(company.id, first.access_token)).toMatchObject({ status: 401 })
    expect(await entries(company.id, second.access_token)).toMatchObject({ status: 200 })
    expect(await revoke(client, second.refresh_token)).toMatchObject({ status: 200 })
    expect(await revoke(client, second.refresh_token)).toMatchObject({ status: 200 })
    expect(await entries(company.id, second.access_token)).toMatchObject({ status: 401 })
    expect(await client.refresh(second.refresh_token)).toMatchObject({ status: 400 })
    const told = (await historyOf(service, { companyId: company.id })).filter(({ what }) => what === 'token.revoked')
    expect(told.map(({ detail }) => detail.used)).toEqual(['access token', 'refresh token'])
    expect(told[0]?.detail.tokenId).toBe(uuidIn(first.access_token))
    const reader = await client.connect(company, { scopes: ['history:read'] })
    const list = requestsWith(`${service.base}/companies/${company.id}`, reader.access_token)
    const { body } = await list.get('/history?query=what==token.revoked')
    expect(body.items.map(({ detail }: { detail: { used: string } }) => detail.used)).toEqual([
      'refresh token',
      'access token',
    ])
  })

  test("leaves others' tokens and unknown ones as they are, with the same answer", async () => {
    const company = await newCompany()
    const other = await newIntegration(service)
    const tokens = await client.connect(company)
    for (const token of [tokens.access_token, tokens.refresh_token, 'x']) {
      expect(await revoke(other, token)).toMatchObject({ status: 200, body: {} })
    }
    expect(await entries(company.id, tokens.access_token)).toMatchObject({ status: 200 })
    expect(await client.refresh(tokens.refresh_token)).toMatchObject({ status: 200 })
    expect(await client.post('/token/revoke', {})).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })
})

describe('metadata', () => {
  const at = (own: Service, path: string) => request(`${own.origin}${path}`)
  const WELL_KNOWN = '/.well-known/oauth-authorization-server'

  test('stands below the host and below the API', async () => {
    const { status, body } = await at(service, WELL_KNOWN)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      issuer: 'http://localhost',
      authorization_endpoint: 'http://localhost/v1/authorize',
      token_endpoint: 'http://localhost/v1/token',
      revocation_endpoint: 'http://localhost/v1/token/revoke',
      introspection_endpoint: 'http://localhost/v1/token/introspect',
      code_challenge_methods_supported: ['S256'],
      tenant_type_parameter: 'service_tenanttype',
      tenant_id_parameter: 'service_tenantid',
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(body.scopes_supported).toEqual(expect.arrayContaining(['journal-entries:read', 'agency-todos:read']))
    expect((await at(service, `/v1${WELL_KNOWN}`)).body).toEqual(body)
    expect(await at(service, `${WELL_KNOWN}/elsewhere`)).toMatchObject({ status: 404 })
  })

  test('of an issuer with a path stands where the path is behind the well-known one', async () => {
    const publicUrl = 'https://example.se/bok'
    const own = await startService({ beside: service, publicUrl })
    for (const path of [WELL_KNOWN, `${WELL_KNOWN}/bok`]) {
      expect((await at(own, path)).body).toMatchObject({ issuer: publicUrl, token_endpoint: `${publicUrl}/v1/token` })
    }
    await own.close()
  })

  test('names the port that the system has chosen', async () => {
    const own = await startService({ beside: service, publicUrl: 'http://localhost:0' })
    const { port } = new URL(own.origin)
    expect((await at(own, WELL_KNOWN)).body).toMatchObject({ issuer: `http://localhost:${port}` })
    await own.close()
  })
})

test('a stock client finds the endpoints, connects, refreshes, asks and revokes', async () => {
  const issuer = new URL('http://localhost')
  // The public address is not where the tests listen.
  const here = {
    [allowInsecureRequests]: true,
    [customFetch]: (url: string, init: object) => fetch(url.replace(issuer.origin, service.origin), init),
  }
  const found = await discoveryRequest(issuer, { algorithm: 'oauth2', ...here })
  const server = await processDiscoveryResponse(issuer, found)
  const company = await newCompany()
  const own = { client_id: client.id }
  const proof = ClientSecretBasic(client.secret)
  const verifier = generateRandomCodeVerifier()
  expect(await calculatePKCECodeChallenge(verifier)).toHaveLength(43)
  const code = await client.code(company, { verifier })
  const back = new URLSearchParams({ code, state: 's', iss: server.issuer })
  const answer = validateAuthResponse(server, own, back, 's')
  const asked = await authorizationCodeGrantRequest(server, own, proof, answer, CALLBACK, verifier, here)
  const tokens = await processAuthorizationCodeResponse(server, own, asked)
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, tenant_id: company.id })
  const again = await refreshTokenGrantRequest(server, own, proof, String(tokens.refresh_token), here)
  const next = await processRefreshTokenResponse(server, own, again)
  const told = await introspectionRequest(server, own, proof, next.access_token, here)
  expect(await processIntrospectionResponse(server, own, told)).toMatchObject({ active: true, client_id: client.id })
  await processRevocationResponse(await revocationRequest(server, own, proof, String(next.refresh_token), here))
  const after = await introspectionRequest(server, own, proof, next.access_token, here)
  expect(await processIntrospectionResponse(server, own, after)).toEqual({ active: false })
  const machine = await clientCredentialsGrantRequest(server, own, proof, {}, here)
  expect(await processClientCredentialsResponse(server, own, machine)).toMatchObject({ tenant_type: 'general' })
})
