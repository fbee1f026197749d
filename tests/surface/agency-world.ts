// The agency of a caller: it has the caller's company for a client, and people, so that each of its endpoints has
// something to be asked for.
import { audienceOf, type Row } from '#http'
import { addMember, identityService } from '#identity'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newAgency, newIntegration, type TestIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import type { Service, TestCompany } from '#support/service'

type TenantType = 'agency' | 'company'

export type CallersAgency = {
  id: string
  /** Of the caller's integration, which a member of the agency has connected. */
  token: string
  /** The administrator of the agency, who owns the company. */
  administrator: { id: string; email: string }
  /** Makes a user of the agency or the company who may be removed, and answers the id. */
  newUser(of: TenantType): Promise<string>
  /** Invites a new address to the agency or the company, and answers the id. */
  newInvitation(of: TenantType): Promise<string>
  /** Makes a template of the agency, and answers the id. */
  newTemplate(): Promise<string>
  /** Makes a rollout that has been previewed, with a step that can be applied, and answers the ids. */
  newRollout(state: 'previewing' | 'previewed'): Promise<{ rolloutId: string; stepId: string }>
  /** Lets another integration in than the caller's, and answers the id of the connection. */
  newConnection(): Promise<string>
  /** Has something happen at the agency that its feed tells. */
  happens(): Promise<void>
  /** Makes an agency that the caller's integration is connected to, or not, and answers the id. */
  newAgency(options?: { connected?: boolean }): Promise<string>
}

/** An unused address. */
export const newEmail = (): string => `${newId()}@example.com`

export const callersAgency = async (
  service: Service,
  companyId: string,
  integration: TestIntegration,
): Promise<CallersAgency> => {
  const { id } = await newAgency(service, [companyId])
  const tenants = { agency: { type: 'agency', id }, company: { type: 'company', id: companyId } } as const
  const email = newEmail()
  const administrator = await service.operate(async (call) => {
    const person = await identityService.createPerson(call, {
      name: 'Anna Ek',
      email,
      password: 'korrekt häst batteri',
    })
    await addMember(call, { tenant: tenants.agency, personId: person.id, role: 'administrator' })
    await addMember(call, { tenant: tenants.company, personId: person.id, role: 'owner' })
    return { ...person, email }
  })
  const { token } = await integration.connect(tenants.agency)
  const base = `${service.base}/agencies/${id}`
  const paths = { agency: base, company: `${base}/companies/${companyId}` }
  return {
    id,
    token,
    administrator,
    newUser: (of) =>
      service.operate(async (call) => {
        const personId = newId()
        // The administrator's password, whose digest takes its time to make.
        await call.db.rows(sql`
          insert into identity.person (id, name, email, password_hash, email_confirmed_at, language, created_at)
          select ${personId}, 'Berit Ek', ${newEmail()}, password_hash, email_confirmed_at, language, created_at
          from identity.person where id = ${administrator.id}`)
        const role = of === 'agency' ? 'consultant' : 'bookkeeper'
        await addMember(call, { tenant: tenants[of], personId, role })
        return personId
      }),
    async newInvitation(of) {
      const answer = await checkedRequests(paths[of], token).post('/invitations', { email: newEmail() })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.id
    },
    newTemplate: () => newTemplate(service, id),
    newRollout: (state) => newRollout(service, { agencyId: id, companyId, state }),
    newConnection: async () => (await (await newIntegration(service)).connect(tenants.agency)).connectionId,
    async happens() {
      // The order of its events begins with its first reader.
      await checkedRequests(base, token).get('/events?after=latest')
      await checkedRequests(base, token).post('/invitations', { email: newEmail() })
    },
    async newAgency({ connected = false } = {}) {
      const made = await newAgency(service)
      if (connected) await integration.reach(made.id)
      return made.id
    },
  }
}

const newTemplate = async (service: Service, agencyId: string): Promise<string> => {
  const id = newId()
  const content = { kind: 'texts', name: `Texter ${id}`, mailText: 'Hej!' }
  const at = service.now()
  await service.database.rows(sql`
    insert into agency.template (agency_id, id, kind, key, name, content, version, created_at, modified_at)
    values (${agencyId}, ${id}, 'texts', ${content.name}, ${content.name}, ${JSON.stringify(content)}, 1, ${at},
      ${at})`)
  return id
}

