// The rest of a removed company: a row without a name, which its seals and witnesses still reference.
import type { Call, CompanyCall } from '#platform/call'
import { groupByPlace } from '#platform/db'
import { sql } from '#platform/sql'
import { agenciesOf, endClient } from './agency.ts'

/**
 * The name of a removed company, and the replacement for its number, which may be a personal number; no other company
 * has it.
 */
export const REMOVED_NAME = 'Borttaget företag'
export const NO_ORGANIZATION_NUMBER = '000000-0000'

/** Ends the company's relations to agencies. Its members and invitations are removed with its other data. */
export const leaveAgencies = async (call: CompanyCall): Promise<void> => {
  const { companyId } = call
  for (const { id: agencyId } of await agenciesOf(call, companyId)) await endClient(call, { agencyId, companyId })
}

/** Removes all identifying data from the row of a company. */
export const blankCompany = async ({ db, companyId, now }: CompanyCall): Promise<void> => {
  await db.rows(sql`
    update identity.company set name = ${REMOVED_NAME}, organization_number = ${NO_ORGANIZATION_NUMBER},
      phone = null, email = null, address_line1 = null, address_line2 = null, postal_code = null, city = null,
      modified_at = ${now}, removed_at = ${now}
    where id = ${companyId}`)
}

/** The ids of the companies that were removed between two moments. */
export const idsOfRemoved = async (
  { db }: Pick<Call, 'db'>,
  { since, until }: { since: Date; until: Date },
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select id from identity.company where removed_at between ${since} and ${until} order by id`)
  return found.map(({ id }) => id)
}

/** How many companies that a person created have been removed since a moment, by anyone. */
export const countFoundedAndRemoved = async (
  { db, now }: Pick<Call, 'db' | 'now'>,
  { personId, since }: { personId: string; since: Date },
): Promise<number> => {
  let count = 0
  for (const { db: there, companyIds } of await groupByPlace(db, await idsOfRemoved({ db }, { since, until: now }))) {
    const found = await there.one<{ count: number }>(sql`
      select count(*)::integer as count from platform.history
      where company_id = any(${companyIds}::uuid[]) and what = 'company.created' and actor_id = ${personId}`)
    count += found.count
  }
  return count
}
