// What tax reductions have to know of their invoices, which stand above them, and what they leave on them.
import type { CompanyCall } from '#platform/call'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { reductionStatusSql } from '#tax-reduction'

/**
 * Whether the customer of invoice `i` has paid his part, fees that were kept back on the way included; what was written
 * off is not paid. Differences below one krona are rounding.
 */
export const customerPaidSql = sql`(
  i.published_at is not null and i.paid_base_ore > 0
  and i.total_base_ore - i.reduction_base_ore - i.credited_base_ore - i.paid_base_ore - (
    select coalesce(sum(s.sum_base_ore), 0) from sales.settlement s
    where s.company_id = i.company_id and s.invoice_id = i.id
      and s.type not in ('badDebt', 'balanceAdjustment', 'reminderFee', 'lateInterest')
  ) < 100)`

/** How the tax reduction of invoice `i` stands; null where it has none. */
export const taxReductionStatusSql = reductionStatusSql(customerPaidSql)

/** The invoices, to be asked within a statement of reductions: what of it nobody asks for costs nothing. */
export const reducedInvoices: Sql = sql`
  select i.company_id, i.id, i.number, i.kind, i.reduction_base_ore, ${customerPaidSql} as is_paid,
    extract(year from coalesce((
      select max(m.date) from sales.payment m
      where m.company_id = i.company_id and m.invoice_id = i.id and i.state in ('paid', 'overPaid')
    ), i.due_date))::integer as year
  from sales.invoice i`

/** Keeps on an invoice what is asked of the tax authority. */
export const keepReduction = async ({ db, companyId }: CompanyCall, id: string, ore: Ore): Promise<void> => {
  await db.rows(sql`
    update sales.invoice set reduction_base_ore = ${ore} where company_id = ${companyId} and id = ${id}`)
}
