// Memberships: who has which role where, what it lets them decide, and that a company keeps an owner.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addClientCompany,
  addMember,
  agenciesOf,
  changeRole,
  createAgency,
  findPersonByEmail,
  identityAdmin,
  identityContribution,
  identityService,
  isClientOf,
  listMembers,
  manageableTenants,
  mayManageIntegrations,
  removeMember,
  roleIn,
  type Tenant,
} from '#identity'
import type { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { agencyRoles, companyRoles, type Role } from '#rule/roles'
import { companiesOfAgency } from '#server/identity/agency'
import { dismissMember } from '#server/identity/members/membership'
import { peopleFaults } from '#server/identity/refusals'
import { patternOf } from '#support/checked'
import { type Service, startService } from '#support/service'
import { newPerson, newPersonInside } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const numbers = ['559999-0008', '556677-8899', '556016-0680', '556036-0793', '202100-5489', '212000-0142']
const newAgency = async (): Promise<string> => {
  const organizationNumber = numbers.pop() ?? ''
  return (await service.operate((call) => createAgency(call, { name: 'Byrån AB', organizationNumber }))).id
}
const newTenant = async (type: Tenant['type']): Promise<Tenant> => ({
  type,
  id: type === 'agency' ? await newAgency() : (await service.newCompany()).id,
})
const member = async (tenant: Tenant, role: Role): Promise<string> => {
  const { id } = await newPerson(service)
  await service.operate((call) => addMember(call, { tenant, personId: id, role }))
  return id
}
/** The code and message that something is refused with. */
const refused = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('was not refused')),
    (cause: Refusal) => cause,
  )
const historyOf = ({ id }: Tenant) =>
  service.database.rows<{ what: string; detail: object }>(sql`
    select what, detail from platform.history where company_id = ${id} or agency_id = ${id} order by id`)

describe('a member', () => {
  test.each([...companyRoles])('of a company is its %s', async (role) => {
    const tenant = await newTenant('company')
    const personId = await member(tenant, role)
    expect(await roleIn({ db: service.database }, personId, tenant)).toBe(role)
    expect(await roleIn({ db: service.database }, personId, { ...tenant, type: 'agency' })).toBe(null)
  })

  test('of an agency is its administrator or consultant', async () => {
    const tenant = await newTenant('agency')
    for (const role of agencyRoles) {
      expect(await roleIn({ db: service.database }, await member(tenant, role), tenant)).toBe(role)
    }
    expect(await service.operate((call) => listMembers(call, tenant))).toHaveLength(2)
  })

  test('comes, changes and goes in the history of the tenant', async () => {
    const tenant = await newTenant('company')
    await member(tenant, 'owner')
    const personId = await member(tenant, 'reader')
    await service.operate((call) => changeRole(call, { tenant, personId, role: 'bookkeeper' }))
    await service.operate((call) => changeRole(call, { tenant, personId, role: 'bookkeeper' }))
    await service.operate((call) => removeMember(call, { tenant, personId }))
    expect((await historyOf(tenant)).slice(-3)).toEqual([
      { what: 'member.added', detail: { personId, name: 'Karin Ek', role: 'reader' } },
      { what: 'member.role-changed', detail: { personId, from: 'reader', to: 'bookkeeper' } },
      { what: 'member.removed', detail: { personId, role: 'bookkeeper' } },
    ])
  })

  test('sees on the account page what they are a member of', async () => {
    const { person, visitor } = await newPersonInside(service)
    const tenant = await newTenant('company')
    await service.operate((call) => addMember(call, { tenant, personId: person.id, role: 'bookkeeper' }))
    const { text } = await visitor.get('/account')
    expect(text).toContain('Provbolaget AB')
    expect(text).toContain('bokförare')
  })
})

test('a company reads in its history which agency it is a client of, once', async () => {
  const company = await newTenant('company')
  const agency = await newTenant('agency')
  const ids = { companyId: company.id, agencyId: agency.id }
  for (let time = 0; time < 2; time += 1) await service.operate((call) => addClientCompany(call, ids))
  const told = (await historyOf(company)).filter(({ what }) => what === 'client.added')
  expect(told).toEqual([{ what: 'client.added', detail: { ...ids, agencyName: 'Byrån AB' } }])
})

