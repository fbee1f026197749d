// People of an agency who call its endpoints: with the cookie of their session, in the role that they have there.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audienceOf, isWrite } from '#http'
import { addClientCompany, addMember, identityService, removeMember, roleIn, type Tenant } from '#identity'
import { rows } from '#programs/app'
import type { Role } from '#rule/roles'
import { newAgency, newIntegration } from '#support/callers'
import { type Ask, asking, historyOfKind, logInAs, walkByCursor } from '#support/calling'
import { linkTo, mailsTo } from '#support/outbox'
import { type Service, startService, type TestCompany } from '#support/service'
import { newPerson, newVisitor } from '#support/visitor'

let service: Service
let company: TestCompany
let agency: Tenant
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  company = await service.newCompany()
  agency = { type: 'agency', id: (await newAgency(service, [company.id])).id }
})

/** A person with a role in the agency, or none. */
const inside = async (role: Role | null) => {
  const { person, headers } = await logInAs(service, agency, role)
  const ask = asking(`${service.base}/agencies/${agency.id}`, headers)
  return { person, headers, ask }
}
const as = async (role: Role | null): Promise<Ask> => (await inside(role)).ask
const said = ({ status, body }: Awaited<ReturnType<Ask>>) => [status, body.message]

const ofAgency = rows.filter((row) => audienceOf(row) === 'agency' && row.by !== 'integrations')

describe('a role in an agency', () => {
  test.each(['administrator', 'consultant'] as const)('%s reaches what its scopes say', async (role) => {
    const { headers } = await inside(role)
    const scopes = identityService.scopesOfAgencyRole[role]
    for (const { method, path, scope = '' } of ofAgency) {
      const url = path.replace('{agencyId}', agency.id).replace(/\{\w+\}/g, company.id)
      const sent = { method, headers: { ...headers, 'content-type': 'application/json' } }
      const answer = await fetch(`${service.base}${url}`, { ...sent, ...(method === 'GET' ? {} : { body: '{}' }) })
      const { message = '' } = JSON.parse((await answer.text()) || '{}')
      const isRefused = answer.status === 403 && /^Your role here/.test(message)
      expect([method, path, isRefused]).toEqual([method, path, !scopes.has(scope)])
    }
  })

  test('is told beside the membership, and a consultant changes nothing of the agency', async () => {
    const { headers } = await inside('consultant')
    const { session } = (await asking(service.base, headers)('GET', '/me')).body
    expect(session.memberships).toMatchObject([{ tenant: agency, role: 'consultant' }])
    expect(session.memberships[0].scopes).toEqual([...identityService.scopesOfAgencyRole.consultant].sort())
    const writes = ofAgency.filter(isWrite).map(({ scope = '' }) => scope)
    // What they do with the agency's templates, they do at its clients.
    const own = writes.filter((scope) => identityService.scopesOfAgencyRole.consultant.has(scope))
    expect([...new Set(own)]).toEqual(['agency-templates:apply'])
    expect(writes.filter((scope) => !identityService.scopesOfAgencyRole.administrator.has(scope))).toEqual([])
  })
})

describe('those who are refused', () => {
  test('a person who is not a member, or no longer one, or only of another agency or of a client company', async () => {
    const { person, ask } = await inside(null)
    const refused = [403, 'You are not a member of this agency']
    expect(said(await ask('GET', '/agency-information'))).toEqual(refused)
    await service.operate((call) => addMember(call, { tenant: agency, personId: person.id, role: 'consultant' }))
    expect((await ask('GET', '/agency-information')).status).toBe(200)
    await service.operate((call) => removeMember(call, { tenant: agency, personId: person.id }))
    expect(said(await ask('GET', '/agency-information'))).toEqual(refused)
    const owner = await logInAs(service, { type: 'company', id: company.id }, 'owner')
    const asOwner = asking(`${service.base}/agencies/${agency.id}`, owner.headers)
    expect(said(await asOwner('GET', '/companies'))).toEqual(refused)
    const other = { type: 'agency', id: (await newAgency(service)).id } as const
    const stranger = asking(`${service.base}/agencies/${other.id}`, (await inside('administrator')).headers)
    expect(said(await stranger('GET', '/companies'))).toEqual(refused)
    expect(said(await asking(`${service.base}/agencies/no-id`, owner.headers)('GET', '/companies'))).toEqual(refused)
  })

  test('from writes without the token of their forms, and from what is for integrations', async () => {
    const { headers, ask } = await inside('administrator')
    const bare = asking(`${service.base}/agencies/${agency.id}`, { cookie: headers.cookie })
    expect(said(await bare('POST', '/invitations', { email: 'berit@example.com' }))).toEqual([
      403,
      expect.stringMatching(/Csrf-Token/),
    ])
    const path = `/companies/${company.id}/navigation?userId=${company.id}`
    expect(said(await ask('GET', path))).toEqual([403, expect.stringMatching(/^Only integrations can do this/)])
  })
})

