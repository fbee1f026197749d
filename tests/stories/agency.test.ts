// What an accounting practice's program does with a stock OAuth client and the real service, by both ways of getting
// in: a person of the agency consents, or the operator lets it in as a machine. The order is the specification's.
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { checkedRequests } from '#support/checked'
import { CALLBACK } from '#support/integration'
import { newServedDataDir, operateJson, startMain } from '#support/programs'
import { pngFile } from '#support/samples/sample-files'
import { type Answer, anEntry } from '#support/service'
import { newVisitor, PASSWORD, type Page, plain, type Visitor } from '#support/visitor'

const AGENCY_SCOPES =
  'agency-information:read agency-connections:read agency-connections:write agency-companies:read agency-companies:write agency-users:read agency-users:write agency-todos:read'
const BOOK_SCOPES = 'journal-entries:read journal-entries:write uploads:write suppliers:write supplier-invoices:write'
const AGENCY = { name: 'Siffror och Sånt AB', number: '556677-8899' }
const ANNA = 'anna@example.com'
const BERIT = 'berit@example.com'
const insecure = { [oauth.allowInsecureRequests]: true }
const today = dayOf(new Date())
const lastYear = Number(today.slice(0, 4)) - 1

const ok = (answer: Answer): Answer['body'] => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** A running service with an agency that Anna administers, and a program that knows its own id and secret. */
const newPractice = async () => {
  const dataDir = await newServedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } }, ['--no-demo'])
  const operate = (...words: string[]) => operateJson(dataDir, words)
  await operate('user', 'create', '--email', ANNA, '--password', PASSWORD, '--name', 'Anna Ek')
  const named = ['--name', AGENCY.name, '--organization-number', AGENCY.number]
  const agency = await operate('agency', 'create', ...named, '--admin', ANNA)
  const { clientId, clientSecret } = await operate(
    'integration',
    'create',
    '--name',
    'Byråsystemet',
    '--owner',
    ANNA,
    '--redirect-uri',
    CALLBACK,
    '--scopes',
    `${AGENCY_SCOPES} ${BOOK_SCOPES}`,
    '--mode',
    'production',
  )
  const origin = new URL(service.base).origin
  const issuer = new URL(origin)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return {
    service,
    operate,
    origin,
    agencyId: agency.id as string,
    server: await oauth.processDiscoveryResponse(issuer, found),
    client: { client_id: clientId } as oauth.Client,
    secret: clientSecret as string,
    authentication: oauth.ClientSecretBasic(clientSecret),
    as: (token: string) => checkedRequests(service.base, token),
  }
}

type Practice = Awaited<ReturnType<typeof newPractice>>
type Api = ReturnType<Practice['as']>

/** Sends the person to the service, who logs in, chooses the agency and consents; exchanges what comes back. */
const authorize = async (
  { server, client, authentication, agencyId }: Practice,
  visitor: Visitor,
): Promise<oauth.TokenEndpointResponse> => {
  const state = oauth.generateRandomState()
  const verifier = oauth.generateRandomCodeVerifier()
  const address = new URL(server.authorization_endpoint ?? '')
  address.search = String(
    new URLSearchParams({
      service_tenanttype: 'agency',
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      scope: `${AGENCY_SCOPES} ${BOOK_SCOPES}`,
      response_type: 'code',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  )
  const login = await visitor.get(`${address.pathname}${address.search}`)
  expect(login.url).toContain('/login')
  const consent = await visitor.submit(login, { email: ANNA, password: PASSWORD }, { action: '/login' })
  expect(plain(consent.text)).toContain(AGENCY.name)
  const answers = { tenant: agencyId, decision: 'grant' }
  const landed = await visitor.submit(consent, answers, { action: address.pathname, follow: false })
  const callback = new URL(landed.location ?? '')
  const parameters = oauth.validateAuthResponse(server, client, callback, state)
  const response = await oauth.authorizationCodeGrantRequest(
    ...([server, client, authentication, parameters, CALLBACK, verifier, insecure] as const),
  )
  return oauth.processAuthorizationCodeResponse(server, client, response)
}

const refresh = async ({ server, client, authentication }: Practice, token = '') =>
  oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, authentication, token, insecure),
  )

