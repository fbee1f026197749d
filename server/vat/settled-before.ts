// Whether an earlier program settled the tax of a period in the books that were imported: its tax accounts were emptied
// against a settlement account (265x, 165x). A return here would book the settlement once more.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { vatRefusals as refusals } from './refusals.ts'
import type { Days, Tax } from './return.rules.ts'

/** Imported settlements that are read of a period and the time after it. */
const MAX_SETTLEMENTS = 100
/** A settlement is booked at the latest when the tax is due: the yearly return, after the year. */
const MONTHS_AFTER = 9

type Settlement = { number: string; date: Day; items: { account: number; ore: string }[] }

/**
 * Refuses a period whose imported tax one imported entry, or all of those dated in it together, moved off its accounts.
 * What was booked here in the period since then does not change that: it is told of by hand, as for any return that was
 * made elsewhere.
 */
export const refuseSettledBefore = async (
  call: CompanyCall,
  { start, end }: Days,
  taxes: readonly Tax[],
): Promise<void> => {
  if (taxes.length === 0) return
  const settlements = await importedSettlements(call, { start, end })
  if (settlements.length === 0) return
  const accounts = taxes.map(({ account }) => account)
  const due = (await importedTaxes(call, { start, end }, accounts)).filter(({ ore }) => ore !== 0n)
  if (due.length === 0) return
  const within = settlements.filter(({ date }) => date <= end)
  const found = [...settlements.map((one) => [one]), within].find((group) => isSettling(group, due))
  const [first] = found ?? []
  if (first) throw refusals.settledBefore({ start, end, number: first.number, date: first.date })
}

/** Whether these move exactly the tax of the period, account by account. */
const isSettling = (settlements: readonly Settlement[], due: readonly Tax[]): boolean => {
  const moved = new Map<number, Ore>()
  for (const { items } of settlements)
    for (const { account, ore } of items) moved.set(account, (moved.get(account) ?? 0n) + BigInt(ore))
  return due.every(({ account, ore }) => moved.get(account) === ore)
}

/** The tax that imported entries of a period put on these accounts, as a settlement moves it: debit is positive. */
const importedTaxes = ({ db, companyId }: CompanyCall, { start, end }: Days, accounts: readonly number[]) =>
  db.rows<Tax>(
    sql`
    select i.account, sum(i.credit - i.debit)::bigint as ore
    from ledger.journal_entry_view e
    join ledger.journal_entry_item_view i on i.company_id = ${companyId} and i.journal_entry_id = e.id
    where e.company_id = ${companyId} and e.origin = 'import' and e.date between ${start}::date and ${end}::date
      and i.account = any(${[...accounts]}::integer[]) and not exists (
        select from ledger.journal_entry_item_view s
        where s.company_id = ${companyId} and s.journal_entry_id = e.id and left(s.account::text, 3) in ('165', '265'))
    group by i.account`,
    'imported-taxes',
  )

const importedSettlements = ({ db, companyId }: CompanyCall, { start, end }: Days): Promise<Settlement[]> =>
  db.rows<Settlement>(
    sql`
    select e.journal_entry_number as number, e.date, (
      select jsonb_agg(jsonb_build_object('account', i.account, 'ore', i.ore::text))
      from (
        select i.account, sum(i.debit - i.credit) as ore from ledger.journal_entry_item_view i
        where i.company_id = ${companyId} and i.journal_entry_id = e.id group by i.account
      ) i) as items
    from (
      select distinct s.journal_entry_id as id from ledger.journal_entry_item_view s
      where s.company_id = ${companyId} and left(s.account::text, 3) in ('165', '265')
    ) s
    cross join lateral (
      select e.id, e.journal_entry_number, e.date, e.origin from ledger.journal_entry_view e
      where e.company_id = ${companyId} and e.id = s.id offset 0
    ) e
    where e.origin = 'import' and e.date >= ${start}::date
      and e.date <= ${end}::date + make_interval(months => ${MONTHS_AFTER})
      and not exists (
        select from ledger.journal_entry_view r where r.company_id = ${companyId} and r.reverses_id = e.id)
    order by e.date, e.id limit ${MAX_SETTLEMENTS}`,
    'imported-settlements',
  )
