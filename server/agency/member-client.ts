// In which client companies somebody of the agency is a member, and the change of that in many at once. Whoever works
// at the agency works for all of its clients anyway: a membership puts the client on the person's own lists. It is a
// right in the company all the same, and ends when the company is no client any more, or the person leaves the agency.
import type { AgencyCall } from '#http'
import { addMember, type CompanyRole, lockMembers, readAgencyMember, removeMember } from '#identity'
import { sql } from '#platform/sql'
import { agencyRefusals as refusals } from './refusals.ts'

/** Most clients that one answer lists, and that one request changes. */
export const MOST_LISTED_CLIENTS = 2_000
export const MOST_CHANGED_CLIENTS = 100

/** A client company, with the role of the person there; null where they are no member. */
export type MemberClient = { id: string; name: string; organizationNumber: string; role: CompanyRole | null }

/** The clients of the agency by name, with what somebody who works there is at each. */
export const clientsOfMember = async (call: AgencyCall, personId: string): Promise<MemberClient[]> => {
  await readAgencyMember(call, personId)
  return clients(call, personId, null)
}

/** All clients, or those of these ids. */
const clients = (
  { db, agencyId }: AgencyCall,
  personId: string,
  ids: readonly string[] | null,
): Promise<MemberClient[]> =>
  db.rows<MemberClient>(sql`
    select c.id, c.name, c.organization_number as "organizationNumber", m.role
    from identity.agency_company_view k join identity.company_view c on c.id = k.company_id
    left join identity.company_member_view m on m.company_id = c.id and m.person_id = ${personId}
    where k.agency_id = ${agencyId} and (${ids === null}::boolean or c.id = any(${[...(ids ?? [])]}::uuid[]))
    order by lower(c.name), c.id limit ${MOST_LISTED_CLIENTS}`)

/**
 * Makes somebody of the agency a member of these clients, as a bookkeeper, or ends that; where it is so already nothing
 * changes. All or none: a client that is not the agency's, or that the person owns, refuses the whole.
 */
export const changeClientsOfMember = async (
  call: AgencyCall,
  { personId, companyIds, isMember }: { personId: string; companyIds: readonly string[]; isMember: boolean },
): Promise<MemberClient[]> => {
  await lockMembers(call, { type: 'agency', id: call.agencyId })
  await readAgencyMember(call, personId)
  // In one order, so that two who change the same wait for each other and no more.
  const asked = [...new Set(companyIds)].sort()
  await allClients(call, personId, asked)
  for (const id of asked) await lockMembers(call, { type: 'company', id })
  // Once more: one that has left meanwhile is a client no more.
  const found = await allClients(call, personId, asked)
  if (!isMember && found.some(({ role }) => role === 'owner')) throw refusals.ownerStays({ id: personId })
  for (const { id } of found.filter(({ role }) => (role !== null) !== isMember)) {
    const membership = { tenant: { type: 'company', id } as const, personId }
    if (isMember) await addMember(call, { ...membership, role: 'bookkeeper' })
    else await removeMember(call, membership)
  }
  return clients(call, personId, asked)
}

/** The clients of all these ids. */
const allClients = async (call: AgencyCall, personId: string, asked: readonly string[]): Promise<MemberClient[]> => {
  const found = await clients(call, personId, asked)
  const known = new Set(found.map(({ id }) => id))
  const strange = asked.find((id) => !known.has(id))
  if (strange !== undefined) throw refusals.clientNotFound({ id: strange })
  return found
}
