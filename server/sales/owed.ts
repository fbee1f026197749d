// The day on which what a customer owes of an invoice is owed: lists, to-dos, key figures, reminders and the page that
// a payment link leads to go by it.
import { type Sql, sql } from '#platform/sql'
import { refusalsOfReduction } from '#tax-reduction'

/**
 * What the tax authority has refused of an invoice, by the day after which it is late: nobody has agreed on one, so
 * that it is owed 30 days after it was asked for (räntelagen 1975:635, 4 §).
 */
export const demandedAgain = (companyId: string | Sql, invoiceId: string | Sql): Sql =>
  sql`(select r.date + 30 as date, r.ore from (${refusalsOfReduction(companyId, invoiceId)}) r)`

/** The last day to pay invoice `i`: its due date, or a later one where the tax authority has refused something. */
export const owedOnSql: Sql = sql`greatest(i.due_date,
  (select max(r.date) from ${demandedAgain(sql`i.company_id`, sql`i.id`)} r))`

/** Whether that day has passed for invoice `i`; its due date alone is what an index serves. */
export const isPastSql = (today: string): Sql => sql`(i.due_date < ${today}::date and ${owedOnSql} < ${today}::date)`