test('an administrator works at the agency: clients, users, invitations, and whom they go out from', async () => {
  const { person, ask } = await inside('administrator')
  expect((await ask('GET', '/agency-information')).body).toMatchObject({ id: agency.id })
  expect((await ask('GET', '/companies')).body.items).toMatchObject([{ id: company.id }])
  const body = {
    name: 'Kunden AB',
    ownerEmail: person.email,
    organizationNumber: '559999-0008',
    companyType: 'limitedCompany',
    accountingMethod: 'accrual',
    vatSetting: 'quarterly',
  }
  const made = await ask('POST', '/companies', body)
  expect(made.body).toMatchObject({ name: 'Kunden AB' })
  for (const path of ['/invitations', `/companies/${company.id}/invitations`]) {
    const email = `till${path.length}@example.com`
    const sent = await ask('POST', path, { email })
    expect(sent.body).toMatchObject({ id: sent.body.id, email, status: 'pendingInvitation' })
    expect((await mailsTo(service, email))[0]?.text).toMatch(/^Karin Ek bjuder in dig/m)
    expect((await ask('DELETE', `${path}/${sent.body.id}`)).status).toBe(204)
  }
  expect((await ask('GET', `/users/${person.id}/todos`)).status).toBe(200)
})

test('an invitation to the agency is sent again under another link', async () => {
  const ask = await as('administrator')
  const email = 'ny.konsult@example.com'
  const { id } = (await ask('POST', '/invitations', { email })).body
  const first = await linkTo(service, email)
  const again = await ask('POST', `/invitations/${id}/send-again`)
  expect(again.body).toMatchObject({ id, email, status: 'pendingInvitation' })
  expect(await linkTo(service, email)).not.toBe(first)
  expect((await (await as('consultant'))('POST', `/invitations/${id}/send-again`)).status).toBe(403)
  await ask('DELETE', `/invitations/${id}`)
  expect((await ask('POST', `/invitations/${id}/send-again`)).status).toBe(404)
})

describe('the members of an agency', () => {
  test('are seen with their roles by all of them, and given roles by administrators', async () => {
    const [{ person: administrator, ask }, consultant] = [await inside('administrator'), await inside('consultant')]
    const { id, name, email } = consultant.person
    const shown = { id, name, email, role: 'consultant', modifiedDateTime: '2026-06-10T10:00:00Z' }
    expect((await consultant.ask('GET', `/members/${id}`)).body).toEqual(shown)
    expect((await consultant.ask('GET', '/members?query=role==consultant')).body.items).toEqual([shown])
    expect((await consultant.ask('PATCH', `/members/${id}`, { role: 'administrator' })).status).toBe(403)
    expect(await walkByCursor(ask, '/members')).toHaveLength(2)
    expect((await ask('PATCH', `/members/${id}`, { role: 'owner' })).body.errors).toMatchObject([{ field: '#/role' }])
    const own = `/members/${administrator.id}`
    expect(said(await ask('PATCH', own, { role: 'consultant' }))).toEqual([
      400,
      'An agency must have an administrator: make another member an administrator first',
    ])
    expect((await ask('PATCH', `/members/${id}`, { role: 'administrator' })).body).toEqual({
      ...shown,
      role: 'administrator',
    })
    expect((await ask('PATCH', own, { role: 'consultant' })).body).toMatchObject({ role: 'consultant' })
    expect((await ask('PATCH', `/members/${id}`, { role: 'consultant' })).status).toBe(403)
  })

  test('of another agency are not found', async () => {
    const ask = await as('administrator')
    const { id } = await newPerson(service)
    expect((await ask('GET', `/members/${id}`)).status).toBe(404)
    expect((await ask('PATCH', `/members/${id}`, { role: 'administrator' })).status).toBe(404)
  })
})

