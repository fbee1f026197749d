// Closing one's own account. Records of what was done under the person's name keep the name, because the books must
// show who did what (bokföringslagen 5 kap. 11 §, 7 kap. 2 §); the address is deleted with everything that gave access.
import { MOST_MEMBERS, membersKey, type Tenant } from '#identity/members/membership'
import { withdrawAllSentBy } from '#identity/members/withdrawal'
import { mailTexts } from '#identity/pages/mail-texts'
import { holdProvedInside } from '#identity/people/login'
import type { Person } from '#identity/people/person'
import { queueMail } from '#mail/mail'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'

/**
 * `held`: these companies and agencies would have no owner or administrator left. `changed`: the data changed, read it
 * again.
 */
type Closing = { kind: 'closed' } | { kind: 'held'; by: SolelyOwned[] } | { kind: 'changed' }

export type SolelyOwned = { tenant: Tenant; name: string }

/**
 * The companies without another owner, and the agencies without another administrator. Test companies do not count:
 * their books are not accounting information.
 */
export const solelyOwnedBy = async ({ db }: Pick<Call, 'db'>, personId: string): Promise<SolelyOwned[]> => {
  const rows = await db.rows<{ type: Tenant['type']; id: string; name: string }>(sql`
    select 'company' as type, c.id, c.name
    from identity.company_member m join identity.company c on c.id = m.company_id
    where m.person_id = ${personId} and m.role = 'owner' and not c.is_test and not exists (
      select from identity.company_member o
      where o.company_id = m.company_id and o.role = 'owner' and o.person_id <> m.person_id)
    union all
    select 'agency', a.id, a.name from identity.agency_member m join identity.agency a on a.id = m.agency_id
    where m.person_id = ${personId} and m.role = 'administrator' and not exists (
      select from identity.agency_member o
      where o.agency_id = m.agency_id and o.role = 'administrator' and o.person_id <> m.person_id)
    order by 1 desc, 3, 2 limit ${MOST_MEMBERS}`)
  return rows.map(({ type, id, name }) => ({ tenant: { type, id }, name }))
}

/**
 * Closes the account of a person who has proved ownership; in a transaction, as that person.
 * @param passwordHash of the password that was given; null if it was a passkey
 */
export const closeAccount = async (
  call: Call & { sessionId: string | null },
  { personId, passwordHash }: { personId: string; passwordHash: string | null },
): Promise<Closing> => {
  const locked = await lockAll(call, personId)
  // Adding the person as a member, and logging in, lock the person: either has happened by now, or will be refused.
  const person = await call.db.maybe<Pick<Person, 'name' | 'email' | 'language'>>(sql`
    select name, email, language from identity.person where id = ${personId} and closed_at is null for update`)
  if (!person) return { kind: 'changed' }
  await holdProvedInside(call, { personId, passwordHash })
  const by = await solelyOwnedBy(call, personId)
  if (by.length > 0) return { kind: 'held', by }
  const members = await tenantsOf(call, personId)
  if (members.some(({ id }) => !locked.includes(id))) return { kind: 'changed' }
  await endMemberships(call, { personId, name: person.name })
  await endEntrances(call, personId)
  await call.db.rows(sql`
    update identity.person set email = null, password_hash = null, closed_at = ${call.now} where id = ${personId}`)
  recordEvent(call, 'person.closed', { id: personId }, { id: personId })
  await queueMail(call, { to: person.email, ...mailTexts[person.language].closed() })
  return { kind: 'closed' }
}

const tenantsOf = ({ db }: Call, personId: string): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`
    select 1 as place, agency_id as id from identity.agency_member where person_id = ${personId}
    union all select 2, company_id from identity.company_member where person_id = ${personId}
    order by place, id`)

/**
 * Serializes changes of each tenant's members, so that of two owners who close their accounts at once, one stays.
 * Agencies first, in the same order as when a person leaves one and its clients.
 */
const lockAll = async (call: Call, personId: string): Promise<string[]> => {
  const ids = (await tenantsOf(call, personId)).map(({ id }) => id)
  await call.db.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${ids.map(membersKey)}::text[]) with ordinality as asked (key, place) order by place`)
  return ids
}

const endMemberships = async (call: Call, { personId, name }: { personId: string; name: string }): Promise<void> => {
  const companies = await call.db.rows<{ id: string; role: string }>(sql`
    delete from identity.company_member where person_id = ${personId} returning company_id as id, role`)
  const agencies = await call.db.rows<{ id: string; role: string }>(sql`
    delete from identity.agency_member where person_id = ${personId} returning agency_id as id, role`)
  for (const { id: companyId, role } of companies)
    recordEvent({ ...call, companyId }, 'member.removed', { id: personId }, { personId, name, role })
  for (const { id: agencyId, role } of agencies)
    recordEvent({ ...call, agencyId }, 'member.removed', { id: personId }, { personId, name, role })
  await withdrawAllSentBy(call, personId)
}

/** Passkeys before sessions: a concurrent login by passkey then fails, or its session is ended here. */
const endEntrances = async ({ db }: Call, personId: string): Promise<void> => {
  await db.rows(sql`delete from identity.passkey where person_id = ${personId}`)
  await db.rows(sql`delete from identity.half_login where person_id = ${personId}`)
  await db.rows(sql`delete from identity.session where person_id = ${personId}`)
  await db.rows(sql`delete from identity.recovery_code where person_id = ${personId}`)
  await db.rows(sql`delete from identity.second_factor where person_id = ${personId}`)
  await db.rows(sql`delete from identity.password_reset where person_id = ${personId}`)
  await db.rows(sql`delete from identity.email_change where person_id = ${personId}`)
  await db.rows(sql`delete from identity.operator where person_id = ${personId}`)
  await db.rows(sql`delete from identity.device where person_id = ${personId}`)
}
