// Annual report figures of a fiscal year: multi-year overview, changes of equity, fixed assets.
import { balancesOfYear, bookOf, ledgerContribution, requireKronor } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { mainAccount } from '#rule/account-ranges'
import {
  type EquityRow,
  equityChanges,
  type FixedAssetNote,
  fixedAssetNotes,
  isOfNotes,
  type MultiYearRow,
  multiYearRow,
  type YearAccount,
} from './data.rules.ts'
import { annualReportRefusals } from './refusals.ts'

/** The number of years in the overview: this one, and those before it. */
const YEARS = 5

export type AnnualReport = {
  year: { id: string; startDate: Day; endDate: Day }
  registration: number
  /** The year itself first. */
  years: ({ id: string; startDate: Day; endDate: Day } & MultiYearRow)[]
  equity: { rows: EquityRow[]; unbooked: bigint }
  notes: FixedAssetNote[]
}

/** The figures of a year; reads one snapshot. */
export const annualReportOf = async (call: CompanyCall, id: string): Promise<AnnualReport> => {
  const { years } = await bookOf(call, true)
  // Only totals of a removed year are left: later years refer to it, but it has no report of its own.
  const place = years.findIndex((one) => !one.removed && one.id === id)
  const year = years[place]
  if (!year) throw ledgerContribution.refusals.fiscalYearNotFound({ id })
  await requireKronor(call, annualReportRefusals.inKronor)
  const accounts = await accountsOf(call, year.id)
  const rows: AnnualReport['years'] = []
  for (const one of years.slice(Math.max(0, place - YEARS + 1), place + 1).reverse()) {
    const own = one.id === id ? accounts : await accountsOf(call, one.id)
    const { startDate, endDate } = one
    rows.push({ id: one.id, startDate, endDate, ...multiYearRow(startDate, own) })
  }
  const { count } = await call.db.one<{ count: bigint }>(
    sql`select entry_count as count from ledger.book_view where company_id = ${call.companyId}`,
  )
  return {
    year: { id: year.id, startDate: year.startDate, endDate: year.endDate },
    registration: Number(count),
    years: rows,
    equity: equityChanges(accounts),
    notes: fixedAssetNotes(accounts, await undoneIn(call, year.id, accounts.filter(isOfNotes))),
  }
}

/**
 * Amounts booked and reversed within a year. If a reversal is itself reversed, the entry and its reversal are a pair,
 * and the third entry is unreversed until a fourth reverses it.
 */
export const undoneIn = async (
  { db, companyId }: CompanyCall,
  year: string,
  accounts: readonly YearAccount[],
): Promise<Map<number, Ore>> => {
  const rows = await db.rows<{ account: number; ore: Ore }>(
    sql`
    with recursive reversal (id, is_pair) as (
      select r.id, true from ledger.journal_entry_view r
      join ledger.journal_entry_view e on e.company_id = ${companyId} and e.id = r.reverses_id
        and e.fiscal_year_id = ${year}
      left join ledger.journal_entry_view o on o.company_id = ${companyId} and o.id = e.reverses_id
        and o.fiscal_year_id = ${year}
      where r.company_id = ${companyId} and r.fiscal_year_id = ${year} and r.reverses_id is not null and o.id is null
      union all
      select n.id, not reversal.is_pair from reversal
      join ledger.journal_entry_view n on n.company_id = ${companyId} and n.reverses_id = reversal.id
        and n.fiscal_year_id = ${year}
    )
    select i.account, sum(i.debit + i.credit)::bigint as ore
    from reversal
    join ledger.journal_entry_item_view i on i.company_id = ${companyId} and i.journal_entry_id = reversal.id
    where reversal.is_pair and i.account = any(${accounts.map(({ number }) => number)}::integer[])
    group by i.account`,
    'undone-in-year',
  )
  return new Map(rows.map(({ account, ore }) => [account, ore]))
}

export const accountsOf = async (call: CompanyCall, id: string): Promise<YearAccount[]> => {
  const names = await call.db.rows<{ number: number; name: string }>(
    sql`select number, name from ledger.account_view where company_id = ${call.companyId}`,
  )
  const nameOf = new Map(names.map(({ number, name }) => [number, name]))
  return (await balancesOfYear(call, id)).map(({ account, ...balance }) => ({
    number: account,
    main: mainAccount(account),
    name: nameOf.get(account) ?? '',
    ...balance,
  }))
}
