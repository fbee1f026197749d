// How the refusals of agencies come about: of their connections, client companies, people and invitations.
import { agencyScopes } from '#identity'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { disconnect } from '#server/access/connection'
import { runOnFirstMachine } from '#support/by-company'
import { newAgency, newIntegration } from '#support/callers'
import { type Ask, asking, logInAs } from '#support/calling'
import { checkedRequests } from '#support/checked'
import type { Service } from '#support/service'
import { type CallersAgency, callersAgency, newEmail } from '#tests/surface/agency-world'
import type { Provocation, Provoked } from '#tests/surface/provocations'

type Scene = {
  service: Service
  agency: CallersAgency
  companyId: string
  /** Requests below the agency, and below its client company. */
  agencyApi: ReturnType<typeof checkedRequests>
  companyApi: ReturnType<typeof checkedRequests>
}

/** A provocation by one request at an agency that has let an integration in. */
const at =
  (ask: (scene: Scene) => Promise<{ body: Provoked }>): Provocation =>
  async (service) => {
    const integration = await newIntegration(service)
    const { id: companyId } = await service.newCompany()
    const agency = await callersAgency(service, companyId, integration)
    const base = `${service.base}/agencies/${agency.id}`
    const agencyApi = checkedRequests(base, agency.token)
    const companyApi = checkedRequests(`${base}/companies/${companyId}`, agency.token)
    return (await ask({ service, agency, companyId, agencyApi, companyApi })).body
  }

/** A provocation by one request of an integration for itself, with a general token. */
const general =
  (ask: (api: ReturnType<typeof checkedRequests>) => Promise<{ body: Provoked }>): Provocation =>
  async (service) => {
    const integration = await newIntegration(service)
    const api = checkedRequests(service.base, await integration.general(agencyScopes))
    return (await ask(api)).body
  }

/** Asks for an agency to be removed, in a role there. */
const removing = async (
  service: Service,
  role: 'administrator' | 'consultant' | null,
  clients: readonly string[] = [],
): Promise<Provoked> => {
  const { id } = await newAgency(service, clients)
  const { headers } = await logInAs(service, { type: 'agency', id }, role)
  return (await asking(service.base, headers)('DELETE', `/me/agencies/${id}`)).body
}

export const ofAgencies: Record<string, Provocation> = {
  agencyNotFound: general((api) => api.post('/agency-connections', { agencyId: newId() })),
  connectionNotFound: general((api) => api.get(`/agency-connections/${newId()}`)),
  clientNotFound: at(({ agencyApi }) => agencyApi.get(`/companies/${newId()}`)),
  userNotFound: at(({ agencyApi }) => agencyApi.get(`/users/${newId()}`)),
  notAtAgency: (service) => removing(service, null),
  notAdministrator: (service) => removing(service, 'consultant'),
  agencyHasClients: async (service) => removing(service, 'administrator', [(await service.newCompany()).id]),
  lastAdministrator: at(({ agencyApi, agency }) => agencyApi.delete(`/users/${agency.administrator.id}`)),
  ownerStays: at(({ companyApi, agency }) => companyApi.delete(`/users/${agency.administrator.id}`)),
  notMember: at(async ({ companyApi, agency }) => companyApi.get(`/users/${await agency.newUser('agency')}/todos`)),
  noMember: at(async ({ companyApi, agency }) =>
    companyApi.get(`/navigation?userId=${await agency.newUser('agency')}`),
  ),
  notMachine: at(({ service, agency }) =>
    checkedRequests(service.base, agency.token).post('/agency-connections', { agencyId: agency.id }),
  ),
  keptOut: async (service) => {
    const integration = await newIntegration(service)
    const { id } = await newAgency(service)
    const api = checkedRequests(service.base, await integration.general(agencyScopes))
    const { body: made } = await api.post('/agency-connections', { agencyId: id })
    await service.operate((call) => disconnect(call, { tenant: { type: 'agency', id }, id: made.id }))
    return (await api.post('/agency-connections', { agencyId: id })).body
  },
}

export const ofConnected: Record<string, Provocation> = {
  neverConnected: general((api) => api.get(`/agencies/${newId()}/agency-information`)),
  disconnected: async (service) => {
    const integration = await newIntegration(service)
    const { id } = await newAgency(service)
    await integration.reach(id)
    const api = checkedRequests(service.base, await integration.general(agencyScopes))
    await api.delete(`/agency-connections/${id}`)
    return (await api.get(`/agencies/${id}/agency-information`)).body
  },
  otherAgency: at(({ service, agency }) => otherAgency(service, agency)),
}

