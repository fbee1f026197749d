// The turnover above which the cash method (kontantmetoden) may not be used (bokföringslagen 1999:1078, 5 kap. 2 §): it
// is told while the year is still going on, not only when it is closed.
import { accountingCurrencyOf, bookOf, lawInBooks, yearAt } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import type { Day } from '#platform/day'
import { type Ore, textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import { lawOn } from '#rule/law'
import { vatWarnings } from './refusals.ts'

/** Warns if the net sales (3000–3799) of a year under the cash method, until a day, are above the limit of that day. */
export const warnOfCashTurnover = async (call: CompanyCall, day: Day): Promise<void> => {
  const year = yearAt(await bookOf(call, true), day)
  const law = lawOn(day)
  if (year?.method !== 'cash' || law.find('bookkeeping.cashMethod') === null) return
  const { ore } = await call.db.one<{ ore: Ore }>(
    sql`
    select coalesce(sum(m.credit - m.debit), 0)::bigint as ore from ledger.month_balance_view m
    where m.company_id = ${call.companyId} and m.fiscal_year_id = ${year.id} and m.account between 3000 and 3799
      and m.month <= ${day}::date`,
    'cash-turnover',
  )
  const currency = await accountingCurrencyOf(call)
  const most = await lawInBooks(call, { currency, ore: law.ore('bookkeeping.cashMethod'), date: day })
  if (most === null || ore <= most) return
  const values = { turnover: textFromOre(ore), most: textFromOre(most), currency }
  warn(call, vatWarnings.cashTurnover(values))
}
