// How many months of a year are not reconciled, for the closing of the year.
import { accountingCurrencyIn } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'

/** The months that are over, of the accounts whose statements tell balances; `first` is one of these accounts. */
type MonthsLeft = { accounts: number; months: number; first: string | null }

/**
 * Of bank accounts in the accounting currency: months from the first statement on that are not reconciled, or that
 * something has changed since, up to the day before `today`.
 */
export const monthsLeft = async (
  { db, companyId }: CompanyCall,
  { start, end, today }: { start: Day; end: Day; today: Day },
): Promise<MonthsLeft> => {
  const found = await db.rows<{ id: string; months: bigint }>(sql`
    select a.id, (
      select count(*) from generate_series(
        date_trunc('month', greatest(${start}::date, begun.on_day)::timestamp),
        least(${end}::date, ${today}::date - 1)::timestamp, interval '1 month') m (month)
      where m.month + interval '1 month' <= ${today}::date and not exists (
        select from banking.month_reconciliation r
        where r.company_id = ${companyId} and r.bank_account_id = a.id and r.month = m.month::date
          and r.reopened_at is null)) as months
    from banking.account a
    cross join lateral (
      select min(s.from_date) as on_day from banking.statement s
      where s.company_id = ${companyId} and s.bank_account_id = a.id and s.closing_ore is not null) begun
    where a.company_id = ${companyId} and a.currency = ${accountingCurrencyIn(sql`${companyId}::uuid`)}
      and begun.on_day <= ${end} and not exists (
        select from banking.account other
        where other.company_id = ${companyId} and other.account = a.account and other.id <> a.id)
    order by a.id`)
  const open = found.filter(({ months }) => months > 0n)
  return {
    accounts: found.length,
    months: open.reduce((sum, { months }) => sum + Number(months), 0),
    first: open[0]?.id ?? null,
  }
}
