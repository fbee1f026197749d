// Open claims on customers on a given day; the cost depends on the open claims, not on all claims ever made.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'
import { refusalsOfReduction } from '#sales/tax-reduction/standing'

/** The day, the state of knowledge (time and registration number), and an optional customer. */
export type AskedOpen = { day: Day; moment: Date; registration: number; partyId: string | null }

/**
 * A `from` source with a row for each invoice that is open on the day, or whose booked amount differs; the columns are
 * described in database/functions/sales-open.sql.
 */
export const claimsOn = ({ companyId }: CompanyCall, { day, moment, registration, partyId }: AskedOpen): Sql =>
  sql`sales.claims_on(${companyId}::uuid, ${day}::date, ${moment}::timestamptz, ${registration}::bigint,
    ${partyId}::uuid)`

/** Invoice ids, the day, and the state of knowledge; `limit` is the maximum total number of rows. */
export type AskedEvents = { ids: readonly string[]; day: Day; moment: Date; registration: number; limit: number }

/**
 * Events of invoices up to a day, oldest first: credit notes, payments and settlements, with the amount by which each
 * reduces the claim, in öre of SEK. The entry is included if it was registered by then.
 */
export const claimEvents = ({ companyId }: CompanyCall, asked: AskedEvents): Sql => sql`
  select v.of, v.kind, v.type, v.id, v.number, v.date, v.ore, e.id as "entryId", e.journal_entry_number as "entryNumber"
  from (
    select p.invoice_id as of, 1 as place, 'payment' as kind, null as type, p.id, null as number, p.date,
      p.created_at as at, coalesce(p.claim_base_ore, p.sum_base_ore) as ore, p.journal_entry_id
    from sales.payment p where p.company_id = ${companyId} and p.invoice_id = any(${[...asked.ids]}::uuid[])
    union all
    select s.invoice_id, 2, 'settlement', s.type, s.id, null, s.date, s.created_at,
      coalesce(s.claim_base_ore, s.sum_base_ore), s.journal_entry_id
    from sales.settlement s where s.company_id = ${companyId} and s.invoice_id = any(${[...asked.ids]}::uuid[])
    union all
    select n.credits_id, 0, 'creditNote', null, n.id, n.number::text, n.date, n.published_at, n.total_base_ore,
      n.journal_entry_id
    from sales.invoice n where n.company_id = ${companyId} and n.credits_id = any(${[...asked.ids]}::uuid[])
  ) v
  left join ledger.journal_entry_view e on e.company_id = ${companyId} and e.id = v.journal_entry_id
    and e.registration <= ${asked.registration}
  where v.date <= ${asked.day} and v.at <= ${asked.moment}
  order by v.of, v.date, v.place, v.at, v.id limit ${asked.limit}`

/** The number of unpaid and of overdue invoices today, with their sums in SEK (`ore`): one row. */
export const unpaidClaims = ({ companyId }: CompanyCall, today: Day): Sql => sql`
  select count(*) as count, coalesce(sum(u.ore), 0)::bigint as ore,
    count(*) filter (where u.is_past) as "overdueCount",
    coalesce(sum(u.ore) filter (where u.is_past), 0)::bigint as "overdueOre"
  from (
    select ${isPastDueSql(today)} as is_past, i.total_base_ore - i.reduction_base_ore - i.credited_base_ore
      - i.paid_base_ore - i.settled_base_ore as ore
    from sales.invoice i
    where i.company_id = ${companyId} and i.kind = 'invoice' and i.state in ('published', 'underPaid')
  ) u`

/**
 * The amounts that the tax authority refused, with their due day: no due date was agreed, so each is due 30 days after
 * it was demanded (räntelagen 1975:635, 4 §).
 */
export const demandedAgain = (companyId: string | Sql, invoiceId: string | Sql): Sql =>
  sql`(select r.date + 30 as date, r.ore from (${refusalsOfReduction(companyId, invoiceId)}) r)`

/** The last day to pay invoice `i`: its due date, or a later day if the tax authority has refused a reduction. */
export const dueDaySql: Sql = sql`greatest(i.due_date,
  (select max(r.date) from ${demandedAgain(sql`i.company_id`, sql`i.id`)} r))`

/** Whether that day has passed for invoice `i`; the condition on the due date alone lets an index be used. */
export const isPastDueSql = (today: string): Sql => sql`(i.due_date < ${today}::date and ${dueDaySql} < ${today}::date)`
