// What has to be handed in of fiscal years that are over: the income tax return and the annual report.
import { findCompany } from '#identity'
import { addMonths, type Day, dayOf } from '#platform/day'
import { sql } from '#platform/sql'
import type { Deadline, DeadlinesOf } from '#reports'
import { annualReportDue, incomeTaxDue } from './due.rules.ts'

/** Years that ended longer ago, in months, are not told of. */
const MONTHS_AFTER = 18

/**
 * Whether something was handed in is not known here: a day that has passed is told of as long as the year is open.
 */
export const deadlinesOfYears: DeadlinesOf = async ({ db, companyId, now }) => {
  const today = dayOf(now)
  const { companyType } = await findCompany(db, companyId)
  const years = await db.rows<{ from: Day; to: Day; isClosed: boolean }>(
    sql`
    select y.start_date as "from", y.end_date as "to", y.closed_at is not null as "isClosed"
    from ledger.fiscal_year_view y
    where y.company_id = ${companyId} and y.end_date < ${today} and y.end_date > ${addMonths(today, -MONTHS_AFTER)}
    order by y.end_date`,
    'years-to-report',
  )
  return years.flatMap(({ from, to, isClosed }) => {
    const deadlines = [
      { kind: 'incomeTaxReturn', from, to, dueDate: incomeTaxDue(companyType, to) },
      { kind: 'annualReport', from, to, dueDate: annualReportDue(companyType, to) },
    ] as const
    return deadlines.filter((one): one is typeof one & Deadline => {
      return one.dueDate !== null && (one.dueDate >= today || !isClosed)
    })
  })
}
