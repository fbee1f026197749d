// A stock client of the Model Context Protocol that knows nothing but the address of the service: it registers itself,
// or is known by the address of a document, sends a person to the page of consent, and reads with the token.
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessContribution, selfScopes } from '#access'
import { registerItself } from '#server/access/oauth/self-registration'
import { answerOf, decide, newOwner, type Owner, pkce } from '#support/consent'
import { historyOf, newIntegration, VERIFIER } from '#support/integration'
import { request, type Service, START, startService } from '#support/service'
import { plain } from '#support/visitor'

const DOCUMENT = 'https://agent.example.com/client.json'
const CALLBACK = 'http://127.0.0.1:53682/callback'

let service: Service
let owner: Owner
/** What stands at the address of the document, and how often it was read. */
let document: Record<string, unknown> = {}
let reads = 0

beforeAll(async () => {
  service = await startService({
    publicUrl: 'http://127.0.0.1:0',
    readDocument: async (url) => {
      reads += 1
      return url === DOCUMENT ? { text: JSON.stringify(document), cacheControl: 'max-age=600' } : null
    },
  })
  owner = await newOwner(service)
})
afterAll(() => service.close())

type Kept = { client?: never; tokens?: never; verifier: string; asked: URL | null }

/** What a stock client keeps, in memory. */
const newProvider = (more: Partial<OAuthClientProvider> = {}, redirectUrl = CALLBACK) => {
  const kept: Kept = { verifier: '', asked: null }
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Stock Agent', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(kept, { asked: url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier,
    ...more,
  }
  return { kept, provider }
}

/** The page of consent for a request with PKCE. */
const asking = (query: Record<string, string>) =>
  `/v1/authorize?${new URLSearchParams({ response_type: 'code', ...pkce(VERIFIER), ...query })}`

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

