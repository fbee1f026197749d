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

/** Which supplier invoices, by their ids, on which day, and what was known of it; `limit` is the most rows in all. */
export type AskedPaid = { ids: readonly string[]; day: Day; moment: Date; registration: number; limit: number }

/** What was paid on supplier invoices up to a day, the first first, in öre of SEK of the debt as it is booked. */
export const debtEvents = ({ companyId }: CompanyCall, asked: AskedPaid): Sql => sql`
  select p.supplier_invoice_id as of, 'payment' as kind, null as type, p.id, null as number, p.date,
    p.claim_base_ore as ore, e.id as "entryId", e.journal_entry_number as "entryNumber"
  from purchasing.payment p
  left join ledger.journal_entry_view e on e.company_id = p.company_id and e.id = p.journal_entry_id
    and e.registration <= ${asked.registration}
  where p.company_id = ${companyId} and p.supplier_invoice_id = any(${[...asked.ids]}::uuid[])
    and p.date <= ${asked.day} and p.created_at <= ${asked.moment}
  order by p.supplier_invoice_id, p.date, p.created_at, p.id limit ${asked.limit}`

/** How many supplier invoices are unpaid and how many of these overdue, with their sums in SEK (`ore`): one row. */
export const unpaidDebts = ({ companyId }: CompanyCall, today: Day): Sql => sql`
  select count(*) as count, coalesce(sum(u.ore), 0)::bigint as ore,
    count(*) filter (where u.due_date < ${today}) as "overdueCount",
    coalesce(sum(u.ore) filter (where u.due_date < ${today}), 0)::bigint as "overdueOre"
  from (
    select i.due_date, round(i.total_base_ore::numeric * (i.total_ore - i.paid_ore) / i.total_ore) as ore
    from purchasing.supplier_invoice i where i.company_id = ${companyId} and i.paid_ore <> i.total_ore
  ) u`
