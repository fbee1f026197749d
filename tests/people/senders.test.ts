// A user who sends an invitation, or makes a private token, loses the right to at the same moment: their request waits
// for the change of members, and is refused when that is done. Otherwise link or token would admit people whom no one
// may admit.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember, changeRole, identityService, lockAccount, lockMembers, removeMember, type Tenant } from '#identity'
import type { Call } from '#platform/call'
import { raw, sql } from '#platform/sql'
import type { Role } from '#rule/roles'
import { disconnect } from '#server/access/connection'
import { LOCK_WAITS } from '#support/by-company'
import { newAgency, newIntegration } from '#support/callers'
import { type Ask, asking, logInAs } from '#support/calling'
import { ok } from '#support/entries'
import { needs } from '#support/needs'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let agency: Tenant
let own: Tenant
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  company = await service.newCompany()
  own = { type: 'company', id: company.id }
  agency = { type: 'agency', id: (await newAgency(service, [company.id])).id }
  // A remaining owner, so that the others are not the last.
  await logInAs(service, own, 'owner')
  await logInAs(service, agency, 'administrator')
})

/** A person with a role in a tenant, who calls any address. */
const newMember = async (tenant: Tenant, role: Role) => {
  const { person, headers } = await logInAs(service, tenant, role)
  return { id: person.id, ask: asking(service.base, headers) }
}

const waiting = async (): Promise<number> => (await service.database.rows(raw(LOCK_WAITS))).length

/** The answer to a person whose request waits while the members of a tenant change. */
const meanwhile = async (tenant: Tenant, ask: () => Promise<Answer>, change: (call: Call) => Promise<unknown>) => {
  const { answer } = await service.operate(async (call) => {
    await lockMembers(call, tenant)
    const asked = ask()
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
    await change(call)
    return { answer: asked }
  })
  return answer
}

const open = (): Promise<{ email: string }[]> =>
  service.database.rows<{ email: string }>(sql`
    select email from identity.invitation
    where (company_id = ${company.id} or agency_id = ${agency.id}) and accepted_at is null and withdrawn_at is null
    order by email`)

const EMAIL = 'till@example.com'
const invite = (ask: Ask, path: string, role?: string) =>
  ask('POST', `${path}/invitations`, { email: EMAIL, ...(role ? { role } : {}) })
const said = ({ status, body }: Answer) => [status, body.message]

const cases: [
  what: string,
  where: () => Tenant,
  role: Role,
  path: () => string,
  change: (call: Call, personId: string) => Promise<unknown>,
  refused: [status: number, sentence: RegExp],
][] = [
  [
    'a member who is removed',
    () => own,
    'administrator',
    () => `/companies/${company.id}`,
    (call, personId) => removeMember(call, { tenant: own, personId }),
    [403, /^You are not a member of this company/],
  ],
  [
    'a member whose account is locked',
    () => own,
    'administrator',
    () => `/companies/${company.id}`,
    (call, personId) => lockAccount(call, { personId, isLocked: true }),
    [401, /^The session has expired or was ended/],
  ],
  [
    'an administrator who becomes a reader',
    () => own,
    'administrator',
    () => `/companies/${company.id}`,
    (call, personId) => changeRole(call, { tenant: own, personId, role: 'reader' }),
    [403, /^Your role here, reader, is not enough to invite people/],
  ],
  [
    'an administrator of the agency who becomes a consultant, to the agency',
    () => agency,
    'administrator',
    () => `/agencies/${agency.id}`,
    (call, personId) => changeRole(call, { tenant: agency, personId, role: 'consultant' }),
    [403, /^Your role here, consultant, is not enough/],
  ],
  [
    'a member who leaves the agency, to the agency',
    () => agency,
    'administrator',
    () => `/agencies/${agency.id}`,
    (call, personId) => removeMember(call, { tenant: agency, personId }),
    [403, /^You are not a member of this agency/],
  ],
  [
    'an administrator of the agency who becomes a consultant, to a client',
    () => agency,
    'administrator',
    () => `/companies/${company.id}`,
    (call, personId) => changeRole(call, { tenant: agency, personId, role: 'consultant' }),
    [403, /^Your role here, bookkeeper, is not enough to invite people/],
  ],
  [
    'a member of the agency, by the company’s own address, to a client that leaves it',
    () => agency,
    'administrator',
    () => `/companies/${company.id}`,
    (call) => identityService.removeClientCompany(call, { agencyId: agency.id, companyId: company.id }),
    [403, /^You are not a member of this company/],
  ],
  [
    'a member of the agency, to a client that leaves it',
    () => agency,
    'administrator',
    () => `/agencies/${agency.id}/companies/${company.id}`,
    (call) => identityService.removeClientCompany(call, { agencyId: agency.id, companyId: company.id }),
    [404, /^There is no client company/],
  ],
]

