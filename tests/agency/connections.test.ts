// Connections of integrations to agencies: by a machine and by consent, every transition from connecting to the end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, connectionsOf, withdraw } from '#access'
import { agencyScopes, allScopes, findAgency } from '#identity'
import { momentText } from '#platform/day'
import { newId } from '#platform/id'
import { disconnect, unblockIntegration } from '#server/access/connection'
import { newAgency, newIntegration, type TestIntegration } from '#support/callers'
import { historyOf } from '#support/integration'
import { type Service, startService } from '#support/service'
import { asToken, faultsOf, newStaffedAgency, ok, said } from './support.ts'

let service: Service
let machine: TestIntegration
let agency: { id: string; path: string }

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  machine = await newIntegration(service, 'Byråsystemet')
  agency = await newStaffedAgency(service)
})

const NEVER_CONNECTED = [
  403,
  'forbidden',
  [
    'The integration is not connected to this agency: connect first, with POST /agency-connections or by consent.',
    "The path takes the agency's id, not the id of a connection",
  ].join(' '),
]
const KEPT_OUT = () => [
  403,
  'forbidden',
  `The agency ${agency.id} has ended its connection to the integration: one of its administrators has to allow it again, by consent or on the page Connections`,
]
const DISCONNECTED = [401, 'unauthorized', 'The connection to this agency has ended: connect again']
const general = async (scopes: readonly string[] = agencyScopes) => asToken(service, await machine.general(scopes))
const reaches = async (api: ReturnType<typeof asToken>) => said(await api.get(`${agency.path}/agency-information`))[0]

