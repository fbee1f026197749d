// What is left of a company that was removed: a row without a name, which its seals and witnesses still refer to.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { agenciesOf, removeClientCompany } from './agency.ts'

/** What a removed company is called, and the number in place of its own, which may be that of a person. */
export const REMOVED_NAME = 'Borttaget företag'
export const NO_ORGANIZATION_NUMBER = '000000-0000'

/** Ends that agencies look after a company. */
export const leaveAgencies = async (call: CompanyCall): Promise<void> => {
  const { companyId } = call
  for (const { id: agencyId } of await agenciesOf(call, companyId))
    await removeClientCompany(call, { agencyId, companyId })
}

/** Takes from the row of a company whatever says who it was. */
export const blankCompany = async ({ db, companyId, now }: CompanyCall): Promise<void> => {
  await db.rows(sql`
    update identity.company set name = ${REMOVED_NAME}, organization_number = ${NO_ORGANIZATION_NUMBER},
      phone = null, email = null, address_line1 = null, address_line2 = null, postal_code = null, city = null,
      modified_at = ${now}, removed_at = ${now}
    where id = ${companyId}`)
}