describe('the last owner of a company', () => {
  test.each(['company', 'agency'] as const)('or administrator of an agency stays: %s', async (type) => {
    const tenant = await newTenant(type)
    const highest = type === 'company' ? 'owner' : 'administrator'
    const personId = await member(tenant, highest)
    const lower = type === 'company' ? 'reader' : 'consultant'
    await member(tenant, lower)
    const kind =
      type === 'company'
        ? identityContribution.peopleRefusals.lastOwner
        : identityContribution.peopleRefusals.lastAdministrator
    expect((await refused(service.operate((call) => removeMember(call, { tenant, personId })))).kind).toBe(kind)
    expect((await refused(service.operate((call) => changeRole(call, { tenant, personId, role: lower })))).kind).toBe(
      kind,
    )
    await member(tenant, highest)
    await service.operate((call) => removeMember(call, { tenant, personId }))
    expect(await roleIn({ db: service.database }, personId, tenant)).toBe(null)
  })

  test('stays when two owners remove each other at the same time', async () => {
    const tenant = await newTenant('company')
    const owners = [await member(tenant, 'owner'), await member(tenant, 'owner')]
    const outcomes = await Promise.allSettled(
      owners.map((personId) => service.operate((call) => removeMember(call, { tenant, personId }))),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('integrations are decided on', () => {
  const company: [Role, boolean][] = [
    ['owner', true],
    ['administrator', true],
    ['bookkeeper', false],
    ['reader', false],
  ]
  test.each(company)('in a company by its %s: %s', async (role, may) => {
    const tenant = await newTenant('company')
    const personId = await member(tenant, role)
    const db = { db: service.database }
    expect(await mayManageIntegrations(db, personId, tenant)).toBe(may)
    expect((await manageableTenants(db, personId, 'company', 10)).map(({ id }) => id)).toEqual(may ? [tenant.id] : [])
    expect(await manageableTenants(db, personId, 'agency', 10)).toEqual([])
  })

  const agency: [Role, boolean][] = [
    ['administrator', true],
    ['consultant', false],
  ]
  test.each(agency)('in an agency and its client companies by its %s: %s', async (role, may) => {
    const tenant = await newTenant('agency')
    const client = await newTenant('company')
    const other = await newTenant('company')
    await service.operate((call) => addClientCompany(call, { agencyId: tenant.id, companyId: client.id }))
    const personId = await member(tenant, role)
    const db = { db: service.database }
    const judged = [tenant, client, other].map((one) => mayManageIntegrations(db, personId, one))
    expect(await Promise.all(judged)).toEqual([may, may, false])
    expect((await manageableTenants(db, personId, 'agency', 10)).map(({ id }) => id)).toEqual(may ? [tenant.id] : [])
    expect((await manageableTenants(db, personId, 'company', 10)).map(({ id }) => id)).toEqual(may ? [client.id] : [])
    expect(await agenciesOf(db, client.id)).toEqual([{ id: tenant.id, name: 'Byrån AB' }])
    expect((await companiesOfAgency(db, tenant.id, 10)).map(({ id }) => id)).toEqual([client.id])
    const clients = [client, other].map(({ id }) => isClientOf(db, { agencyId: tenant.id, companyId: id }))
    expect(await Promise.all(clients)).toEqual([true, false])
  })
})

describe('what is declared about people', () => {
  const unknown = '01a1fc0f-7662-70e7-bd2d-41b089fbb43f'
  const provocations: Record<keyof typeof identityContribution.peopleRefusals, () => Promise<unknown>> = {
    personNotFound: async () => member2(await newTenant('company'), unknown),
    agencyNotFound: () => member2({ type: 'agency', id: unknown }, unknown, 'consultant'),
    clientNotFound: async () => {
      const [{ id: agencyId }, { id: companyId }] = [await newTenant('agency'), await newTenant('company')]
      return service.operate((call) => identityService.removeClientCompany(call, { agencyId, companyId }))
    },
    memberNotFound: async () => {
      const [tenant, { id: personId }] = [await newTenant('company'), await newPerson(service)]
      return service.operate((call) => removeMember(call, { tenant, personId }))
    },
    emailTaken: async () => {
      const { email } = await newPerson(service)
      return newPerson(service, { email: email.toUpperCase() })
    },
    agencyTaken: async () => {
      const input = { name: 'B', organizationNumber: '556074-7569' }
      await service.operate((call) => createAgency(call, input))
      return service.operate((call) => createAgency(call, input))
    },
    alreadyMember: async () => {
      const tenant = await newTenant('company')
      return member2(tenant, await member(tenant, 'owner'))
    },
    ownersDecide: async () => {
      const tenant = await newTenant('company')
      const personId = await member(tenant, 'owner')
      return service.operateFor(tenant.id, (call) => dismissMember(call, personId))
    },
    auditorSigns: async () => {
      const tenant = await newTenant('company')
      const personId = await member(tenant, 'bookkeeper')
      await service.operateFor(tenant.id, (call) => identityAdmin.setSignatory(call, { personId, isSignatory: true }))
      return service.operate((call) => changeRole(call, { tenant, personId, role: 'auditor' }))
    },
    lastOwner: async () => {
      const tenant = await newTenant('company')
      const personId = await member(tenant, 'owner')
      return service.operate((call) => removeMember(call, { tenant, personId }))
    },
    lastAdministrator: async () => {
      const tenant = { type: 'agency' as const, id: await agencyOnce() }
      const personId = await member(tenant, 'administrator')
      return service.operate((call) => removeMember(call, { tenant, personId }))
    },
    busy: async () => {
      const call = await service.operate(async (one) => ({ ...one, db: { ...service.database, happenings: [] } }))
      const input = (place: number) => ({ name: 'N', email: `many${place}@example.com`, password: 'tre blå kaniner' })
      const many = Array.from({ length: 103 }, (_, place) => identityService.createPerson(call, input(place)))
      await Promise.allSettled(many)
      return Promise.all(many)
    },
  }
  const member2 = (tenant: Tenant, personId: string, role: Role = 'reader') =>
    service.operate((call) => addMember(call, { tenant, personId, role }))
  const agencyOnce = async () =>
    (await service.operate((call) => createAgency(call, { name: 'C', organizationNumber: '556703-7485' }))).id

  test.each(Object.keys(identityContribution.peopleRefusals))('refuses: %s', async (name) => {
    const kind = identityContribution.peopleRefusals[name as keyof typeof identityContribution.peopleRefusals]
    const cause = await refused(provocations[name as keyof typeof identityContribution.peopleRefusals]())
    expect(cause.kind).toBe(kind)
    expect(cause.message).toMatch(patternOf(kind.sentence))
  })

  const good = { name: 'N', email: 'n@example.com', password: 'tre blå kaniner' }
  const faults: Record<keyof typeof peopleFaults, () => Promise<unknown>> = {
    email: () => service.operate((call) => identityService.createPerson(call, { ...good, email: 'n' })),
    passwordShort: () => service.operate((call) => identityService.createPerson(call, { ...good, password: 'kort' })),
    passwordLong: () =>
      service.operate((call) => identityService.createPerson(call, { ...good, password: 'lång '.repeat(50) })),
    passwordCommon: () =>
      service.operate((call) => identityService.createPerson(call, { ...good, password: 'qwertyuiop' })),
    role: async () => member2(await newTenant('company'), unknown, 'consultant'),
  }
  test.each(Object.keys(peopleFaults))('finds the fault: %s', async (name) => {
    const cause = await refused(faults[name as keyof typeof peopleFaults]())
    expect(cause.errors[0]?.message).toMatch(patternOf(peopleFaults[name as keyof typeof peopleFaults].sentence))
  })

  test('people are found by address, however it is written', async () => {
    const { id, email } = await newPerson(service)
    expect(await findPersonByEmail({ db: service.database }, ` ${email.toUpperCase()} `)).toMatchObject({ id })
    expect(await findPersonByEmail({ db: service.database }, '%')).toBe(null)
  })
})
