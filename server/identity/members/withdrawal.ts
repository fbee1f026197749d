// Withdraws invitations when their sender loses rights: accepting one requires that its sender may still invite.
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import type { AgencyRole, CompanyRole, Role } from '#rule/roles'
import { mayInvite } from './role.rules.ts'

/** Withdraws a person's invitations to an agency. */
export const withdrawSentBy = (call: Call, agencyId: string, personId: string): Promise<void> =>
  withdraw(call, sql`i.agency_id = ${agencyId} and i.invited_by_id = ${personId}`)

export const withdrawAllSentBy = (call: Call, personId: string): Promise<void> =>
  withdraw(call, sql`i.invited_by_id = ${personId}`)

/**
 * Withdraws an integration's invitations through agencies, except `keep`: those to the agency in its own name, and
 * those to clients on behalf of a person there.
 */
export const withdrawSentThrough = (
  call: Call,
  { integrationId, keep }: { integrationId: string; keep: readonly string[] },
): Promise<void> => {
  const isKept = (agency: Sql) => sql`${agency} = any(${[...keep]}::uuid[])`
  return withdraw(
    call,
    sql`(i.invited_by_kind = 'integration' and i.invited_by_id = ${integrationId} and not ${isKept(sql`i.agency_id`)}
      or i.through_integration = ${integrationId} and not ${isKept(sql`i.through_agency`)})`,
  )
}

/** Withdraws invitations by an agency's integrations to a company that is no longer its client. */
export const withdrawThroughAgency = (
  call: Call,
  { agencyId, companyId }: { agencyId: string; companyId: string },
): Promise<void> => withdraw(call, sql`i.company_id = ${companyId} and i.through_agency = ${agencyId}`)

/** Withdraws pending invitations to a person who leaves an agency: to the agency, and to its client companies. */
export const withdrawFromAgency = (
  call: Call,
  { agencyId, email }: { agencyId: string; email: string },
): Promise<void> => {
  const isTheirs = sql`lower(o.email) = lower(${email}) and o.accepted_at is null and o.withdrawn_at is null`
  return withdraw(
    call,
    sql`i.id in (
      select o.id from identity.invitation o where o.agency_id = ${agencyId} and ${isTheirs}
      union all
      select o.id from identity.agency_company k join identity.invitation o on o.company_id = k.company_id
      where k.agency_id = ${agencyId} and ${isTheirs})`,
  )
}

/**
 * Withdraws pending invitations of an address to a company or an agency, whose person has become a member there
 * otherwise, or has ceased to be one.
 */
export const withdrawTo = (
  call: Call,
  { type, id, email }: { type: 'company' | 'agency'; id: string; email: string },
): Promise<void> =>
  withdraw(
    call,
    sql`${type === 'company' ? sql`i.company_id = ${id}` : sql`i.agency_id = ${id}`}
      and lower(i.email) = lower(${email})`,
  )

/**
 * Withdraws pending invitations of an agency's people to a company that is no longer its client, except for people of
 * another agency of the company.
 */
export const withdrawFromClient = (
  call: Call,
  { agencyId, companyId }: { agencyId: string; companyId: string },
): Promise<void> =>
  withdraw(
    call,
    sql`i.company_id = ${companyId} and lower(i.email) in (
      select lower(p.email) from identity.agency_member m join identity.person p on p.id = m.person_id
      where m.agency_id = ${agencyId} and m.person_id not in (
        select o.person_id from identity.agency_company k join identity.agency_member o on o.agency_id = k.agency_id
        where k.company_id = ${companyId}))`,
  )

type Sent = { id: string; companyId: string; personId: string; role: Role; atAgencies: AgencyRole[] }
type Own = { companyId: string; personId: string; role: CompanyRole }

/**
 * Withdraws those invitations to companies among `which` that their senders could no longer send, as members or through
 * agencies; called after their rights have changed.
 */
export const withdrawUnfounded = async (call: Call, which: Sql): Promise<void> => {
  const sent = await call.db.rows<Sent>(sql`
    select i.id, i.company_id as "companyId", i.invited_by_id as "personId", i.role, array(
      select m.role from identity.agency_company k join identity.agency_member m on m.agency_id = k.agency_id
      where k.company_id = i.company_id and m.person_id = i.invited_by_id) as "atAgencies"
    from identity.invitation i
    where i.company_id is not null and i.accepted_at is null and i.withdrawn_at is null and ${which}`)
  if (sent.length === 0) return
  // A separate query: members are placed with their company, while invitations are replicated.
  const own = await call.db.rows<Own>(sql`
    select company_id as "companyId", person_id as "personId", role from identity.company_member
    where company_id = any(${[...new Set(sent.map(({ companyId }) => companyId))]}::uuid[])
      and person_id = any(${[...new Set(sent.map(({ personId }) => personId))]}::uuid[])`)
  const keyOf = ({ companyId, personId }: Pick<Own, 'companyId' | 'personId'>) => `${companyId} ${personId}`
  const roles = new Map(own.map((one) => [keyOf(one), one.role]))
  const unfounded = sent.filter((one) => !mayInvite(roles.get(keyOf(one)) ?? null, one.atAgencies, one.role))
  if (unfounded.length > 0) await withdraw(call, sql`i.id = any(${unfounded.map(({ id }) => id)}::uuid[])`)
}

/** Withdraws the pending invitations among `which`, with an event where each was addressed. */
const withdraw = async (call: Call, which: Sql): Promise<void> => {
  const isPending = sql`i.accepted_at is null and i.withdrawn_at is null and ${which}`
  // There are usually none, but in a distributed database even an UPDATE of no rows would lock a replicated table.
  const pending = await call.db.rows(sql`select from identity.invitation i where ${isPending} limit 1`)
  if (pending.length === 0) return
  const withdrawn = await call.db.rows<{ id: string; companyId: string | null; agencyId: string; email: string }>(sql`
    update identity.invitation i set withdrawn_at = ${call.now} where ${isPending}
    returning i.id, i.company_id as "companyId", i.agency_id as "agencyId", i.email`)
  for (const { id, companyId, agencyId, email } of withdrawn) {
    const place = companyId === null ? { agencyId } : { companyId }
    recordEvent({ ...call, ...place }, 'invitation.withdrawn', { id }, { id, email })
  }
}