describe('the clients that a person of the agency is a member of', () => {
  test('are changed for many at once, all or none', async () => {
    const { ask } = await inside('administrator')
    const { person } = await inside('consultant')
    const other = await service.newCompany({ name: 'Almes Bygg AB' })
    await service.operate((call) => addClientCompany(call, { agencyId: agency.id, companyId: other.id }))
    const path = `/members/${person.id}/clients`
    const roles = async () =>
      (await ask('GET', path)).body.items.map(({ id, role }: { id: string; role: string | null }) => [id, role])
    expect((await roles())[0]).toEqual([other.id, null])
    const both = [company.id, other.id]
    const stranger = (await service.newCompany()).id
    const refused = await ask('POST', path, { companyIds: [...both, stranger], isMember: true })
    expect([refused.status, refused.body.message]).toEqual([
      404,
      `There is no client company ${stranger} of this agency`,
    ])
    expect((await roles()).map(([, role]: string[]) => role)).toEqual([null, null])
    const given = (await ask('POST', path, { companyIds: both, isMember: true })).body.items
    expect(given.map(({ role }: { role: string }) => role)).toEqual(['bookkeeper', 'bookkeeper'])
    // What is so already stays as it is.
    expect((await ask('POST', path, { companyIds: both, isMember: true })).status).toBe(200)
    await ask('POST', path, { companyIds: [other.id], isMember: false })
    expect(new Map(await roles())).toEqual(
      new Map([
        [other.id, null],
        [company.id, 'bookkeeper'],
      ]),
    )
  })

  test('stay where the person owns the company', async () => {
    const { ask } = await inside('administrator')
    const { person } = await inside('consultant')
    const tenant = { type: 'company', id: company.id } as const
    await service.operate((call) => addMember(call, { tenant, personId: person.id, role: 'owner' }))
    const change = { companyIds: [company.id], isMember: false }
    expect((await ask('POST', `/members/${person.id}/clients`, change)).body.code).toBe('operation-not-allowed')
  })

  test('are theirs no more once they have left the agency; who owns one, or has it at another agency, stays', async () => {
    const { ask } = await inside('administrator')
    const lent = await inside('consultant')
    const owner = await inside('consultant')
    const shared = await inside('consultant')
    const other: Tenant = { type: 'agency', id: (await newAgency(service, [company.id])).id }
    const tenant: Tenant = { type: 'company', id: company.id }
    await service.operate(async (call) => {
      await addMember(call, { tenant, personId: owner.person.id, role: 'owner' })
      await addMember(call, { tenant: other, personId: shared.person.id, role: 'consultant' })
    })
    const given = { companyIds: [company.id], isMember: true }
    for (const { person } of [lent, shared])
      expect((await ask('POST', `/members/${person.id}/clients`, given)).status).toBe(200)
    const inCompany = asking(company.url, lent.headers)
    expect((await inCompany('GET', '/customers')).status).toBe(200)
    await service.operate((call) =>
      identityService.removeClientCompany(call, { agencyId: agency.id, companyId: company.id }),
    )
    expect((await inCompany('GET', '/customers')).status).toBe(403)
    const { items } = (await asking(company.url, owner.headers)('GET', '/members')).body
    expect(items.map(({ id }: { id: string }) => id).sort()).toEqual([owner.person.id, shared.person.id].sort())
    const detail = { personId: lent.person.id, role: 'bookkeeper' }
    expect(await historyOfKind(company, 'member.removed')).toMatchObject([{ detail }])
  })

  test('are left by whom the operator removes from the agency', async () => {
    const { ask } = await inside('administrator')
    const { person } = await inside('consultant')
    const given = { companyIds: [company.id], isMember: true }
    expect((await ask('POST', `/members/${person.id}/clients`, given)).status).toBe(200)
    await removedByOperator(person.id)
    const roles = await service.operate(async (call) => [
      await roleIn(call, person.id, agency),
      await roleIn(call, person.id, { type: 'company', id: company.id }),
    ])
    expect(roles).toEqual([null, null])
  })
})

/** The operator ends a membership of the agency, as the command does. */
const removedByOperator = (personId: string) =>
  service.operate((call) => removeMember(call, { tenant: agency, personId }))