/** A token for one agency, of an integration that another one has let in too. */
const otherAgency = async (service: Service, agency: CallersAgency) => {
  const other = await agency.newAgency({ connected: true })
  return checkedRequests(service.base, agency.token).get(`/agencies/${other}/agency-information`)
}

/** A new client company that is right but for this. */
const client = (changes: object): Provocation =>
  at(({ agencyApi, agency }) =>
    agencyApi.post('/companies', {
      name: 'Kunden AB',
      ownerEmail: agency.administrator.email,
      organizationNumber: '559999-0008',
      companyType: 'limitedCompany',
      accountingMethod: 'accrual',
      vatSetting: 'quarterly',
      ...changes,
    }),
  )

/** A person is invited to a company in the name of this user. */
const inviterIs = (who: (scene: Scene) => Promise<string | undefined>): Provocation =>
  at(async (scene) => scene.companyApi.post('/invitations', { email: newEmail(), inviterUserId: await who(scene) }))

export const ofAgencyFaults: Record<string, Provocation> = {
  ownerNotMember: client({ ownerEmail: newEmail() }),
  inviter: inviterIs(({ agency }) => agency.newUser('company')),
  inviterOther: async (service) => {
    const { id: companyId } = await service.newCompany()
    const { id } = await newAgency(service, [companyId])
    const { headers } = await logInAs(service, { type: 'agency', id }, 'administrator')
    const ask = asking(`${service.base}/agencies/${id}/companies/${companyId}`, headers)
    return (await ask('POST', '/invitations', { email: newEmail(), inviterUserId: newId() })).body
  },
  inviterMissing: inviterIs(async ({ service, companyId }) => {
    await service.database.rows(sql`delete from identity.company_member where company_id = ${companyId}`)
    return undefined
  }),
  vatNumber: client({ vatNumber: 'SE1' }),
  country: client({ address: { country: 'Sverige' } }),
  firstOfMonth: client({ fiscalYearStart: '01-02' }),
  calendarYear: client({ companyType: 'proprietorship', organizationNumber: '850709-9805', fiscalYearStart: '07-01' }),
}

export const ofInvitations: Record<string, Provocation> = {
  invitationNotFound: at(({ agencyApi }) => agencyApi.delete(`/invitations/${newId()}`)),
  invitationPending: at(async ({ agencyApi }) => {
    const email = newEmail()
    await agencyApi.post('/invitations', { email })
    return agencyApi.post('/invitations', { email })
  }),
  tooManyInvitations: at(async ({ agencyApi }) => {
    const email = newEmail()
    for (let count = 0; count < MANY_MAILS; count += 1) {
      const answer = await agencyApi.post('/invitations', { email })
      if (answer.status === 429) return answer
      await agencyApi.delete(`/invitations/${answer.body.id}`)
    }
    throw new Error('No invitation was refused')
  }),
}

/** More than one address is sent in a day. */
const MANY_MAILS = 100

export const ofInvitationFaults: Record<string, Provocation> = {
  email: at(({ agencyApi }) => agencyApi.post('/invitations', { email: 'x' })),
  member: at(({ agencyApi, agency }) => agencyApi.post('/invitations', { email: agency.administrator.email })),
}

/** A provocation by one request of the agency's administrator, as a person. */
const byPerson =
  (ask: (scene: Scene & { person: Ask }) => Promise<{ body: Provoked }>): Provocation =>
  async (service) => {
    const { id: companyId } = await service.newCompany()
    const { id } = await newAgency(service, [companyId])
    const { headers } = await logInAs(service, { type: 'agency', id }, 'administrator')
    const person = asking(`${service.base}/agencies/${id}`, headers)
    return (await ask({ service, agency: { id } as CallersAgency, companyId, person } as Scene & { person: Ask })).body
  }

const rule = { kind: 'matchingRule', name: 'Mobil', counterparty: 'Nordtele AB', account: 6212 }

const added = async (person: Ask, content: object = rule): Promise<string> =>
  (await person('POST', '/templates', { content })).body.id
