// Account balances, from opening balances and monthly balances. The cost depends on the number of accounts and months,
// not on the number of entries.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'

/**
 * Debit is positive, in öre. Result accounts start at zero each year, except in an imported year whose opening balances
 * include a result not yet transferred to equity. The closing of that year transfers it; no later year opens with it.
 */
export type YearBalance = { account: number; kind: string; opening: Ore; debit: Ore; credit: Ore }

/** Every account with an opening balance or movement in the fiscal year, by number. */
export const balancesOfYear = ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<YearBalance[]> =>
  db.rows<YearBalance>(balancesUpTo(companyId, sql`y.id = ${fiscalYearId}`, null))

/**
 * The totals of each company's books, for commands that copy or move all books: items, debit and credit in öre, and a
 * digest of all account balances, as one text. It changes when any balance changes.
 */
export const sumsOfBooks = sql`
  select b.company_id::text as id, jsonb_build_object(
    'items', coalesce(s.items, 0), 'debit', coalesce(s.debit, 0)::text, 'credit', coalesce(s.credit, 0)::text,
    'balances', coalesce(s.balances, 0)::text)::text as sums
  from ledger.book b left join (
    select company_id, sum(items) as items, sum(debit) as debit, sum(credit) as credit,
      sum(hashtextextended(account || ' ' || (debit - credit), 0)::numeric) as balances
    from (
      select company_id, account, count(*) as items, sum(debit) as debit, sum(credit) as credit
      from ledger.journal_entry_item group by company_id, account) a
    group by company_id) s on s.company_id = b.company_id`

/**
 * The current balance of one account, in öre: everything ever booked on a balance sheet account; for a result account,
 * what was booked in the fiscal year of `today` (or the last year before it).
 */
export const balanceNow = async ({ db, companyId }: CompanyCall, account: number, today: Day): Promise<Ore> => {
  const current = sql`y.id = (
    select n.id from ledger.fiscal_year n
    cross join lateral (
      select n.start_date <= ${today} or a.kind in ('asset', 'liability') as counts from ledger.account a
      where a.company_id = ${companyId} and a.number = ${account}
    ) as own
    where n.company_id = ${companyId}
    order by own.counts desc, case when own.counts then n.start_date end desc, n.start_date limit 1)`
  const [row] = await db.rows<YearBalance>(balancesUpTo(companyId, current, account), 'balance-now')
  return row ? row.opening + row.debit - row.credit : 0n
}

/**
 * Opening balances carry forward: the sum starts at the latest year, up to the chosen one, that has stored opening
 * balances, and adds the movements of the years between.
 */
const balancesUpTo = (companyId: string, chosen: Sql, account: number | null): Sql => sql`
  with chosen as (
    select y.id, y.start_date,
      (select max(b.start_date) from ledger.fiscal_year b
        where b.company_id = ${companyId} and b.opening_stored and b.start_date <= y.start_date) as base_date
    from ledger.fiscal_year y where y.company_id = ${companyId} and ${chosen}
  ), amounts as (
    select o.account, o.amount as opening, 0::bigint as debit, 0::bigint as credit
    from chosen
    join ledger.fiscal_year b on b.company_id = ${companyId} and b.start_date = chosen.base_date
    join ledger.opening_balance o on o.company_id = ${companyId} and o.fiscal_year_id = b.id
      and o.revision = b.opening_revision
    join ledger.account a on a.company_id = ${companyId} and a.number = o.account
      and (a.kind in ('asset', 'liability') or b.id = chosen.id)
    where (${account}::integer is null or o.account = ${account})
    union all
    select m.account, m.debit - m.credit, 0, 0
    from chosen
    join ledger.fiscal_year b on b.company_id = ${companyId} and b.start_date < chosen.start_date
      and b.start_date >= coalesce(chosen.base_date, b.start_date)
    join ledger.month_balance m on m.company_id = ${companyId} and m.fiscal_year_id = b.id
    join ledger.account a on a.company_id = ${companyId} and a.number = m.account
      and a.kind in ('asset', 'liability')
    where (${account}::integer is null or m.account = ${account})
    union all
    select m.account, 0, m.debit, m.credit
    from chosen
    join ledger.month_balance m on m.company_id = ${companyId} and m.fiscal_year_id = chosen.id
    where (${account}::integer is null or m.account = ${account})
  )
  select amounts.account, a.kind, sum(opening)::bigint as opening, sum(debit)::bigint as debit,
    sum(credit)::bigint as credit
  from amounts join ledger.account a on a.company_id = ${companyId} and a.number = amounts.account
  group by amounts.account, a.kind order by amounts.account`
