// The due day of an invoice: used by lists, to-dos, key figures, reminders and the payment page.
import { type Sql, sql } from '#platform/sql'
import { refusalsOfReduction } from '#tax-reduction'

/**
 * The amounts that the tax authority refused, with their due day: no due date was agreed, so each is due 30 days after
 * it was demanded (räntelagen 1975:635, 4 §).
 */
export const demandedAgain = (companyId: string | Sql, invoiceId: string | Sql): Sql =>
  sql`(select r.date + 30 as date, r.ore from (${refusalsOfReduction(companyId, invoiceId)}) r)`

/** The last day to pay invoice `i`: its due date, or a later day if the tax authority has refused a reduction. */
export const owedOnSql: Sql = sql`greatest(i.due_date,
  (select max(r.date) from ${demandedAgain(sql`i.company_id`, sql`i.id`)} r))`

/** Whether that day has passed for invoice `i`; the condition on the due date alone lets an index be used. */
export const isPastSql = (today: string): Sql => sql`(i.due_date < ${today}::date and ${owedOnSql} < ${today}::date)`
