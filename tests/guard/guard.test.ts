// What the guard decides on endpoints of each audience: an agency's and one for integrations that needs a scope, on a
// table of a test's own; and a company's that needs the Tags feature. In which order it refuses, and for whom keys are
// kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agencyRow, generalRow, object, type Row, Type } from '#http'
import { identityService } from '#identity'
import { type CompanyPlan, setPlan } from '#plans'
import type { Day } from '#platform/day'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { unlimited } from '#rules/plans/plan'
import { newAgency, newIntegration, type TestIntegration } from '#support/callers'
import { type Answer, anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'

const shape = { tag: 'Prov', summary: 'Prov', description: 'Prov.', refusals: [] } as const
const answer = { json: object({ who: Type.String(), tenant: Type.String(), id: Type.String() }) }

const ownRows: readonly Row[] = [
  agencyRow({
    ...shape,
    answer,
    method: 'GET',
    path: '/agencies/{agencyId}/prov',
    operationId: 'b',
    scope: 'agency-information:read',
    run: async (call) => ({ who: call.actor.name, tenant: call.agencyId, id: call.integrationId ?? '' }),
  }),
  agencyRow({
    ...shape,
    answer,
    method: 'POST',
    path: '/agencies/{agencyId}/prov',
    operationId: 'c',
    scope: 'agency-users:write',
    run: async (call) => ({ who: call.actor.name, tenant: call.agencyId, id: newId() }),
  }),
  agencyRow({
    ...shape,
    answer,
    method: 'GET',
    path: '/agencies/{agencyId}/companies/{companyId}/prov',
    operationId: 'd',
    scope: 'agency-companies:read',
    run: async (call, { params }) => ({ who: call.actor.name, tenant: call.agencyId, id: params.companyId ?? '' }),
  }),
  generalRow({
    ...shape,
    answer,
    method: 'GET',
    path: '/prov',
    operationId: 'e',
    scope: 'agency-connections:read',
    run: async (call) => ({ who: call.actor.name, tenant: '', id: call.integrationId }),
  }),
  generalRow({
    ...shape,
    answer,
    method: 'POST',
    path: '/prov',
    operationId: 'f',
    run: async (call) => ({ who: call.actor.name, tenant: '', id: newId() }),
  }),
]

let service: Service
let company: TestCompany
let integration: TestIntegration
let agencyId: string

beforeAll(async () => {
  const limits = { perMinute: 0, monthlyQuota: 0 }
  service = await startService({ table: [...rows, ...ownRows], limits })
  company = await service.newCompany()
  integration = await newIntegration(service, 'Kassasystemet')
  agencyId = (await newAgency(service, [company.id])).id
})
afterAll(() => service.close())

const as = (token: string) => requestsWith(service.base, token)
const NEVER_CONNECTED = [
  403,
  'forbidden',
  [
    'The integration is not connected to this agency: connect first, with POST /agency-connections or by consent.',
    "The path takes the agency's id, not the id of a connection",
  ].join(' '),
]
const OTHER_AGENCY = [
  403,
  'forbidden',
  "The access token is not for this agency; the path takes the agency's id, not the id of a connection",
]
const said = ({ status, body }: Answer) => [status, body.code ?? body.error, body.message]
const give = (changes: Partial<CompanyPlan>, id = company.id) =>
  service.operateFor(id, (call) => setPlan(call, { ...unlimited, ...changes }))

describe('an endpoint of an agency', () => {
  test('takes a token of the agency with the scope', async () => {
    const { token } = await integration.connect({ type: 'agency', id: agencyId })
    const { status, body } = await as(token).get(`/agencies/${agencyId}/prov`)
    expect([status, body]).toEqual([200, { who: 'Kassasystemet', tenant: agencyId, id: integration.id }])
    const nested = await as(token).get(`/agencies/${agencyId}/companies/${company.id}/prov`)
    expect(nested.body).toEqual({ who: 'Kassasystemet', tenant: agencyId, id: company.id })
    expect(said(await as(token).get(`/agencies/${agencyId}/companies/x/prov`))).toEqual([
      404,
      'not-found',
      'No company has the id x',
    ])
  })

  test('takes a general token from the connection on, with what both it and the connection grant', async () => {
    const machine = await newIntegration(service, 'Maskinen')
    const token = await machine.general(['agency-information:read'])
    expect(said(await as(token).get(`/agencies/${agencyId}/prov`))).toEqual(NEVER_CONNECTED)
    // A person's consent is for tokens of that consent.
    await machine.connect({ type: 'agency', id: agencyId })
    expect(said(await as(token).get(`/agencies/${agencyId}/prov`))).toEqual(NEVER_CONNECTED)
    await machine.reach(agencyId, ['agency-information:read', 'agency-companies:read'])
    const { body } = await as(token).get(`/agencies/${agencyId}/prov`)
    expect(body).toMatchObject({ who: 'Maskinen', tenant: agencyId })
    const lacking = (scope: string) => [403, 'forbidden', `The access token lacks the scope ${scope}`]
    expect(said(await as(token).get(`/agencies/${agencyId}/companies/${company.id}/prov`))).toEqual(
      lacking('agency-companies:read'),
    )
    const wide = await machine.general(['agency-users:write'])
    expect(said(await as(wide).post(`/agencies/${agencyId}/prov`))).toEqual(lacking('agency-users:write'))
  })

  test('refuses everybody else in the same words, whether there is such an agency or not', async () => {
    const visiting = await newIntegration(service)
    const other = await newAgency(service)
    const consented = [
      (await visiting.connect({ type: 'company', id: company.id })).token,
      (await visiting.connect({ type: 'agency', id: other.id })).token,
    ]
    const general = await visiting.general(['agency-information:read'])
    for (const id of [agencyId, newId(), company.id, 'x']) {
      expect(said(await as(company.token).get(`/agencies/${id}/prov`))).toEqual([
        403,
        'forbidden',
        'A private token works for its own company only',
      ])
      for (const token of consented) expect(said(await as(token).get(`/agencies/${id}/prov`))).toEqual(OTHER_AGENCY)
      expect(said(await as(general).get(`/agencies/${id}/prov`))).toEqual(NEVER_CONNECTED)
    }
    // Its integration is connected there, but this consent was for another tenant.
    await visiting.connect({ type: 'agency', id: agencyId })
    for (const token of consented) {
      expect(said(await as(token).get(`/agencies/${agencyId}/prov`))).toEqual(OTHER_AGENCY)
    }
  })

  test('refuses a token that lacks the scope', async () => {
    const narrow = await newIntegration(service)
    const { token } = await narrow.connect({ type: 'agency', id: agencyId }, ['agency-users:read'])
    const refused = await as(token).get(`/agencies/${agencyId}/prov`)
    expect(said(refused)).toEqual([403, 'forbidden', 'The access token lacks the scope agency-information:read'])
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="agency-information:read"',
    )
  })

  test('does not ask for the plan of a client company', async () => {
    await give({ plan: 'Basic' })
    const { token } = await integration.connect({ type: 'agency', id: agencyId })
    const nested = await as(token).get(`/agencies/${agencyId}/companies/${company.id}/prov`)
    expect([nested.status, nested.headers.has('service-plan-warning')]).toEqual([200, false])
    expect((await as(token).get(`/companies/${company.id}/company-information`)).body.error).toBe(
      'price_plan_feature_required',
    )
    await give({})
  })
})

