// The agency of a caller: it has the caller's company for a client, and people, so that each of its endpoints has
// something to be asked for.
import { addMember, createPerson } from '#identity'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newAgency, type TestIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import type { Service } from '#support/service'

type TenantType = 'agency' | 'company'

export type CallersAgency = {
  id: string
  /** Of the caller's integration, which somebody of the agency has let in. */
  token: string
  /** The administrator of the agency, who owns the company. */
  administrator: { id: string; email: string }
  /** Makes a user of the agency or the company who may be removed, and answers the id. */
  newUser(of: TenantType): Promise<string>
  /** Invites a new address to the agency or the company, and answers the id. */
  newInvitation(of: TenantType): Promise<string>
  /** Has something happen at the agency that its feed tells. */
  happens(): Promise<void>
  /** Makes an agency that the caller's integration is connected to, or not, and answers the id. */
  newAgency(options?: { connected?: boolean }): Promise<string>
}

/** An address that nobody has. */
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
    const person = await createPerson(call, { name: 'Anna Ek', email, password: 'korrekt häst batteri' })
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
