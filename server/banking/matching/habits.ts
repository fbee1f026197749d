// Proposals learned from earlier matches: the accounts on which money of a counterparty (by its account, name, or the
// bank's text) was booked before. They are looked up in the matches; nothing else is stored.
import { bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/** How many of a counterparty's latest transactions are considered. */
const MAX_LOOKED_AT = 20
/** Maximum number of accounts proposed for one transaction. */
const MAX_ACCOUNTS = 2

/** An account, and how many of the latest transactions were booked on it. */
export type Habit = { account: number; times: number }

/** The habits for the counterparties of these transactions, by transaction id, most frequent first. */
export const habitsOf = async (
  call: CompanyCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Habit[]>> => {
  if (ids.length === 0) return new Map()
  const { db, companyId } = call
  const found = await db.rows<Habit & { transactions: string[] }>(
    sql`
    with asked as (
      select habit, array_agg(id) as transactions from (
        select t.id, banking.habit_of(t.amount_ore, t.counterparty_account, t.counterparty, t.message) as habit
        from banking.transaction t where t.company_id = ${companyId} and t.id = any(${[...ids]}::uuid[])
      ) said where habit is not null group by habit
    )
    select a.transactions, h.account, h.times from asked a cross join lateral (
      select b.account, count(*)::integer as times, max(b.matched_at) as latest from (
        select t.company_id, t.journal_entry_id, t.matched_at, (t.matched_with->>'account')::integer as account,
          t.matched_with ? 'vatTreatment' as is_taxed
        from banking.transaction t
        where t.company_id = ${companyId} and t.journal_entry_id is not null
          and banking.habit_of(t.amount_ore, t.counterparty_account, t.counterparty, t.message) = a.habit
        order by t.matched_at desc limit ${MAX_LOOKED_AT}
      ) b
      -- Reversed entries were mistakes and are ignored; VAT comes from a rule or a single decision.
      where b.account is not null and not b.is_taxed and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = b.company_id and r.reverses_id = b.journal_entry_id)
        and not exists (
          select from banking.unused_habit u
          where u.company_id = b.company_id and u.id = banking.id_of_habit(b.company_id, a.habit, b.account))
      group by b.account order by times desc, latest desc limit ${MAX_ACCOUNTS}
    ) h`,
    'habits',
  )
  const { accounts } = await bookOf(call)
  const byTransaction = new Map<string, Habit[]>()
  for (const { transactions, account, times } of found) {
    if (!accounts.get(account)) continue
    for (const id of transactions) byTransaction.set(id, [...(byTransaction.get(id) ?? []), { account, times }])
  }
  return byTransaction
}
