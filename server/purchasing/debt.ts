// Open debts to suppliers on a given day; the cost depends on the open debts, not on all debts ever made.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'

/** The day, the state of knowledge (time and registration number), and an optional supplier. */
type AskedDebts = { day: Day; moment: Date; registration: number; partyId: string | null }

/**
 * A `from` source with a row for each supplier invoice that is open on the day, or whose booked amount differs; the
 * columns are described in database/functions/purchasing-open.sql.
 */
export const debtsOn = ({ companyId }: CompanyCall, { day, moment, registration, partyId }: AskedDebts): Sql =>
  sql`(
    select d.*, 0::bigint as advance_ore, false as is_advance
    from purchasing.debts_on(${companyId}::uuid, ${day}::date, ${moment}::timestamptz, ${registration}::bigint,
      ${partyId}::uuid) d
    union all
    select a.id, a.party_id, a.party_name, a.number, a.date, a.date, a.currency, a.total_ore, a.rest_currency_ore,
      0, 0, 0, null, 0, a.rest_ore, true
    from purchasing.advances_on(${companyId}::uuid, ${day}::date, ${moment}::timestamptz, ${partyId}::uuid) a)`

/** Supplier invoice ids, the day, and the state of knowledge; `limit` is the maximum total number of rows. */
type AskedPaid = { ids: readonly string[]; day: Day; moment: Date; registration: number; limit: number }

/** Payments of supplier invoices up to a day, oldest first, in öre of SEK of the debt as booked. */
export const debtEvents = ({ companyId }: CompanyCall, asked: AskedPaid): Sql => sql`
  select p.supplier_invoice_id as of, 'payment' as kind, null as type, p.id, null as number, p.date,
    p.claim_base_ore as ore, e.id as "entryId", e.journal_entry_number as "entryNumber"
  from purchasing.payment p
  left join ledger.journal_entry_view e on e.company_id = p.company_id and e.id = p.journal_entry_id
    and e.registration <= ${asked.registration}
  where p.company_id = ${companyId} and p.supplier_invoice_id = any(${[...asked.ids]}::uuid[])
    and p.date <= ${asked.day} and p.created_at <= ${asked.moment}
  order by p.supplier_invoice_id, p.date, p.created_at, p.id limit ${asked.limit}`

/** The number of unpaid and of overdue supplier invoices, with their sums in SEK (`ore`): one row. */
export const unpaidDebts = ({ companyId }: CompanyCall, today: Day): Sql => sql`
  select count(*) as count, coalesce(sum(u.ore), 0)::bigint as ore,
    count(*) filter (where u.due_date < ${today}) as "overdueCount",
    coalesce(sum(u.ore) filter (where u.due_date < ${today}), 0)::bigint as "overdueOre"
  from (
    select i.due_date, round(i.total_base_ore::numeric * (i.total_ore - i.paid_ore) / i.total_ore) as ore
    from purchasing.supplier_invoice i where i.company_id = ${companyId} and i.paid_ore <> i.total_ore
  ) u`
