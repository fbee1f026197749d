// A stock OAuth client connects to a company and to an agency, works in their books, refreshes, and is shown the door.
// Its human steps are made through the forms of the pages: for the company by hand, for the agency in a real browser.
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve } from '#access'
import { addClientCompany, addMember } from '#identity'
import { decide, newOwner, type Owner } from '#support/consent'
import { newAgency } from '#support/integration'
import { anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'
import { newPersonInside, PASSWORD, plain, type Visitor } from '#support/visitor'

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium'
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
/** The tests speak http; a client refuses that unless told. */
const insecure = { [oauth.allowInsecureRequests]: true }

let service: Service
let site: Server
let callback: string
let owner: Owner
let server: oauth.AuthorizationServer
let client: oauth.Client
let authentication: oauth.ClientAuth

beforeAll(async () => {
  service = await startService({ publicUrl: 'http://127.0.0.1:0' })
  // The clock of tests stands in June; the limits of tokens are counted from there.
  site = createServer((_request, response) => response.end('Tack'))
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  callback = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback?from=books`
  owner = await newOwner(service)
  const { id, secret } = await registered()
  const issuer = new URL(service.origin)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  server = await oauth.processDiscoveryResponse(issuer, found)
  client = { client_id: id }
  authentication = oauth.ClientSecretBasic(secret)
})

afterAll(async () => {
  site.close()
  await service.close()
})

/** Registers the integration as people do: on the page. */
const registered = async (): Promise<{ id: string; secret: string }> => {
  const { visitor } = await newPersonInside(service)
  const scopes = [
    'journal-entries:read',
    'journal-entries:write',
    'company-information:read',
    'agency-companies:read',
    'agency-connections:read',
  ]
  const boxes = Object.fromEntries(scopes.map((scope) => [`scope-${scope}`, 'on']))
  const made = await visitor.submit(
    await visitor.get('/account/integrations/new'),
    { name: 'Bokslutshjälpen', description: 'Hjälper till', mode: 'production', redirectUris: callback, ...boxes },
    { action: '/account/integrations/new' },
  )
  const [id = '', secret = ''] = [...plain(made.text).matchAll(/<dd>.*?<code>([^<]+)/gs)].map(
    ([, value]) => value ?? '',
  )
  // Others than its owner let it in: the operator has looked at it.
  await service.operate((call) => approve(call, { id, approval: 'production' }))
  return { id, secret }
}

type Started = { address: URL; state: string; verifier: string }

/** What the client keeps, and the address that it sends a person to. */
const start = async (more: Record<string, string>): Promise<Started> => {
  const state = oauth.generateRandomState()
  const verifier = oauth.generateRandomCodeVerifier()
  const address = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return { address, state, verifier }
}

/** Checks state and iss, and exchanges the code. */
const finish = async ({ state, verifier }: Started, landed: string) => {
  const answer = oauth.validateAuthResponse(server, client, new URL(landed), state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    answer,
    callback,
    verifier,
    insecure,
  )
  return oauth.processAuthorizationCodeResponse(server, client, response)
}

const refresh = async (token: string) => {
  const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, insecure)
  return oauth.processRefreshTokenResponse(server, client, response)
}

const tokensOf = ({ access_token, refresh_token = '' }: oauth.TokenEndpointResponse) => ({
  access: access_token,
  refresh: refresh_token,
})

const worksIn = async (company: TestCompany, token: string): Promise<number[]> => {
  const books = requestsWith(company.url, token)
  const posted = await books.post('/journal-entries', anEntry())
  const listed = await books.get('/journal-entries')
  return [posted.status, listed.status]
}

test('a company lets the client in, is worked for, and disconnects it', async () => {
  const started = await start({ scope: 'journal-entries:read journal-entries:write' })
  const page = await owner.visitor.get(`${started.address.pathname}${started.address.search}`)
  const landed = await decide(owner.visitor, page, { tenant: owner.company.id, decision: 'grant' })
  expect(landed.location?.startsWith(`${callback}&code=`)).toBe(true)
  const first = await finish(started, landed.location ?? '')
  expect(first).toMatchObject({
    tenant_id: owner.company.id,
    tenant_type: 'company',
    token_type: 'bearer',
    expires_in: 3600,
    connection_id: expect.any(String),
  })
  expect(await worksIn(owner.company, tokensOf(first).access)).toEqual([200, 200])
  const second = await refresh(tokensOf(first).refresh)
  expect(tokensOf(second).refresh).not.toBe(tokensOf(first).refresh)
  expect(await worksIn(owner.company, tokensOf(second).access)).toEqual([200, 200])
  const { body: connections } = await requestsWith(service.base, tokensOf(second).access).get('/connections')
  const { connection_id: id } = first
  expect(connections.items).toMatchObject([
    { id, tenantId: owner.company.id, tenantName: 'Ägarens AB', type: 'company' },
  ])
  const account = await owner.visitor.get('/account/connections')
  expect(plain(account.text)).toContain('Bokslutshjälpen')
  await owner.visitor.submit(account, {}, { action: '/account/connections/end' })
  expect(await worksIn(owner.company, tokensOf(second).access)).toEqual([401, 401])
  await expect(refresh(tokensOf(second).refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
  const kept = await owner.company.get('/journal-entries')
  expect(kept.body.totalItems).toBe(2)
})

/** The person's part in a browser, where there is one; otherwise through the same forms. */
const consentAs = async (visitor: Visitor, email: string, { address }: Started, tenant: string): Promise<string> => {
  const path = `${address.pathname}${address.search}`
  if (!existsSync(CHROMIUM)) {
    const answer = await decide(visitor, await visitor.get(path), { tenant, decision: 'grant' })
    return answer.location ?? ''
  }
  const browser = await chromium.launch({ executablePath: CHROMIUM, args })
  try {
    const page = await browser.newPage({ locale: 'sv-SE' })
    // On a busy machine a click takes its time.
    page.setDefaultTimeout(150_000)
    await page.goto(`${service.origin}${path}`)
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('alla klientföretag som byrån hanterar').waitFor()
    await page.getByRole('button', { name: 'Godkänn' }).click()
    await page.waitForURL(`${callback}&**`)
    return page.url()
  } finally {
    await browser.close()
  }
}

test('an agency lets the client in, for its client companies too, and the client leaves by itself', async () => {
  const agency = await newAgency(service, 'Siffror och Sånt')
  const { person, visitor } = await newPersonInside(service)
  const companies = [await service.newCompany({ name: 'Klient Ett' }), await service.newCompany({ name: 'Klient Två' })]
  await service.operate(async (call) => {
    await addMember(call, { tenant: agency, personId: person.id, role: 'administrator' })
    for (const { id } of companies) await addClientCompany(call, { agencyId: agency.id, companyId: id })
  })
  const scope = 'agency-companies:read journal-entries:read journal-entries:write'
  const started = await start({ scope, service_tenanttype: 'agency', service_tenantid: agency.id })
  const first = await finish(started, await consentAs(visitor, person.email, started, agency.id))
  expect(first).toMatchObject({ tenant_id: agency.id, tenant_type: 'agency', connection_id: expect.any(String) })
  const second = tokensOf(await refresh(tokensOf(first).refresh))
  for (const company of companies) expect(await worksIn(company, second.access)).toEqual([200, 200])
  expect(await worksIn(owner.company, second.access)).toEqual([403, 403])
  const general = requestsWith(service.base, second.access)
  const { body } = await general.get('/connections')
  expect(body.items).toMatchObject([{ tenantId: agency.id, tenantName: 'Siffror och Sånt', type: 'agency' }])
  expect((await general.delete(`/connections/${body.items[0].id}`)).status).toBe(204)
  for (const company of companies) expect(await worksIn(company, second.access)).toEqual([401, 401])
  await expect(refresh(second.refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test("a person's refusal is reported to the client as the standard says", async () => {
  const started = await start({ scope: 'journal-entries:read' })
  const page = await owner.visitor.get(`${started.address.pathname}${started.address.search}`)
  const landed = await decide(owner.visitor, page, { decision: 'refuse' })
  const refused = () => oauth.validateAuthResponse(server, client, new URL(landed.location ?? ''), started.state)
  expect(refused).toThrow(expect.objectContaining({ error: 'access_denied' }))
})
