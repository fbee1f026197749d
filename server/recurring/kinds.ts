// Recurring invoices by the kinds that their lines have, and lines that look like food at another rate.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { type LikeFood, looksLikeFood } from '#sales'

/** Maximum number of lines that are looked at, and of those that are shown. */
const MAX_LOOKED_AT = 5000
const MAX_SHOWN = 200

/** How many recurring invoices that have not ended have a line of each kind. */
export const recurringByKind = async ({ db, companyId }: CompanyCall): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ kind: string; count: number }>(sql`
    select line->>'vatKind' as kind, count(distinct s.id)::int as count
    from recurring.schedule s cross join lateral jsonb_array_elements(s.invoice->'lineItems') line
    where s.company_id = ${companyId} and s.state <> 'ended' and line->>'vatKind' is not null
    group by line->>'vatKind'`)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** Lines of recurring invoices that look like food at a rate that food does not have on a day, by the invoice's id. */
export const recurringLikeFood = async ({ db, companyId }: CompanyCall, day: string): Promise<LikeFood[]> => {
  const rows = await db.rows<LikeFood>(sql`
    select s.id, line->>'description' as description, (line->>'taxRate')::int as "taxRate"
    from recurring.schedule s cross join lateral jsonb_array_elements(s.invoice->'lineItems') line
    where s.company_id = ${companyId} and s.state <> 'ended' and line->>'vatKind' is null
      and line->>'itemRef' is null and line->>'taxRate' is not null and line->>'description' is not null
    order by s.id desc limit ${MAX_LOOKED_AT}`)
  return rows.filter((one) => looksLikeFood(one, day)).slice(0, MAX_SHOWN)
}
