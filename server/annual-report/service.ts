// What the programs of the service call of the annual report, and no other context.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/** Removes the annual report of a year, in the transaction that removes the year. */
const removeReport = async ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<void> => {
  await db.rows(sql`select annual_report.remove_of_year(${companyId}, ${fiscalYearId})`)
}

/** How many versions of the report of a year were made final, and whether it has a text. */
const countReports = async ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<number> => {
  const { count } = await db.one<{ count: bigint }>(sql`
    select (select count(*) from annual_report.version where company_id = ${companyId}
        and fiscal_year_id = ${fiscalYearId})
      + (select count(*) from annual_report.text where company_id = ${companyId}
        and fiscal_year_id = ${fiscalYearId}) as count`)
  return Number(count)
}

export const annualReportService = { removeReport, countReports }
