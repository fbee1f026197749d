// The client companies that a person of the agency is a member of, and changing many of these memberships at once.
// People of an agency can work for all its clients anyway; a membership adds the client to the person's own lists. It
// is nevertheless a right in the company, and ends when the company leaves the agency, or the person does.
import type { AgencyCall } from '#http'
import { addMember, lockMembers, readAgencyMember, removeMember } from '#identity'
import { sql } from '#platform/sql'
import type { CompanyRole } from '#rule/roles'
import { agencyRefusals as refusals } from './refusals.ts'

/** Most clients that one response lists, and that one request changes. */
export const MOST_LISTED_CLIENTS = 2_000
export const MOST_CHANGED_CLIENTS = 100

/** A client company, with the person's role there; null without a membership. */
type MemberClient = { id: string; name: string; organizationNumber: string; role: CompanyRole | null }

/** The agency's clients by name, with a person's role in each. */
export const clientsOfMember = async (call: AgencyCall, personId: string): Promise<MemberClient[]> => {
  await readAgencyMember(call, personId)
  return clients(call, personId, null)
}

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
 * Makes a person of the agency a member of these clients, as a bookkeeper, or ends the memberships; no effect where
 * nothing changes. All or none: refused if one of the companies is not a client, or is owned by the person.
 */
export const changeClientsOfMember = async (
  call: AgencyCall,
  { personId, companyIds, isMember }: { personId: string; companyIds: readonly string[]; isMember: boolean },
): Promise<MemberClient[]> => {
  await lockMembers(call, { type: 'agency', id: call.agencyId })
  await readAgencyMember(call, personId)
  // In a fixed order of locks, so that concurrent changes cannot deadlock.
  const asked = [...new Set(companyIds)].sort()
  await allClients(call, personId, asked)
  for (const id of asked) await lockMembers(call, { type: 'company', id })
  // Checked again, because a client may have left before it was locked.
  const found = await allClients(call, personId, asked)
  if (!isMember && found.some(({ role }) => role === 'owner')) throw refusals.ownerStays({ id: personId })
  for (const { id } of found.filter(({ role }) => (role !== null) !== isMember)) {
    const membership = { tenant: { type: 'company', id } as const, personId }
    if (isMember) await addMember(call, { ...membership, role: 'bookkeeper' })
    else await removeMember(call, membership)
  }
  return clients(call, personId, asked)
}

/** The clients with these ids, all of which must be clients. */
const allClients = async (call: AgencyCall, personId: string, asked: readonly string[]): Promise<MemberClient[]> => {
  const found = await clients(call, personId, asked)
  const known = new Set(found.map(({ id }) => id))
  const strange = asked.find((id) => !known.has(id))
  if (strange !== undefined) throw refusals.clientNotFound({ id: strange })
  return found
}
