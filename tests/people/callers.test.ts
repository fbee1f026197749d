// People who call the API: with the cookie of their session, in the role that they have in the company.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audienceOf, isWrite } from '#http'
import { addClientCompany, addMember, createAgency, removeMember, scopesOfRole, type Tenant } from '#identity'
import { setPlan } from '#plans'
import { rows } from '#programs/app'
import { companyRoles, type Role } from '#rule/roles'
import { type Answer, anEntry, type Service, startService, type TestCompany } from '#support/service'
import { cookieOf, newPersonInside, type Visitor } from '#support/visitor'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.setNow('2026-06-10T10:00:00Z')
  company = await service.newCompany()
})

const join = (tenant: Tenant, personId: string, role: Role) =>
  service.operate((call) => addMember(call, { tenant, personId, role }))

/** A person with a role in a company, or none, in a browser. */
const inside = async (role: Role | null, tenant: Tenant = { type: 'company', id: company.id }) => {
  const { person, visitor } = await newPersonInside(service)
  if (role) await join(tenant, person.id, role)
  return { person, visitor, ...(await callsOf(visitor)) }
}

/** Calls as one of our pages would: with the cookie, and with what shows where a write comes from. */
const callsOf = async (visitor: Visitor) => {
  const cookie = cookieOf(visitor)
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const init = { method, headers: { cookie, ...json, ...headers } }
    const response = await fetch(`${service.base}${path}`, {
      ...init,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    } as Answer
  }
  const { session } = (await ask('GET', '/me')).body
  const csrf = { 'csrf-token': session?.csrfToken ?? '' }
  const at = (path: string) => `/companies/${company.id}${path}`
  return {
    ask,
    csrf,
    get: (path: string) => ask('GET', at(path)),
    post: (path: string, body: unknown) => ask('POST', at(path), body, csrf),
    put: (path: string, body: unknown) => ask('PUT', at(path), body, csrf),
    remove: (path: string) => ask('DELETE', at(path), undefined, csrf),
  }
}

