// Connections: what an integration sees of them, consent again, and how they end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, connectionsOf, endIntegration, withdraw } from '#access'
import { callerReader } from '#guard/guard-callers'
import { momentText } from '#platform/day'
import { connectionTo, disconnect } from '#server/access/connection'
import { changeIntegration } from '#server/access/registration'
import { CALLBACK, historyOf, newAgency, newIntegration, type TestIntegration } from '#support/integration'
import { nextCursorOf, requestsWith, type Service, START, startService } from '#support/service'

let service: Service
let client: TestIntegration

beforeAll(async () => {
  service = await startService()
  client = await newIntegration(service)
})

beforeEach(() => service.setNow(START))

afterAll(() => service.close())

const newCompany = async (name = 'Provbolaget AB') => {
  const { id } = await service.newCompany({ name, fiscalYear: null })
  return { type: 'company', id } as const
}

const as = (token: string) => requestsWith(service.base, token)
const entries = (companyId: string, token: string) =>
  requestsWith(`${service.base}/companies/${companyId}`, token).get('/journal-entries')

const generalToken = async (own: TestIntegration): Promise<string> =>
  (await own.token({ grant_type: 'client_credentials' })).body.access_token

/** What an access token gives, as the guard reads it. */
const bearers = () => {
  const read = callerReader(service.database)
  return async (token: string, now: Date) => {
    const { caller } = await read(token, { companyId: null }, now)
    return caller && 'integration' in caller ? caller.integration : null
  }
}

describe('the list', () => {
  test('has the connections of the integration that asks, newest first', async () => {
    const own = await newIntegration(service)
    const company = await newCompany('Första AB')
    const agency = await newAgency(service, 'Andra byrån AB')
    const first = await own.connect(company)
    const second = await own.connect(agency)
    await client.connect(company)
    const modifiedDateTime = momentText(service.now())
    const items = [
      { id: second.connection_id, tenantId: agency.id, tenantName: 'Andra byrån AB', type: 'agency', modifiedDateTime },
      { id: first.connection_id, tenantId: company.id, tenantName: 'Första AB', type: 'company', modifiedDateTime },
    ]
    const page = { totalItems: 2, totalPages: 1, currentPage: 1, items }
    const token = await generalToken(own)
    expect(await as(token).get('/connections')).toMatchObject({ status: 200, body: page })
    // A token by consent shows that of its own tenant.
    for (const [consented, item] of [
      [second.access_token, items[0]],
      [first.access_token, items[1]],
    ] as const) {
      const body = { ...page, totalItems: 1, items: [item] }
      expect(await as(consented).get('/connections')).toMatchObject({ status: 200, body })
      expect((await as(consented).get(`/connections/${item?.id}`)).body).toEqual(item)
    }
    expect((await as(first.access_token).get(`/connections?tenantId=${agency.id}`)).body.items).toEqual([])
    expect(await as(first.access_token).get(`/connections/${second.connection_id}`)).toMatchObject({ status: 404 })
    expect((await as(token).get('/connections')).body).toEqual(page)
    expect((await as(token).get(`/connections?tenantId=${company.id}`)).body.items).toEqual([items[1]])
    expect((await as(token).get(`/connections?tenantId=${own.id}`)).body).toMatchObject({ totalItems: 0, items: [] })
    expect((await as(token).get(`/connections/${first.connection_id}`)).body).toEqual(items[1])
  })

  test('has pages of 20 unless asked otherwise', async () => {
    const own = await newIntegration(service)
    for (let count = 0; count < 21; count += 1) await own.connect(await newCompany())
    const { get } = as(await generalToken(own))
    const answer = await get('/connections')
    const first = answer.body
    expect([first.totalItems, first.totalPages, first.items.length]).toEqual([21, 2, 20])
    expect((await get('/connections?page=2')).body.items).toHaveLength(1)
    expect((await get('/connections?page=3&pageSize=10')).body.items).toHaveLength(1)
    expect((await get(`/connections?cursor=${nextCursorOf(answer)}`)).body.items).toHaveLength(1)
    const wrong = ['pageSize=0', 'pageSize=101', 'page=0', 'tenantId=x', 'tenantI=x']
    for (const query of wrong) {
      expect([query, (await get(`/connections?${query}`)).status]).toEqual([query, 400])
    }
  })

  test('is for integrations only', async () => {
    const { token } = await service.newCompany({ fiscalYear: null })
    expect(await as(token).get('/connections')).toMatchObject({ status: 403 })
    expect(await as('x').get('/connections')).toMatchObject({ status: 401 })
  })
})

