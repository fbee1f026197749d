// Records of closings, revaluations and proposals are removed with their year.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

export const closingsOf = async ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<number> => {
  const { count } = await db.one<{ count: bigint }>(sql`
    select (select count(*) from year_end.closing where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId})
      + (select count(*) from year_end.handing_in
        where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId})
      + (select count(*) from year_end.tax_form_value
        where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId})
      + (select count(*) from year_end.revaluation
        where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId})
      + (select count(*) from year_end.taken_proposal
        where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId})
      + (select count(*) from year_end.proposal_inputs
        where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId}) as count`)
  return Number(count)
}

/** Removes them, in the transaction that removes the year, before its entries. */
export const removeClosings = async ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<void> => {
  await db.rows(sql`select year_end.remove_of_year(${companyId}, ${fiscalYearId})`)
}
