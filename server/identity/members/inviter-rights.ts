// Whether a person may still give others access, by an invitation or a private token, at the moment of the write. The
// guard has checked this before the request waited for its turn, and a transaction that ends a right only looks through
// the invitations and tokens that it can see.
import { identityRefusals, peopleRefusals } from '#identity/refusals'
import type { Call, CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import type { AgencyRole, CompanyRole, Role } from '#rule/roles'
import { lockMembers, roleIn, type Tenant } from './membership.ts'
import { actingRole, mayInvite, scopesOfRole } from './role.rules.ts'
import { deedOf } from './scopes.ts'

/**
 * Locks what a person's right to invite to a tenant depends on, until the transaction ends: the tenant's members,
 * before them those of its agencies through which the person acts, in the usual order of locks, and then the account.
 * Returns these agencies.
 * @param through an agency that asks about its client
 */
export const lockInviterRights = async (
  call: Call,
  tenant: Tenant,
  through: string | null = null,
): Promise<readonly string[]> => {
  const agencies = tenant.type === 'company' ? await agenciesLettingIn(call, tenant.id, through) : []
  for (const id of agencies) await lockMembers(call, { type: 'agency', id })
  await lockMembers(call, tenant)
  await holdAccount(call)
  return agencies
}

/** Refused for a locked account; a transaction that locks it later sees what is sent now. */
const holdAccount = async ({ db, actor }: Call): Promise<void> => {
  if (actor.kind !== 'user') return
  const open = await db.maybe(sql`
    select from identity.person where id = ${actor.id} and locked_at is null for share`)
  if (!open) throw identityRefusals.sessionOver({}, [], { 'www-authenticate': 'Bearer' })
}

const agenciesLettingIn = async (
  { db, actor }: Call,
  companyId: string,
  through: string | null,
): Promise<readonly string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select k.agency_id as id from identity.agency_company k
    where k.company_id = ${companyId} and (k.agency_id = ${through} or exists (
      select from identity.agency_member m where m.agency_id = k.agency_id and m.person_id = ${actor.id}))
    order by k.agency_id`)
  return found.map(({ id }) => id)
}

/** `agencies` are those that were locked. */
type Sending = { tenant: Tenant; role: Role; agencies: readonly string[] }

/** Refuses a person who may not, or no longer, invite others to this role; called after locking. */
export const requireMayInvite = async (call: Call, { tenant, role, agencies }: Sending): Promise<void> => {
  const { kind, id } = call.actor
  if (kind !== 'user') return
  const own = await roleIn(call, id, tenant)
  if (tenant.type === 'agency') {
    if (own === 'administrator') return
    if (own === null) throw identityRefusals.noAgencyMember()
    throw identityRefusals.roleLacks({ role: own, deed: deedOf('agency-users:write') })
  }
  // The cast is safe: members of companies have no other roles.
  const inCompany = own as CompanyRole | null
  const atAgencies = await rolesAt(call, tenant.id, agencies)
  if (mayInvite(inCompany, atAgencies, role)) return
  const acting = actingRole(inCompany, atAgencies)
  if (acting === null) throw identityRefusals.noMember()
  // If the person may invite to the lowest role, then the requested role is too high.
  if (mayInvite(inCompany, atAgencies, 'reader')) throw peopleRefusals.ownersDecide()
  throw identityRefusals.roleLacks({ role: acting, deed: deedOf('members:write') })
}

/**
 * Refuses a person who no longer has this right in the company, and keeps the right from changing until the transaction
 * ends.
 */
export const lockRight = async (call: CompanyCall, scope: string): Promise<void> => {
  const { kind, id } = call.actor
  if (kind !== 'user') return
  const tenant: Tenant = { type: 'company', id: call.companyId }
  const atAgencies = await rolesAt(call, tenant.id, await lockInviterRights(call, tenant))
  // The cast is safe: members of companies have no other roles.
  const acting = actingRole((await roleIn(call, id, tenant)) as CompanyRole | null, atAgencies)
  if (acting === null) throw identityRefusals.noMember()
  if (!scopesOfRole[acting].has(scope)) throw identityRefusals.roleLacks({ role: acting, deed: deedOf(scope) })
}

/** The caller's roles in those of these agencies that still have the company as a client. */
const rolesAt = async ({ db, actor }: Call, companyId: string, agencies: readonly string[]): Promise<AgencyRole[]> => {
  if (agencies.length === 0) return []
  const found = await db.rows<{ role: AgencyRole }>(sql`
    select m.role from identity.agency_member m join identity.agency_company k on k.agency_id = m.agency_id
    where m.agency_id = any(${[...agencies]}::uuid[]) and k.company_id = ${companyId} and m.person_id = ${actor.id}`)
  return found.map(({ role }) => role)
}
