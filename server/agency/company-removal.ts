// Data that agencies keep of a removed client: the outcomes of their rollouts, without the client's identity.
import { REMOVED_NAME } from '#identity'
import type { CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { keptOf } from '#platform/sentences'
import { sql } from '#platform/sql'
import { stepPhrases } from './refusals.ts'

/** These rows are kept for the agency's own counts. */
export const agencyRetainedTables: readonly string[] = ['agency.template_rollout_step']

/**
 * Removes the company's name and data from the steps of rollouts. A rollout running at the removal may write them
 * afterwards, so this is repeated when it has ended.
 */
export const blankSteps = async ({ db, companyId }: Pick<CompanyCall, 'companyId'> & { db: Db }): Promise<void> => {
  const removedSaid = JSON.stringify(keptOf(stepPhrases.companyRemoved.said()))
  // The reason of a company's refusal may contain its data.
  await db.rows(sql`
    update agency.template_rollout_step set company_name = ${REMOVED_NAME}, before = null,
      reason = case when reason_code = 'refused' then ${stepPhrases.companyRemoved()} else reason end,
      reason_said = case when reason_code = 'refused' then ${removedSaid}::jsonb else reason_said end
    where company_id = ${companyId}
      and (company_name <> ${REMOVED_NAME} or before is not null or reason_code = 'refused')`)
}
