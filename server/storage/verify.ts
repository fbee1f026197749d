// What is counted of a company's files is what is listed of them.
import { type CompanyTerm, companiesWith, faultsOf } from '#integrity/comparison'
import type { CompanyCall, SetCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'

/** Every fault of a company's storage, in words. */
export const verifyStorage = ({ db, companyId }: CompanyCall): Promise<string[]> =>
  faultsOf(db, [
    {
      sentence: 'the files of the kind {kind} count {counted} bytes, and there are {found}',
      statement: sql`${miscounted(companyId)} order by kind`,
    },
  ])

/** The companies of a set that have any fault. */
export const companiesWrongInStorage = ({ db, companyIds }: SetCall): Promise<string[]> =>
  companiesWith(db, companyIds, miscounted)

/** The kinds whose counted bytes are not those of the listed files. */
const miscounted = (companyId: CompanyTerm): Sql => sql`
  select kind, coalesce(c.bytes, 0) as counted, coalesce(f.bytes, 0) as found
  from (
    select kind, sum(bytes)::bigint as bytes from storage.change where company_id = ${companyId} group by kind) c
  full join (
    select case when released_at is null then kind else 'deleted' end as kind, sum(bytes)::bigint as bytes
    from storage.file where company_id = ${companyId} group by 1) f using (kind)
  where coalesce(c.bytes, 0) <> coalesce(f.bytes, 0)`
