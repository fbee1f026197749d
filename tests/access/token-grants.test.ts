// The token endpoint: three grants with their exact bodies, lifetimes, single use and what follows from a second one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, endIntegration, withdraw } from '#access'
import { CALLBACK, historyOf, newAgency, newIntegration, type TestIntegration, VERIFIER } from '#support/integration'
import { exchange } from '#support/raw'
import { request, requestsWith, type Service, START, startService } from '#support/service'

let service: Service
let client: TestIntegration

beforeAll(async () => {
  service = await startService()
  client = await newIntegration(service)
})

beforeEach(() => service.setNow(START))

afterAll(() => service.close())

const MINUTE = 60 * 1000
const DAY = 24 * 60 * MINUTE

const later = (ms: number) => service.setNow(new Date(service.now().getTime() + ms))

const newCompany = async () => {
  const { id } = await service.newCompany({ fiscalYear: null })
  return { type: 'company', id } as const
}

const entries = (companyId: string, token: string) =>
  requestsWith(`${service.base}/companies/${companyId}`, token).get('/journal-entries')

const REFUSED = { status: 400, body: { error: 'invalid_grant' } }

describe('a body', () => {
  const secret = (mark: string) => expect.stringMatching(new RegExp(`^${mark}_[0-9a-f]{32}_[\\w-]{43}$`))

  test('has the fields of the specification in their order, and no others', async () => {
    const company = await newCompany()
    const agency = await newAgency(service)
    const code = await client.code(company)
    const byCode = await client.token({ grant_type: 'authorization_code', code })
    const byRefresh = await client.refresh(byCode.body.refresh_token)
    const ofAgency = await client.connect(agency, { scopes: ['agency-companies:read'] })
    const byMachine = await client.token({ grant_type: 'client_credentials' })
    const common = { access_token: secret('gbat'), token_type: 'bearer', expires_in: 3600 }
    const kept = { ...common, refresh_token: secret('gbrt') }
    const connection_id = byCode.body.connection_id
    const ofCompany = { tenant_id: company.id, tenant_type: 'company', ...kept, connection_id }
    expect(byCode.body).toEqual(ofCompany)
    expect(byRefresh.body).toEqual(ofCompany)
    expect(ofAgency).toEqual({
      tenant_id: agency.id,
      tenant_type: 'agency',
      ...kept,
      connection_id: expect.any(String),
    })
    expect(byMachine.body).toEqual({ tenant_id: '', tenant_type: 'general', ...common })
    const order = Object.keys(ofCompany)
    expect([byCode, byRefresh].map(({ body }) => Object.keys(body))).toEqual([order, order])
    expect(Object.keys(byMachine.body)).toEqual(order.slice(0, 5))
    for (const { headers } of [byCode, byRefresh, byMachine]) {
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('pragma')).toBe('no-cache')
    }
  })
})

