// How long assets of each account are depreciated, for the accounting policies of an annual report.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/** Accounts of assets, each with the different lengths of its plans, in months. */
export const allLives = ({ db, companyId }: CompanyCall): Promise<{ account: number; months: number }[]> =>
  db.rows<{ account: number; months: number }>(sql`
    select distinct account, months from assets.fixed_asset
    where company_id = ${companyId} and months is not null
    order by account, months`)