const rolling = (person: Ask, templateIds: string[], more: object = {}) =>
  person('POST', '/template-rollouts', { templateIds, ...more })

export const ofTemplates: Record<string, Provocation> = {
  templateNotFound: byPerson(({ person }) => person('GET', `/templates/${newId()}`)),
  tooManyTemplates: byPerson(async ({ person, service, agency }) => {
    await service.database.rows(sql`
      insert into agency.template (agency_id, id, kind, key, name, content, version, created_at, modified_at)
      select ${agency.id}, gen_random_uuid(), 'texts', 'T' || n, 'T' || n, '{}', 1, now(), now()
      from generate_series(1, 500) n`)
    return person('POST', '/templates', { content: rule })
  }),
  nothingToTake: byPerson(({ person, companyId }) =>
    person('POST', '/templates/from-client', { companyId, kind: 'account', resourceId: '9999' }),
  ),
  rolloutNotFound: byPerson(({ person }) => person('GET', `/template-rollouts/${newId()}`)),
  tooManyClients: byPerson(async ({ person, service, agency }) => {
    const templateId = await added(person)
    const ids = Array.from({ length: 2000 }, newId)
    await runOnFirstMachine(service, [
      sql`
        insert into identity.company (id, name, organization_number, company_type, created_at)
        select id, 'Fyllnad', '559999-0008', 'limitedCompany', now() from unnest(${ids}::uuid[]) id`,
      sql`
        insert into identity.agency_company (agency_id, company_id, name, created_at)
        select ${agency.id}::uuid, id, 'Fyllnad', now() from unnest(${ids}::uuid[]) id`,
    ])
    return rolling(person, [templateId])
  }),
  noClientConcerned: byPerson(async ({ person }) => rolling(person, [await added(person)], { clients: 'older' })),
  rolloutsUnderWay: byPerson(async ({ person }) => {
    const templateId = await added(person)
    for (let count = 0; count < 5; count += 1) await rolling(person, [templateId])
    return rolling(person, [templateId])
  }),
  rolloutNotPreviewed: byPerson(async ({ person }) => {
    const { id } = (await rolling(person, [await added(person)])).body
    return person('POST', `/template-rollouts/${id}/apply`, {})
  }),
  rolloutNotUnderWay: byPerson(async ({ person }) => {
    const { id } = (await rolling(person, [await added(person)])).body
    const stop = () => person('POST', `/template-rollouts/${id}/stop`)
    await stop()
    return stop()
  }),
  nothingToApply: byPerson(async ({ person, service }) => {
    const { id } = (await rolling(person, [await added(person)])).body
    await service.database.rows(sql`update agency.template_rollout set state = 'previewed' where id = ${id}`)
    return person('POST', `/template-rollouts/${id}/apply`, {})
  }),
}

/** A template that is not right. */
const wrong = (content: object): Provocation => byPerson(({ person }) => person('POST', '/templates', { content }))

/** A template that was right, changed to this. */
const changedTo = (before: object, after: object): Provocation =>
  byPerson(async ({ person }) => person('PUT', `/templates/${await added(person, before)}`, { content: after }))

const account = { kind: 'account', account: 6541, name: 'Webb' }

export const ofTemplateFaultsOfAgencies: Record<string, Provocation> = {
  templateNameMissing: wrong({ ...rule, name: ' ' }),
  templateTaken: byPerson(async ({ person }) => {
    await added(person)
    return person('POST', '/templates', { content: rule })
  }),
  templateKind: changedTo(rule, account),
  templateAccount: changedTo(account, { ...account, account: 6542 }),
  textsMissing: wrong({ kind: 'texts', name: 'Texter' }),
  unknownTemplate: byPerson(({ person }) => rolling(person, [newId()])),
  unknownClient: byPerson(async ({ person }) =>
    rolling(person, [await added(person)], { clients: 'selected', companyIds: [newId()] }),
  ),
  clientsMissing: byPerson(async ({ person }) => rolling(person, [await added(person)], { clients: 'selected' })),
  unknownStep: byPerson(async ({ person, service }) => {
    const { id } = (await rolling(person, [await added(person)])).body
    await service.database.rows(sql`update agency.template_rollout set state = 'previewed' where id = ${id}`)
    return person('POST', `/template-rollouts/${id}/apply`, { stepIds: [newId()] })
  }),
}