describe('deleting', () => {
  test('ends all tokens of the connection at once, and nothing else', async () => {
    const company = await newCompany()
    const another = await newCompany()
    const own = await newIntegration(service)
    const tokens = [await own.connect(company), await own.connect(company)]
    const kept = await own.connect(another)
    const others = await client.connect(company)
    const id = tokens[0]?.connection_id ?? ''
    // A token of one tenant ends no other's connection, even of the same integration.
    expect(await as(kept.access_token).delete(`/connections/${id}`)).toMatchObject({ status: 404 })
    expect(await entries(company.id, tokens[0]?.access_token ?? '')).toMatchObject({ status: 200 })
    expect(await as(await generalToken(own)).delete(`/connections/${id}`)).toMatchObject({ status: 204, text: '' })
    for (const { access_token, refresh_token } of tokens) {
      expect(await entries(company.id, access_token)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
      expect(await own.refresh(refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    }
    expect(await entries(another.id, kept.access_token)).toMatchObject({ status: 200 })
    expect(await entries(company.id, others.access_token)).toMatchObject({ status: 200 })
    const general = as(await generalToken(own))
    expect(await general.get(`/connections/${id}`)).toMatchObject({ status: 404 })
    expect(await general.delete(`/connections/${id}`)).toMatchObject({ status: 404 })
    const told = (await historyOf(service, { companyId: company.id })).filter(
      ({ what }) => what === 'connection.deleted',
    )
    expect(told).toMatchObject([
      { actor_kind: 'integration', detail: { connectionId: id, integrationId: own.id, integrationName: 'Kassan' } },
    ])
    // The two authorizations that ended with it are in the history, as those are that are ended one by one.
    const revoked = (await historyOf(service, { companyId: company.id })).filter(({ what }) => what === 'token.revoked')
    expect(revoked).toMatchObject([{ detail: { connectionId: id, integrationId: own.id, families: 2 } }])
    // A new consent makes a new connection: what has ended stays ended.
    const anew = await own.connect(company)
    expect(anew.connection_id).not.toBe(id)
    expect(await entries(company.id, anew.access_token)).toMatchObject({ status: 200 })
    expect(await entries(company.id, tokens[0]?.access_token ?? '')).toMatchObject({ status: 401 })
  })

  test("is 404 for another integration's connection, and for none", async () => {
    const { connection_id: id } = await client.connect(await newCompany())
    const token = await generalToken(await newIntegration(service))
    for (const one of [id, client.id, 'x']) {
      expect(await as(token).get(`/connections/${one}`)).toMatchObject({ status: 404, body: { code: 'not-found' } })
      expect(await as(token).delete(`/connections/${one}`)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
    expect(await as(await generalToken(client)).get(`/connections/${id}`)).toMatchObject({ status: 200 })
  })

  test("is the tenant's to do as well", async () => {
    const company = await newCompany()
    const another = await newCompany()
    const { access_token: token, connection_id: id } = await client.connect(company)
    const seen = await service.operate((call) => connectionsOf(call, company, 10))
    expect(seen).toMatchObject([{ id, integrationId: client.id, integrationName: 'Kassan' }])
    const ending = service.operate((call) => disconnect(call, { tenant: another, id }))
    await expect(ending).rejects.toThrow('There is no connection')
    await service.operate((call) => disconnect(call, { tenant: company, id }))
    expect(await entries(company.id, token)).toMatchObject({ status: 401 })
  })
})

describe('consent again', () => {
  test('keeps the connection and replaces its scopes; what they lack is gone from all tokens at once', async () => {
    const company = await newCompany()
    const both = ['journal-entries:read', 'uploads:read']
    const first = await client.connect(company, { scopes: both })
    expect(await entries(company.id, first.access_token)).toMatchObject({ status: 200 })
    // The person has decided: it holds before the code is exchanged.
    const code = await client.code(company, { scopes: ['uploads:read', 'sie:read'] })
    expect(await entries(company.id, first.access_token)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const { body: second } = await client.token({ grant_type: 'authorization_code', code })
    expect(second.connection_id).toBe(first.connection_id)
    const connection = await connectionTo({ db: service.database }, { integrationId: client.id, tenant: company })
    expect(connection).toMatchObject({ id: first.connection_id, scopes: ['uploads:read', 'sie:read'] })
    const worth = async (token: string) => (await client.post('/token/introspect', { token })).body.scope
    // Tokens of before have what both consents gave; a wider consent adds nothing to them.
    expect(await worth(first.access_token)).toBe('uploads:read')
    expect(await worth(second.access_token)).toBe('sie:read uploads:read'.split(' ').reverse().join(' '))
    const { body: refreshed } = await client.refresh(first.refresh_token)
    expect(await worth(refreshed.access_token)).toBe('uploads:read')
  })

  test('that leaves nothing of an older grant lets its refresh token give nothing', async () => {
    const company = await newCompany()
    const first = await client.connect(company, { scopes: ['journal-entries:read'] })
    await client.connect(company, { scopes: ['sie:read'] })
    expect(await client.refresh(first.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})

describe('what is taken from an integration', () => {
  const form = (own: TestIntegration, scopes: string) => ({
    id: own.id,
    name: 'Kassan',
    description: '',
    mode: 'test',
    redirectUris: [CALLBACK],
    scopes,
  })

  test('is gone from its tokens at once: scopes, elevated scopes, all of it', async () => {
    const own = await newIntegration(service)
    const elevated = { elevated: 'bank-payments:write' }
    await service.operate((call) => approve(call, { id: own.id, approval: elevated }))
    const company = await newCompany()
    const scopes = ['journal-entries:read', 'uploads:read', 'bank-payments:write']
    const { access_token: token } = await own.connect(company, { scopes })
    const read = bearers()
    const has = async () => [...((await read(token, service.now()))?.scopes ?? ['nothing'])].sort()
    expect(await has()).toEqual(['bank-payments:write', 'journal-entries:read', 'uploads:read'])
    await service.operate((call) => withdraw(call, { id: own.id, approval: elevated }))
    expect(await has()).toEqual(['journal-entries:read', 'uploads:read'])
    await service.operate((call) => changeIntegration(call, form(own, 'uploads:read')))
    expect(await has()).toEqual(['uploads:read'])
    expect(await entries(company.id, token)).toMatchObject({ status: 403 })
    await service.operate((call) => endIntegration(call, { id: own.id }))
    expect(await has()).toEqual(['nothing'])
    expect(await entries(company.id, token)).toMatchObject({ status: 401 })
    expect(await own.token({ grant_type: 'client_credentials' })).toMatchObject({ status: 401 })
    const told = await historyOf(service, { companyId: company.id })
    expect(told.filter(({ what }) => what === 'connection.deleted')).toHaveLength(1)
  })

  test('machine-to-machine ends its agency connections and agency scopes at once, and no company connection', async () => {
    const own = await newIntegration(service)
    const approval = 'machine-to-machine' as const
    await service.operate((call) => approve(call, { id: own.id, approval }))
    const agency = await newAgency(service)
    const company = await newCompany()
    const ofAgency = await own.connect(agency, { scopes: ['agency-companies:read'] })
    const ofCompany = await own.connect(company)
    const scope = 'agency-companies:read'
    const { body: machine } = await own.token({ grant_type: 'client_credentials', scope })
    const read = bearers()
    expect((await read(machine.access_token, service.now()))?.scopes).toEqual(new Set([scope]))
    await service.operate((call) => withdraw(call, { id: own.id, approval }))
    expect(await read(ofAgency.access_token, service.now())).toBeNull()
    expect(await as(ofAgency.access_token).get('/connections')).toMatchObject({ status: 401 })
    expect(await own.refresh(ofAgency.refresh_token)).toMatchObject({ status: 400 })
    expect(await entries(company.id, ofCompany.access_token)).toMatchObject({ status: 200 })
    expect(await read(machine.access_token, service.now())).toMatchObject({ tenantType: 'general', scopes: new Set() })
    const told = await historyOf(service, { agencyId: agency.id })
    expect(told.map(({ what }) => what)).toEqual([
      'agency.created',
      'token.issued',
      'connection.deleted',
      'token.revoked',
    ])
  })
})

test('a bearer says who it is', async () => {
  const read = bearers()
  const company = await newCompany()
  const agency = await newAgency(service)
  const ofCompany = await client.connect(company)
  const ofAgency = await client.connect(agency, { scopes: ['agency-companies:read', 'journal-entries:read'] })
  const common = { integrationId: client.id, integrationName: 'Kassan', tokenId: expect.any(String) }
  const cases: [string, Record<string, unknown>][] = [
    [
      ofCompany.access_token,
      {
        connectionId: ofCompany.connection_id,
        tenantType: 'company',
        tenantId: company.id,
        scopes: new Set(['journal-entries:read']),
      },
    ],
    [
      ofAgency.access_token,
      {
        connectionId: ofAgency.connection_id,
        tenantType: 'agency',
        tenantId: agency.id,
        scopes: new Set(['agency-companies:read', 'journal-entries:read']),
      },
    ],
    [await generalToken(client), { connectionId: null, tenantType: 'general', tenantId: null, scopes: new Set() }],
  ]
  for (const [token, bearer] of cases) expect(await read(token, service.now())).toEqual({ ...common, ...bearer })
  for (const token of ['', 'x', ofCompany.refresh_token, client.secret])
    expect(await read(token, service.now())).toBeNull()
})
