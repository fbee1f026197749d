// The rest of a removed agency: a row without a name, which its connections and late writers reference.
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'

/** The name of a removed agency; its organization number becomes available. */
const REMOVED_NAME = 'Borttagen byrå'

type AgencyCall = Call & { agencyId: string }

/**
 * Locks the row of an agency: concurrent inserts that reference it have committed by now, or wait for the end of this
 * transaction.
 */
export const holdAgency = async ({ db, agencyId }: AgencyCall): Promise<void> => {
  await db.rows(sql`select 1 from identity.agency where id = ${agencyId} for update`)
}

/** Removes all identifying data from the row of an agency. */
export const blankAgency = async ({ db, agencyId, now }: AgencyCall): Promise<void> => {
  await db.rows(sql`
    update identity.agency set name = ${REMOVED_NAME}, organization_number = null, removed_at = ${now}
    where id = ${agencyId}`)
}
