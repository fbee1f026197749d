// OAuth of the SDK: from the consent of a person to tokens that are refreshed, also when answers are lost.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Consent,
  memoryStore,
  OAuth,
  OAuthError,
  type OAuthOptions,
  type StoredTokens,
  type TokenStore,
} from '#sdk'
import { codeThrough, decide, newOwner, type Owner } from '#support/consent'
import { CALLBACK, newIntegration, type TestIntegration } from '#support/integration'
import { type Service, startService } from '#support/service'
import { newClient } from './calls.ts'

let service: Service
let integration: TestIntegration
let owner: Owner
beforeAll(async () => {
  service = await startService()
  integration = await newIntegration(service)
  owner = await newOwner(service)
})
afterAll(() => service.close())

const SCOPES = ['journal-entries:read', 'company-information:read']

const oauthOf = (options: Partial<OAuthOptions> = {}) =>
  new OAuth({
    baseUrl: service.base,
    clientId: integration.id,
    clientSecret: integration.secret,
    redirectUri: CALLBACK,
    ...options,
  })

/** What the person's browser comes back with. */
const granted = async ({ url }: Consent): Promise<string> => {
  const { pathname, search } = new URL(url)
  const page = await owner.visitor.get(pathname + search)
  return (await decide(owner.visitor, page, { tenant: owner.company.id, decision: 'grant' })).location ?? ''
}

const newTokens = async (): Promise<StoredTokens> => {
  const consent = await oauthOf().begin({ scopes: SCOPES, tenant: { type: 'company', id: owner.company.id } })
  return oauthOf().finish(await granted(consent), consent)
}

const ended = (tokens: StoredTokens): StoredTokens => ({ ...tokens, expiresAt: 0 })

/** Counts requests to an endpoint; the first answers are lost after the service has sent them. */
const counting = (lost = 0) => {
  const bodies: string[] = []
  let left = lost
  return {
    bodies,
    fetch: async (url: string, init: RequestInit) => {
      bodies.push(String(init.body))
      const response = await fetch(url, init)
      if (left === 0) return response
      left -= 1
      throw new TypeError('fetch failed')
    },
  }
}

test('a consent becomes tokens, and the answer to another request does not', async () => {
  const oauth = oauthOf()
  const consent = await oauth.begin({ scopes: SCOPES, tenant: { type: 'company', id: owner.company.id } })
  const callback = await granted(consent)
  await expect(oauth.finish(callback, { ...consent, state: 'other' })).rejects.toMatchObject({ error: 'invalid_state' })
  const elsewhere = callback.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example')
  await expect(oauth.finish(elsewhere, consent)).rejects.toMatchObject({ error: 'invalid_issuer' })
  const tokens = await oauth.finish(callback, consent)
  expect(tokens).toMatchObject({ tenantId: owner.company.id, tenantType: 'company' })
  const token = oauth.tokens(memoryStore(tokens))
  const books = newClient(service, { token }).company(owner.company.id)
  expect(await books.companyInformation.get()).toMatchObject({ name: 'Ägarens AB' })
  const refused = `${CALLBACK}?error=access_denied&state=${consent.state}`
  await expect(oauth.finish(refused, consent)).rejects.toThrow(OAuthError)
})

test('calls that find the token ended share one refresh', async () => {
  const store = memoryStore(ended(await newTokens()))
  const { fetch, bodies } = counting()
  const oauth = oauthOf({ fetch })
  const books = newClient(service, { token: oauth.tokens(store) }).company(owner.company.id)
  await Promise.all(Array.from({ length: 5 }, () => books.companyInformation.get()))
  expect(bodies).toHaveLength(1)
  // The service refuses a token before its time is over where the connection was changed: it is renewed too.
  await oauth.revoke((await store.read())?.accessToken ?? '')
  await Promise.all(Array.from({ length: 3 }, () => books.companyInformation.get()))
  expect(bodies.filter((body) => body.includes('refresh_token'))).toHaveLength(2)
})

test('a refresh whose answer is lost is repeated under its key, also by the next process', async () => {
  const store = memoryStore(ended(await newTokens()))
  const { fetch, bodies } = counting(2)
  expect(await oauthOf({ fetch }).tokens(store).token()).toMatch(/^gbat_/)
  expect(bodies).toHaveLength(3)
  const kept: TokenStore = { ...memoryStore(ended((await store.read()) as StoredTokens)) }
  // The process ends after the request was sent and before anything was stored.
  const dying = {
    ...kept,
    write: async (tokens: StoredTokens | null) => {
      if (!tokens?.refreshKey) throw new Error('the process ended')
      await kept.write(tokens)
    },
  }
  await expect(oauthOf().tokens(dying).token()).rejects.toThrow('the process ended')
  expect(await kept.read()).toMatchObject({ refreshKey: expect.any(String) })
  const current = await oauthOf().tokens(kept).current()
  const books = newClient(service, { token: current.accessToken }).company(owner.company.id)
  expect(await books.companyInformation.get()).toBeTypeOf('object')
  expect((await kept.read())?.refreshKey).toBeUndefined()
})

test('an ended consent is told as such, and a code is never sent twice', async () => {
  const tokens = await newTokens()
  await oauthOf().revoke(tokens.refreshToken)
  const thrown = oauthOf()
    .tokens(memoryStore(ended(tokens)))
    .token()
  await expect(thrown).rejects.toMatchObject({ name: 'OAuthError', error: 'invalid_grant' })
  await expect(oauthOf().tokens(memoryStore()).token()).rejects.toMatchObject({ error: 'invalid_grant' })
  const { fetch, bodies } = counting(1)
  const consent = await oauthOf().begin({ scopes: SCOPES })
  const callback = await granted(consent)
  await expect(
    oauthOf({ fetch: (url, init) => (init.method === 'GET' ? globalThis.fetch(url, init) : fetch(url, init)) }).finish(
      callback,
      consent,
    ),
  ).rejects.toThrow('was not answered')
  expect(bodies).toHaveLength(1)
})

test('every operation of OAuth is a function of the client', async () => {
  const client = newClient(service, { client: { id: integration.id, secret: integration.secret } })
  const metadata = await client.wellKnown.oauthAuthorizationServer.get()
  expect(metadata).toMatchObject({ code_challenge_methods_supported: ['S256'] })
  expect(await client.token.get({ grant_type: 'client_credentials' })).toMatchObject({ tenant_type: 'general' })
  const { code = '' } = await codeThrough(owner, integration)
  const tokens = await client.token.create({ grant_type: 'authorization_code', code })
  expect(await client.token.introspect({ token: tokens.access_token })).toMatchObject({ active: true })
  await client.token.revoke({ token: tokens.access_token })
  expect(await client.token.introspect({ token: tokens.access_token })).toEqual({ active: false })
  const asked = { response_type: 'code', client_id: 'x', state: 'x', redirect_uri: CALLBACK }
  const refused = client.authorize(asked)
  await expect(refused).rejects.toMatchObject({ status: 400 })
  const general = newClient(service, { token: (await oauthOf().clientCredentials()).accessToken })
  expect((await general.connections.list()).items.map(({ tenantId }) => tenantId)).toContain(owner.company.id)
})