describe('a code', () => {
  test('gives tokens that work at once, and lives five minutes', async () => {
    const company = await newCompany()
    const early = await client.code(company)
    const late = await client.code(company)
    later(5 * MINUTE - 1)
    const { body } = await client.token({ grant_type: 'authorization_code', code: early })
    expect(await entries(company.id, body.access_token)).toMatchObject({ status: 200 })
    later(1)
    expect(await client.token({ grant_type: 'authorization_code', code: late })).toMatchObject(REFUSED)
  })

  test('works once; a second use ends what the first one gave, and is written down once', async () => {
    const company = await newCompany()
    const code = await client.code(company)
    const first = await client.token({ grant_type: 'authorization_code', code })
    const next = await client.refresh(first.body.refresh_token)
    later(DAY)
    for (let count = 0; count < 2; count += 1) {
      expect(await client.token({ grant_type: 'authorization_code', code })).toMatchObject(REFUSED)
    }
    for (const { body } of [first, next]) {
      expect(await entries(company.id, body.access_token)).toMatchObject({ status: 401 })
      expect(await client.refresh(body.refresh_token)).toMatchObject(REFUSED)
    }
    const told = (await historyOf(service, { companyId: company.id })).map(({ what }) => what)
    expect(told.filter((what) => what.startsWith('token.'))).toEqual([
      'token.created',
      'token.issued',
      'token.refreshed',
      'token.replayed',
    ])
  })

  test('of another client is refused, and still works for its own', async () => {
    const other = await newIntegration(service)
    const code = await client.code(await newCompany())
    expect(await other.token({ grant_type: 'authorization_code', code })).toMatchObject(REFUSED)
    expect(await client.token({ grant_type: 'authorization_code', code })).toMatchObject({ status: 200 })
  })

  const uris: [string, string] = ['https://one.example.se/back', 'https://two.example.se/back']
  const cases: [
    string,
    { asked?: string; verifier?: string; registered?: string[] },
    Record<string, string>,
    boolean,
  ][] = [
    ['with the same address', {}, { redirect_uri: CALLBACK }, true],
    ['without the address, of which there is one', {}, {}, true],
    ['with another address', {}, { redirect_uri: `${CALLBACK}/` }, false],
    ['with another address of its own', { registered: uris, asked: uris[0] }, { redirect_uri: uris[1] }, false],
    ['without the address, of which there are two', { registered: uris, asked: uris[0] }, {}, true],
    [
      'without the address but with its verifier',
      { registered: uris, asked: uris[0], verifier: VERIFIER },
      { code_verifier: VERIFIER },
      true,
    ],
    ['with its verifier', { verifier: VERIFIER }, { code_verifier: VERIFIER }, true],
    ['without the verifier it was asked with', { verifier: VERIFIER }, {}, false],
    ['with another verifier', { verifier: VERIFIER }, { code_verifier: `${VERIFIER}x` }, false],
    ['with the challenge as verifier', { verifier: VERIFIER }, { code_verifier: 'x'.repeat(43) }, false],
    ['with a short verifier', { verifier: 'short' }, { code_verifier: 'short' }, false],
    ['with a verifier it was not asked with', {}, { code_verifier: VERIFIER }, false],
    ['with an empty verifier, which counts as none', {}, { code_verifier: '' }, true],
  ]

  test.each(cases)('%s', async (_, { asked = CALLBACK, verifier, registered }, form, taken) => {
    const own = registered ? await newIntegration(service, { redirectUris: registered }) : client
    const code = await own.code(await newCompany(), { redirectUri: asked, ...(verifier ? { verifier } : {}) })
    const { status, body } = await own.token({ grant_type: 'authorization_code', code, ...form })
    expect([status, body.error]).toEqual(taken ? [200, undefined] : [400, 'invalid_grant'])
    // The first use counts: a better guess cannot be tried again.
    const better = { ...form, redirect_uri: asked, ...(verifier ? { code_verifier: verifier } : {}) }
    expect(await own.token({ grant_type: 'authorization_code', code, ...better })).toMatchObject(REFUSED)
  })

  test('is nothing any more once its connection or integration has ended', async () => {
    const company = await newCompany()
    const code = await client.code(company)
    const { access_token: token, connection_id: id } = await client.connect(company)
    expect(await requestsWith(service.base, token).delete(`/connections/${id}`)).toMatchObject({ status: 204 })
    expect(await client.token({ grant_type: 'authorization_code', code })).toMatchObject(REFUSED)
    const brief = await newIntegration(service)
    const last = await brief.code(company)
    await service.operate((call) => endIntegration(call, { id: brief.id }))
    const { status, body } = await brief.token({ grant_type: 'authorization_code', code: last })
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  })

  test('from a future that the clock denies is refused', async () => {
    const code = await client.code(await newCompany())
    later(-10 * MINUTE)
    expect(await client.token({ grant_type: 'authorization_code', code })).toMatchObject(REFUSED)
  })
})