/** As the jobs leave it, which do not run here; those before it are done. */
const newRollout = async (
  service: Service,
  { agencyId, companyId, state }: { agencyId: string; companyId: string; state: string },
) => {
  const templateId = await newTemplate(service, agencyId)
  const rolloutId = newId()
  const stepId = newId()
  const at = service.now()
  const { database } = service
  await database.rows(sql`
    update agency.template_rollout set state = 'previewed' where agency_id = ${agencyId} and state <> 'previewed'`)
  await database.rows(sql`
    insert into agency.template_rollout (agency_id, id, state, overwrites, adds_accounts, actor_id, actor_name, counts,
      created_at, modified_at)
    values (${agencyId}, ${rolloutId}, ${state}, false, false, ${newId()}, 'Anna Ek', '{"add": 1}', ${at}, ${at})`)
  await database.rows(sql`
    insert into agency.template_rollout_step (agency_id, rollout_id, id, company_id, company_name, template_id,
      template_name, kind, version, outcome, after, modified_at)
    values (${agencyId}, ${rolloutId}, ${stepId}, ${companyId}, 'Kunden AB', ${templateId}, 'Texter', 'texts', 1, 'add',
      '{"mailText": "Hej!"}', ${at})`)
  return { rolloutId, stepId }
}

/** What rows of agencies name. What is only read is there once; what is removed is made anew. */
export const ofAgency = async (row: Row, { agency }: { agency: CallersAgency }): Promise<Record<string, string>> => {
  const of = row.path.includes('{companyId}') ? 'company' : 'agency'
  const isRemoved = row.method === 'DELETE'
  const parameters: Record<string, string> = { agencyId: agency.id, userId: agency.administrator.id }
  if (row.path.includes('{userId}') && isRemoved) parameters.userId = await agency.newUser(of)
  if (audienceOf(row) === 'agency' && row.path.includes('{invitationId}'))
    parameters.invitationId = await agency.newInvitation(of)
  if (row.path.includes('{templateId}')) parameters.templateId = await agency.newTemplate()
  // It is also the end of those that were begun before: only so many may be under way.
  if (row.path.includes('/template-rollouts')) {
    const isApplied = row.operationId === 'applyTemplateRollout'
    const { rolloutId, stepId } = await agency.newRollout(row.path.endsWith('/stop') ? 'previewing' : 'previewed')
    Object.assign(parameters, { rolloutId, ...(isApplied ? { body: JSON.stringify({ stepIds: [stepId] }) } : {}) })
  }
  if (row.operationId === 'disconnectAgency') parameters.agencyId = await agency.newAgency({ connected: true })
  if (row.operationId === 'listAgencyEvents') await agency.happens()
  const query = row.operationId === 'getNavigation' ? { userId: agency.administrator.id } : row.example?.query
  return query ? { ...parameters, query: String(new URLSearchParams(query)) } : parameters
}

/** Accounts that have become templates: each only once. */
const takenAccounts: number[] = []

/** Bodies of templates that name something of the company or its agency, by operation. */
export const agencyBodies: Record<string, (company: Calling) => Promise<object>> = {
  createAgencyTemplate: async () => ({ content: { kind: 'texts', name: `Texter ${newEmail()}`, mailText: 'Hej!' } }),
  updateAgencyTemplate: async () => ({ content: { kind: 'texts', name: `Texter ${newEmail()}`, mailText: 'Nytt' } }),
  takeAgencyTemplate: async (company) => {
    const { length: taken } = takenAccounts
    const accounts = (await company.get('/chart-of-accounts')).body
    takenAccounts.push(accounts[taken].account)
    return { companyId: company.id, resourceId: String(accounts[taken].account) }
  },
  createTemplateRollout: async ({ agency }) => ({ templateIds: [await agency.newTemplate()] }),
}

type Calling = Pick<TestCompany, 'id' | 'get'> & { agency: CallersAgency }

type Connected = { id: string; agency: Pick<CallersAgency, 'newConnection'>; integration: TestIntegration }

/** A connection of the company, or of the agency where the row is of agencies; answers the id. */
export const connectionFor = async (row: Row, { id, agency, integration }: Connected): Promise<string> =>
  audienceOf(row) === 'agency'
    ? agency.newConnection()
    : (await integration.connect({ type: 'company', id })).connectionId
