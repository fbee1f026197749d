// Lists that are counted as they are written: what they count is asked at the cost of a few rows, however long they
// are, and held against the rows themselves by verification.
import { type Sql, sql } from '#platform/sql'
import type { CompanyTerm, Comparison } from './comparison.ts'

/** The counted lists, as the triggers of their tables name them. */
type CountedList = 'invoice' | 'creditNote' | 'customer' | 'item' | 'supplier' | 'supplierInvoice' | 'upload'

/** How many rows a company has in a list: a query of one row, `total`. */
export const countOf = (companyId: CompanyTerm, list: CountedList): Sql => sql`
  select coalesce(sum(c.rows), 0)::bigint as total from platform.row_count c
  where c.company_id = ${companyId} and c.list = ${list}`

/** What is counted is what there is; `rows` is what is selected from, such as `a.table where company_id = …`. */
export const countComparison = (companyId: CompanyTerm, list: CountedList, things: string, rows: Sql): Comparison => ({
  sentence: `the list of ${things} counts {counted}, and there are {found}`,
  statement: sql`
    select counted.total as counted, found.total as found
    from (${countOf(companyId, list)}) counted cross join (select count(*) as total from ${rows}) found
    where counted.total <> found.total`,
})
