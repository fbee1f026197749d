// Overdue invoices for the reminders context: the unpaid amount, charges for late payment, and the changes of the claim
// by day.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { waitsForPayment } from '#sales/booking/booked-unpaid'
import { demandedAgain, dueDaySql } from './claim.ts'

/**
 * A `from` source: the unpaid invoices, with amounts in SEK: `unpaid_ore` of the invoice itself, `fee_ore` and
 * `interest_ore` of the charges. `is_booked` tells whether everything the accounting method requires is booked: the
 * cash method books little before payment. `asked_on` is the earliest day the customer can have received it, and
 * `owed_on` the last day to pay, which is later for amounts that the tax authority refused. `email` is the customer's
 * current address.
 */
export const unpaidInvoices = ({ companyId }: Pick<CompanyCall, 'companyId'>): Sql => sql`(
  select i.company_id, i.id, i.number, i.type, i.customer_id, coalesce(i.customer_name, '') as customer_name, i.date,
    i.due_date, i.currency, i.payment_reference, greatest(i.date, ${publishedOn}) as asked_on,
    greatest(${dueDaySql}, ${publishedOn}) as owed_on,
    i.total_base_ore - i.reduction_base_ore - i.credited_base_ore - i.paid_base_ore - i.settled_base_ore
      - c.fee_ore - c.interest_ore as unpaid_ore,
    c.fee_ore, c.interest_ore,
    i.recorded_at is not null or ${waitsForPayment(sql`${companyId}`)} as is_booked,
    exists (
      select from sales.customer k
      where k.company_id = i.company_id and k.id = i.customer_id and k.type = 'company') as is_business,
    coalesce(
      (select d.email from sales.contact_detail d
        where d.company_id = i.company_id and d.customer_id = i.customer_id and d.id = (i.contact->>'id')::uuid),
      i.contact->>'email',
      (select d.email from sales.contact_detail d
        where d.company_id = i.company_id and d.customer_id = i.customer_id and d.is_default)) as email
  from sales.invoice i
  cross join lateral ${chargesOn({ companyId }, sql`i.id`)} c
  where i.company_id = ${companyId} and i.kind = 'invoice' and i.state in ('published', 'underPaid'))`

/** A `from` source with one row: the late charges of an invoice, `fee_ore` and `interest_ore`. */
export function chargesOn({ companyId }: Pick<CompanyCall, 'companyId'>, invoiceId: Sql): Sql {
  return sql`(
    select coalesce(-sum(s.sum_base_ore) filter (where s.type = 'reminderFee'), 0)::bigint as fee_ore,
      coalesce(-sum(s.sum_base_ore) filter (where s.type = 'lateInterest'), 0)::bigint as interest_ore
    from sales.settlement s
    where s.company_id = ${companyId} and s.invoice_id = ${invoiceId} and s.type in ('reminderFee', 'lateInterest'))`
}

/**
 * A `from` source: changes of the customer's debt on an invoice itself, by day; positive reduces, negative increases
 * it.
 */
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

/** The Swedish day of publication of invoice `i`, which may be later than its date. */
const publishedOn = sql`(i.published_at at time zone 'Europe/Stockholm')::date`
