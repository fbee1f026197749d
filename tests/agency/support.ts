// Agencies of tests: with members, and integrations that reach them by both models.
import { addMember } from '#identity'
import type { Role } from '#rule/roles'
import { newAgency } from '#support/callers'
import { checkedRequests } from '#support/checked'
import type { Answer, Service } from '#support/service'
import { newPerson } from '#support/visitor'

export type Requests = ReturnType<typeof checkedRequests>

/** Requests with a token on paths of the API, every answer checked. */
export const asToken = (service: Service, token: string): Requests => checkedRequests(service.base, token)

export type Member = { id: string; email: string; name: string }

/** A person who is a member of an agency or a company. */
export const newMember = async (
  service: Service,
  tenant: { type: 'agency' | 'company'; id: string },
  role: Role = tenant.type === 'agency' ? 'administrator' : 'bookkeeper',
): Promise<Member> => {
  const person = await newPerson(service)
  await service.operate((call) => addMember(call, { tenant, personId: person.id, role }))
  return person
}

/** An agency with an administrator. */
export const newStaffedAgency = async (
  service: Service,
  companyIds: readonly string[] = [],
): Promise<{ id: string; path: string; administrator: Member }> => {
  const { id } = await newAgency(service, companyIds)
  return { id, path: `/agencies/${id}`, administrator: await newMember(service, { type: 'agency', id }) }
}

export const ok = (answer: Answer): Answer['body'] => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body
}

/** The status, the code and the message of an answer. */
export const said = ({ status, body }: Answer) => [status, body.code, body.message]

/** Field and message of each error. */
export const faultsOf = ({ status, body }: Answer): Record<string, string> | number =>
  status === 400
    ? Object.fromEntries((body.errors ?? []).map(({ field, message }: Record<string, string>) => [field, message]))
    : status
