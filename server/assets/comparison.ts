// Compares the register with the books: the balance of each fixed asset account in both.
import { bookOf, removedUntil } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { balancesOn, outsideOf } from '#reports'
import { isAssetAccount } from './account.rules.ts'
import { assetFaults as faults } from './refusals.ts'

/** In öre; debit is positive. The difference is the book balance less the register. */
type AccountCompared = { account: number; registerOre: Ore; booksOre: Ore; differenceOre: Ore }

/**
 * A row for each account of fixed assets with anything in the register or in the books at the end of a day. Refused on
 * days of removed fiscal years: what was disposed of in them is in the register no more.
 */
export const compareAssets = async (
  call: CompanyCall,
  { on }: { on?: string | undefined },
): Promise<{ on: Day; registration: number; accounts: AccountCompared[] }> => {
  refuseIfAny(outsideOf('on', on))
  const day = on === undefined ? dayOf(call.now) : dayFrom(on)
  const removedTo = removedUntil((await bookOf(call, true)).years)
  refuseIfAny(removedTo && day <= removedTo ? [faults.removedYear('on', { end: removedTo })] : [])
  const { registration, balances } = await balancesOn(call, day)
  const register = new Map((await sumsOn(call, day)).map(({ account, ore }) => [account, ore]))
  const owned = [...balances].filter(([account, ore]) => isAssetAccount(account) && ore !== 0n)
  const accounts = [...new Set([...register.keys(), ...owned.map(([account]) => account)])].sort((a, b) => a - b)
  return {
    on: day,
    registration,
    accounts: accounts.map((account) => {
      const registerOre = register.get(account) ?? 0n
      const booksOre = balances.get(account) ?? 0n
      return { account, registerOre, booksOre, differenceOre: booksOre - registerOre }
    }),
  }
}

/** What the register has on each account on a day: entries count from their day to that of their reversal. */
const sumsOn = ({ db, companyId }: CompanyCall, day: Day): Promise<{ account: number; ore: Ore }[]> =>
  db.rows<{ account: number; ore: Ore }>(
    sql`
    with owned as (
      select a.* from assets.fixed_asset a
      where a.company_id = ${companyId} and a.acquired_on <= ${day} and not exists (
        select from assets.disposal s
        join ledger.journal_entry_view e on e.company_id = s.company_id and e.id = s.journal_entry_id
        left join ledger.journal_entry_view r on r.company_id = s.company_id and r.reverses_id = s.journal_entry_id
        where s.company_id = a.company_id and s.fixed_asset_id = a.id and e.date <= ${day}
          and (r.date is null or r.date > ${day}))
    )
    select s.account, sum(s.ore)::bigint as ore from (
      select a.account, a.value_ore as ore from owned a
      union all
      select a.accumulated_account, -a.depreciated_ore from owned a where a.depreciated_ore > 0
      union all
      select a.accumulated_account, -d.ore from owned a
      join assets.depreciation d on d.company_id = a.company_id and d.fixed_asset_id = a.id
      join ledger.journal_entry_view e on e.company_id = d.company_id and e.id = d.journal_entry_id
      left join ledger.journal_entry_view r on r.company_id = d.company_id and r.reverses_id = d.journal_entry_id
      where e.date <= ${day} and (r.date is null or r.date > ${day})
      union all
      select x.account, x.ore from owned a
      join assets.value_change c on c.company_id = a.company_id and c.fixed_asset_id = a.id
      join ledger.journal_entry_view e on e.company_id = c.company_id and e.id = c.journal_entry_id
      left join ledger.journal_entry_view r on r.company_id = c.company_id and r.reverses_id = c.journal_entry_id
      cross join lateral (values (a.account, -c.value_ore), (a.accumulated_account, c.depreciated_ore),
        (c.account, -c.written_down_ore)) as x (account, ore)
      where e.date <= ${day} and (r.date is null or r.date > ${day}) and x.ore <> 0
    ) s group by s.account order by s.account`,
    'fixed-asset-sums',
  )
