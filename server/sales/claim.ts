// What customers owe on a day: the claims of which anything is open then, however many there have ever been.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'

/** A day, what was known of it at a moment and up to which registration number, of one party alone if asked. */
export type AskedOpen = { day: Day; moment: Date; registration: number; partyId: string | null }

/**
 * A source for `from`, with a row for each invoice that is open on the day or booked otherwise than it is said;
 * database/functions/sales-open.sql says what stands in it.
 */
export const claimsOn = ({ companyId }: CompanyCall, { day, moment, registration, partyId }: AskedOpen): Sql =>
  sql`sales.claims_on(${companyId}::uuid, ${day}::date, ${moment}::timestamptz, ${registration}::bigint,
    ${partyId}::uuid)`

/** How many invoices are unpaid and how many of these overdue today, with their sums in SEK (`ore`): one row. */
export const unpaidClaims = ({ companyId }: CompanyCall, today: Day): Sql => sql`
  select count(*) as count, coalesce(sum(u.ore), 0)::bigint as ore,
    count(*) filter (where u.due_date < ${today}) as "overdueCount",
    coalesce(sum(u.ore) filter (where u.due_date < ${today}), 0)::bigint as "overdueOre"
  from (
    select i.due_date, i.total_base_ore - i.reduction_base_ore - i.credited_base_ore - i.paid_base_ore
      - i.settled_base_ore as ore
    from sales.invoice i
    where i.company_id = ${companyId} and i.kind = 'invoice' and i.state in ('published', 'underPaid')
  ) u`
