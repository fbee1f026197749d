// Invitations that are taken back because of what has become of people: whoever answers one is let in by its sender,
// who must still be somebody who may do so.
import type { Call } from '#platform/call'
import { happen } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import { type AgencyRole, type CompanyRole, mayInvite, type Role } from './role.rules.ts'

/** Takes back what somebody has sent to an agency. */
export const withdrawSentBy = (call: Call, agencyId: string, personId: string): Promise<void> =>
  withdraw(call, sql`i.agency_id = ${agencyId} and i.invited_by_id = ${personId}`)

/** Takes back all that somebody has sent, wherever that is to. */
export const withdrawAllSentBy = (call: Call, personId: string): Promise<void> =>
  withdraw(call, sql`i.invited_by_id = ${personId}`)

/**
 * Takes back what an integration has sent through agencies, those to `keep` apart: to the agency in its own name, and
 * to clients in that of somebody there.
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

/** Takes back what integrations of an agency have sent to a company that is its client no more. */
export const withdrawThroughAgency = (
  call: Call,
  { agencyId, companyId }: { agencyId: string; companyId: string },
): Promise<void> => withdraw(call, sql`i.company_id = ${companyId} and i.through_agency = ${agencyId}`)

/** Takes back what is pending for somebody who leaves an agency: to the agency, and to its client companies. */
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
 * Takes back what is pending at a company or an agency for an address: its person has become a member there by another
 * way, or is one no more.
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
 * Takes back what is pending for the people of an agency to a company that is its client no more, except for those who
 * work at another agency of the company.
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
 * Takes back those invitations to companies among `which` that their senders could not send any more, as members or
 * through agencies: asked after what they were has changed.
 */
export const withdrawUnfounded = async (call: Call, which: Sql): Promise<void> => {
  const sent = await call.db.rows<Sent>(sql`
    select i.id, i.company_id as "companyId", i.invited_by_id as "personId", i.role, array(
      select m.role from identity.agency_company k join identity.agency_member m on m.agency_id = k.agency_id
      where k.company_id = i.company_id and m.person_id = i.invited_by_id) as "atAgencies"
    from identity.invitation i
    where i.company_id is not null and i.accepted_at is null and i.withdrawn_at is null and ${which}`)
  if (sent.length === 0) return
  // Asked apart: members stand with their company, and invitations everywhere.
  const own = await call.db.rows<Own>(sql`
    select company_id as "companyId", person_id as "personId", role from identity.company_member
    where company_id = any(${[...new Set(sent.map(({ companyId }) => companyId))]}::uuid[])
      and person_id = any(${[...new Set(sent.map(({ personId }) => personId))]}::uuid[])`)
  const keyOf = ({ companyId, personId }: Pick<Own, 'companyId' | 'personId'>) => `${companyId} ${personId}`
  const roles = new Map(own.map((one) => [keyOf(one), one.role]))
  const unfounded = sent.filter((one) => !mayInvite(roles.get(keyOf(one)) ?? null, one.atAgencies, one.role))
  if (unfounded.length > 0) await withdraw(call, sql`i.id = any(${unfounded.map(({ id }) => id)}::uuid[])`)
}

/** Takes back those among `which` that nobody has answered, in the history of where they were to. */
const withdraw = async (call: Call, which: Sql): Promise<void> => {
  const isPending = sql`i.accepted_at is null and i.withdrawn_at is null and ${which}`
  // Mostly there are none: to change none would lock the whole table all the same where it is on every machine.
  const pending = await call.db.rows(sql`select from identity.invitation i where ${isPending} limit 1`)
  if (pending.length === 0) return
  const withdrawn = await call.db.rows<{ id: string; companyId: string | null; agencyId: string; email: string }>(sql`
    update identity.invitation i set withdrawn_at = ${call.now} where ${isPending}
    returning i.id, i.company_id as "companyId", i.agency_id as "agencyId", i.email`)
  for (const { id, companyId, agencyId, email } of withdrawn) {
    const place = companyId === null ? { agencyId } : { companyId }
    happen({ ...call, ...place }, 'invitation.withdrawn', { id }, { id, email })
  }
}
