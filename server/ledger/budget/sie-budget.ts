// The budget of a SIE file: stored row by row, and exported again.
import type { SieBudget, SiePeriodItem } from '#ledger/sie-format/items'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { mapInSlices, writeInParts } from '#threads/event-loop'

/** Replaces the stored budget of a year; a file without a budget leaves it unchanged. */
export const keepBudgets = async (
  call: CompanyCall,
  fiscalYearId: string,
  budgets: readonly SiePeriodItem[],
): Promise<void> => {
  if (budgets.length === 0) return
  const { db, companyId } = call
  await db.rows(sql`delete from ledger.budget where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId}`)
  const rows = await mapInSlices(budgets, ({ kind, yearIndex, period, account, objects, amount, quantity }, index) => ({
    place: index + 1,
    year_index: yearIndex,
    month: period,
    account: Number(account),
    objects,
    amount: String(amount),
    quantity,
    of_objects: kind === 'objectBudget',
  }))
  await writeInParts(rows, (part) =>
    db.rows(sql`
      insert into ledger.budget (
        company_id, fiscal_year_id, place, year_index, month, account, objects, amount, quantity, of_objects)
      select ${companyId}, ${fiscalYearId}, place, year_index, month, account, objects, amount, quantity, of_objects
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as row (
        place integer, year_index smallint, month text, account integer, objects jsonb, amount bigint, quantity text,
        of_objects boolean)`),
  )
  const accounts = new Set(budgets.map(({ account }) => account)).size
  recordEvent(call, 'budget.changed', { id: fiscalYearId }, { fiscalYearId, accounts })
}

/** The budget rows imported for a year, unchanged. */
export const readBudgets = async ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<SieBudget[]> => {
  const rows = await db.rows<BudgetRow>(sql`
    select year_index, month, account, objects, amount, quantity, of_objects from ledger.budget
    where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId} order by place`)
  return rows.map((row) => ({
    yearIndex: row.year_index,
    period: row.month,
    account: String(row.account),
    objects: row.objects,
    amount: row.amount,
    quantity: row.quantity,
    ofObjects: row.of_objects,
  }))
}

type BudgetRow = {
  year_index: number
  month: string
  account: number
  objects: SieBudget['objects']
  amount: bigint
  quantity: string | null
  of_objects: boolean
}