describe('an access token', () => {
  test('lives 3600 seconds', async () => {
    const company = await newCompany()
    const { access_token: token } = await client.connect(company)
    later(3600_000 - 1)
    expect(await entries(company.id, token)).toMatchObject({ status: 200 })
    later(1)
    expect(await entries(company.id, token)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  test('from before the clock was put back is good for an hour from now, and no longer', async () => {
    const company = await newCompany()
    const { access_token: token, refresh_token: refresh } = await client.connect(company)
    later(-30 * DAY)
    expect(await entries(company.id, token)).toMatchObject({ status: 200 })
    later(3600_000 - 1)
    expect(await entries(company.id, token)).toMatchObject({ status: 200 })
    later(1)
    expect(await entries(company.id, token)).toMatchObject({ status: 401 })
    const { status, body } = await client.refresh(refresh)
    expect(status).toBe(200)
    expect(await entries(company.id, body.access_token)).toMatchObject({ status: 200 })
  })

  test('is refused when a letter of it is another', async () => {
    const company = await newCompany()
    const { access_token: token } = await client.connect(company)
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`
    expect(await entries(company.id, changed)).toMatchObject({ status: 401 })
  })
})

describe('a refresh token', () => {
  test('dies after 30 days unused, and each use starts them anew', async () => {
    let { refresh_token: token } = await client.connect(await newCompany())
    for (let month = 0; month < 3; month += 1) {
      later(30 * DAY - 1)
      const { status, body } = await client.refresh(token)
      expect(status).toBe(200)
      token = body.refresh_token
    }
    later(30 * DAY)
    expect(await client.refresh(token)).toMatchObject(REFUSED)
  })

  test('works once; the use of an old one ends the family, and is written down', async () => {
    const company = await newCompany()
    const first = await client.connect(company)
    const other = await client.connect(company)
    const { body: second } = await client.refresh(first.refresh_token)
    const { body: third } = await client.refresh(second.refresh_token)
    expect(await entries(company.id, third.access_token)).toMatchObject({ status: 200 })
    expect(await client.refresh(first.refresh_token)).toMatchObject(REFUSED)
    for (const token of [first, second, third]) {
      expect(await entries(company.id, token.access_token)).toMatchObject({ status: 401 })
    }
    expect(await client.refresh(third.refresh_token)).toMatchObject(REFUSED)
    // Another authorization of the same connection is another family.
    expect(await entries(company.id, other.access_token)).toMatchObject({ status: 200 })
    const replays = (await historyOf(service, { companyId: company.id })).filter(
      ({ what }) => what === 'token.replayed',
    )
    expect(replays).toMatchObject([
      {
        actor_kind: 'integration',
        from_address: '127.0.0.1',
        detail: { integrationId: client.id, used: 'refresh token' },
      },
    ])
  })

  test('of another client is refused, and still works for its own', async () => {
    const other = await newIntegration(service)
    const { refresh_token: token } = await client.connect(await newCompany())
    expect(await other.refresh(token)).toMatchObject(REFUSED)
    expect(await client.refresh(token)).toMatchObject({ status: 200 })
  })

  const scopes = ['journal-entries:read', 'uploads:read', 'company-information:read']
  const narrowings: [string, string, number, string | undefined][] = [
    ['less', 'journal-entries:read', 200, undefined],
    ['the same', scopes.join(' '), 200, undefined],
    ['nothing, which counts as left out', '', 200, undefined],
    ['another that was not granted', 'journal-entries:read customers:read', 400, 'invalid_scope'],
    ['one that there is not', 'everything', 400, 'invalid_scope'],
    ['an old name that stands for more', 'accounting', 400, 'invalid_scope'],
  ]

  test.each(narrowings)('may be asked for %s', async (_, scope, status, error) => {
    const { refresh_token: token } = await client.connect(await newCompany(), { scopes })
    const answer = await client.refresh(token, {}, { scope })
    expect([answer.status, answer.body.error]).toEqual([status, error])
    // What was refused for its scope has used nothing up.
    if (status === 400) expect(await client.refresh(token)).toMatchObject({ status: 200 })
  })

  test('gives what is left to a client that asks for what it was granted at first', async () => {
    const company = await newCompany()
    const { refresh_token } = await client.connect(company, { scopes })
    // A consent to less: what it lacks is gone from what the first one gave.
    await client.connect(company, { scopes: ['uploads:read'] })
    const { status, body } = await client.refresh(refresh_token, {}, { scope: scopes.join(' ') })
    expect(status).toBe(200)
    const told = await client.post('/token/introspect', { token: body.access_token })
    expect(told.body).toMatchObject({ active: true, scope: 'uploads:read' })
    const refused: [string, string][] = [
      ['journal-entries:read', 'invalid_grant'],
      [`${scopes.join(' ')} customers:read`, 'invalid_scope'],
    ]
    for (const [scope, error] of refused) {
      expect(await client.refresh(body.refresh_token, {}, { scope })).toMatchObject({ status: 400, body: { error } })
    }
    expect(await client.refresh(body.refresh_token)).toMatchObject({ status: 200 })
  })

  test('narrows the access token only: the grant stays what it was', async () => {
    const company = await newCompany()
    const { refresh_token } = await client.connect(company, { scopes })
    const { body: narrow } = await client.refresh(refresh_token, {}, { scope: 'uploads:read' })
    expect(await entries(company.id, narrow.access_token)).toMatchObject({ status: 403 })
    const { body: whole } = await client.refresh(narrow.refresh_token)
    expect(await entries(company.id, whole.access_token)).toMatchObject({ status: 200 })
  })
})

describe('client credentials', () => {
  const byMachine = (form: Record<string, string>, own = client) =>
    own.token({ grant_type: 'client_credentials', ...form })

  test('give agency scopes to integrations that are approved for it, among those registered', async () => {
    const own = await newIntegration(service)
    const cases: [string, number, string | undefined][] = [
      ['agency-companies:read', 200, undefined],
      ['agency-companies:read agency-connections:read', 200, undefined],
      ['agency-users:write', 400, 'invalid_scope'],
      ['journal-entries:read', 400, 'invalid_scope'],
      ['accounting', 400, 'invalid_scope'],
      ['agency-companies', 400, 'invalid_scope'],
    ]
    const before = await byMachine({ scope: 'agency-companies:read' }, own)
    expect([before.status, before.body.error]).toEqual([400, 'unauthorized_client'])
    await service.operate((call) => approve(call, { id: own.id, approval: 'machine-to-machine' }))
    for (const [scope, status, error] of cases) {
      const answer = await byMachine({ scope }, own)
      expect([scope, answer.status, answer.body.error]).toEqual([scope, status, error])
    }
    await service.operate((call) => withdraw(call, { id: own.id, approval: 'machine-to-machine' }))
    expect(await byMachine({ scope: 'agency-companies:read' }, own)).toMatchObject({ status: 400 })
  })

  test('come by GET too, in the query or in a form body', async () => {
    const url = `${service.base}/token`
    const headers = { authorization: client.basic }
    const inQuery = await request(`${url}?grant_type=client_credentials`, { headers })
    expect(inQuery).toMatchObject({ status: 200, body: { tenant_type: 'general' } })
    const inBody = await rawGet(service.origin, client.basic, 'grant_type=client_credentials')
    expect(inBody.status).toBe(200)
    expect(inBody.text).toContain('"tenant_id":"","tenant_type":"general"')
    const cases: [string, string][] = [
      ['grant_type=refresh_token', 'unsupported_grant_type'],
      ['grant_type=authorization_code', 'unsupported_grant_type'],
      ['grant_type=authorization_code&code=x', 'invalid_request'],
      ['grant_type=refresh_token&refresh_token=x', 'invalid_request'],
      ['grant_type=client_credentials&client_secret=x', 'invalid_request'],
      ['grant_type=client_credentials&grant_type=client_credentials', 'invalid_request'],
      ['', 'invalid_request'],
    ]
    for (const [query, error] of cases) {
      const answer = await request(`${url}?${query}`, { headers })
      expect([query, answer.status, answer.body.error]).toEqual([query, 400, error])
    }
    expect(await request(`${url}?grant_type=client_credentials`, { method: 'HEAD', headers })).toMatchObject({
      status: 405,
    })
  })

  test('are good for what the integration does for itself', async () => {
    const { body } = await byMachine({})
    expect(await requestsWith(service.base, body.access_token).get('/connections')).toMatchObject({ status: 200 })
  })
})

/** A GET with a body, which fetch does not send. */
const rawGet = (origin: string, basic: string, form: string) => {
  const head = ['GET /v1/token HTTP/1.1', 'Host: x', `Authorization: ${basic}`]
  const body = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${form.length}`, '', form]
  return exchange(origin, [...head, ...body].join('\r\n'))
}