describe('a client company', () => {
  test('is reached by its agency while it is a client, with the scopes granted and no others', async () => {
    const client = await service.newCompany()
    const accountant = await newIntegration(service, 'Byråsystemet')
    const { id } = await newAgency(service, [client.id])
    const { token } = await accountant.connect({ type: 'agency', id }, ['journal-entries:write'])
    const requests = requestsWith(client.url, token)
    const made = await requests.post('/journal-entries', anEntry())
    expect(made.status).toBe(200)
    expect(said(await requests.get('/journal-entries'))).toEqual([
      403,
      'forbidden',
      'The access token lacks the scope journal-entries:read',
    ])
    expect((await requestsWith(company.url, token).post('/journal-entries', anEntry())).status).toBe(403)
    await service.database.rows(sql`delete from identity.agency_company where company_id = ${client.id}`)
    expect(said(await requests.post('/journal-entries', anEntry()))).toEqual([
      403,
      'forbidden',
      'The access token is not for this company',
    ])
  })
})

describe('the Tags feature', () => {
  const ask = async (token: string) => as(token).get(`/companies/${company.id}/tag-groups`)

  test.each([
    ['Basic', 'PrivateApi', 'PublicApi'],
    ['Plus', null, null],
    ['Premium', null, 'PublicApi'],
    ['Business', null, null],
  ] as const)('in %s', async (plan, ofPrivate, ofPublic) => {
    const { token } = await integration.connect({ type: 'company', id: company.id })
    await give({ plan })
    const lacking = async (bearer: string) => (await ask(bearer)).body.details?.requiredFeature ?? null
    expect([await lacking(company.token), await lacking(token)]).toEqual([ofPrivate, ofPublic])
    await give({ plan, trialEndsOn: '2026-06-10' as Day })
    expect([(await ask(company.token)).status, (await ask(token)).status]).toEqual([200, 200])
    await give({})
  })
})

