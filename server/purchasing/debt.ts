// What is owed to suppliers on a day: the debts of which anything is open then, however many there have ever been.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'

/** A day, what was known of it at a moment and up to which registration number, of one party alone if asked. */
export type AskedDebts = { day: Day; moment: Date; registration: number; partyId: string | null }

/**
 * A source for `from`, with a row for each supplier invoice that is open on the day or booked otherwise than it is
 * said; database/functions/purchasing-open.sql says what stands in it.
 */
export const debtsOn = ({ companyId }: CompanyCall, { day, moment, registration, partyId }: AskedDebts): Sql =>
  sql`purchasing.debts_on(${companyId}::uuid, ${day}::date, ${moment}::timestamptz, ${registration}::bigint,
    ${partyId}::uuid)`

/** How many supplier invoices are unpaid and how many of these overdue, with their sums in SEK (`ore`): one row. */
export const unpaidDebts = ({ companyId }: CompanyCall, today: Day): Sql => sql`
  select count(*) as count, coalesce(sum(u.ore), 0)::bigint as ore,
    count(*) filter (where u.due_date < ${today}) as "overdueCount",
    coalesce(sum(u.ore) filter (where u.due_date < ${today}), 0)::bigint as "overdueOre"
  from (
    select i.due_date, round(i.total_base_ore::numeric * (i.total_ore - i.paid_ore) / i.total_ore) as ore
    from purchasing.supplier_invoice i where i.company_id = ${companyId} and i.paid_ore <> i.total_ore
  ) u`