describe('an invitation that a member of the agency has sent to a client', () => {
  type Inside = Awaited<ReturnType<typeof inside>>

  let sent = 0
  /** The link that a person sends, for the future administrator of the company. */
  const linkFrom = async ({ headers }: Pick<Inside, 'headers'>): Promise<string> => {
    sent += 1
    const email = `klientens${sent}@example.com`
    const answer = await asking(company.url, headers)('POST', '/invitations', { email, role: 'administrator' })
    expect(answer.status).toBe(200)
    return linkTo(service, email)
  }
  const page = async (link: string): Promise<string> => (await newVisitor(service).get(link)).text

  const ends: [how: string, end: (administrator: Inside, personId: string) => Promise<unknown>][] = [
    ['are dismissed', ({ ask }, id) => ask('DELETE', `/users/${id}`)],
    ['are removed by the operator', (_, id) => removedByOperator(id)],
    ['become consultants', ({ ask }, id) => ask('PATCH', `/members/${id}`, { role: 'consultant' })],
    [
      'lose the client',
      () =>
        service.operate((call) =>
          identityService.removeClientCompany(call, { agencyId: agency.id, companyId: company.id }),
        ),
    ],
  ]
  test.each(ends)('is taken back when they %s, and those of others stay', async (_how, end) => {
    const administrator = await inside('administrator')
    const leaving = await inside('administrator')
    const owner = await logInAs(service, { type: 'company', id: company.id }, 'owner')
    const gone = await linkFrom(leaving)
    const kept = await linkFrom(owner)
    expect(await page(gone)).toContain('bjuder in dig')
    await end(administrator, leaving.person.id)
    expect(await page(gone)).toContain('tagits tillbaka')
    expect(await page(kept)).toContain('bjuder in dig')
    expect(await historyOfKind(company, 'invitation.withdrawn')).toHaveLength(1)
  })

  test('stays where they may invite others all the same', async () => {
    const [{ ask }, leaving] = [await inside('administrator'), await inside('administrator')]
    const tenant = { type: 'company', id: company.id } as const
    await service.operate((call) => addMember(call, { tenant, personId: leaving.person.id, role: 'owner' }))
    const link = await linkFrom(leaving)
    expect((await ask('DELETE', `/users/${leaving.person.id}`)).status).toBe(204)
    expect(await page(link)).toContain('bjuder in dig')
  })

  test('to one of the agency is taken back when the company is a client no more', async () => {
    const { person } = await inside('consultant')
    const owner = await logInAs(service, { type: 'company', id: company.id }, 'owner')
    const body = { email: person.email, role: 'bookkeeper' }
    expect((await asking(company.url, owner.headers)('POST', '/invitations', body)).status).toBe(200)
    const link = await linkTo(service, person.email)
    await service.operate((call) =>
      identityService.removeClientCompany(call, { agencyId: agency.id, companyId: company.id }),
    )
    expect(await page(link)).toContain('tagits tillbaka')
  })

  test('goes out in their own name, and in no one else’s', async () => {
    const { person, ask } = await inside('administrator')
    const owner = await logInAs(service, { type: 'company', id: company.id }, 'owner')
    const path = `/companies/${company.id}/invitations`
    const borrowed = await ask('POST', path, { email: 'bulvan@example.com', inviterUserId: owner.person.id })
    expect([borrowed.status, borrowed.body.errors]).toMatchObject([
      400,
      [{ field: '#/inviterUserId', message: 'must be your own id, or left out: people invite in their own name' }],
    ])
    const own = await ask('POST', path, { email: 'egen@example.com', inviterUserId: person.id })
    expect(own.body).toMatchObject({ email: 'egen@example.com', status: 'pendingInvitation' })
  })
})

test('what an administrator has sent to the agency is taken back when they become a consultant', async () => {
  const [{ ask }, lowered] = [await inside('administrator'), await inside('administrator')]
  const email = 'efterfoljare@example.com'
  expect((await lowered.ask('POST', '/invitations', { email })).status).toBe(200)
  const link = await linkTo(service, email)
  expect((await ask('PATCH', `/members/${lowered.person.id}`, { role: 'consultant' })).status).toBe(200)
  expect((await newVisitor(service).get(link)).text).toContain('tagits tillbaka')
  expect((await ask('GET', '/invitations')).body.items).toEqual([])
})

test('the integrations of an agency are seen and ended by its administrators', async () => {
  const { ask } = await inside('administrator')
  const integration = await newIntegration(service, 'Byråkollen')
  const { token, connectionId } = await integration.connect(agency)
  const { items } = (await ask('GET', '/connections')).body
  expect(items).toMatchObject([{ id: connectionId, integration: { name: 'Byråkollen' } }])
  const asToken = () =>
    fetch(`${service.base}/companies/${company.id}/customers`, { headers: { authorization: `Bearer ${token}` } })
  expect((await asToken()).status).toBe(200)
  expect((await (await as('consultant'))('GET', '/connections')).status).toBe(403)
  expect((await ask('DELETE', `/connections/${connectionId}`)).status).toBe(204)
  expect((await asToken()).status).toBe(401)
  expect((await ask('DELETE', `/connections/${connectionId}`)).status).toBe(404)
  const stranger = asking(
    `${service.base}/agencies/${(await newAgency(service)).id}`,
    (await inside('administrator')).headers,
  )
  expect((await stranger('GET', '/connections')).status).toBe(403)
})