test('an endpoint for integrations takes any token of one, with the scope', async () => {
  const connected = (await integration.connect({ type: 'agency', id: agencyId }, ['agency-connections:read'])).token
  for (const token of [connected, await integration.general(['agency-connections:read'])]) {
    expect((await as(token).get('/prov')).body).toEqual({ who: 'Kassasystemet', tenant: '', id: integration.id })
  }
  expect((await as(await integration.general()).get('/prov')).body.message).toBe(
    'The access token lacks the scope agency-connections:read',
  )
  expect(said(await as(company.token).get('/prov'))).toEqual([
    403,
    'forbidden',
    'A private token works for its own company only',
  ])
})

test('refuses in the order: who, how often, for whom, with which scope, under which plan, how much', async () => {
  const limits = { perMinute: 2, monthlyQuota: 1 }
  const limited = await startService({ beside: service, limits })
  const own = await service.newCompany()
  const other = await service.newCompany()
  const ask = async (token: string, { id } = own) =>
    said(await requestsWith(`${limited.base}/companies/${id}`, token).get('/company-information'))[1]
  const fresh = async (scopes: string[]) =>
    (await service.operateFor(own.id, (call) => identityService.createToken(call, { name: 'Prov', scopes }))).token
  const wide = ['company-information:read']
  const narrow = ['fiscal-years:read']
  await give({ plan: 'Basic' }, own.id)
  // What is refused later comes to light as what was refused before it is put right.
  expect(await ask('x', other)).toBe('unauthorized')
  const first = await fresh(narrow)
  expect(await ask(first, other)).toBe('forbidden')
  expect(await ask(first)).toBe('forbidden')
  expect(await ask(first, other)).toBe('rate-limit-exceeded')
  expect(await ask(await fresh(narrow))).toBe('forbidden')
  expect(await ask(await fresh(wide))).toBe('price_plan_feature_required')
  await give({}, own.id)
  expect(await ask(await fresh(wide))).toBe(undefined)
  expect(await ask(await fresh(wide))).toBe('quota-exceeded')
  await give({ plan: 'Basic' }, own.id)
  expect(await ask(await fresh(wide))).toBe('price_plan_feature_required')
  await limited.close()
})

describe('an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'samma' }
  const post = async (token: string, path: string) => {
    const { status, body, headers } = await as(token).post(path, undefined, key)
    expect(status).toBe(200)
    return { id: body.id as string, isReplayed: headers.has('idempotent-replayed') }
  }

  test('is of the caller and the tenant, at endpoints of agencies and integrations too', async () => {
    const one = await newIntegration(service)
    const another = await newIntegration(service)
    const second = (await newAgency(service)).id
    const reach = async (caller: TestIntegration, id: string) => (await caller.connect({ type: 'agency', id })).token
    const made = [
      await post(await reach(one, agencyId), `/agencies/${agencyId}/prov`),
      await post(await reach(one, second), `/agencies/${second}/prov`),
      await post(await reach(another, agencyId), `/agencies/${agencyId}/prov`),
      await post(await one.general(), '/prov'),
      await post(await another.general(), '/prov'),
    ]
    expect(made.every(({ isReplayed }) => !isReplayed)).toBe(true)
    expect(new Set(made.map(({ id }) => id)).size).toBe(made.length)
    // Another token of the same integration is the same caller.
    const again = [
      await post(await reach(one, agencyId), `/agencies/${agencyId}/prov`),
      await post(await one.general(), '/prov'),
    ]
    expect(again).toEqual([
      { id: made[0]?.id, isReplayed: true },
      { id: made[3]?.id, isReplayed: true },
    ])
  })

  test('of a company is not the one of its integration', async () => {
    const { token } = await integration.connect({ type: 'company', id: company.id })
    const book = async (bearer: string) =>
      (await requestsWith(company.url, bearer).post('/journal-entries', anEntry(), key)).body.id
    const own = await book(company.token)
    const theirs = await book(token)
    expect(own).not.toBe(theirs)
    expect([await book(company.token), await book(token)]).toEqual([own, theirs])
  })
})
