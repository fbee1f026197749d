// What is left of an agency that was removed: a row without a name, which its connections and late writers refer to.
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'

/** What a removed agency is called; its organization number is free for others. */
const REMOVED_NAME = 'Borttagen byrå'

type AgencyCall = Call & { agencyId: string }

/**
 * Holds the row of an agency: whoever has added something that refers to it has committed by now, or waits for the end
 * of this transaction.
 */
export const holdAgency = async ({ db, agencyId }: AgencyCall): Promise<void> => {
  await db.rows(sql`select 1 from identity.agency where id = ${agencyId} for update`)
}

/** Takes from the row of an agency whatever says which it was. */
export const blankAgency = async ({ db, agencyId, now }: AgencyCall): Promise<void> => {
  await db.rows(sql`
    update identity.agency set name = ${REMOVED_NAME}, organization_number = null, removed_at = ${now}
    where id = ${agencyId}`)
}
