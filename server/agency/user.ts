// The people of an agency and of its client companies, and their invitations.
import { lockInvitationRight } from '#access'
import type { AgencyCall } from '#http'
import { firstOwnerOf, type Invitation, invite, lockInviterRights, lockMembers, removeMember, roleIn } from '#identity'
import { momentText } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { invalidWith } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { requireClient } from './client-company.ts'
import { agencyFaults as faults, agencyRefusals as refusals } from './refusals.ts'

/** A user as in the API. */
type User = { id: string; email: string; name: string; status: 'active'; modifiedDateTime: string }

/** The agency itself, or a client company. */
type Place = { type: 'agency' | 'company'; id: string }

/** The place that a path names: a company in it must be a client of the agency. */
export const placeIn = async (call: AgencyCall, companyId: string | undefined): Promise<Place> => {
  if (companyId === undefined) return { type: 'agency', id: call.agencyId }
  await requireClient(call, companyId)
  return { type: 'company', id: companyId }
}

type UserRow = { id: string; email: string; name: string; since: Date }

/** The displayed properties of a user never change, so the date is that of joining. */
const shown = ({ id, email, name, since }: UserRow): User => ({
  id,
  email,
  name,
  status: 'active',
  modifiedDateTime: momentText(since),
})

const membersOf = ({ type, id }: Place): { from: Sql; where: Sql } =>
  type === 'agency'
    ? {
        from: sql`identity.agency_member_view m join identity.person_view p on p.id = m.person_id`,
        where: sql`m.agency_id = ${id}`,
      }
    : {
        from: sql`identity.company_member_view m join identity.person_view p on p.id = m.person_id`,
        where: sql`m.company_id = ${id}`,
      }

const columns = sql`p.id, p.email, p.name, greatest(m.created_at, p.renamed_at) as since`

/** A page of the people of a place, the latest accounts first. */
export const listUsers = (call: AgencyCall, place: Place, request: PageRequest): Promise<Page<User>> => {
  const list: List<UserRow, User> = {
    name: 'users',
    columns,
    ...membersOf(place),
    key: [sql`m.person_id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: { modifiedDateTime: { type: 'datetime', column: sql`greatest(m.created_at, p.renamed_at)` } },
    },
    itemOf: shown,
  }
  return listPage({ ...call, companyId: place.id }, list, request)
}

/** One of them; refused as not found. */
export const getUser = async ({ db }: AgencyCall, place: Place, id: string): Promise<User> => {
  const { from, where } = membersOf(place)
  const found = await db.maybe<UserRow>(sql`select ${columns} from ${from} where ${where} and m.person_id = ${id}`)
  if (!found) throw refusals.userNotFound({ id })
  return shown(found)
}

/** Ends a membership of the agency, and those of its client companies, except companies that the person owns. */
export const removeAgencyUser = async (call: AgencyCall, personId: string): Promise<void> => {
  const place: Place = { type: 'agency', id: call.agencyId }
  await lockMembers(call, place)
  const user = await getUser(call, place, personId)
  if (await isLast(call, user.id)) throw refusals.lastAdministrator({ id: user.id })
  await removeMember(call, { tenant: place, personId: user.id })
}

const isLast = async ({ db, agencyId }: AgencyCall, personId: string): Promise<boolean> => {
  const administrators = await db.rows<{ id: string }>(sql`
    select person_id as id from identity.agency_member_view
    where agency_id = ${agencyId} and role = 'administrator' limit 2`)
  return administrators.length === 1 && administrators[0]?.id === personId
}

/** Ends a membership of a client company; its owner stays. */
export const removeCompanyUser = async (call: AgencyCall, companyId: string, personId: string): Promise<void> => {
  const place: Place = { type: 'company', id: companyId }
  await lockMembers(call, place)
  const user = await getUser(call, place, personId)
  if ((await roleIn(call, user.id, place)) === 'owner') throw refusals.ownerStays({ id: user.id })
  await removeMember(call, { tenant: place, personId: user.id })
}

/** Invites an address to the agency, in the integration's own name. */
export const inviteToAgency = async (call: AgencyCall, email: string): Promise<Invitation> => {
  const { agencyId, integrationId } = call
  const tenant = { type: 'agency', id: agencyId } as const
  await lockInviterRights(call, tenant)
  if (integrationId !== null) await lockInvitationRight(call, { integrationId, agencyId })
  return invite(call, { tenant, email, inviter: call.actor, sender: agencyId })
}

/**
 * Invites an address to a client company: a person in their own name, an integration in the name of the owner or of
 * another person who may manage the company's users. Client relation and inviter are checked after locking them.
 */
export const inviteToCompany = async (
  call: AgencyCall,
  companyId: string,
  { email, inviterUserId }: { email: string; inviterUserId?: string | undefined },
): Promise<Invitation> => {
  const { agencyId, integrationId } = call
  const tenant = { type: 'company', id: companyId } as const
  await lockInviterRights(call, tenant, agencyId)
  await requireClient(call, companyId)
  const through = integrationId === null ? null : { integrationId, agencyId }
  if (through) await lockInvitationRight(call, through)
  // People invite in their own name, so that their invitations end with their rights; integrations in the name of a
  // person who may invite.
  const inviter = through ? await inviterOf(call, companyId, inviterUserId) : ownName(call, inviterUserId)
  return invite(call, { tenant, email, inviter: { kind: 'user', ...inviter }, sender: agencyId, through })
}

const ownName = ({ actor }: AgencyCall, asked: string | undefined): { id: string; name: string } => {
  if (asked !== undefined && asked.toLowerCase() !== actor.id)
    throw invalidWith([faults.inviterOther('#/inviterUserId')])
  return actor
}

const inviterOf = async (
  call: AgencyCall,
  companyId: string,
  asked: string | undefined,
): Promise<{ id: string; name: string }> => {
  const found =
    asked === undefined
      ? await firstOwnerOf(call, companyId)
      : await call.db.maybe<{ id: string; name: string }>(sql`
        select p.id, p.name from identity.company_member_view m join identity.person_view p on p.id = m.person_id
        where m.company_id = ${companyId} and m.person_id = ${asked} and m.role in ('owner', 'administrator')`)
  if (found) return found
  throw invalidWith([(asked === undefined ? faults.inviterMissing : faults.inviter)('#/inviterUserId')])
}
