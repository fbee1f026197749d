// Who and what reaches a company, as its people see it: invitations, connections of integrations, and the plan.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember } from '#identity'
import { setPlan } from '#plans'
import { sql } from '#platform/sql'
import { newIntegration } from '#support/callers'
import { type Ask, asking, callingAs, historyOfKind, logInAs, walkByCursor } from '#support/calling'
import { linkTo, mailsTo } from '#support/outbox'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { newPerson, newVisitor, PASSWORD } from '#support/visitor'

let service: Service
let company: TestCompany
let ask: Ask
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.setNow(START)
  company = await service.newCompany()
  ask = await callingAs(service, company, 'administrator')
})

const DAY_MS = 24 * 3600_000
const said = ({ status, body }: Awaited<ReturnType<Ask>>) => [status, body.message]
let asked = 0
const newEmail = (): string => {
  asked += 1
  return `inbjuden${asked}@example.com`
}

describe('an invitation', () => {
  const invite = (email: string, role?: string, by = ask) =>
    by('POST', '/invitations', { email, ...(role ? { role } : {}) })

  test('goes out in the name of who invites, and makes a member of the role that it says', async () => {
    const { id, email } = await newPerson(service)
    const sent = await invite(email, 'reader')
    expect(sent.body).toEqual({
      id: sent.body.id,
      email,
      role: 'reader',
      status: 'pending',
      invitedBy: 'Karin Ek',
      createdDateTime: '2026-06-10T10:00:00Z',
      expiresDateTime: '2026-06-17T10:00:00Z',
      modifiedDateTime: '2026-06-10T10:00:00Z',
    })
    expect((await ask('GET', `/invitations/${sent.body.id}`)).body).toEqual(sent.body)
    expect((await ask('GET', '/invitations')).body.items).toEqual([sent.body])
    const visitor = newVisitor(service)
    await visitor.logIn(email, PASSWORD)
    await visitor.submit(await visitor.get(await linkTo(service, email)), {}, { action: '/invitation' })
    expect((await ask('GET', `/members/${id}`)).body).toMatchObject({ role: 'reader', isSignatory: false })
    expect((await ask('GET', '/invitations')).body.items).toEqual([])
    expect((await ask('DELETE', `/invitations/${sent.body.id}`)).status).toBe(404)
    expect((await invite(email)).body.errors).toMatchObject([{ field: '#/email' }])
    expect(await historyOfKind(company, 'invitation.sent')).toMatchObject([{ actor: { kind: 'user' } }])
  })

  test('is of a bookkeeper unless it says a role, and of an owner by owners only', async () => {
    expect((await invite(newEmail())).body).toMatchObject({ role: 'bookkeeper' })
    expect(said(await invite(newEmail(), 'owner'))).toEqual([400, expect.stringMatching(/^Only owners of the company/)])
    const owner = await callingAs(service, company, 'owner')
    const sent = await invite(newEmail(), 'owner', owner)
    expect(sent.body).toMatchObject({ role: 'owner' })
    expect(said(await ask('POST', `/invitations/${sent.body.id}/send-again`))).toEqual([
      400,
      expect.stringMatching(/^Only owners of the company/),
    ])
    expect((await invite(newEmail(), 'boss', owner)).body.errors).toMatchObject([{ field: '#/role' }])
    expect((await invite('anna', undefined, owner)).body.errors).toMatchObject([{ field: '#/email' }])
    const bookkeeper = await callingAs(service, company, 'bookkeeper')
    expect((await invite(newEmail(), 'reader', bookkeeper)).status).toBe(403)
  })

  test('is over once its address is a member by another way, and brings no removed member back', async () => {
    const { id, email } = await newPerson(service)
    const { id: sent } = (await invite(email, 'administrator')).body
    const tenant = { type: 'company', id: company.id } as const
    await service.operate((call) => addMember(call, { tenant, personId: id, role: 'reader' }))
    expect((await ask('GET', '/invitations')).body.items).toEqual([])
    expect(await historyOfKind(company, 'invitation.withdrawn')).toMatchObject([{ detail: { id: sent, email } }])
    expect((await ask('DELETE', `/members/${id}`)).status).toBe(204)
    const visitor = newVisitor(service)
    await visitor.logIn(email, PASSWORD)
    expect((await visitor.get(await linkTo(service, email))).text).toContain('tagits tillbaka')
    expect((await ask('GET', `/members/${id}`)).status).toBe(404)
  })

  test('to an address that a member has taken since is taken back when they are removed', async () => {
    const leaving = await newPerson(service)
    const other = newEmail()
    const tenant = { type: 'company', id: company.id } as const
    await service.operate((call) => addMember(call, { tenant, personId: leaving.id, role: 'reader' }))
    const { id: sent } = (await invite(other.toUpperCase())).body
    const { id: kept } = (await invite(newEmail())).body
    await service.database.rows(sql`update identity.person set email = ${other} where id = ${leaving.id}`)
    expect((await ask('DELETE', `/members/${leaving.id}`)).status).toBe(204)
    const { items } = (await ask('GET', '/invitations')).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([kept])
    expect(await historyOfKind(company, 'invitation.withdrawn')).toMatchObject([{ detail: { id: sent } }])
  })

  test('is taken back when its sender is no longer a member', async () => {
    const kept = newEmail()
    const gone = newEmail()
    const owner = await callingAs(service, company, 'owner')
    expect((await invite(kept, 'reader', owner)).status).toBe(200)
    const { id } = (await invite(gone, 'administrator')).body
    const link = await linkTo(service, gone)
    const { items: members } = (await owner('GET', '/members')).body
    const administrator = members.find(({ role }: { role: string }) => role === 'administrator')
    expect((await owner('DELETE', `/members/${administrator.id}`)).status).toBe(204)
    expect((await owner('GET', '/invitations')).body.items.map(({ email }: { email: string }) => email)).toEqual([kept])
    expect((await newVisitor(service).get(link)).text).toContain('Den har tagits tillbaka')
    expect(await historyOfKind(company, 'invitation.withdrawn')).toMatchObject([{ detail: { id, email: gone } }])
  })

  test('is taken back when its sender may no longer invite to that role', async () => {
    const owner = await callingAs(service, company, 'owner')
    const { person, headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
    const lowered = asking(company.url, headers)
    const kept = newEmail()
    const ofOwner = newEmail()
    const ofAdministrator = newEmail()
    expect((await invite(kept, 'administrator')).status).toBe(200)
    expect((await invite(ofOwner, 'owner', lowered)).status).toBe(200)
    expect((await invite(ofAdministrator, 'administrator', lowered)).status).toBe(200)
    const open = async () =>
      (await owner('GET', '/invitations')).body.items.map(({ email }: { email: string }) => email).sort()
    const become = (role: string) => owner('PATCH', `/members/${person.id}`, { role })
    expect((await become('administrator')).status).toBe(200)
    expect(await open()).toEqual([kept, ofAdministrator].sort())
    expect((await become('reader')).status).toBe(200)
    expect(await open()).toEqual([kept])
    expect(await historyOfKind(company, 'invitation.withdrawn')).toMatchObject([
      { detail: { email: ofAdministrator } },
      { detail: { email: ofOwner } },
    ])
  })

  test('is sent again: the link before it works no more, and the new one seven days from then', async () => {
    const email = newEmail()
    const { id } = (await invite(email)).body
    expect(said(await invite(email))).toEqual([400, `The invitation ${id} to this address is already pending`])
    const first = await linkTo(service, email)
    service.setNow(new Date(START.getTime() + 5 * DAY_MS))
    ask = await callingAs(service, company, 'administrator')
    const again = await ask('POST', `/invitations/${id}/send-again`)
    expect(again.body).toMatchObject({ id, status: 'pending', expiresDateTime: '2026-06-22T10:00:00Z' })
    expect(await mailsTo(service, email)).toHaveLength(2)
    const second = await linkTo(service, email)
    expect(second).not.toBe(first)
    expect((await newVisitor(service).get(first)).text).toContain('Länken är ingen inbjudan')
    expect((await newVisitor(service).get(second)).text).toContain('bjuder in dig')
  })

  test('that was not answered in time is shown as over, and may be sent again or withdrawn', async () => {
    const [{ body: one }, { body: two }] = [await invite(newEmail()), await invite(newEmail())]
    service.setNow(new Date(START.getTime() + 7 * DAY_MS))
    ask = await callingAs(service, company, 'administrator')
    expect((await ask('GET', `/invitations/${one.id}`)).body).toMatchObject({ status: 'expired' })
    expect((await ask('GET', '/invitations?query=status==expired')).body.totalItems).toBe(2)
    expect((await ask('POST', `/invitations/${one.id}/send-again`)).body).toMatchObject({ status: 'pending' })
    expect((await ask('DELETE', `/invitations/${two.id}`)).status).toBe(204)
    expect((await ask('DELETE', `/invitations/${two.id}`)).status).toBe(404)
    expect((await ask('POST', `/invitations/${two.id}/send-again`)).status).toBe(404)
    expect(await walkByCursor(ask, '/invitations')).toHaveLength(1)
  })

  test('fills no one’s inbox', async () => {
    const { id } = (await invite(newEmail())).body
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1) {
      statuses.push((await ask('POST', `/invitations/${id}/send-again`)).status)
    }
    expect([...new Set(statuses)]).toEqual([200, 429])
  })

  test('of another company is none', async () => {
    const { id } = (await invite(newEmail())).body
    company = await service.newCompany()
    const stranger = await callingAs(service, company, 'owner')
    expect((await stranger('GET', `/invitations/${id}`)).status).toBe(404)
    expect((await stranger('POST', `/invitations/${id}/send-again`)).status).toBe(404)
    expect((await stranger('DELETE', `/invitations/${id}`)).status).toBe(404)
  })
})

