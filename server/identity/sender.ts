// Whether somebody may still let others in, by an invitation or a private token, at the moment at which that is
// written. The guard has asked before the request waited for its turn, and whoever ends a right looks through the
// invitations and tokens that there are by then.
import type { Call, CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { lockMembers, roleIn, type Tenant } from './membership.ts'
import { identityRefusals, peopleRefusals } from './refusals.ts'
import { type AgencyRole, actingRole, type CompanyRole, mayInvite, type Role, scopesOfRole } from './role.rules.ts'
import { deedOf } from './scopes.ts'

/**
 * Holds what people invite others to a tenant by, until the transaction ends: its members, and before them those of its
 * agencies that let in whoever asks, in the order in which all lock them, and then the account. Answers these agencies.
 * @param through an agency that asks about its client
 */
export const holdSenders = async (
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

/** A person who asks is refused once their account is locked; whoever locks it later finds what is sent now. */
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

/** `agencies` are those that are held. */
type Sending = { tenant: Tenant; role: Role; agencies: readonly string[] }

/** Refuses a person who may not invite somebody to be this, or may no longer: asked when all of it is held. */
export const refuseUnlessMayInvite = async (call: Call, { tenant, role, agencies }: Sending): Promise<void> => {
  const { kind, id } = call.actor
  if (kind !== 'user') return
  const own = await roleIn(call, id, tenant)
  if (tenant.type === 'agency') {
    if (own === 'administrator') return
    if (own === null) throw identityRefusals.noAgencyMember()
    throw identityRefusals.roleLacks({ role: own, deed: deedOf('agency-users:write') })
  }
  // Members of companies have no other roles.
  const inCompany = own as CompanyRole | null
  const atAgencies = await rolesAt(call, tenant.id, agencies)
  if (mayInvite(inCompany, atAgencies, role)) return
  const acting = actingRole(inCompany, atAgencies)
  if (acting === null) throw identityRefusals.noMember()
  // The least that anybody is invited to be tells whether it is the role that is too high.
  if (mayInvite(inCompany, atAgencies, 'reader')) throw peopleRefusals.ownersDecide()
  throw identityRefusals.roleLacks({ role: acting, deed: deedOf('members:write') })
}

/** Refuses a person who may not do this in the company any more; that they may stays so until the transaction ends. */
export const holdRight = async (call: CompanyCall, scope: string): Promise<void> => {
  const { kind, id } = call.actor
  if (kind !== 'user') return
  const tenant: Tenant = { type: 'company', id: call.companyId }
  const atAgencies = await rolesAt(call, tenant.id, await holdSenders(call, tenant))
  // Members of companies have no other roles.
  const acting = actingRole((await roleIn(call, id, tenant)) as CompanyRole | null, atAgencies)
  if (acting === null) throw identityRefusals.noMember()
  if (!scopesOfRole[acting].has(scope)) throw identityRefusals.roleLacks({ role: acting, deed: deedOf(scope) })
}

/** The roles of whoever asks in those of these agencies whose client the company is still. */
const rolesAt = async ({ db, actor }: Call, companyId: string, agencies: readonly string[]): Promise<AgencyRole[]> => {
  if (agencies.length === 0) return []
  const found = await db.rows<{ role: AgencyRole }>(sql`
    select m.role from identity.agency_member m join identity.agency_company k on k.agency_id = m.agency_id
    where m.agency_id = any(${[...agencies]}::uuid[]) and k.company_id = ${companyId} and m.person_id = ${actor.id}`)
  return found.map(({ role }) => role)
}
