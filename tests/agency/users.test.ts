// The people of an agency and of its client companies: who is listed, who may be removed, and what goes with them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addClientCompany, addMember, roleIn } from '#identity'
import { newId } from '#platform/id'
import { newIntegration } from '#support/callers'
import { historyOf } from '#support/integration'
import { type Service, startService, type TestCompany } from '#support/service'
import { asToken, type Member, newMember, newStaffedAgency, ok, type Requests, said } from './support.ts'

let service: Service
let api: Requests
let agency: { id: string; path: string; administrator: Member }
let client: TestCompany
let owner: Member

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  client = await service.newCompany()
  agency = await newStaffedAgency(service, [client.id])
  owner = await newMember(service, { type: 'company', id: client.id }, 'owner')
  api = asToken(service, (await (await newIntegration(service)).connect({ type: 'agency', id: agency.id })).token)
})

const company = () => `${agency.path}/companies/${client.id}`
const userOf = ({ id, email, name }: Member) => ({
  id,
  email,
  name,
  status: 'active',
  modifiedDateTime: expect.any(String),
})
const roleAt = (personId: string, tenant: { type: 'agency' | 'company'; id: string }) =>
  service.operate((call) => roleIn(call, personId, tenant))

describe('users', () => {
  test('of the agency and of a client company are listed and read apart', async () => {
    const consultant = await newMember(service, { type: 'agency', id: agency.id }, 'consultant')
    expect(ok(await api.get(`${agency.path}/users`))).toMatchObject({
      totalItems: 2,
      items: [userOf(consultant), userOf(agency.administrator)],
    })
    const first = ok(await api.get(`${agency.path}/users?pageSize=1&cursor=`))
    const next = ok(await api.get(`${agency.path}/users?pageSize=1&cursor=${encodeURIComponent(first.nextCursor)}`))
    expect([...first.items, ...next.items]).toEqual([userOf(consultant), userOf(agency.administrator)])
    expect(ok(await api.get(`${company()}/users`)).items).toEqual([userOf(owner)])
    expect(ok(await api.get(`${agency.path}/users/${consultant.id}`))).toEqual(userOf(consultant))
    expect(ok(await api.get(`${company()}/users/${owner.id}`))).toEqual(userOf(owner))
    for (const path of [`${agency.path}/users/${owner.id}`, `${company()}/users/${consultant.id}`]) {
      expect((await api.get(path)).status).toBe(404)
    }
    expect((await api.get(`${agency.path}/users?query=name~K`)).status).toBe(400)
  })

  test('of a company outside the agency are not told', async () => {
    const foreign = await service.newCompany()
    const member = await newMember(service, { type: 'company', id: foreign.id }, 'owner')
    for (const id of [foreign.id, newId()]) {
      const base = `${agency.path}/companies/${id}`
      const message = `There is no client company ${id} of this agency`
      for (const path of [`${base}/users`, `${base}/users/${member.id}`, `${base}/invitations`]) {
        expect(said(await api.get(path))).toEqual([404, 'not-found', message])
      }
      expect(said(await api.delete(`${base}/users/${member.id}`))).toEqual([404, 'not-found', message])
      expect(said(await api.post(`${base}/invitations`, { email: 'a@example.com' }))).toEqual([
        404,
        'not-found',
        message,
      ])
    }
    expect(await roleAt(member.id, { type: 'company', id: foreign.id })).toBe('owner')
  })
})

describe('removing', () => {
  test('from the agency takes a user out of its client companies, except those that the user owns', async () => {
    const leaving = await newMember(service, { type: 'agency', id: agency.id })
    const owned = await service.newCompany()
    const foreign = await service.newCompany()
    await service.operate(async (call) => {
      await addClientCompany(call, { agencyId: agency.id, companyId: owned.id })
      for (const [id, role] of [
        [client.id, 'bookkeeper'],
        [owned.id, 'owner'],
        [foreign.id, 'bookkeeper'],
      ] as const) {
        await addMember(call, { tenant: { type: 'company', id }, personId: leaving.id, role })
      }
    })
    ok(await api.delete(`${agency.path}/users/${leaving.id}`))
    expect(await roleAt(leaving.id, { type: 'agency', id: agency.id })).toBeNull()
    expect(await roleAt(leaving.id, { type: 'company', id: client.id })).toBeNull()
    expect(await roleAt(leaving.id, { type: 'company', id: owned.id })).toBe('owner')
    expect(await roleAt(leaving.id, { type: 'company', id: foreign.id })).toBe('bookkeeper')
    expect((await api.delete(`${agency.path}/users/${leaving.id}`)).status).toBe(404)
    const told = await historyOf(service, { agencyId: agency.id })
    expect(told.map(({ what }) => what)).toContain('member.removed')
  })

  test('refuses the last administrator of the agency and the owner of a company, and changes nothing', async () => {
    const consultant = await newMember(service, { type: 'agency', id: agency.id }, 'consultant')
    const last = agency.administrator
    expect(said(await api.delete(`${agency.path}/users/${last.id}`))).toEqual([
      400,
      'operation-not-allowed',
      `The user ${last.id} is the last administrator of the agency: make another member an administrator first`,
    ])
    expect(said(await api.delete(`${company()}/users/${owner.id}`))).toEqual([
      400,
      'operation-not-allowed',
      `The user ${owner.id} owns the company: an owner cannot be removed`,
    ])
    expect(await roleAt(last.id, { type: 'agency', id: agency.id })).toBe('administrator')
    ok(await api.delete(`${agency.path}/users/${consultant.id}`))
    await newMember(service, { type: 'agency', id: agency.id })
    ok(await api.delete(`${agency.path}/users/${last.id}`))
  })

  test('of two administrators at once leaves one', async () => {
    const other = await newMember(service, { type: 'agency', id: agency.id })
    const answers = await Promise.all(
      [other, agency.administrator].map(({ id }) => api.delete(`${agency.path}/users/${id}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    expect(ok(await api.get(`${agency.path}/users`)).totalItems).toBe(1)
  })

  test('from a company leaves the agency alone', async () => {
    await service.operate((call) =>
      addMember(call, {
        tenant: { type: 'company', id: client.id },
        personId: agency.administrator.id,
        role: 'administrator',
      }),
    )
    ok(await api.delete(`${company()}/users/${agency.administrator.id}`))
    expect(await roleAt(agency.administrator.id, { type: 'company', id: client.id })).toBeNull()
    expect(await roleAt(agency.administrator.id, { type: 'agency', id: agency.id })).toBe('administrator')
    expect((await api.delete(`${company()}/users/${agency.administrator.id}`)).status).toBe(404)
  })
})
