// The budget beside actual amounts.
import type { CompanyCall } from '#platform/call'
import { addMonths, type Day, firstOfMonth, monthOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { Account, Figures } from './figures.rules.ts'
import type { Column, Period, Years } from './period.rules.ts'
import { reportFaults as faults } from './refusals.ts'
import type { AskedTags } from './tags.ts'

/** Refuses a budget for tags: budgets exist for whole accounts only. */
export const refuseBudgetOfTags = ({ tagId, tagGroupId }: AskedTags): void => {
  if ((tagId ?? tagGroupId) !== undefined) refuseIfAny([faults.budgetOfTags('compare')])
}

/** Adds the columns `budget` and `deviation` to figures. Refused if there is no budget. */
export const besideBudget = async <Of extends { figures: Figures; columns: readonly Column[] }>(
  call: CompanyCall,
  years: Years,
  told: Of,
): Promise<Of> => {
  const period = told.columns.find(({ kind }) => kind === 'budget')
  if (!period) return told
  const planned = await budgetOf(call, years, period)
  if (planned.length === 0) refuseIfAny([faults.noBudget('compare')])
  const { figures } = told
  const amounts = new Map(planned.map(({ account, amount }) => [account.number, amount]))
  const all = new Map([...planned.map(({ account }) => account), ...figures.accounts].map((one) => [one.number, one]))
  const accounts = [...all.values()].sort((left, right) => left.number - right.number)
  const moved: Figures['moved'] = (account, column) => {
    const plan = amounts.get(account.number) ?? 0n
    if (column.kind === 'budget') return { debit: plan, credit: 0n }
    const { debit, credit } = figures.moved(account, column)
    return column.kind === 'deviation' ? { debit: debit - plan, credit } : { debit, credit }
  }
  return { ...told, figures: { ...figures, accounts, moved } }
}

type Planned = { account: Account; amount: Ore }

/** The budget of months that start in a period; debit is positive, as in the file. */
const budgetOf = async ({ db, companyId }: CompanyCall, years: Years, { from, to }: Period): Promise<Planned[]> => {
  const rows = await db.rows<Account & { amount: bigint }>(
    sql`
    select a.number, a.name, a.kind, a.sru, a.vat_code as "vatCode", b.amount
    from (
      select p.account, sum(p.amount)::bigint as amount from ledger.budget_view p
      where p.company_id = ${companyId} and p.month between ${firstMonth(years, from)} and ${monthOf(to)}
      group by p.account
    ) b
    join ledger.account_view a on a.company_id = ${companyId} and a.number = b.account
    where b.amount <> 0 order by a.number`,
    'report-budget',
  )
  return rows.map(({ amount, ...account }) => ({ account, amount }))
}

/** A company's first fiscal year may start within a month, whose budget counts in full. */
const firstMonth = (years: Years, from: Day): string => {
  const beginsHere = from === firstOfMonth(from) || years.some(({ startDate }) => startDate === from)
  return monthOf(beginsHere ? from : addMonths(firstOfMonth(from), 1))
}
