// Invoice data for the tax reduction context, and what it stores on invoices.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { reductionStatusSql } from '#sales/tax-reduction/reduction'
import { afterCredit, type WorkToPay } from '#sales/tax-reduction/request.rules'
import { type InvoiceRecord, readInvoices } from './invoice.ts'
import { isSalesLine } from './line-draft.rules.ts'

/** Whether an advance has already paid the customer's whole part of invoice `i`. */
const paidBeforeSql = sql`(
  i.paid_base_ore = 0 and i.reduction_base_ore > 0
  and i.total_base_ore = i.reduction_base_ore + i.credited_base_ore)`

/**
 * Whether the customer of invoice `i` has paid their part, including fees withheld in transit; written-off amounts do
 * not count as paid. Differences below one krona are rounding.
 */
export const customerPaidSql = sql`(
  i.published_at is not null and (i.paid_base_ore > 0 or ${paidBeforeSql})
  and i.total_base_ore - i.reduction_base_ore - i.credited_base_ore - i.paid_base_ore - (
    select coalesce(sum(s.sum_base_ore), 0) from sales.settlement s
    where s.company_id = i.company_id and s.invoice_id = i.id
      and s.type not in ('badDebt', 'balanceAdjustment', 'reminderFee', 'lateInterest')
  ) < 100)`

/** The tax reduction status of invoice `i`; null if it has none. */
export const taxReductionStatusSql = reductionStatusSql(customerPaidSql)

/**
 * Payments and repayments of invoice `i` by day, including fees withheld in transit. Amounts paid by an advance count
 * on the day of the invoice that deducts it.
 */
const paymentsSql = sql`
  select m.date, m.sum_base_ore as ore from sales.payment m where m.company_id = i.company_id and m.invoice_id = i.id
  union all
  select s.date, s.sum_base_ore from sales.settlement s
  where s.company_id = i.company_id and s.invoice_id = i.id and s.type in ('bankFee', 'paymentServiceFee')
  union all
  select i.date, 0 where ${paidBeforeSql}`

/** As a row `paid` of a query with invoice `i`: the days, the last day, and the amount on each. */
export const paidSql = sql`(
  select max(p.date) as day, array_agg(p.date) as days,
    coalesce(jsonb_agg(jsonb_build_object('date', p.date, 'ore', p.ore::text)), '[]') as payments,
    (select coalesce(-sum(s.sum_base_ore), 0)::text from sales.settlement s
      where s.company_id = i.company_id and s.invoice_id = i.id
        and s.type in ('reminderFee', 'lateInterest')) as charged
  from (${paymentsSql}) p
) paid`

/** The ids of the published credit notes of invoice `i`. */
export const creditIdsSql = sql`array(
  select c.id from sales.invoice c
  where c.company_id = i.company_id and c.credits_id = i.id and c.published_at is not null)`

/**
 * The invoices, for use within a statement on tax reductions: unused columns cost nothing. The years are those in which
 * the customer has paid and, if something is left to pay, that of the due date.
 */
export const reducedInvoices: Sql = sql`
  select i.company_id, i.id, i.number, i.kind, i.reduction_base_ore, ${customerPaidSql} as is_paid,
    array(
      select distinct extract(year from p.date)::integer
      from (${paymentsSql} union all select i.due_date, 0 where ${customerPaidSql} is not true) p
    ) as years
  from sales.invoice i`

/** The columns of {@link paidSql} and {@link creditIdsSql}. */
export type PaidRow = { id: string; payments: { date: Day; ore: string }[]; charged: string; creditIds: string[] }

type PaidWork = WorkToPay & { invoice: InvoiceRecord }

/** Invoices less their credit notes, with their payments: read together, each with its row. */
export const worksToPayOf = async <Row extends PaidRow>(
  call: CompanyCall,
  rows: readonly Row[],
): Promise<{ row: Row; work: PaidWork }[]> => {
  const read = await readInvoices(
    call,
    rows.flatMap(({ id, creditIds }) => [id, ...creditIds]),
  )
  const known = new Map(read.map((document) => [document.id, document]))
  return rows.map((row) => ({ row, work: workOf(row, known) }))
}

const workOf = ({ id, payments, charged, creditIds }: PaidRow, known: ReadonlyMap<string, InvoiceRecord>): PaidWork => {
  const invoice = known.get(id)
  if (!invoice) throw new Error(`Invoice ${id} has a tax reduction but does not exist`)
  const credits = creditIds.flatMap((creditId) => known.get(creditId) ?? [])
  const lines = afterCredit(
    invoice.lines.filter(isSalesLine),
    credits.flatMap((credit) => credit.lines.filter(isSalesLine)),
  )
  const { dueDate, totalBaseOre, creditedBaseOre } = invoice
  const paid = payments.map(({ date, ore }) => ({ date, ore: BigInt(ore) }))
  const priceOre = totalBaseOre - creditedBaseOre
  return { id, invoice, lines, dueDate, priceOre, payments: paid, chargedOre: BigInt(charged) }
}

/** As {@link worksToPayOf}, by invoice ids. */
export const worksToPay = async (call: CompanyCall, ids: readonly string[]): Promise<WorkToPay[]> => {
  const rows = await call.db.rows<PaidRow>(sql`
    select i.id, paid.payments, paid.charged, ${creditIdsSql} as "creditIds"
    from sales.invoice i cross join lateral ${paidSql}
    where i.company_id = ${call.companyId} and i.id = any (${ids}::uuid[])`)
  return (await worksToPayOf(call, rows)).map(({ work }) => work)
}

/** Stores on an invoice the amount requested from the tax authority. */
export const keepReduction = async ({ db, companyId }: CompanyCall, id: string, ore: Ore): Promise<void> => {
  await db.rows(sql`
    update sales.invoice set reduction_base_ore = ${ore} where company_id = ${companyId} and id = ${id}`)
}