/** Connects with consent, from nothing; returns what the page said, and the connected client. */
const connectThrough = async ({ kept, provider }: ReturnType<typeof newProvider>) => {
  const address = new URL(`${service.origin}/mcp`)
  const first = new StreamableHTTPClientTransport(address, { authProvider: provider })
  await expect(new Client({ name: 'stock', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
  const page = await owner.visitor.get(pathOf(kept.asked ?? address))
  const { location } = await decide(owner.visitor, page, { tenant: owner.company.id, decision: 'grant' })
  await first.finishAuth(new URL(location ?? '').searchParams)
  const client = new Client({ name: 'stock', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
  return { page, client, location }
}

test('from nothing: it registers, a person consents, and it reads and proposes but does not write', async () => {
  const stock = newProvider()
  const { page, client, location } = await connectThrough(stock)
  expect(location?.startsWith(`${CALLBACK}?`)).toBe(true)
  const words = plain(page.text)
  for (const text of ['Ett program som ingen har granskat', '”Stock Agent”', '127.0.0.1:53682', 'Programmet självt'])
    expect(words).toContain(text)
  const { isError = false } = await client.callTool({ name: 'read', arguments: { operationId: 'listAccounts' } })
  expect(isError).toBe(false)
  await client.close()
  const { access_token: token, refresh_token: refreshToken } = Object(stock.kept.tokens) as Record<string, string>
  const { client_id: clientId } = Object(stock.kept.client) as Record<string, string>
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const path = `${service.base}/companies/${owner.company.id}/customers`
  const written = await request(path, { method: 'POST', headers, body: JSON.stringify({ name: 'X' }) })
  expect([written.status, written.body.code]).toEqual([403, expect.any(String)])
  // Its refresh token is used once; the copy ends them all (RFC 9700 §4.14).
  const refresh = () =>
    tokenFor({ grant_type: 'refresh_token', refresh_token: refreshToken ?? '', client_id: clientId })
  const { body: next } = await refresh()
  expect(next).toMatchObject({ access_token: expect.any(String) })
  expect((await refresh()).body).toMatchObject({ error: 'invalid_grant' })
  const me = await request(`${service.base}/me`, { headers: { authorization: `Bearer ${next.access_token}` } })
  expect(me.status).toBe(401)
  // The company sees it among its connections, marked, and ends it.
  const session = {
    cookie: [...owner.visitor.cookies].map((pair) => pair.join('=')).join('; '),
    origin: service.origin,
  }
  const listed = await request(`${service.base}/companies/${owner.company.id}/connections`, { headers: session })
  expect(listed.body.items).toEqual([
    expect.objectContaining({ integration: { id: clientId, name: 'Stock Agent', registeredBy: 'itself' } }),
  ])
  const history = await historyOf(service, { companyId: owner.company.id })
  expect(history.map(({ what }) => what)).toContain('consent.granted')
})

const tokenFor = (form: Record<string, string | undefined>) =>
  request(`${service.base}/token`, {
    method: 'POST',
    body: new URLSearchParams(Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined)),
  })

const register = (body: unknown) =>
  request(`${service.base}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('by a document at an address, which is read for a person only, kept, and read anew', async () => {
  document = { client_id: DOCUMENT, client_name: 'Document Agent', redirect_uris: ['https://agent.example.com/back'] }
  const stock = newProvider({ clientMetadataUrl: DOCUMENT }, 'https://agent.example.com/back')
  const { page, client } = await connectThrough(stock)
  expect(Object(stock.kept.client)).toMatchObject({ client_id: DOCUMENT })
  for (const text of [DOCUMENT, 'agent.example.com', '”Document Agent”']) expect(plain(page.text)).toContain(text)
  await client.close()
  const path = (url: string) => asking({ client_id: url, redirect_uri: 'https://agent.example.com/back' })
  const other = 'https://other.example.com/client.json'
  const before = reads
  const strange = await request(`${service.origin}${path(other)}`, {
    redirect: 'manual',
    headers: { accept: 'text/html' },
  })
  expect([strange.status, strange.headers.get('location'), reads]).toEqual([
    303,
    expect.stringMatching(/^\/login\?/),
    before,
  ])
  expect(plain((await owner.visitor.get(path(other))).text)).toContain('kan inte läsas')
  expect(reads).toBe(before + 1)
  // Read again when it is older than the answer allowed; a changed address is the one that counts.
  await owner.visitor.get(path(DOCUMENT))
  expect(reads).toBe(before + 1)
  service.setNow(new Date(START.getTime() + 11 * 60 * 1000))
  document = { ...document, redirect_uris: ['https://agent.example.com/new'] }
  expect((await owner.visitor.get(path(DOCUMENT))).status).toBe(400)
  expect(reads).toBe(before + 2)
  service.setNow(START)
})

test('registrations are judged, answered without a secret, limited, and forgotten when they are not used', async () => {
  const good = {
    redirect_uris: [CALLBACK],
    client_name: 'Grundb0k Support',
    token_endpoint_auth_method: 'client_secret_post',
  }
  const made = await register({ ...good, scope: 'journal-entries:read journal-entries:write' })
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({
      client_name: '127.0.0.1',
      token_endpoint_auth_method: 'none',
      scope: 'journal-entries:read',
      redirect_uris: [CALLBACK],
    }),
  ])
  expect(made.body).not.toHaveProperty('client_secret')
  const wrong: [string, unknown][] = [
    ['invalid_redirect_uri', { ...good, redirect_uris: [] }],
    ['invalid_redirect_uri', { ...good, redirect_uris: ['http://example.com/back'] }],
    ['invalid_redirect_uri', { ...good, redirect_uris: ['agent://back'] }],
    ['invalid_redirect_uri', { ...good, redirect_uris: [7] }],
    ['invalid_client_metadata', { ...good, grant_types: ['client_credentials'] }],
    ['invalid_client_metadata', { ...good, response_types: ['token'] }],
    ['invalid_client_metadata', { ...good, scope: 7 }],
    ['invalid_client_metadata', []],
  ]
  for (const [error, body] of wrong) expect((await register(body)).body).toMatchObject({ error })
  // 30 an hour from one address; one was made here, and one by the client of the first test.
  let last = made
  for (let count = 0; count < 30 && last.status === 201; count += 1) last = await register(good)
  expect([last.status, last.body.error, Number(last.headers.get('retry-after')) > 0]).toEqual([429, 'slow_down', true])
  const count = async () =>
    (
      await service.database.rows({
        text: `select 1 from access.integration where registered_by = 'itself'`,
        values: [],
      } as never)
    ).length
  expect(await count()).toBe(30)
  const later = new Date(START.getTime() + 8 * 24 * 3600 * 1000)
  await accessContribution.forgetUnused({ db: service.database }, later)
  expect(await count()).toBe(1)
})

test('a client without a secret needs PKCE, may use any port of the same machine, and acts for people only', async () => {
  const { id } = await service.operate(async (call) => {
    const said = { name: 'Agent', redirectUris: ['http://127.0.0.1/back'], scope: null }
    return (await registerItself(call, said)) ?? { id: '' }
  })
  const path = (changes: Record<string, string>) =>
    asking({ client_id: id, redirect_uri: 'http://127.0.0.1:4711/back', ...changes })
  const page = await owner.visitor.get(path({ resource: `${service.origin}/mcp` }))
  expect(page.status).toBe(200)
  const { code = '' } = answerOf(await decide(owner.visitor, page, { tenant: owner.company.id, decision: 'grant' }))
  const refused: [string, Record<string, string>][] = [
    ['PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['The resource', { resource: 'https://other.example.com/mcp' }],
    ['not registered', { scope: 'journal-entries:write' }],
    ['redirect_uri', { redirect_uri: 'http://127.0.0.1:4711/other' }],
    ['redirect_uri', { redirect_uri: 'http://localhost:4711/back' }],
  ]
  for (const [words, changes] of refused) {
    const answer = await owner.visitor.get(path(changes))
    expect([answer.status, answer.text.includes(words)]).toEqual([400, true])
  }
  const grant = { grant_type: 'authorization_code', code, client_id: id, redirect_uri: 'http://127.0.0.1:4711/back' }
  const faults: [string, Record<string, string>][] = [
    ['invalid_target', { ...grant, resource: 'https://other.example.com/mcp' }],
    ['unauthorized_client', { grant_type: 'client_credentials', client_id: id }],
    ['invalid_client', { ...grant, client_id: 'https://never.example.com/read.json' }],
    ['invalid_client', { ...grant, client_id: (await newIntegration(service)).id }],
  ]
  for (const [error, form] of faults) expect((await tokenFor(form)).body).toMatchObject({ error })
  expect((await tokenFor({ ...grant, code_verifier: VERIFIER })).body).toMatchObject({ tenant_id: owner.company.id })
})

test('a page of another site, which a name may lead to this machine, is not served', async () => {
  const { token } = await service.newCompany()
  const ask = (origin: string) =>
    request(`${service.origin}/mcp`, {
      method: 'POST',
      headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
  const [other, own] = [await ask('http://evil.example.com'), await ask(service.origin)]
  expect([other.status, own.status === 403]).toEqual([403, false])
})

test('where the operator has turned it off, none registers, and none that registered asks people', async () => {
  const closed = await startService({ mayRegister: false, beside: service, publicUrl: 'http://127.0.0.1:0' })
  const { body: metadata } = await request(`${closed.origin}/.well-known/oauth-authorization-server`)
  expect([metadata.registration_endpoint, metadata.token_endpoint_auth_methods_supported]).toEqual([
    undefined,
    ['client_secret_basic'],
  ])
  const answer = await request(`${closed.base}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [CALLBACK] }),
  })
  expect(answer.body).toMatchObject({ error: 'access_denied' })
  const asked = await request(
    `${closed.origin}/v1/authorize?client_id=${encodeURIComponent(DOCUMENT)}&response_type=code`,
  )
  expect(asked.status).toBe(400)
  await closed.close()
  const { body: open } = await request(`${service.origin}/.well-known/oauth-authorization-server`)
  expect(open).toMatchObject({
    registration_endpoint: `${service.base}/register`,
    client_id_metadata_document_supported: true,
    code_challenge_methods_supported: ['S256'],
  })
  expect(selfScopes.filter((scope) => scope.endsWith(':write'))).toEqual(['proposals:write'])
})
