// The balance of one account at the end of a day, within the statements of other contexts.
import { type Sql, sql } from '#platform/sql'

/**
 * Of a balance sheet account, in öre, debit positive: what the latest year with opening balances of its own begins
 * with, and everything booked from then on until the day. The cost is that of the entries of a month, and of none on
 * its last day. What is given are expressions, which use none of the names `base`, `balance`, `entry` and `item`.
 */
export const balanceOnDay = ({ company, account, day }: { company: Sql; account: Sql; day: Sql }): Sql => sql`(
  select coalesce((
      select o.amount from ledger.opening_balance o
      where o.company_id = ${company} and o.fiscal_year_id = base.id and o.revision = base.opening_revision
        and o.account = ${account}), 0)
    + coalesce((
      select sum(balance.debit - balance.credit) from ledger.month_balance balance
      where balance.company_id = ${company} and balance.account = ${account}
        and balance.month < date_trunc('month', (${day} + 1)::timestamp)
        and balance.month >= date_trunc('month', coalesce(base.start_date, '0001-01-01')::timestamp)), 0)
    + coalesce((
      select sum(item.debit - item.credit)
      from ledger.journal_entry entry
      join ledger.journal_entry_item item on item.company_id = entry.company_id and item.journal_entry_id = entry.id
      where entry.company_id = ${company} and item.account = ${account}
        and entry.date >= date_trunc('month', (${day} + 1)::timestamp)::date and entry.date <= ${day}), 0)
  from (select 1) one left join lateral (
    select y.id, y.start_date, y.opening_revision from ledger.fiscal_year y
    where y.company_id = ${company} and y.opening_stored and y.start_date <= ${day}
    order by y.start_date desc limit 1) base on true)::bigint`
