// The log of requests: developers see what their programs have requested and why it was refused, and no one finds
// anything of a person in it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { forgetOldRequests } from '#request-log'
import { newIntegration } from '#support/callers'
import { type Ask, asking, callingAs, logInAs, walkByCursor } from '#support/calling'
import { type Answer, request, type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let owner: Ask

beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  service.setNow(START)
  company = await service.newCompany()
  owner = await callingAs(service, company, 'owner')
})

/** The list once it has as many; what was asked comes into it within a second. */
const listed = async (ask: Ask, path: string, count: number): Promise<Answer['body'][]> => {
  const read = async () => (await ask('GET', `${path}${path.includes('?') ? '&' : '?'}pageSize=100`)).body.items
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  return read()
}

describe('of a company', () => {
  test('has what each token has asked, the last first, and why it was refused', async () => {
    const header = { 'request-id': 'order-17' }
    await company.get('/customers?pageSize=5')
    await company.post('/customers', { name: 'Karin Ek', type: 'company' }, header)
    await company.get(`/invoices/${newId()}`)
    await company.post('/journal-entries', { title: 'Hyra', date: '2019-01-01', items: [] })
    const items = await listed(owner, '/requests', 4)
    expect(
      items.map(({ method, path, status, tokenId }) => [method, path.split('/v1/companies/')[1], status, tokenId]),
    ).toEqual([
      ['POST', `${company.id}/journal-entries`, 400, company.tokenId],
      ['GET', expect.stringContaining(`${company.id}/invoices/`), 404, company.tokenId],
      ['POST', `${company.id}/customers`, 200, company.tokenId],
      ['GET', `${company.id}/customers?pageSize=5`, 200, company.tokenId],
    ])
    expect(items[0].error).toEqual({
      code: 'validation-error',
      message: 'Validation failed with …',
      reason: 'request.invalid',
      errors: expect.arrayContaining([
        { field: '#/items', message: expect.any(String), reason: 'ledger.too-few-lines' },
      ]),
    })
    expect(items[1].error).toMatchObject({ code: 'not-found', errors: [] })
    expect(items[2]).toMatchObject({ requestId: 'order-17', error: null, tenantId: company.id, leftOutBefore: 0 })
    expect(await walkByCursor(owner, '/requests')).toHaveLength(4)
    expect((await owner('GET', '/requests?query=status>=400')).body.items).toHaveLength(2)
    expect(
      (await owner('GET', `/requests?query=tokenId==${company.tokenId}%26%26method==GET`)).body.items,
    ).toHaveLength(2)
  })

  test('has callers without the scope, and none with an invalid token', async () => {
    const other = await service.newCompany({ scopes: ['customers:read'] })
    await request(`${other.url}/customers`, { headers: { authorization: 'Bearer gb_none' } })
    await other.get('/invoices')
    const items = await listed(await callingAs(service, other, 'owner'), '/requests', 1)
    expect(items).toMatchObject([
      { status: 403, error: { code: 'forbidden', message: expect.stringContaining('invoices:read') } },
    ])
  })

  test('has nothing that names a person', async () => {
    const name = 'Kaspar Ödestad'
    const number = '811228-9874'
    await company.post('/customers', { name, type: name, orgNumber: number, [name]: 1, email: 'kaspar' })
    await company.post('/customers', { name, type: 'company', orgNumber: '811228-9875' })
    await company.get(`/customers?query=name==${encodeURIComponent(name)}`)
    await company.get(`/customers?${encodeURIComponent(name)}=${encodeURIComponent(number)}`)
    await company.get(`/customers/${encodeURIComponent(name)}`)
    await company.post('/tag-groups', { name, alias: 'k' })
    await company.post('/tag-groups', { name, alias: 'l' }, { 'request-id': 'kaspar@example.com' })
    await listed(owner, '/requests', 7)
    const kept = await service.database.rows<{ text: string }>(
      sql`select r::text as text from request_log.request r where holder_id = ${company.id}`,
    )
    // An id may have any digits.
    const text = kept.map((row) => row.text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')).join('\n')
    expect(text).toContain('validation-error')
    expect(text).not.toMatch(/kaspar|destad|811228|9874/i)
  })

  test.each(['bookkeeper', 'reader', null] as const)('is not for a %s', async (role) => {
    const ask = await callingAs(service, company, role)
    expect((await ask('GET', '/requests')).status).toBe(403)
  })

  test('has a limit each minute, and tells what it left out', async () => {
    for (let at = 0; at < 65; at += 1) await company.get('/items?pageSize=1')
    await company.get(`/items/${newId()}`)
    const first = await listed(owner, '/requests', 61)
    expect(first).toHaveLength(61)
    expect(first[0]).toMatchObject({ status: 404, leftOutBefore: 5 })
    service.setNow(new Date(START.getTime() + 60_000))
    await company.get('/items?pageSize=1')
    expect((await listed(owner, '/requests', 62))[0]).toMatchObject({ status: 200, leftOutBefore: 0 })
  })

  test('lasts a week', async () => {
    await company.get('/items')
    await listed(owner, '/requests', 1)
    const later = (days: number) => new Date(START.getTime() + days * 24 * 60 * 60 * 1000)
    const left = () => service.database.rows(sql`select from request_log.request where holder_id = ${company.id}`)
    await forgetOldRequests(service.database, later(6.9))
    expect(await left()).toHaveLength(1)
    await forgetOldRequests(service.database, later(7))
    expect(await left()).toHaveLength(0)
  })
})

describe('of an integration', () => {
  test('has what it asked of all that let it in, for its owner alone', async () => {
    const person = await logInAs(service, { type: 'company', id: company.id }, null)
    const ask = asking(service.base, person.headers)
    const made = await ask('POST', '/me/integrations', { name: 'Kassan', redirectUris: [], scopes: ['invoices:read'] })
    const integration = await newIntegration(service)
    await service.database.rows(
      sql`update access.integration set owner_id = ${person.person.id} where id = ${integration.id}`,
    )
    const { token } = await integration.connect({ type: 'company', id: company.id }, ['invoices:read'])
    const authorization = `Bearer ${token}`
    await request(`${company.url}/invoices`, { headers: { authorization } })
    await request(`${company.url}/customers`, { headers: { authorization } })
    const path = `/me/integrations/${integration.id}/requests`
    expect(await listed(ask, path, 2)).toMatchObject([
      { status: 403, tenantId: company.id, tokenId: null, error: { code: 'forbidden' } },
      { status: 200, tenantId: company.id, tokenId: null, error: null },
    ])
    expect((await ask('GET', `/me/integrations/${made.body.id}/requests`)).body.items).toEqual([])
    const stranger = asking(service.base, (await logInAs(service, { type: 'company', id: company.id }, null)).headers)
    expect((await stranger('GET', path)).status).toBe(404)
    // What an integration asks stands in its own log, not in that of the companies.
    expect((await owner('GET', '/requests')).body.items).toEqual([])
  })
})