describe('a connection', () => {
  test('is shown with what it lets the integration do, and ended: its token works no more', async () => {
    const integration = await newIntegration(service, 'Kassan')
    const { connectionId: id, token } = await integration.connect({ type: 'company', id: company.id }, ['tags:read'])
    const shown = {
      id,
      scopes: ['tags:read'],
      connectedDateTime: '2026-06-10T10:00:00Z',
      modifiedDateTime: '2026-06-10T10:00:00Z',
      integration: { id: integration.id, name: 'Kassan', registeredBy: 'person' },
    }
    expect((await ask('GET', '/connections')).body.items).toEqual([shown])
    expect((await ask('GET', `/connections/${id}`)).body).toEqual(shown)
    const reads = () => fetch(`${company.url}/tag-groups`, { headers: { authorization: `Bearer ${token}` } })
    expect((await reads()).status).toBe(200)
    for (const role of ['bookkeeper', 'reader'] as const) {
      expect((await (await callingAs(service, company, role))('DELETE', `/connections/${id}`)).status).toBe(403)
    }
    const first = company
    company = await service.newCompany()
    const stranger = await callingAs(service, company, 'owner')
    expect((await stranger('GET', `/connections/${id}`)).status).toBe(404)
    expect((await stranger('DELETE', `/connections/${id}`)).status).toBe(404)
    company = first
    expect((await ask('DELETE', `/connections/${id}`)).status).toBe(204)
    expect((await reads()).status).toBe(401)
    expect((await ask('DELETE', `/connections/${id}`)).status).toBe(404)
    expect((await ask('GET', '/connections')).body.items).toEqual([])
    expect(await historyOfKind(company, 'connection.deleted')).toMatchObject([{ actor: { kind: 'user' } }])
  })

  test('comes in pages with the others, each once', async () => {
    for (const name of ['Kassan', 'Lönen', 'Lagret']) {
      await (await newIntegration(service, name)).connect({ type: 'company', id: company.id })
    }
    expect(await walkByCursor(ask, '/connections')).toHaveLength(3)
    expect((await ask('GET', '/connections?query=integrationName~L')).body.totalItems).toBe(2)
  })
})

