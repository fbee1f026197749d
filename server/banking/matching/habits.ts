// Proposals learned from earlier matches: the accounts on which money of a counterparty (by its account, name, or the
// bank's text) was booked before. They are looked up in the matches; nothing else is stored.

import { bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import type { Taxing } from './account-tax.rules.ts'

/** How many of a counterparty's latest transactions are considered. */
const MAX_LOOKED_AT = 20
/** Maximum number of accounts proposed for one transaction. */
const MAX_ACCOUNTS = 2

/** An account with the VAT in the amount, and how many of the latest transactions were booked so. */
export type Habit = { account: number; times: number } & Partial<Taxing>

/** The habits for the counterparties of these transactions, by transaction id, most frequent first. */
export const habitsOf = async (
  call: CompanyCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Habit[]>> => {
  if (ids.length === 0) return new Map()
  const { db, companyId } = call
  type Found = Omit<Habit, keyof Taxing> & { vatTreatment: Taxing['vatTreatment'] | null; taxRate: number | null }
  const found = await db.rows<Found & { transactions: string[] }>(
    sql`
    with asked as (
      select habit, array_agg(id) as transactions from (
        select t.id, banking.habit_of(t.amount_ore, t.counterparty_account, t.counterparty, t.message) as habit
        from banking.transaction t where t.company_id = ${companyId} and t.id = any(${[...ids]}::uuid[])
      ) said where habit is not null group by habit
    )
    select a.transactions, h.account, h.vat_treatment as "vatTreatment", h.tax_rate as "taxRate", h.times
    from asked a cross join lateral (
      select b.account, b.vat_treatment, b.tax_rate, count(*)::integer as times, max(b.matched_at) as latest from (
        select t.company_id, t.journal_entry_id, t.matched_at, (t.matched_with->>'account')::integer as account,
          t.matched_with->>'vatTreatment' as vat_treatment, (t.matched_with->>'taxRate')::integer as tax_rate
        from banking.transaction t
        where t.company_id = ${companyId} and t.journal_entry_id is not null
          and banking.habit_of(t.amount_ore, t.counterparty_account, t.counterparty, t.message) = a.habit
        order by t.matched_at desc limit ${MAX_LOOKED_AT}
      ) b
      -- Reversed entries were mistakes and are ignored.
      where b.account is not null and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = b.company_id and r.reverses_id = b.journal_entry_id)
        and not exists (
          select from banking.unused_habit u
          where u.company_id = b.company_id and u.id = banking.id_of_habit(b.company_id, a.habit, b.account))
      group by b.account, b.vat_treatment, b.tax_rate order by times desc, latest desc limit ${MAX_ACCOUNTS}
    ) h`,
    'habits',
  )
  const { accounts } = await bookOf(call)
  const byTransaction = new Map<string, Habit[]>()
  for (const { transactions, account, times, vatTreatment, taxRate } of found) {
    if (!accounts.get(account)) continue
    const habit = { account, times, ...(vatTreatment === null || taxRate === null ? {} : { vatTreatment, taxRate }) }
    for (const id of transactions) byTransaction.set(id, [...(byTransaction.get(id) ?? []), habit])
  }
  return byTransaction
}
