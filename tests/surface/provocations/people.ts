// How the refusals come about that people and their integrations meet: through the verbs behind pages and commands, and
// over HTTP where a program can meet them.

import { accessAdmin, approve, endIntegration, findIntegration } from '#access'
import {
  addMember,
  createAgency,
  findAgency,
  findPerson,
  identityAdmin,
  identityService,
  removeMember,
  type Tenant,
} from '#identity'
import { setPlan } from '#plans'
import type { CompanyCall } from '#platform/call'
import { newId } from '#platform/id'
import type { Role } from '#rule/roles'
import { unlimited } from '#rules/plans/plan'
import { registerItself } from '#server/access/oauth/self-registration'
import type { IntegrationForm } from '#server/access/registration'
import { dismissMember } from '#server/identity/members/membership'
import type { NewPerson } from '#server/identity/people/person'
import { newIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import { startService } from '#support/service'
import { over, type Provocation, verb } from '#tests/surface/provocations'

const aPerson = (changes: Partial<NewPerson> = {}): NewPerson => ({
  name: 'Anna Ek',
  email: `${newId()}@example.com`,
  password: 'korrekt häst batteri',
  ...changes,
})

const person = (changes: Partial<NewPerson>) => verb((call) => identityService.createPerson(call, aPerson(changes)))

/** Does something with a person who is a member of the company, or of an agency. */
const withMember = (
  type: Tenant['type'],
  role: Role,
  work: (call: CompanyCall, tenant: Tenant, personId: string) => Promise<unknown>,
) =>
  verb(async (call) => {
    const agency = { name: 'Byrån', organizationNumber: '559999-0008' }
    const tenant = { type, id: type === 'company' ? call.companyId : (await createAgency(call, agency)).id }
    const { id: personId } = await identityService.createPerson(call, aPerson())
    await addMember(call, { tenant, personId, role })
    await work(call, tenant, personId)
  })

const tenantOf = ({ companyId }: CompanyCall): Tenant => ({ type: 'company', id: companyId })

export const ofPeople: Record<string, Provocation> = {
  personNotFound: verb((call) => findPerson(call, newId())),
  agencyNotFound: verb((call) => findAgency(call, newId())),
  clientNotFound: verb((call) => identityService.removeClientCompany(call, { agencyId: newId(), companyId: newId() })),
  memberNotFound: verb((call) => removeMember(call, { tenant: tenantOf(call), personId: newId() })),
  emailTaken: verb(async (call) => {
    const anna = aPerson()
    await identityService.createPerson(call, anna)
    await identityService.createPerson(call, { ...anna, email: anna.email.toUpperCase() })
  }),
  agencyTaken: verb(async (call) => {
    await createAgency(call, { name: 'Byrån', organizationNumber: '559999-0008' })
    await createAgency(call, { name: 'Byrån', organizationNumber: '5599990008' })
  }),
  alreadyMember: withMember('company', 'owner', (call, tenant, personId) =>
    addMember(call, { tenant, personId, role: 'reader' }),
  ),
  ownersDecide: withMember('company', 'owner', (call, _tenant, personId) => dismissMember(call, personId)),
  auditorSigns: withMember('company', 'auditor', (call, { id: companyId }, personId) =>
    identityAdmin.setSignatory({ ...call, companyId }, { personId, isSignatory: true }),
  ),
  lastOwner: withMember('company', 'owner', (call, tenant, personId) => removeMember(call, { tenant, personId })),
  lastAdministrator: withMember('agency', 'administrator', (call, tenant, personId) =>
    removeMember(call, { tenant, personId }),
  ),
}

export const ofPeopleFaults: Record<string, Provocation> = {
  email: person({ email: 'x' }),
  role: verb(async (call) => {
    const { id: personId } = await identityService.createPerson(call, aPerson())
    await addMember(call, { tenant: tenantOf(call), personId, role: 'consultant' })
  }),
  passwordShort: person({ password: 'kort' }),
  passwordLong: person({ password: 'lång och bra '.repeat(20) }),
  passwordCommon: person({ password: 'password123' }),
}

const aForm = {
  name: 'Prov',
  description: '',
  mode: 'production',
  scopes: 'journal-entries:read',
  redirectUris: ['https://prov.example/back'],
}

const register = async (call: CompanyCall, changes: Partial<IntegrationForm> = {}) => {
  const { id: ownerId } = await identityService.createPerson(call, aPerson())
  return { ownerId, ...(await accessAdmin.createIntegration(call, { ...aForm, ...changes, ownerId })) }
}

const form = (changes: Partial<IntegrationForm>) => verb((call) => register(call, changes))
const uri = (address: string) => form({ redirectUris: [address] })

export const ofAccess: Record<string, Provocation> = {
  integrationNotFound: verb((call) => findIntegration(call, { id: newId() })),
  integrationEnded: verb(async (call) => {
    const { id } = await register(call)
    await endIntegration(call, { id })
    await accessAdmin.addSecret(call, { integrationId: id })
  }),
  registeredItself: verb(async (call) => {
    const said = { name: 'Agent', redirectUris: ['http://127.0.0.1/back'], scope: null }
    const { id = '' } = Object(await registerItself(call, said))
    await approve(call, { id, approval: 'production' })
  }),
  changedSinceSeen: verb(async (call) => {
    const { id } = await register(call)
    await approve(call, { id, approval: 'production', seen: 'another' })
  }),
  secretNotFound: verb(async (call) =>
    accessAdmin.revokeSecret(call, { integrationId: (await register(call)).id, id: newId() }),
  ),
  tooManySecrets: verb(async (call) => {
    const { id: integrationId } = await register(call)
    for (let count = 0; count < 2; count += 1) await accessAdmin.addSecret(call, { integrationId })
  }),
  tooManyIntegrations: verb(async (call) => {
    const { ownerId } = await register(call)
    for (let count = 0; count < 50; count += 1) await accessAdmin.createIntegration(call, { ...aForm, ownerId })
  }),
  connectionNotFound: async (service) => {
    const token = await (await newIntegration(service)).general()
    return (await checkedRequests(service.base, token).get(`/connections/${newId()}`)).body
  },
  notElevated: verb(async (call) =>
    approve(call, { id: (await register(call)).id, approval: { elevated: 'journal-entries:read' } }),
  ),
}

export const ofAccessFaults: Record<string, Provocation> = {
  textMissing: form({ name: ' ' }),
  textTooLong: form({ name: 'x'.repeat(101) }),
  badCharacter: form({ name: 'x\u0000y' }),
  ownName: form({ name: 'Grundbok Kassa' }),
  mode: form({ mode: 'pretend' }),
  unknownScope: form({ scopes: 'books:burn' }),
  noScope: form({ scopes: '' }),
  tooManyUris: form({ redirectUris: Array.from({ length: 21 }, (_, index) => `https://prov.example/${index}`) }),
  repeatedUri: form({ redirectUris: [...aForm.redirectUris, ...aForm.redirectUris] }),
}

export const ofUris: Record<string, Provocation> = {
  tooLong: uri(`https://prov.example/${'x'.repeat(2000)}`),
  badCharacter: uri('https://prov.example/ö'),
  notAbsolute: uri('/back'),
  notHttps: uri('http://prov.example/back'),
  fragment: uri('https://prov.example/back#here'),
  wildcard: uri('https://prov.example/*'),
  userInfo: uri('https://anna@prov.example/back'),
  notCanonical: uri('https://PROV.example/back'),
  reservedParameter: uri('https://prov.example/back?code=1'),
}

/** The first refusal by a plan: its body names no code, since it has another form. */
const denied = (changes: Partial<typeof unlimited>) =>
  over(async (company, service) => {
    await service.operateFor(company.id, (call) => setPlan(call, { ...unlimited, ...changes }))
    const { body } = await company.get('/company-information')
    return { body: { code: 'forbidden', message: body.message } }
  })

export const ofPlans: Record<string, Provocation> = {
  lacking: denied({ plan: 'Basic' }),
  expired: denied({ expiresOn: '2026-06-09' as never }),
  quotaSpent: async (service) => {
    const limited = await startService({ beside: service, limits: { perMinute: 0, monthlyQuota: 1 } })
    const { id, token } = await service.newCompany()
    const requests = checkedRequests(`${limited.base}/companies/${id}`, token)
    await requests.get('/company-information')
    const { body } = await requests.get('/company-information')
    await limited.close()
    return body
  },
}

export const ofPlanFaults: Record<string, Provocation> = {
  plan: verb((call) => setPlan(call, { ...unlimited, plan: 'Gold' as 'Plus' })),
  addon: verb((call) => setPlan(call, { ...unlimited, addons: ['fax' as 'api'] })),
}