/** A token by client credentials: the client asks by POST, and the specification also by GET. */
const machineToken = async (practice: Practice, method: 'GET' | 'POST', scope: string) => {
  const { server, client, authentication, secret } = practice
  const basic = `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope })
  const headers = { authorization: basic, accept: 'application/json' }
  const response =
    method === 'GET'
      ? await fetch(`${server.token_endpoint}?${form}`, { headers })
      : await oauth.clientCredentialsGrantRequest(server, client, authentication, { scope }, insecure)
  return oauth.processClientCredentialsResponse(server, client, response)
}

/** A client company whose owner is Anna. */
const newClient = async (api: Api, agency: string): Promise<string> => {
  const { id } = ok(
    await api.post(`${agency}/companies`, {
      name: 'Kunden AB',
      ownerEmail: ANNA,
      organizationNumber: '559999-0008',
      companyType: 'limitedCompany',
      accountingMethod: 'accrual',
      vatSetting: 'yearly',
      fiscalYearStart: '01-01',
    }),
  )
  const found = ok(await api.get(`${agency}/companies?query=${encodeURIComponent('organizationNumber==5599990008')}`))
  expect(found.items).toEqual([ok(await api.get(`${agency}/companies/${id}`))])
  return id
}

/** Books something with the agency's token, and leaves a receipt and a supplier's invoice to be dealt with. */
const workIn = async (api: Api, companyId: string): Promise<void> => {
  const books = `/companies/${companyId}`
  ok(await api.post(`${books}/journal-entries`, anEntry({ date: today })))
  expect(ok(await api.get(`${books}/journal-entries`)).totalItems).toBe(1)
  ok(await api.upload(`${books}/uploads`, 'kvitto.png', pngFile()))
  const supplier = ok(await api.post(`${books}/suppliers`, { name: 'Papper AB' }))
  const dates = { invoiceDate: `${lastYear}-12-01`, dueDate: `${lastYear}-12-31` }
  const invoice = { supplierRef: { id: supplier.id }, invoiceNumber: '4711', totalAmount: 1250, ...dates }
  ok(await api.post(`${books}/supplier-invoices`, invoice))
}

/** Invites Berit, who reads her mail and makes an account on its page; her user id. */
const inviteBerit = async ({ operate, origin }: Practice, api: Api, company: string): Promise<string> => {
  const invitation = ok(await api.post(`${company}/invitations`, { email: BERIT }))
  expect(invitation.status).toBe('pendingInvitation')
  expect(ok(await api.get(`${company}/invitations`)).items).toEqual([invitation])
  const { mails } = await operate('mail', 'list')
  const { id } = mails.find(({ to }: { to: string }) => to === BERIT)
  const [link = ''] = /https?:\S+/.exec((await operate('mail', 'show', '--id', id)).text) ?? []
  expect(link.startsWith(`${origin}/invitation?`)).toBe(true)
  const visitor = newVisitor({ origin })
  const page = await visitor.get(link.slice(origin.length))
  expect(plain(page.text)).toContain('Anna Ek bjuder in dig till Kunden AB')
  await visitor.submit(page, { name: 'Berit Bok', password: PASSWORD }, { action: '/invitation/new' })
  expect(ok(await api.get(`${company}/invitations`)).items).toEqual([])
  const users = ok(await api.get(`${company}/users`)).items
  const berit = users.find(({ email }: { email: string }) => email === BERIT)
  expect(berit).toEqual({
    id: expect.any(String),
    email: BERIT,
    name: 'Berit Bok',
    status: 'active',
    modifiedDateTime: expect.any(String),
  })
  return berit.id
}

const todosIn = async (api: Api, path: string, language: string): Promise<[string | null, string[]]> => {
  const answer = await api.get(path, { 'accept-language': language })
  const titles = ok(answer).map(({ title }: { title: string }) => title.replace(/[\u00a0\u202f]/g, ' '))
  return [answer.headers.get('content-language'), titles]
}

/** Opens a link into the console as Berit, who logs in on the way. */
const openAsBerit = async (origin: string, url: string): Promise<{ visitor: Visitor; page: Page; path: string }> => {
  expect(url.startsWith(`${origin}/open?`)).toBe(true)
  const path = url.slice(origin.length)
  const visitor = newVisitor({ origin })
  const login = await visitor.get(path)
  expect(login.url).toContain('/login')
  const page = await visitor.submit(login, { email: BERIT, password: PASSWORD }, { action: '/login' })
  return { visitor, page, path }
}

test('a person of the agency consents, the program works there for everybody, and the agency ends it', async () => {
  const practice = await newPractice()
  const { service, origin, agencyId } = practice
  // The person is sent with the tenant type, agency scopes and a random state, and chooses the agency. What comes back
  // is stored: the pair of tokens, the agency as tenant, and the connection.
  const anna = newVisitor({ origin })
  const first = await authorize(practice, anna)
  expect(first).toMatchObject({
    tenant_id: agencyId,
    tenant_type: 'agency',
    token_type: 'bearer',
    expires_in: 3600,
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    connection_id: expect.any(String),
  })
  // The tenant is the id in the paths of the agency.
  const agency = `/agencies/${first.tenant_id}`
  const api = practice.as(first.access_token)
  const { name, number: organizationNumber } = AGENCY
  expect(ok(await api.get(`${agency}/agency-information`))).toEqual({ id: agencyId, name, organizationNumber })
  expect(ok(await api.get('/agency-connections')).items).toMatchObject([{ id: first.connection_id, agencyId }])

  // One connection is enough for the agency and its clients: the same token keeps the books of a company made just now.
  const companyId = await newClient(api, agency)
  const company = `${agency}/companies/${companyId}`
  await workIn(api, companyId)
  const beritId = await inviteBerit(practice, api, company)
  ok(await api.post(`${agency}/invitations`, { email: 'cecilia@example.com' }))
  const [pending] = ok(await api.get(`${agency}/invitations`)).items
  ok(await api.delete(`${agency}/invitations/${pending.id}`))
  expect(ok(await api.get(`${agency}/users`)).items).toMatchObject([{ email: ANNA }])

  // To-dos are the user's, in the language that is asked for; the link leads that user's browser to one of their lists.
  const todos = `${company}/users/${beritId}/todos`
  const swedish = ['Betala 1 250,00 kr till Papper AB (faktura 4711)', 'Bokför underlaget kvitto.png']
  const english = ['Pay SEK 1,250.00 to Papper AB (invoice 4711)', 'Book the receipt kvitto.png']
  expect(await todosIn(api, todos, 'sv-SE,sv;q=0.9')).toEqual(['sv', swedish])
  expect(await todosIn(api, todos, 'en-GB')).toEqual(['en', english])
  expect(await todosIn(api, `${agency}/users/${beritId}/todos`, 'de')).toEqual(['sv', swedish])
  const { url } = ok(await api.get(`${company}/navigation?userId=${beritId}&todoType=receipt.unrecorded`))
  const { visitor, page, path } = await openAsBerit(origin, url)
  expect([page.status, page.url]).toEqual([200, `/companies/${companyId}/documents`])
  expect((await visitor.get(path)).status).toBe(404)

  // A refresh gives a new pair for the same agency, and the token that was used is worth nothing.
  const second = await refresh(practice, first.refresh_token)
  expect(second).toMatchObject({ tenant_id: agencyId, tenant_type: 'agency' })
  expect(second.refresh_token).not.toBe(first.refresh_token)
  const later = practice.as(second.access_token)
  expect((await later.get(company)).status).toBe(200)

  // The agency disconnects: nothing is let in any more, and nothing of its own is gone.
  await anna.submit(await anna.get('/account/connections'), {}, { action: '/account/connections/end' })
  for (const gone of [`${agency}/agency-information`, company, `/companies/${companyId}/journal-entries`]) {
    expect([gone, (await later.get(gone)).status]).toEqual([gone, 401])
  }
  await expect(refresh(practice, second.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  expect(await practice.operate('verify')).toMatchObject({ companies: 1, entries: 1, faults: [] })
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
})

test('the operator lets the program in as a machine, which finds the agency, connects, and is kept out again', async () => {
  const practice = await newPractice()
  const { service, operate, agencyId, client } = practice
  const machine = ['--id', client.client_id, '--machine-to-machine']
  // Only who is approved for it gets a token with agency scopes.
  await expect(machineToken(practice, 'POST', AGENCY_SCOPES)).rejects.toMatchObject({ error: 'unauthorized_client' })
  await operate('integration', 'approve', ...machine)
  const tokens = [
    await machineToken(practice, 'GET', AGENCY_SCOPES),
    await machineToken(practice, 'POST', AGENCY_SCOPES),
  ]
  for (const token of tokens) {
    expect(token).toMatchObject({ tenant_id: '', tenant_type: 'general', expires_in: 3600 })
    expect(token).not.toHaveProperty('refresh_token')
  }
  const api = practice.as(tokens[0]?.access_token ?? '')
  // The agency is found by its whole organization number; knowing it is not being let in.
  const ask = (number: string) => api.get(`/agency-information?query=organizationNumber==${number}`)
  const [found] = ok(await ask('5566778899')).items
  expect(found).toEqual({ id: agencyId, name: AGENCY.name, organizationNumber: AGENCY.number })
  expect(ok(await ask(AGENCY.number)).items).toEqual([found])
  expect((await ask('556677')).status).toBe(400)
  const agency = `/agencies/${found.id}`
  expect((await api.get(`${agency}/companies`)).status).toBe(403)
  // Access starts with the connection. The same request again changes nothing but the scopes.
  const connect = () => api.post('/agency-connections', { agencyId: found.id })
  const made = await connect()
  const again = await connect()
  expect([made.status, again.status, again.body]).toEqual([201, 200, made.body])

  // From here on every token of the program that has the scopes works below the agency.
  const other = practice.as(tokens[1]?.access_token ?? '')
  const companyId = await newClient(other, agency)
  const company = `${agency}/companies/${companyId}`
  const beritId = await inviteBerit(practice, other, company)
  expect(await todosIn(other, `${company}/users/${beritId}/todos`, 'en')).toEqual(['en', []])
  const { url } = ok(await other.get(`${company}/navigation?userId=${beritId}`))
  const { page } = await openAsBerit(practice.origin, url)
  expect([page.status, page.url]).toEqual([200, `/companies/${companyId}`])
  // What the agency has let it do is not in a token that was asked for without scopes, nor are a company's books.
  const bare = practice.as((await machineToken(practice, 'GET', '')).access_token)
  expect((await bare.get(company)).status).toBe(403)
  expect((await api.get(`/companies/${companyId}/journal-entries`)).status).toBe(403)

  // Without the privilege its connections are over, and stay over when it comes back: it connects anew.
  await operate('integration', 'revoke', ...machine)
  expect((await api.get(company)).status).toBe(401)
  expect((await connect()).status).toBe(403)
  await operate('integration', 'approve', ...machine)
  expect(ok(await api.get('/agency-connections')).items).toEqual([])
  expect((await api.get(`/agency-connections/${agencyId}`)).status).toBe(404)
  expect((await api.get(company)).status).toBe(401)
  const anew = await connect()
  expect([anew.status, anew.body.id === made.body.id]).toEqual([201, false])
  expect(ok(await api.get(company))).toMatchObject({ id: companyId, name: 'Kunden AB' })
  ok(await api.delete(`/agency-connections/${agencyId}`))
  expect((await api.get(company)).status).toBe(401)
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
})