describe('a person who has logged in', () => {
  test('learns who they are, where they are a member and what their writes carry', async () => {
    const { person, ask, csrf } = await inside('bookkeeper')
    const { status, body } = await ask('GET', '/me')
    expect([status, body]).toEqual([
      200,
      {
        tenant: { type: 'person', id: person.id, name: person.name },
        token: { type: 'session', name: person.name },
        scopes: [],
        plan: null,
        limits: { requestsPerMinute: null, requestsPerMonth: null, requestsThisMonth: null },
        session: {
          person: { ...person, hasLetterKeys: true },
          operates: 'no',
          csrfToken: csrf['csrf-token'],
          memberships: [
            {
              tenant: { type: 'company', id: company.id, name: 'Provbolaget AB' },
              role: 'bookkeeper',
              isSignatory: false,
              scopes: [...scopesOfRole.bookkeeper].sort(),
            },
          ],
        },
      },
    ])
  })

  test('books, and stands in the books and the history under their name', async () => {
    const { person, post, get } = await inside('bookkeeper')
    const { status, body } = await post('/journal-entries', anEntry())
    expect(status).toBe(200)
    expect((await get(`/journal-entries/${body.id}`)).body).toMatchObject({ registeredBy: { name: person.name } })
    const customer = await post('/customers', { name: 'Kund AB', type: 'company' })
    expect(customer.status, customer.text).toBe(200)
    expect((await company.get('/history?query=what==customer.created')).body.items).toMatchObject([
      { actor: { kind: 'user', id: person.id, name: person.name } },
    ])
  })

  test('changes what an integration has added, and an integration nothing of theirs', async () => {
    const { post, put, remove } = await inside('owner')
    const supplier = (await company.post('/suppliers', { name: 'Papper AB' })).body
    const invoice = {
      supplierRef: { id: supplier.id },
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: 125,
    }
    const added = (await company.post('/supplier-invoices', invoice)).body
    expect((await put(`/supplier-invoices/${added.id}`, { ...invoice, totalAmount: 130 })).status).toBe(200)
    const own = (await post('/supplier-invoices', invoice)).body
    const refused = await company.put(`/supplier-invoices/${own.id}`, { ...invoice, totalAmount: 1 })
    expect([refused.status, refused.body.code]).toEqual([400, 'operation-not-allowed'])
    const customer = (await post('/customers', { name: 'Kund AB', type: 'company' })).body
    expect((await company.delete(`/customers/${customer.id}`)).status).toBe(400)
    expect((await remove(`/customers/${customer.id}`)).status).toBe(204)
  })

  test('is counted by the session, not by the address', async () => {
    const limited = await startService({ beside: service, limits: { perMinute: 2, monthlyQuota: 0 } })
    const { visitor } = await inside('owner')
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) {
      const headers = { cookie: cookieOf(visitor) }
      statuses.push((await fetch(`${limited.base}/companies/${company.id}/customers`, { headers })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    await limited.close()
  })
})

describe('those who are refused', () => {
  test('from every write: without the token of their forms, and when the plan has ended', async () => {
    const { ask, csrf } = await inside('owner')
    await service.operateFor(company.id, (call) =>
      setPlan(call, { plan: 'Basic', addons: [], expiresOn: '2026-06-09', trialEndsOn: null } as never),
    )
    for (const { method, path } of rows.filter((row) => audienceOf(row) === 'company' && isWrite(row))) {
      const url = path.replace(/\{\w+\}/g, company.id)
      expect([method, path, (await ask(method, url, {})).body.message]).toEqual([
        method,
        path,
        expect.stringMatching(/Csrf-Token/),
      ])
      expect([method, path, (await ask(method, url, {}, csrf)).body.message]).toEqual([
        method,
        path,
        expect.stringMatching(/^The plan Basic of the company ended/),
      ])
    }
  })

  test('without the token of their forms no person writes, and reads all the same', async () => {
    const { ask, get } = await inside('owner')
    const path = `/companies/${company.id}/journal-entries`
    for (const headers of [{}, { 'csrf-token': 'x' }, { 'csrf-token': 'a'.repeat(43) }] as Record<string, string>[]) {
      const { status, body } = await ask('POST', path, anEntry(), headers)
      expect([status, body.code, body.message]).toEqual([403, 'forbidden', expect.stringMatching(/Csrf-Token/)])
    }
    expect((await get('/journal-entries')).body.totalItems).toBe(0)
  })

  test('the token of another session is none', async () => {
    const { ask } = await inside('owner')
    const other = await inside('owner')
    const path = `/companies/${company.id}/journal-entries`
    expect((await ask('POST', path, anEntry(), other.csrf)).status).toBe(403)
  })

  test('a session that was ended, or is none', async () => {
    const { visitor, get } = await inside('owner')
    expect((await get('/customers')).status).toBe(200)
    await visitor.submit(await visitor.get('/account'), {}, { action: '/logout' })
    const { status, body } = await get('/customers')
    expect([status, body.code, body.message]).toEqual([401, 'unauthorized', expect.stringMatching(/log in again/)])
    for (const cookie of ['session=gbss_x', 'session=gbss_00000000000000000000000000000000_abc', 'session=']) {
      const answer = await fetch(`${service.base}/companies/${company.id}/customers`, { headers: { cookie } })
      expect(answer.status, cookie).toBe(401)
    }
  })

  test('a token decides where both are sent', async () => {
    const { visitor } = await inside('owner')
    const headers = { cookie: cookieOf(visitor), authorization: 'Bearer gb_none' }
    expect((await fetch(`${service.base}/companies/${company.id}/customers`, { headers })).status).toBe(401)
  })

  test('a person who is not a member, or no longer one', async () => {
    const { person, get } = await inside(null)
    expect((await get('/customers')).body.message).toMatch(/^You are not a member/)
    const tenant: Tenant = { type: 'company', id: company.id }
    await join(tenant, person.id, 'reader')
    expect((await get('/customers')).status).toBe(200)
    await service.operate((call) => removeMember(call, { tenant, personId: person.id }))
    expect((await get('/customers')).status).toBe(403)
    const unknown = await callsOf((await inside('owner')).visitor)
    expect((await unknown.ask('GET', '/companies/no-id/customers')).status).toBe(403)
  })

  test('what is for integrations', async () => {
    const { ask } = await inside('owner')
    for (const { path } of rows.filter((row) => audienceOf(row) === 'general' && !isWrite(row))) {
      const { status, body } = await ask('GET', path.replace(/\{\w+\}/g, company.id))
      expect([status, body.message], path).toEqual([403, expect.stringMatching(/^Only integrations can do this/)])
    }
  })
})

describe('a role', () => {
  const ofCompany = rows.filter((row) => audienceOf(row) === 'company')
  // A copy of all about a person needs what reads the person, too.
  const needed = (path: string, scope: string | undefined) =>
    path.endsWith('/employees/{employeeId}/personal-data') ? [scope, 'payroll:read'] : [scope]
  test.each(companyRoles)('%s reaches what its scopes say', async (role) => {
    const { ask, csrf } = await inside(role)
    for (const { method, path, scope } of ofCompany) {
      const url = path.replace('{companyId}', company.id).replace(/\{\w+\}/g, company.id)
      const { status, body } = await ask(method, url, method === 'GET' ? undefined : {}, csrf)
      const isRefused = status === 403 && /^Your role/.test(body.message)
      const lacks = needed(path, scope).some((one) => one !== undefined && !scopesOfRole[role].has(one))
      expect([method, path, isRefused]).toEqual([method, path, lacks])
    }
  })

  test('readers and auditors change nothing, and of the rest only administrators and auditors read the history', () => {
    const writes = ofCompany.filter(isWrite).map(({ scope = '' }) => scope)
    expect(writes.filter((scope) => scopesOfRole.reader.has(scope) || scopesOfRole.auditor.has(scope))).toEqual([])
    for (const scope of ['history:read', 'webhooks:read', 'records:read']) {
      const roles = Object.entries(scopesOfRole).flatMap(([role, scopes]) => (scopes.has(scope) ? [role] : []))
      expect(roles, scope).toEqual(['owner', 'administrator', 'auditor'])
    }
  })

  test('an auditor reads everything that an owner reads, the archive and the system documentation included', () => {
    const reads = ofCompany.filter((row) => !isWrite(row) && row.scope && scopesOfRole.owner.has(row.scope))
    expect(reads.length).toBeGreaterThan(100)
    expect(reads.filter(({ scope = '' }) => !scopesOfRole.auditor.has(scope)).map(({ path }) => path)).toEqual([])
  })

  const through: [role: Role, history: number][] = [
    ['administrator', 200],
    ['consultant', 403],
  ]
  test.each(through)('of %s in an agency is worth something in its client companies', async (role, history) => {
    const number = role === 'administrator' ? '556016-0680' : '556036-0793'
    const agency = await service.operate((call) => createAgency(call, { name: 'Byrån AB', organizationNumber: number }))
    const { get, post } = await inside(role, { type: 'agency', id: agency.id })
    expect((await get('/customers')).status).toBe(403)
    await service.operateFor(company.id, (call) =>
      addClientCompany(call, { agencyId: agency.id, companyId: company.id }),
    )
    expect((await get('/history')).status).toBe(history)
    expect((await post('/journal-entries', anEntry())).status).toBe(200)
  })
})

test('a plan without tags takes no entry with tags of a person, and every other one', async () => {
  const { post } = await inside('owner')
  const group = (await company.post('/tag-groups', { name: 'Projekt', alias: 'p' })).body
  const tag = (await company.post(`/tag-groups/${group.id}/tags`, { name: 'Kontoret' })).body
  await service.operateFor(company.id, (call) =>
    setPlan(call, { plan: 'Basic', addons: [], expiresOn: null, trialEndsOn: null }),
  )
  const refused = await post('/journal-entries', { ...anEntry(), tags: [{ tagId: tag.id }] })
  expect([refused.status, refused.body.details?.requiredFeature]).toEqual([403, 'Tags'])
  expect((await post('/journal-entries', anEntry())).status).toBe(200)
})

test('a plan that has ended lets people read, and write no more', async () => {
  const { get, post } = await inside('owner')
  await service.operateFor(company.id, (call) =>
    setPlan(call, { plan: 'Basic', addons: [], expiresOn: '2026-06-09', trialEndsOn: null } as never),
  )
  expect((await get('/customers')).status).toBe(200)
  expect((await post('/journal-entries', anEntry())).body.message).toMatch(/The plan Basic of the company ended/)
  service.setNow('2026-06-09T10:00:00Z')
  expect((await post('/journal-entries', anEntry())).status).toBe(200)
})