test.each(cases)('%s can no longer invite', async (_, where, role, path, change, [status, sentence]) => {
  needs('one machine')
  const { id, ask } = await newMember(where(), role)
  const answer = await meanwhile(
    where(),
    () => invite(ask, path()),
    (call) => change(call, id),
  )
  expect(said(answer)).toEqual([status, expect.stringMatching(sentence)])
  expect(await open()).toEqual([])
})

const ends: [
  what: string,
  where: () => Tenant,
  end: (call: Call, personId: string) => Promise<unknown>,
  refused: [status: number, sentence: RegExp],
][] = [
  [
    'a member who is removed',
    () => own,
    (call, personId) => removeMember(call, { tenant: own, personId }),
    [403, /^You are not a member of this company/],
  ],
  [
    'an administrator who becomes a bookkeeper',
    () => own,
    (call, personId) => changeRole(call, { tenant: own, personId, role: 'bookkeeper' }),
    [403, /^Your role here, bookkeeper, is not enough to/],
  ],
  [
    'a member whose account is locked',
    () => own,
    (call, personId) => lockAccount(call, { personId, isLocked: true }),
    [401, /^The session has expired or was ended/],
  ],
  [
    'a member of an agency that loses the company',
    () => agency,
    (call) => identityService.removeClientCompany(call, { agencyId: agency.id, companyId: company.id }),
    [403, /^You are not a member of this company/],
  ],
]

test.each(ends)('%s makes no private token any more', async (_, where, end, [status, sentence]) => {
  needs('one machine')
  const { id, ask } = await newMember(where(), 'administrator')
  const tokens = () =>
    service.database.rows(sql`select from identity.api_token where company_id = ${company.id} and name = 'Kvar'`)
  const answer = await meanwhile(
    where(),
    () => ask('POST', `/companies/${company.id}/tokens`, { name: 'Kvar', scopes: ['customers:read'] }),
    (call) => end(call, id),
  )
  expect(said(answer)).toEqual([status, expect.stringMatching(sentence)])
  expect(await tokens()).toEqual([])
})

test('an owner who becomes an administrator invites no owner any more, and others still', async () => {
  needs('one machine')
  const { id, ask } = await newMember(own, 'owner')
  const lowered = (call: Call) => changeRole(call, { tenant: own, personId: id, role: 'administrator' })
  const answer = await meanwhile(own, () => invite(ask, `/companies/${company.id}`, 'owner'), lowered)
  expect(said(answer)).toEqual([400, expect.stringMatching(/^Only owners of the company/)])
  expect((await invite(ask, `/companies/${company.id}`, 'reader')).status).toBe(200)
})

test('resending without the right changes nothing', async () => {
  needs('one machine')
  const first = await newMember(own, 'owner')
  const second = await newMember(own, 'administrator')
  const { id } = ok(await invite(first.ask, `/companies/${company.id}`))
  const digest = () =>
    service.database.one<{ text: string }>(sql`
      select encode(secret_digest, 'hex') as text from identity.invitation where id = ${id}`)
  const before = await digest()
  const answer = await meanwhile(
    own,
    () => second.ask('POST', `/companies/${company.id}/invitations/${id}/send-again`),
    (call) => removeMember(call, { tenant: own, personId: second.id }),
  )
  expect(answer.status).toBe(403)
  expect(await digest()).toEqual(before)
})

test('an integration cannot invite in the name of a former member', async () => {
  needs('one machine')
  const { token } = await (await newIntegration(service)).connect(agency)
  const ask = asking(service.base, { authorization: `Bearer ${token}` })
  const { id } = await newMember(own, 'administrator')
  const path = `/agencies/${agency.id}/companies/${company.id}/invitations`
  const answer = await meanwhile(
    own,
    () => ask('POST', path, { email: EMAIL, inviterUserId: id }),
    (call) => removeMember(call, { tenant: own, personId: id }),
  )
  expect(answer.body.errors).toMatchObject([{ field: '#/inviterUserId' }])
  expect(await open()).toEqual([])
  await service.operate((call) => addMember(call, { tenant: own, personId: id, role: 'administrator' }))
  expect((await ask('POST', path, { email: EMAIL, inviterUserId: id })).status).toBe(200)
})

test.each(['the agency', 'a client'])('an integration that is shut out can no longer invite to %s', async (where) => {
  needs('one machine')
  const { token, connectionId } = await (await newIntegration(service)).connect(agency)
  const ask = asking(service.base, { authorization: `Bearer ${token}` })
  const path = where === 'the agency' ? `/agencies/${agency.id}` : `/agencies/${agency.id}/companies/${company.id}`
  const answer = await meanwhile(
    agency,
    () => invite(ask, path),
    (call) => disconnect(call, { tenant: agency, id: connectionId }),
  )
  expect(said(answer)).toEqual([401, expect.stringMatching(/^The connection to this agency has ended/)])
  expect(await open()).toEqual([])
})
