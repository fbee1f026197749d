// A company that stops being a client of an agency: with the agency's access ends what its people were given there.
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'
import { endClient, isClientOf } from './agency.ts'
import { lockMembers, removeMember } from './membership.ts'
import { peopleRefusals } from './refusals.ts'
import { withdrawFromClient, withdrawThroughAgency, withdrawUnfounded } from './withdrawal.ts'

type Client = { agencyId: string; companyId: string }

/**
 * Ends that a company is a client of an agency: nobody of the agency reaches it any more. That goes for those who are
 * its members too, whoever made them so, since an agency makes its people members without being answered; only owners,
 * and who works at another agency of the company, stay.
 */
export const removeClientCompany = async (call: Call, client: Client): Promise<void> => {
  const { agencyId, companyId } = client
  if (!(await isClientOf(call, client))) throw peopleRefusals.clientNotFound({ id: companyId })
  // The agency first, as where it makes its people members of clients.
  await lockMembers(call, { type: 'agency', id: agencyId })
  const tenant = { type: 'company', id: companyId } as const
  await lockMembers(call, tenant)
  await endClient(call, client)
  // First what they could still answer: whoever does so at this moment becomes a member, and then leaves.
  await withdrawFromClient(call, client)
  await withdrawThroughAgency(call, client)
  for (const personId of await membersFrom(call, client)) await removeMember(call, { tenant, personId })
  await withdrawUnfounded(
    call,
    sql`i.company_id = ${companyId}
      and i.invited_by_id in (select m.person_id from identity.agency_member m where m.agency_id = ${agencyId})`,
  )
}

/** The members of a company who work at the agency, and at no other agency that it has now; owners apart. */
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
