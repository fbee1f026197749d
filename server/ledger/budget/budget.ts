// The budget of a fiscal year: read, replaced, and proposed from the year before. It is a plan, and no part of the
// books: closed years and locked days have one too. Rows from a SIE file for objects, for balance sheet accounts and
// for other years are kept beside it.
import { lockBooks } from '#ledger/book'
import { type FiscalYear, getFiscalYear } from '#ledger/years/fiscal-year'
import type { CompanyCall } from '#platform/call'
import { addDays } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { isBookedResult } from '#rule/account-ranges'
import { writeInParts } from '#threads/event-loop'
import { type AccountBudget, type GivenBudget, monthsOf, proposedBudget, readBudget } from './budget.rules.ts'
import { budgetRefusals } from './refusals.ts'

/** Accounts in their order, with öre for each of the months; income is positive, expenses are negative. */
export type Budget = {
  fiscalYearId: string
  months: readonly string[]
  accounts: readonly (AccountBudget & { name: string })[]
}

type Planned = { account: number; month: string; amount: Ore }

/** The budget of a fiscal year; without accounts if it has none. */
export const getBudget = async (call: CompanyCall, fiscalYearId: string): Promise<Budget> => {
  const year = await getFiscalYear(call, fiscalYearId)
  return budgetOf(call, year, byAccount(await plannedIn(call, year), monthsOf(year)))
}

/** As {@link getBudget}, locked against changes. */
export const lockBudget = async (call: CompanyCall, fiscalYearId: string): Promise<Budget> => {
  await lockBooks(call)
  return getBudget(call, fiscalYearId)
}

/** Replaces the budget of a fiscal year; refused with every error in it. */
export const setBudget = async (
  call: CompanyCall,
  { fiscalYearId, accounts: given }: { fiscalYearId: string; accounts: readonly GivenBudget[] },
): Promise<Budget> => {
  await lockBooks(call)
  const year = await getFiscalYear(call, fiscalYearId)
  const months = monthsOf(year)
  const chart = await call.db.rows<{ number: number; kind: string }>(
    sql`select number, kind from ledger.account where company_id = ${call.companyId}`,
  )
  const { accounts, errors } = readBudget(given, new Map(chart.map(({ number, kind }) => [number, kind])), months)
  refuseIfAny(errors)
  await replace(call, year, accounts)
  recordEvent(call, 'budget.changed', { id: year.id }, { fiscalYearId: year.id, accounts: accounts.length })
  return getBudget(call, year.id)
}

/** What a budget is proposed from: what was booked in the year before, or its budget. */
type Basis = 'booked' | 'budget'

/** A budget made from the year before, in whole kronor; nothing is stored. */
export const proposeBudget = async (
  call: CompanyCall,
  { fiscalYearId, basis, percent }: { fiscalYearId: string; basis: Basis; percent: number },
): Promise<Budget> => {
  const year = await getFiscalYear(call, fiscalYearId)
  const before = await yearBefore(call, year)
  if (!before) throw budgetRefusals.noYearBefore({ year: `${year.startDate} to ${year.endDate}` })
  const rows = basis === 'budget' ? await plannedIn(call, before) : await bookedIn(call, before)
  return budgetOf(call, year, proposedBudget(rows, { months: monthsOf(year), percent }))
}

/** The rows of the plan that is shown and replaced here. */
const own = (year: { id: string }, companyId: string): Sql => sql`
  b.company_id = ${companyId} and b.fiscal_year_id = ${year.id} and b.year_index = 0 and not b.of_objects
  and b.objects = '[]'`

const plannedIn = ({ db, companyId }: CompanyCall, year: Pick<FiscalYear, 'id'>): Promise<Planned[]> =>
  db.rows<Planned>(
    sql`
    select b.account, b.month, (-sum(b.amount))::bigint as amount
    from ledger.budget b join ledger.account a on a.company_id = b.company_id and a.number = b.account
    where ${own(year, companyId)} and a.kind in ('income', 'expense')
    group by b.account, b.month order by b.account, b.month`,
    'budget-rows',
  )

const bookedIn = async ({ db, companyId }: CompanyCall, year: Pick<FiscalYear, 'id'>): Promise<Planned[]> => {
  const rows = await db.rows<Planned>(
    sql`
    select m.account, to_char(m.month, 'YYYY-MM') as month, (m.credit - m.debit)::bigint as amount
    from ledger.month_balance m join ledger.account a on a.company_id = m.company_id and a.number = m.account
    where m.company_id = ${companyId} and m.fiscal_year_id = ${year.id} and a.kind in ('income', 'expense')
    order by m.account, m.month`,
    'budget-booked-before',
  )
  return rows.filter(({ account }) => !isBookedResult(account))
}

const byAccount = (rows: readonly Planned[], months: readonly string[]): AccountBudget[] => {
  const accounts = new Map<number, Map<string, Ore>>()
  for (const { account, month, amount } of rows)
    accounts.set(account, (accounts.get(account) ?? new Map<string, Ore>()).set(month, amount))
  return [...accounts].map(([account, planned]) => ({
    account,
    amounts: months.map((month) => planned.get(month) ?? 0n),
  }))
}

const budgetOf = async (
  { db, companyId }: CompanyCall,
  year: FiscalYear,
  accounts: readonly AccountBudget[],
): Promise<Budget> => {
  const named = await db.rows<{ number: number; name: string }>(
    sql`
    select number, name from ledger.account
    where company_id = ${companyId} and number = any(${accounts.map(({ account }) => account)})`,
    'budget-names',
  )
  const names = new Map(named.map(({ number, name }) => [number, name]))
  return {
    fiscalYearId: year.id,
    months: monthsOf(year),
    accounts: accounts.map((one) => ({ ...one, name: names.get(one.account) ?? '' })),
  }
}

const yearBefore = ({ db, companyId }: CompanyCall, year: FiscalYear): Promise<{ id: string } | null> =>
  db.maybe<{ id: string }>(
    sql`
    select id from ledger.fiscal_year
    where company_id = ${companyId} and end_date = ${addDays(year.startDate, -1)}::date`,
    'budget-year-before',
  )

const replace = async (
  { db, companyId }: CompanyCall,
  year: FiscalYear,
  accounts: readonly AccountBudget[],
): Promise<void> => {
  await db.rows(sql`
    delete from ledger.budget b using ledger.account a
    where ${own(year, companyId)} and a.company_id = b.company_id and a.number = b.account
      and a.kind in ('income', 'expense')`)
  const { last } = await db.one<{ last: number }>(sql`
    select coalesce(max(place), 0) as last from ledger.budget
    where company_id = ${companyId} and fiscal_year_id = ${year.id}`)
  const months = monthsOf(year)
  const rows = accounts.flatMap(({ account, amounts }) =>
    amounts.flatMap((amount, index) =>
      amount === 0n ? [] : [{ month: months[index], account, amount: String(-amount) }],
    ),
  )
  const placed = rows.map((row, index) => ({ ...row, place: last + index + 1 }))
  await writeInParts(placed, (part) =>
    db.rows(sql`
      insert into ledger.budget (
        company_id, fiscal_year_id, place, year_index, month, account, objects, amount, quantity, of_objects)
      select ${companyId}, ${year.id}, place, 0, month, account, '[]'::jsonb, amount, null, false
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as row (
        place integer, month text, account integer, amount bigint)`),
  )
}
