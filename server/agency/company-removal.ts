// What agencies keep of a client that was removed: what has come of their rollouts, and not whose it was.
import { REMOVED_NAME } from '#identity'
import type { CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'
import { stepPhrases } from './refusals.ts'

/** The agency's own count goes by them. */
export const agencyStays: readonly string[] = ['agency.template_rollout_step']

/**
 * Takes from the steps of rollouts what the company was called, and what it had of its own. A rollout that was under
 * way when the company was removed may keep them afterwards, so it is done once more when that is over.
 */
export const blankSteps = async ({ db, companyId }: Pick<CompanyCall, 'companyId'> & { db: Db }): Promise<void> => {
  // What a company refuses may say what it has.
  await db.rows(sql`
    update agency.template_rollout_step set company_name = ${REMOVED_NAME}, before = null,
      reason = case when reason_code = 'refused' then ${stepPhrases.companyRemoved()} else reason end
    where company_id = ${companyId}
      and (company_name <> ${REMOVED_NAME} or before is not null or reason_code = 'refused')`)
}
