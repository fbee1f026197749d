// What opens a reconciled month again: entries and statements that have come since, and balances that have changed.
import { balanceOnDay, lastRegistration } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, monthOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import { bankBalanceOnDay } from './balances.ts'

/** An entry of the month, a statement, the balance that the ledger brings into it, or a person. */
export const REOPENED_BY = ['entry', 'statement', 'balance', 'person'] as const
export type ReopenedBy = (typeof REOPENED_BY)[number]

/** Opens the months again that entries or statements have changed since they were reconciled. */
export const reopenChanged = async (call: CompanyCall): Promise<void> => {
  const { db, companyId } = call
  const last = await lastRegistration(db, companyId)
  const company = sql`${companyId}::uuid`
  const found = await db.rows<ToReopen>(sql`
    select r.bank_account_id as id, r.month, changed.by
    from banking.month_reconciliation r
    join banking.account a on a.company_id = r.company_id and a.id = r.bank_account_id
    cross join lateral (select (r.month + interval '1 month' - interval '1 day')::date as day) last
    cross join lateral (
      select ${bankBalanceOnDay({ company, account: sql`a.id`, day: sql`last.day` })} as told_ore,
        ${balanceOnDay({ company, account: sql`a.account`, day: sql`last.day` })} as ledger_ore) now
    cross join lateral (select ${changedIn({ company, account: sql`a.account` })} as by) changed
    where r.company_id = ${companyId} and r.reopened_at is null and changed.by is not null
    order by r.bank_account_id, r.month`)
  await reopen(call, found)
  await db.rows(sql`
    update banking.month_reconciliation set registration = ${last}
    where company_id = ${companyId} and reopened_at is null and registration < ${last}`)
}

/** What has changed a reconciled month `r`, of which `now` has the balances; null where nothing has. */
export const changedIn = ({ company, account }: { company: Sql; account: Sql }): Sql => sql`
  case when r.month is null or r.reopened_at is not null then null
    when exists (
      select from ledger.journal_entry_view e
      join ledger.journal_entry_item_view i on i.company_id = e.company_id and i.journal_entry_id = e.id
      where e.company_id = ${company} and e.registration > r.registration and i.account = ${account}
        and e.date between r.month and (r.month + interval '1 month' - interval '1 day')::date) then 'entry'
    when r.transaction_count <> ${transactionsIn(company)} or now.told_ore <> r.bank_ore then 'statement'
    when now.ledger_ore <> r.ledger_ore then 'balance' end`

export const transactionsIn = (company: Sql): Sql => sql`(
  select count(*) from banking.transaction t
  where t.company_id = ${company} and t.bank_account_id = r.bank_account_id and t.replaced_by_statement_id is null
    and t.date between r.month and (r.month + interval '1 month' - interval '1 day')::date)`

type ToReopen = { id: string; month: Day; by: ReopenedBy }

export const reopen = async (call: CompanyCall, months: readonly ToReopen[]): Promise<void> => {
  if (months.length === 0) return
  await call.db.rows(sql`
    update banking.month_reconciliation r set reopened_at = ${call.now}, reopened_by = c.by, modified_at = ${call.now}
    from unnest(${months.map(({ id }) => id)}::uuid[], ${months.map(({ month }) => month)}::date[],
      ${months.map(({ by }) => by)}::text[]) as c (id, month, by)
    where r.company_id = ${call.companyId} and r.bank_account_id = c.id and r.month = c.month`)
  for (const { id, month, by } of months) {
    recordEvent(call, 'bank-month.reopened', { id }, { id, month: monthOf(month), by })
  }
}
