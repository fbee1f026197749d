// Ends the relation of a company and its agency, and with it the access that the agency's people got there.
import type { Language } from '#http'
import { revokeTokensMadeBy } from '#identity/members/api-token'
import { lockMembers, removeMember } from '#identity/members/membership'
import { withdrawFromClient, withdrawThroughAgency, withdrawUnfounded } from '#identity/members/withdrawal'
import { type EndedAccess, mailTexts } from '#identity/pages/mail-texts'
import { queueMail } from '#mail/mail'
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'
import { endClient, findAgency, isClientOf } from './agency.ts'
import { findCompany } from './company.ts'
import { peopleRefusals } from './refusals.ts'

type Client = { agencyId: string; companyId: string }

/**
 * Makes a company no longer a client of an agency, whose people lose access. This includes those who are members of the
 * company, even if the company made them so, because an agency can make its people members without consent. Only owners
 * stay, and people of another agency of the company. Returns who lost access, and the names of the company's private
 * tokens that they had created, which are revoked.
 */
export const removeClientCompany = async (
  call: Call,
  client: Client,
): Promise<{ personIds: string[]; tokens: string[] }> => {
  const { agencyId, companyId } = client
  if (!(await isClientOf(call, client))) throw peopleRefusals.clientNotFound({ id: companyId })
  // The agency is locked first, in the same order as when it makes its people members of clients.
  await lockMembers(call, { type: 'agency', id: agencyId })
  const tenant = { type: 'company', id: companyId } as const
  await lockMembers(call, tenant)
  await endClient(call, client)
  // Invitations are withdrawn first: a person who accepts one at this moment becomes a member, and is then removed.
  await withdrawFromClient(call, client)
  await withdrawThroughAgency(call, client)
  for (const personId of await membersFrom(call, client)) await removeMember(call, { tenant, personId })
  await withdrawUnfounded(
    call,
    sql`i.company_id = ${companyId}
      and i.invited_by_id in (select m.person_id from identity.agency_member m where m.agency_id = ${agencyId})`,
  )
  const personIds = await shutOut(call, client)
  return { personIds, tokens: await revokeTokensMadeBy({ ...call, companyId }, personIds) }
}

/** The members of a company who work at the agency, and at no other of its agencies; without owners. */
const membersFrom = async ({ db }: Call, { agencyId, companyId }: Client): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select m.person_id as id from identity.company_member m
    join identity.agency_member a on a.person_id = m.person_id
    where m.company_id = ${companyId} and a.agency_id = ${agencyId} and m.role <> 'owner' and m.person_id not in (
      select o.person_id from identity.agency_company k join identity.agency_member o on o.agency_id = k.agency_id
      where k.company_id = ${companyId})
    order by m.person_id`)
  return found.map(({ id }) => id)
}

/** The people of an agency who have no other access to a company that is no longer its client. */
const shutOut = async ({ db }: Call, { agencyId, companyId }: Client): Promise<string[]> => {
  const people = await db.rows<{ id: string }>(sql`
    select m.person_id as id from identity.agency_member m
    where m.agency_id = ${agencyId} and m.person_id not in (
      select o.person_id from identity.agency_company k join identity.agency_member o on o.agency_id = k.agency_id
      where k.company_id = ${companyId})
    order by m.person_id`)
  // A separate query: members are placed with their company, while agencies are replicated.
  const members = await db.rows<{ id: string }>(sql`
    select person_id as id from identity.company_member where company_id = ${companyId}`)
  const stay = new Set(members.map(({ id }) => id))
  return people.map(({ id }) => id).filter((id) => !stay.has(id))
}

/** Informs the owners of a company by mail that an agency lost access, and what ended with that. */
export const tellOwners = async (call: Call, { agencyId, companyId }: Client, ended: EndedAccess): Promise<void> => {
  const { name: companyName } = await findCompany(call.db, companyId)
  const { name: agencyName } = await findAgency(call, agencyId)
  const owners = await call.db.rows<{ email: string; language: Language }>(sql`
    select p.email, p.language from identity.company_member m join identity.person p on p.id = m.person_id
    where m.company_id = ${companyId} and m.role = 'owner' order by p.id`)
  for (const { email, language } of owners)
    await queueMail(call, { to: email, ...mailTexts[language].clientLeft({ companyName, agencyName }, ended) })
}