describe('the plan', () => {
  const plan = async () => (await (await callingAs(service, company, 'reader'))('GET', '/plan')).body

  test('is everything without end if none is set', async () => {
    expect(await plan()).toEqual({
      name: 'Business',
      addons: [],
      expiresOn: null,
      trialEndsOn: null,
      isExpired: false,
      isInTrial: false,
      features: ['PublicApi', 'PrivateApi', 'Tags'],
      requestsThisMonth: 0,
    })
  })

  const cases: [plan: object, shown: object][] = [
    [{ plan: 'Basic' }, { name: 'Basic', features: [] }],
    [
      { plan: 'Premium', addons: ['api'] },
      { addons: ['api'], features: ['PublicApi', 'PrivateApi', 'Tags'] },
    ],
    [{ plan: 'Premium' }, { features: ['PrivateApi', 'Tags'] }],
    [
      { plan: 'Plus', expiresOn: '2026-06-09' },
      { isExpired: true, features: [] },
    ],
    [
      { plan: 'Basic', trialEndsOn: '2026-06-10' },
      { isInTrial: true, features: ['PublicApi', 'PrivateApi', 'Tags'] },
    ],
  ]
  test.each(cases)('%j is shown to all, also when it is over', async (set, shown) => {
    const none = { addons: [], expiresOn: null, trialEndsOn: null }
    await service.operateFor(company.id, (call) => setPlan(call, { ...none, ...set } as never))
    expect(await plan()).toMatchObject(shown)
  })
})
