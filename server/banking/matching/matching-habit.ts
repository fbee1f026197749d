// The learned habits, for display: the accounts that a counterparty's money was booked on. Habits are derived from
// matches; only the choice not to propose one is stored.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import { matchingRefusals as refusals } from './matching-refusals.ts'

type MatchingHabit = {
  id: string
  /** Its name, otherwise its account, otherwise the bank's text, from the latest transaction. */
  counterparty: string
  direction: 'in' | 'out'
  account: number
  times: number
  lastDate: Day
  isUsed: boolean
}

/** How many of the latest matched transactions habits are derived from. */
const MAX_LEARNED_FROM = 5_000
/** How many of a counterparty's latest transactions are counted, as for proposals. */
const MAX_LOOKED_AT = 20

/** The habits as a table `h`; `unused_at` is null for proposed ones. */
const habits = (companyId: string): Sql => sql`(
  select banking.id_of_habit(${companyId}, x.habit, x.account) as id,
    (array_agg(coalesce(x.counterparty, x.counterparty_account, x.message) order by x.matched_at desc))[1]
      as counterparty,
    case when x.habit like '+%' then 'in' else 'out' end as direction,
    x.account, count(*)::integer as times, max(x.date) as last_date
  from (
    select t.*, row_number() over (
      partition by t.habit order by t.matched_at desc) as place
    from (
      select t.journal_entry_id, t.matched_at, t.matched_with, t.date, t.counterparty, t.counterparty_account,
        t.message, (t.matched_with->>'account')::integer as account,
        banking.habit_of(t.amount_ore, t.counterparty_account, t.counterparty, t.message) as habit
      from banking.transaction t
      where t.company_id = ${companyId} and t.journal_entry_id is not null
      order by t.matched_at desc limit ${MAX_LEARNED_FROM}
    ) t
  ) x
  where x.habit is not null and x.account is not null and x.place <= ${MAX_LOOKED_AT}
    and not exists (
      select from ledger.journal_entry_view r where r.company_id = ${companyId} and r.reverses_id = x.journal_entry_id)
  group by x.habit, x.account) h
  left join banking.unused_habit u on u.company_id = ${companyId} and u.id = h.id`

const columns = sql`
  h.id, h.counterparty, h.direction, h.account, h.times, h.last_date as "lastDate", u.id is null as "isUsed"`

/** Maximum number of habits returned. */
const MAX_SHOWN = 500

/** The habits, latest first; at most 500. */
export const listMatchingHabits = async ({ db, companyId }: CompanyCall): Promise<{ items: MatchingHabit[] }> => ({
  items: await db.rows<MatchingHabit>(sql`
    select ${columns} from ${habits(companyId)} order by h.last_date desc, h.id limit ${MAX_SHOWN}`),
})

/** One habit; refused as not found if it does not exist. */
export const readMatchingHabit = async ({ db, companyId }: CompanyCall, id: string): Promise<MatchingHabit> => {
  const found = await db.maybe<MatchingHabit>(sql`select ${columns} from ${habits(companyId)} where h.id = ${id}`)
  if (!found) throw refusals.habitNotFound({ id })
  return found
}

/** Sets whether a habit is proposed. A disabled one continues to be learned and can be enabled again. */
export const useMatchingHabit = async (
  call: CompanyCall,
  id: string,
  { isUsed }: { isUsed: boolean },
): Promise<MatchingHabit> => {
  const before = await readMatchingHabit(call, id)
  if (before.isUsed === isUsed) return before
  const { db, companyId, now, actor } = call
  if (isUsed) await db.rows(sql`delete from banking.unused_habit where company_id = ${companyId} and id = ${id}`)
  else {
    await db.rows(sql`
      insert into banking.unused_habit (company_id, id, unused_at, unused_by)
      values (${companyId}, ${id}, ${now}, ${actor.name}) on conflict (company_id, id) do nothing`)
  }
  const { counterparty, account } = before
  recordEvent(call, 'matching-habit.changed', { id }, { id, counterparty, account, isUsed })
  return { ...before, isUsed }
}
