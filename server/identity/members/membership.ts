// Memberships: people are members of companies and agencies, with one role in each.
import { findAgency } from '#identity/agency'
import { findCompany } from '#identity/company'
import { findPerson } from '#identity/people/person'
import { peopleFaults, peopleRefusals } from '#identity/refusals'
import type { Call, CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import { type AgencyRole, agencyRoles, type CompanyRole, companyRoles, type Role } from '#rule/roles'
import { withdrawFromAgency, withdrawSentBy, withdrawTo, withdrawUnfounded } from './withdrawal.ts'

export type Tenant = { type: 'company' | 'agency'; id: string }

/** `isSignatory`: may sign for the company; not used for agencies. */
export type Member = {
  personId: string
  name: string
  email: string
  role: Role
  isSignatory: boolean
  modifiedAt: Date
}
export type Membership = { tenant: Tenant; name: string; role: Role; isSignatory: boolean }

/** The roles that manage a tenant's integrations. */
const MANAGING: readonly string[] = ['owner', 'administrator']

/** Most members of a tenant that are listed, and most memberships of a person. */
export const MOST_MEMBERS = 1000

/** Makes a person a member; this also accepts an open invitation of theirs to the tenant. */
export const addMember = async (
  call: Call,
  { tenant, personId, role }: { tenant: Tenant; personId: string; role: Role },
): Promise<void> => {
  refuseWrongRole(tenant, role)
  await lockMembers(call, tenant)
  const person = await findPerson(call, personId)
  const added = await call.db.rows(
    tenant.type === 'company'
      ? sql`
        insert into identity.company_member (company_id, person_id, role, created_at)
        values (${tenant.id}, ${personId}, ${role}, ${call.now}) on conflict do nothing returning 1`
      : sql`
        insert into identity.agency_member (agency_id, person_id, role, created_at)
        values (${tenant.id}, ${personId}, ${role}, ${call.now}) on conflict do nothing returning 1`,
  )
  if (added.length === 0) throw peopleRefusals.alreadyMember()
  recordEvent(within(call, tenant), 'member.added', { id: personId }, { personId, name: person.name, role })
  await withdrawTo(call, { ...tenant, email: person.email })
}

/** Changes a member's role; invitations that the member could not have sent in the new role are withdrawn. */
export const changeRole = async (
  call: Call,
  { tenant, personId, role }: { tenant: Tenant; personId: string; role: Role },
): Promise<void> => {
  refuseWrongRole(tenant, role)
  await lockMembers(call, tenant)
  const before = await heldRole(call, tenant, personId)
  if (before === role) return
  await refuseLast(call, tenant, before)
  if (role === 'auditor' && (await isSignatoryOf(call, { personId, companyId: tenant.id }))) {
    throw peopleRefusals.auditorSigns()
  }
  await call.db.rows(
    tenant.type === 'company'
      ? sql`
        update identity.company_member set role = ${role}, modified_at = ${call.now}
        where company_id = ${tenant.id} and person_id = ${personId}`
      : sql`
        update identity.agency_member set role = ${role}, modified_at = ${call.now}
        where agency_id = ${tenant.id} and person_id = ${personId}`,
  )
  recordEvent(within(call, tenant), 'member.role-changed', { id: personId }, { personId, from: before, to: role })
  if (tenant.type === 'company') {
    await withdrawUnfounded(call, sentTo(tenant.id, personId))
  } else if (role !== 'administrator') {
    await withdrawSentBy(call, tenant.id, personId)
    await withdrawUnfounded(call, isToClient(tenant.id, personId))
  }
}

const sentTo = (companyId: string, personId: string): Sql =>
  sql`i.company_id = ${companyId} and i.invited_by_id = ${personId}`

/** The invitations that a person has sent to the clients of an agency. */
const isToClient = (agencyId: string, personId: string): Sql => sql`i.invited_by_id = ${personId}
  and i.company_id in (select k.company_id from identity.agency_company k where k.agency_id = ${agencyId})`

/**
 * Ends a membership, but never that of the last owner of a company, nor of the last administrator of an agency. Leaving
 * an agency ends memberships of its clients too. Pending invitations to the person are withdrawn, and those the person
 * may no longer send.
 */
export const removeMember = async (
  call: Call,
  { tenant, personId }: { tenant: Tenant; personId: string },
): Promise<void> => {
  await lockMembers(call, tenant)
  const role = await heldRole(call, tenant, personId)
  await refuseLast(call, tenant, role)
  await call.db.rows(
    tenant.type === 'company'
      ? sql`delete from identity.company_member where company_id = ${tenant.id} and person_id = ${personId}`
      : sql`delete from identity.agency_member where agency_id = ${tenant.id} and person_id = ${personId}`,
  )
  recordEvent(within(call, tenant), 'member.removed', { id: personId }, { personId, role })
  if (tenant.type === 'agency') {
    await withdrawSentBy(call, tenant.id, personId)
    await leaveClients(call, { agencyId: tenant.id, personId })
    return
  }
  const { email } = await findPerson(call, personId)
  await withdrawTo(call, { ...tenant, email })
  await withdrawUnfounded(call, sentTo(tenant.id, personId))
}

/**
 * Ends a person's memberships of an agency's clients, except those that they own. Pending invitations there are
 * withdrawn first: a person who accepts one at this moment becomes a member, and is then removed. Invitations sent
 * there on behalf of the agency are withdrawn too, unless the person was a member.
 */
const leaveClients = async (
  call: Call,
  { agencyId, personId }: { agencyId: string; personId: string },
): Promise<void> => {
  const { email } = await findPerson(call, personId)
  await withdrawFromAgency(call, { agencyId, email })
  const companies = await call.db.rows<{ id: string }>(sql`
    select m.company_id as id from identity.company_member m
    join identity.agency_company k on k.company_id = m.company_id
    where k.agency_id = ${agencyId} and m.person_id = ${personId} and m.role <> 'owner' order by m.company_id`)
  for (const { id } of companies) {
    const tenant: Tenant = { type: 'company', id }
    await lockMembers(call, tenant)
    // The company may have removed the member meanwhile.
    const role = await roleIn(call, personId, tenant)
    if (role !== null && role !== 'owner') await removeMember(call, { tenant, personId })
  }
  await withdrawUnfounded(call, isToClient(agencyId, personId))
}

/** Sets whether a member of a company may sign for it (firmatecknare). */
export const setSignatory = async (
  call: CompanyCall,
  { personId, isSignatory }: { personId: string; isSignatory: boolean },
): Promise<void> => {
  const tenant: Tenant = { type: 'company', id: call.companyId }
  await lockMembers(call, tenant)
  const role = await heldRole(call, tenant, personId)
  if (isSignatory && role === 'auditor') throw peopleRefusals.auditorSigns()
  const changed = await call.db.rows(sql`
    update identity.company_member set is_signatory = ${isSignatory}, modified_at = ${call.now}
    where company_id = ${call.companyId} and person_id = ${personId} and is_signatory <> ${isSignatory} returning 1`)
  if (changed.length > 0) recordEvent(call, 'member.signatory', { id: personId }, { personId, isSignatory })
}

/** Whether a person may sign for a company; `hold` prevents changes until the transaction ends. */
export const isSignatoryOf = async (
  { db }: Pick<Call, 'db'>,
  { personId, companyId, hold = false }: { personId: string; companyId: string; hold?: boolean },
): Promise<boolean> => {
  const found = await db.maybe<{ is_signatory: boolean }>(sql`
    select is_signatory from identity.company_member
    where company_id = ${companyId} and person_id = ${personId} ${hold ? sql`for share` : empty}`)
  return found?.is_signatory ?? false
}

const refuseWrongRole = ({ type }: Tenant, role: Role): void => {
  const known: readonly string[] = type === 'company' ? companyRoles : agencyRoles
  if (!known.includes(role)) refuseIfAny([peopleFaults.role('#/role', { known: known.join(', ') })])
}

/** Serializes changes of a tenant's members: of two owners who remove each other, one stays. */
export const lockMembers = async (call: Pick<Call, 'db'>, { type, id }: Tenant): Promise<void> => {
  await (type === 'company' ? findCompany(call.db, id) : findAgency(call, id))
  await call.db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${membersKey(id)}, 0))`)
}

/** The lock for changes of a tenant's members. */
export const membersKey = (tenantId: string): string => `members of ${tenantId}`

const heldRole = async (call: Call, tenant: Tenant, personId: string): Promise<Role> => {
  const role = await roleIn(call, personId, tenant)
  if (role === null) throw peopleRefusals.memberNotFound({ id: personId })
  return role
}

const refuseLast = async ({ db }: Call, { type, id }: Tenant, role: Role): Promise<void> => {
  const highest = type === 'company' ? 'owner' : 'administrator'
  if (role !== highest) return
  const others = await db.rows(
    type === 'company'
      ? sql`select 1 from identity.company_member where company_id = ${id} and role = ${highest} limit 2`
      : sql`select 1 from identity.agency_member where agency_id = ${id} and role = ${highest} limit 2`,
  )
  if (others.length < 2) throw type === 'company' ? peopleRefusals.lastOwner() : peopleRefusals.lastAdministrator()
}

const within = (call: Call, { type, id }: Tenant) =>
  type === 'company' ? { ...call, companyId: id } : { ...call, agencyId: id }

/** The role of a person in a tenant; null for a person who is not a member. */
export const roleIn = async (
  { db }: Pick<Call, 'db'>,
  personId: string,
  { type, id }: Tenant,
): Promise<Role | null> => {
  const found = await db.maybe<{ role: Role }>(
    type === 'company'
      ? sql`select role from identity.company_member where company_id = ${id} and person_id = ${personId}`
      : sql`select role from identity.agency_member where agency_id = ${id} and person_id = ${personId}`,
  )
  return found?.role ?? null
}

export type RolesRow = {
  role: CompanyRole | null
  agency_roles: AgencyRole[]
  role_at_agency: AgencyRole | null
}

/**
 * The roles of a person in a company, in the company's agencies, and in an agency; always one row, to be combined with
 * other queries.
 */
export const rolesById = ({ companyId, agencyId }: { companyId: Sql; agencyId: Sql }, personId: Sql): Sql => sql`
  select (
      select m.role from identity.company_member m where m.company_id = ${companyId} and m.person_id = ${personId}
    ) as role, array(
      select m.role from identity.agency_company c join identity.agency_member m on m.agency_id = c.agency_id
      where c.company_id = ${companyId} and m.person_id = ${personId}
    ) as agency_roles, (
      select m.role from identity.agency_member m where m.agency_id = ${agencyId} and m.person_id = ${personId}
    ) as role_at_agency`

/**
 * Whether a person works at an agency and a company is its client. If so, both stay so until the transaction ends,
 * because changes lock the members of both, in this order.
 */
export const holdClientOf = async (
  call: Pick<Call, 'db'>,
  { agencyId, companyId, personId }: { agencyId: string; companyId: string; personId: string },
): Promise<boolean> => {
  await lockMembers(call, { type: 'agency', id: agencyId })
  await lockMembers(call, { type: 'company', id: companyId })
  const held = await call.db.rows(sql`
    select from identity.agency_company c join identity.agency_member m on m.agency_id = c.agency_id
    where c.agency_id = ${agencyId} and c.company_id = ${companyId} and m.person_id = ${personId}`)
  return held.length > 0
}

/** The longest-standing owner of a company; null if there is none. */
export const firstOwnerOf = (
  { db }: Pick<Call, 'db'>,
  companyId: string,
): Promise<{ id: string; name: string } | null> =>
  db.maybe(sql`
    select p.id, p.name from identity.company_member m join identity.person p on p.id = m.person_id
    where m.company_id = ${companyId} and m.role = 'owner' order by m.created_at, p.id limit 1`)

/**
 * Whether a person manages the integrations of a tenant: owners and administrators of the company; administrators of
 * the agency, who also do so for its client companies.
 */
export const mayManageIntegrations = async (
  call: Pick<Call, 'db'>,
  personId: string,
  tenant: Tenant,
): Promise<boolean> => {
  if (MANAGING.includes((await roleIn(call, personId, tenant)) ?? '')) return true
  if (tenant.type === 'agency') return false
  const [through] = await call.db.rows(sql`
    select 1 from identity.agency_company c join identity.agency_member m on m.agency_id = c.agency_id
    where c.company_id = ${tenant.id} and m.person_id = ${personId} and m.role = 'administrator' limit 1`)
  return through !== undefined
}

/** The tenants whose integrations a person manages, by name; at most `limit`. */
export const manageableTenants = (
  { db }: Pick<Call, 'db'>,
  personId: string,
  type: Tenant['type'],
  limit: number,
): Promise<{ id: string; name: string; isTest: boolean }[]> =>
  db.rows(
    type === 'agency'
      ? sql`
        select a.id, a.name, false as "isTest"
        from identity.agency a join identity.agency_member m on m.agency_id = a.id
        where m.person_id = ${personId} and m.role = 'administrator' order by lower(a.name), a.id limit ${limit}`
      : sql`
        select c.id, c.name, c.is_test as "isTest" from identity.company c where c.id in (
          select company_id from identity.company_member
          where person_id = ${personId} and role in ('owner', 'administrator')
          union
          select o.company_id from identity.agency_company o
          join identity.agency_member m on m.agency_id = o.agency_id
          where m.person_id = ${personId} and m.role = 'administrator')
        order by lower(c.name), c.id limit ${limit}`,
  )

/** A person's memberships, companies first, by name. */
export const membershipsOf = async ({ db }: Pick<Call, 'db'>, personId: string): Promise<Membership[]> => {
  const rows = await db.rows<Omit<Membership, 'tenant'> & Tenant>(sql`
    select 'company' as type, c.id, c.name, m.role, m.is_signatory as "isSignatory"
    from identity.company_member m join identity.company c on c.id = m.company_id where m.person_id = ${personId}
    union all
    select 'agency', a.id, a.name, m.role, false
    from identity.agency_member m join identity.agency a on a.id = m.agency_id where m.person_id = ${personId}
    order by 1 desc, 3, 2 limit ${MOST_MEMBERS}`)
  return rows.map(({ type, id, ...rest }) => ({ tenant: { type, id }, ...rest }))
}

/**
 * The member of an agency with this address; null if there is none. `held` locks the membership until the transaction
 * ends.
 */
export const agencyMemberByEmail = (
  { db }: Pick<Call, 'db'>,
  { agencyId, email, held }: { agencyId: string; email: string; held: boolean },
): Promise<{ personId: string } | null> =>
  db.maybe<{ personId: string }>(sql`
    select m.person_id as "personId" from identity.agency_member m join identity.person p on p.id = m.person_id
    where m.agency_id = ${agencyId} and lower(p.email) = lower(${email.trim()}) ${held ? sql`for share of m` : sql``}`)

/** One member of a company; refused as not found. */
export const readMember = async ({ db, companyId }: CompanyCall, personId: string): Promise<Member> => {
  const found = await db.maybe<Member>(sql`
    select ${memberColumns} from ${companyMembers} where m.company_id = ${companyId} and m.person_id = ${personId}`)
  if (!found) throw peopleRefusals.memberNotFound({ id: personId })
  return found
}

/** The same, and prevents changes of the members until the transaction ends. */
export const lockMember = async (call: CompanyCall, personId: string): Promise<Member> => {
  await lockMembers(call, { type: 'company', id: call.companyId })
  return readMember(call, personId)
}

/** A page of the members of a company, the latest accounts first. */
export const listMemberPage = (call: CompanyCall, request: PageRequest): Promise<Page<Member>> => {
  const list: List<Member, Member> = {
    name: 'members',
    columns: memberColumns,
    from: companyMembers,
    where: sql`m.company_id = ${call.companyId}`,
    key: [sql`m.person_id`],
    keyOf: ({ personId }) => [personId],
    filters: {
      properties: {
        name: { type: 'string', column: sql`p.name` },
        role: { type: { oneOf: companyRoles }, column: sql`m.role` },
        modifiedDateTime: {
          type: 'datetime',
          column: sql`greatest(coalesce(m.modified_at, m.created_at), p.renamed_at)`,
        },
      },
    },
    itemOf: (member) => member,
  }
  return listPage(call, list, request)
}

const companyMembers = sql`identity.company_member m join identity.person p on p.id = m.person_id`
const memberColumns = sql`m.person_id as "personId", p.name, p.email, m.role, m.is_signatory as "isSignatory",
  greatest(coalesce(m.modified_at, m.created_at), p.renamed_at) as "modifiedAt"`

const agencyMembers = sql`identity.agency_member m join identity.person p on p.id = m.person_id`
const agencyMemberColumns = sql`m.person_id as "personId", p.name, p.email, m.role, false as "isSignatory",
  greatest(coalesce(m.modified_at, m.created_at), p.renamed_at) as "modifiedAt"`

/** A page of the members of an agency, the latest accounts first. */
export const listAgencyMemberPage = (
  call: Call & { agencyId: string },
  request: PageRequest,
): Promise<Page<Member>> => {
  const list: List<Member, Member> = {
    name: 'agency-members',
    columns: agencyMemberColumns,
    from: agencyMembers,
    where: sql`m.agency_id = ${call.agencyId}`,
    key: [sql`m.person_id`],
    keyOf: ({ personId }) => [personId],
    filters: {
      properties: {
        name: { type: 'string', column: sql`p.name` },
        role: { type: { oneOf: agencyRoles }, column: sql`m.role` },
        modifiedDateTime: {
          type: 'datetime',
          column: sql`greatest(coalesce(m.modified_at, m.created_at), p.renamed_at)`,
        },
      },
    },
    itemOf: (member) => member,
  }
  return listPage({ ...call, companyId: call.agencyId }, list, request)
}

/** One member of an agency; refused as not found. */
export const readAgencyMember = async (
  { db, agencyId }: Call & { agencyId: string },
  personId: string,
): Promise<Member> => {
  const found = await db.maybe<Member>(sql`
    select ${agencyMemberColumns} from ${agencyMembers} where m.agency_id = ${agencyId} and m.person_id = ${personId}`)
  if (!found) throw peopleRefusals.memberNotFound({ id: personId })
  return found
}

/** Changes of a member; absent fields stay. */
type MemberChange = { role?: CompanyRole | undefined; isSignatory?: boolean | undefined }

/**
 * Changes a member on behalf of a colleague. Only owners decide on owners, and on who signs for the company and so
 * moves its money.
 */
export const changeMember = async (
  call: CompanyCall,
  personId: string,
  { role, isSignatory }: MemberChange,
): Promise<Member> => {
  const tenant: Tenant = { type: 'company', id: call.companyId }
  await lockMembers(call, tenant)
  const held = await heldRole(call, tenant, personId)
  if (isSignatory !== undefined || held === 'owner' || role === 'owner') await refuseUnlessOwner(call, tenant)
  if (role !== undefined) await changeRole(call, { tenant, personId, role })
  if (isSignatory !== undefined) await setSignatory(call, { personId, isSignatory })
  return readMember(call, personId)
}

/** Ends a membership on behalf of a colleague. */
export const dismissMember = async (call: CompanyCall, personId: string): Promise<void> => {
  const tenant: Tenant = { type: 'company', id: call.companyId }
  await lockMembers(call, tenant)
  if ((await heldRole(call, tenant, personId)) === 'owner') await refuseUnlessOwner(call, tenant)
  await removeMember(call, { tenant, personId })
}

/** Some changes are reserved for owners. */
const refuseUnlessOwner = async (call: Call, tenant: Tenant): Promise<void> => {
  if ((await roleIn(call, call.actor.id, tenant)) !== 'owner') throw peopleRefusals.ownersDecide()
}

/** The members of a tenant, by name. */
export const listMembers = async (call: Call, tenant: Tenant): Promise<Member[]> => {
  const { type, id } = tenant
  await (type === 'company' ? findCompany(call.db, id) : findAgency(call, id))
  return call.db.rows<Member>(
    type === 'company'
      ? sql`
        select ${memberColumns} from ${companyMembers} where m.company_id = ${id} order by p.name, p.id
        limit ${MOST_MEMBERS}`
      : sql`
        select ${agencyMemberColumns} from ${agencyMembers} where m.agency_id = ${id} order by p.name, p.id
        limit ${MOST_MEMBERS}`,
  )
}