describe('by a machine', () => {
  test('connecting again with the same scopes changes nothing, however much later', async () => {
    const api = await general()
    const made = await api.post('/agency-connections', { agencyId: agency.id })
    const begun = service.now()
    service.setNow(new Date(begun.getTime() + 5000))
    const again = await api.post('/agency-connections', { agencyId: agency.id })
    service.setNow(begun)
    expect([again.status, again.body]).toEqual([200, made.body])
  })

  test('a token reaches the agency from the moment of connecting on, and not before', async () => {
    const api = await general()
    expect(said(await api.get(`${agency.path}/agency-information`))).toEqual(NEVER_CONNECTED)
    const made = await api.post('/agency-connections', { agencyId: agency.id })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.any(String),
      agencyId: agency.id,
      agencyName: expect.stringMatching(/^Byrå/),
      organizationNumber: expect.stringMatching(/^\d{6}-\d{4}$/),
      scopes: [...agencyScopes],
      status: 'active',
      connectedDatetime: momentText(service.now()),
    })
    expect(await reaches(api)).toBe(200)
    expect(ok(await api.get(`/agency-connections/${agency.id}`))).toEqual(made.body)
    expect(ok(await api.get('/agency-connections')).items).toEqual([made.body])
  })

  test('once more is an update to the scopes of the token that asks', async () => {
    const first = ok(await (await general()).post('/agency-connections', { agencyId: agency.id }))
    const narrow = await general(['agency-connections:write', 'agency-users:read'])
    const again = await narrow.post('/agency-connections', { agencyId: agency.id })
    expect([again.status, again.body]).toEqual([
      200,
      { ...first, scopes: ['agency-connections:write', 'agency-users:read'] },
    ])
    // What the connection lacks is gone from wider tokens at once.
    expect(said(await (await general()).get(`${agency.path}/agency-information`))).toEqual([
      403,
      'forbidden',
      'The access token lacks the scope agency-information:read',
    ])
    expect((await historyOf(service, { agencyId: agency.id })).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['connection.made', 'connection.changed']),
    )
  })

  test('many at once make one connection', async () => {
    const api = await general()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.post('/agency-connections', { agencyId: agency.id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  test('refuses what is no agency, and tokens that are no machine’s', async () => {
    const api = await general()
    const unknown = newId()
    expect(said(await api.post('/agency-connections', { agencyId: unknown }))).toEqual([
      404,
      'not-found',
      `There is no agency ${unknown}`,
    ])
    expect(faultsOf(await api.post('/agency-connections', { agencyId: 'x' }))).toHaveProperty('#/agencyId')
    expect(faultsOf(await api.post('/agency-connections', {}))).toEqual({ '#/agencyId': 'is required' })
    expect(faultsOf(await api.post('/agency-connections', { agencyIds: agency.id }))).toEqual({
      '#/agencyIds': 'is not a known property; did you mean agencyId?',
      '#/agencyId': 'is required',
    })
    const consented = (await machine.connect({ type: 'agency', id: agency.id })).token
    const other = await newAgency(service)
    expect((await asToken(service, consented).post('/agency-connections', { agencyId: other.id })).status).toBe(403)
    expect((await (await general(['agency-connections:read'])).post('/agency-connections', {})).status).toBe(403)
  })
})

describe('by consent', () => {
  test('the token reaches its agency; a general one of the same integration connects for itself', async () => {
    const { token, connectionId } = await machine.connect({ type: 'agency', id: agency.id })
    expect(await reaches(asToken(service, token))).toBe(200)
    expect(await reaches(await general())).toBe(403)
    // It is one connection all the same.
    const same = await (await general()).post('/agency-connections', { agencyId: agency.id })
    expect([same.status, same.body.id]).toEqual([200, connectionId])
    expect(await reaches(await general())).toBe(200)
    // Of what else the integration has, a consent for one agency shows nothing.
    ok(await (await general()).post('/agency-connections', { agencyId: (await newAgency(service)).id }))
    expect(ok(await (await general()).get('/agency-connections')).totalItems).toBe(2)
    expect(ok(await asToken(service, token).get('/agency-connections')).items).toMatchObject([
      { id: connectionId, agencyId: agency.id },
    ])
  })
})

describe('consent and machine keep their own scopes', () => {
  const INFORMATION = 'agency-information:read'
  const OTHERS = ['agency-connections:read', 'agency-connections:write', 'agency-users:read']
  const shown = async (api: ReturnType<typeof asToken>) =>
    ok(await api.get(`/agency-connections/${agency.id}`)).scopes.toSorted()

  test('a connect with few scopes takes nothing from a consent, nor a consent with few from a machine', async () => {
    const tenant = { type: 'agency', id: agency.id } as const
    const consented = asToken(service, (await machine.connect(tenant)).token)
    await machine.reach(agency.id, OTHERS)
    const wide = await general()
    expect([await reaches(consented), await reaches(wide)]).toEqual([200, 403])
    expect(await shown(wide)).toEqual(OTHERS)
    expect(await shown(consented)).toEqual([...allScopes, ...agencyScopes].toSorted())
    // What the agency's people see is all of it.
    const [seen] = await service.operate((call) => connectionsOf(call, tenant, 10))
    expect(seen?.scopes.toSorted()).toEqual([...allScopes, ...agencyScopes].toSorted())

    await machine.reach(agency.id)
    const again = asToken(service, (await machine.connect(tenant, OTHERS)).token)
    expect([await reaches(consented), await reaches(again), await reaches(wide)]).toEqual([403, 403, 200])
    expect([await shown(again), await shown(wide)]).toEqual([OTHERS, [...agencyScopes].toSorted()])
    const stored = await service.database.one<{ count: number }>({
      text: `select count(*)::int as count from access.connection where agency_id = $1 and granted_by is not null
        and $2 = any(machine_scopes)`,
      values: [agency.id, INFORMATION],
    } as never)
    expect(stored.count).toBe(1)
  })

  test('the database refuses a connection without a consent, and a machine at a company', async () => {
    const company = await service.newCompany({ fiscalYear: null })
    const insert = (agencyId: string | null, companyId: string | null, machineScopes: string[] | null) =>
      service.database.rows({
        text: `insert into access.connection (id, integration_id, agency_id, company_id, scopes, machine_scopes,
          connected_at, changed_at) values ($1, $2, $3, $4, '{}', $5, now(), now())`,
        values: [newId(), machine.id, agencyId, companyId, machineScopes],
      } as never)
    await expect(insert(agency.id, null, null)).rejects.toThrow('connection_says_by_whom')
    await expect(insert(null, company.id, [INFORMATION])).rejects.toThrow('connection_machine_is_of_agency')
  })
})

/** The agency lets in again what it has kept out. */
const allowedAgain = async (api: ReturnType<typeof asToken>): Promise<void> => {
  expect(said(await api.post('/agency-connections', { agencyId: agency.id }))).toEqual(KEPT_OUT())
  const which = { integrationId: machine.id, agencyId: agency.id }
  const allow = () => service.operate((call) => unblockIntegration(call, which))
  expect([await allow(), await allow()]).toEqual([true, false])
}

describe('ends', () => {
  const ends: [string, (id: string) => Promise<unknown>][] = [
    ['by the integration', async () => ok(await (await general()).delete(`/agency-connections/${agency.id}`))],
    [
      'by the agency',
      (id) => service.operate((call) => disconnect(call, { tenant: { type: 'agency', id: agency.id }, id })),
    ],
    [
      'with the privilege',
      () => service.operate((call) => withdraw(call, { id: machine.id, approval: 'machine-to-machine' })),
    ],
  ]
  test.each(ends)('%s, and is made anew by connecting again', async (by, end) => {
    const before = await general()
    const { id } = ok(await before.post('/agency-connections', { agencyId: agency.id }))
    const { token } = await machine.connect({ type: 'agency', id: agency.id })
    const consented = asToken(service, token)
    await end(id)
    expect(said(await before.get(`${agency.path}/agency-information`))).toEqual(DISCONNECTED)
    expect(said(await consented.get(`${agency.path}/agency-information`))[0]).toBe(401)
    await service.operate((call) => approve(call, { id: machine.id, approval: 'machine-to-machine' }))
    const later = await general()
    expect((await later.get(`/agency-connections/${agency.id}`)).status).toBe(404)
    expect((await later.delete(`/agency-connections/${agency.id}`)).status).toBe(404)
    expect(said(await later.get(`${agency.path}/agency-information`))).toEqual(DISCONNECTED)
    if (by === 'by the agency') await allowedAgain(later)
    const anew = await later.post('/agency-connections', { agencyId: agency.id })
    expect([anew.status, anew.body.id === id]).toEqual([201, false])
    expect(await reaches(later)).toBe(200)
    // The consent that ended stays ended.
    expect(said(await consented.get(`${agency.path}/agency-information`))[0]).toBe(401)
    expect((await service.operate((call) => findAgency(call, agency.id))).id).toBe(agency.id)
  })

  test('by the agency keeps the integration out, also with another token, until a person consents', async () => {
    const tenant = { type: 'agency', id: agency.id } as const
    const { id } = ok(await (await general()).post('/agency-connections', { agencyId: agency.id }))
    await service.operate((call) => disconnect(call, { tenant, id }))
    const api = await general()
    const connect = () => api.post('/agency-connections', { agencyId: agency.id })
    expect(said(await connect())).toEqual(KEPT_OUT())
    expect(ok(await api.get('/agency-connections')).items).toEqual([])
    // Another agency is asked nothing of it.
    expect((await api.post('/agency-connections', { agencyId: (await newAgency(service)).id })).status).toBe(201)
    const { connectionId } = await machine.connect(tenant)
    expect((await connect()).status).toBe(200)
    await service.operate((call) => disconnect(call, { tenant, id: connectionId }))
    expect(said(await connect())).toEqual(KEPT_OUT())
  })

  test('of its own only: an integration sees and ends its own connections only', async () => {
    const api = await general()
    ok(await api.post('/agency-connections', { agencyId: agency.id }))
    const other = asToken(service, await (await newIntegration(service)).general(agencyScopes))
    expect(ok(await other.get('/agency-connections')).items).toEqual([])
    expect((await other.get(`/agency-connections/${agency.id}`)).status).toBe(404)
    expect((await other.delete(`/agency-connections/${agency.id}`)).status).toBe(404)
    expect(await reaches(api)).toBe(200)
  })
})

describe('the list', () => {
  test('is filtered by agency, name and number', async () => {
    const api = await general()
    const ids = [agency.id, (await newAgency(service)).id, (await newAgency(service)).id]
    const all = []
    for (const agencyId of ids) all.unshift(ok(await api.post('/agency-connections', { agencyId })))
    const [last, , first] = all
    const found = async (query: string) =>
      ok(await api.get(`/agency-connections?query=${encodeURIComponent(query)}`)).items.map(
        ({ agencyId }: { agencyId: string }) => agencyId,
      )
    expect(ok(await api.get('/agency-connections?pageSize=2'))).toMatchObject({ totalItems: 3, totalPages: 2 })
    expect(ok(await api.get('/agency-connections')).items).toEqual(all)
    const cases: [string, string[]][] = [
      [`agencyId==${last.agencyId}`, [last.agencyId]],
      [`agencyId!=${last.agencyId}`, [ids[1], first.agencyId] as string[]],
      [`agencyName==${first.agencyName}`, [first.agencyId]],
      [`agencyName~Byrå`, [...ids].reverse() as string[]],
      [`organizationNumber==${last.organizationNumber}`, [last.agencyId]],
      [`organizationNumber==${last.organizationNumber.replace('-', '')}`, [last.agencyId]],
      [`organizationNumber!=${last.organizationNumber}`, [ids[1], first.agencyId] as string[]],
      [`organizationNumber~${first.organizationNumber.slice(4)}`, [first.agencyId]],
      [`modifiedDateTime>=${last.connectedDatetime}`, [...ids].reverse() as string[]],
      ['modifiedDateTime>=2099-01-01', []],
    ]
    for (const [query, wanted] of cases) expect([query, await found(query)]).toEqual([query, wanted])
    expect((await api.get('/agency-connections?query=status==active')).status).toBe(400)
  })
})

describe('finding an agency', () => {
  test('takes a whole organization number, with the hyphen or without, and nothing else', async () => {
    const api = await general(['agency-information:read'])
    const { name, organizationNumber } = await service.operate((call) => findAgency(call, agency.id))
    const ask = (query: string) => api.get(`/agency-information?query=${encodeURIComponent(query)}`)
    for (const number of [
      organizationNumber,
      organizationNumber.replace('-', ''),
      `"${organizationNumber}"`,
      `'${organizationNumber}'`,
    ]) {
      expect(ok(await ask(`organizationNumber == ${number}`))).toEqual({
        totalItems: 1,
        totalPages: 1,
        currentPage: 1,
        items: [{ id: agency.id, name, organizationNumber }],
      })
    }
    const none = { totalItems: 0, totalPages: 0, currentPage: 1, items: [] }
    for (const number of ['559999-0008', '5566778890']) {
      expect(ok(await ask(`organizationNumber==${number}`))).toEqual(none)
    }
    const wrong = [
      `organizationNumber!=${organizationNumber}`,
      `organizationNumber~${organizationNumber}`,
      `organizationNumber==${organizationNumber.slice(0, 6)}`,
      `organizationNumber==16${organizationNumber.replace('-', '')}`,
      `organizationNumber==${organizationNumber}||organizationNumber==5566778899`,
      `name==${name}`,
      'Byrå',
      '',
    ]
    for (const query of wrong) {
      const { status, body } = await ask(query)
      expect([query, status, body.errors?.[0]?.field]).toEqual([query, 400, 'query'])
    }
    expect(faultsOf(await api.get('/agency-information'))).toHaveProperty('query')
    const second = ok(await api.get(`/agency-information?page=2&query=organizationNumber==${organizationNumber}`))
    expect(second).toMatchObject({ totalItems: 1, currentPage: 2, items: [] })
  })
})
