// Invoices that are late, for whoever reminds of them: what is unpaid, what has been charged for being late, and what
// has changed the claim on which day.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { demandedAgain, owedOnSql } from './owed.ts'
import { waitsForPayment } from './todo.ts'

/**
 * A source for `from`: the invoices that customers have not paid, with what is unpaid in SEK, `unpaid_ore` of the
 * invoice itself, `fee_ore` and `interest_ore` of what was charged beside it. `is_booked` is whether the books have it
 * as far as they should: under the cash method hardly anything is booked before it is paid. `asked_on` is when the
 * customer can have had it at the earliest, and `owed_on` the last day on which nobody is late: what the tax authority
 * has refused is owed some time after that. `email` is where the customer is reached now.
 */
export const unpaidInvoices = ({ companyId }: Pick<CompanyCall, 'companyId'>): Sql => sql`(
  select i.company_id, i.id, i.number, i.type, i.customer_id, coalesce(i.customer_name, '') as customer_name, i.date,
    i.due_date, i.currency, i.payment_reference, greatest(i.date, ${publishedOn}) as asked_on,
    greatest(${owedOnSql}, ${publishedOn}) as owed_on,
    i.total_base_ore - i.reduction_base_ore - i.credited_base_ore - i.paid_base_ore - i.settled_base_ore
      - c.fee_ore - c.interest_ore as unpaid_ore,
    c.fee_ore, c.interest_ore,
    i.recorded_at is not null or ${waitsForPayment(sql`${companyId}`)} as is_booked,
    coalesce(
      (select d.email from sales.contact_detail d
        where d.company_id = i.company_id and d.customer_id = i.customer_id and d.id = (i.contact->>'id')::uuid),
      i.contact->>'email',
      (select d.email from sales.contact_detail d
        where d.company_id = i.company_id and d.customer_id = i.customer_id and d.is_default)) as email
  from sales.invoice i
  cross join lateral ${chargesOn({ companyId }, sql`i.id`)} c
  where i.company_id = ${companyId} and i.kind = 'invoice' and i.state in ('published', 'underPaid'))`

/** A source for `from`, with one row: what was charged on an invoice for being late, `fee_ore` and `interest_ore`. */
export function chargesOn({ companyId }: Pick<CompanyCall, 'companyId'>, invoiceId: Sql): Sql {
  return sql`(
    select coalesce(-sum(s.sum_base_ore) filter (where s.type = 'reminderFee'), 0)::bigint as fee_ore,
      coalesce(-sum(s.sum_base_ore) filter (where s.type = 'lateInterest'), 0)::bigint as interest_ore
    from sales.settlement s
    where s.company_id = ${companyId} and s.invoice_id = ${invoiceId} and s.type in ('reminderFee', 'lateInterest'))`
}

/** A source for `from`: what has lowered what a customer owes of an invoice itself, by day; below zero it raised it. */
export const claimChanges = ({ companyId }: Pick<CompanyCall, 'companyId'>, invoiceId: string): Sql => sql`(
  select p.date, p.sum_base_ore as ore from sales.payment p
  where p.company_id = ${companyId} and p.invoice_id = ${invoiceId}
  union all
  select s.date, s.sum_base_ore from sales.settlement s
  where s.company_id = ${companyId} and s.invoice_id = ${invoiceId} and s.type not in ('reminderFee', 'lateInterest')
  union all
  select n.date, n.total_base_ore - n.reduction_base_ore from sales.invoice n
  where n.company_id = ${companyId} and n.credits_id = ${invoiceId} and n.published_at is not null
  union all
  select r.date, r.ore from ${demandedAgain(companyId, invoiceId)} r)`

/** The Swedish day on which invoice `i` was published: it may be dated before. */
const publishedOn = sql`(i.published_at at time zone 'Europe/Stockholm')::date`
