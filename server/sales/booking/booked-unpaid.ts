// What is booked before it is paid under the cash method, and what waits for its payment. Decided here alone, by what
// the database has of a document `i`: a loaded sale and the answers of the API carry the outcome.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { isPaperInUnion } from '#sales/archive/paper'

/** How a published document gets into the books: by recording it, or by recording its payments (cash method). */
export const bookedByWays = ['recording', 'payments'] as const
export type BookedBy = (typeof bookedByWays)[number]

/** The outcome for a loaded document. */
export type Booking = {
  /** Whether it is an invoice that is booked before payment also under the cash method. */
  isBookedUnpaid: boolean
  /** Whether it is one of those and has no entry, although it should be booked. */
  lacksEntry: boolean
  /** Null for a draft. */
  bookedBy: BookedBy | null
}

/** A condition: the lines of document `i` do not cancel out, but its total is zero: a delivery less its advance. */
export const comesToNothing = comesToNothingOf(sql`i`)

function comesToNothingOf(i: Sql): Sql {
  return sql`(${i}.total_base_ore = 0 and exists (
  select l.tax_rate from sales.invoice_line l
  where l.company_id = ${i}.company_id and l.invoice_id = ${i}.id and l.item_type = 'salesItem'
  group by l.account, l.product_type, l.tax_rate, l.union_rate_hundredths having sum(l.net_ore) <> 0))`
}

/**
 * A condition: whether an invoice is booked before payment also under the cash method. Untaxed sales to businesses in
 * other member states are declared with the invoice, in the VAT return and the EU sales list (mervärdesskattelagen
 * 2023:200, 7 kap.; services by 30 §), and a zero-total invoice is never paid. An invoice already sold or credited by
 * payment continues that way. Printed content is read only for untaxed sales.
 */
const isBookedUnpaidOf = (i: Sql): Sql => sql`(${i}.kind = 'invoice' and ${i}.type <> 'advanceInvoice'
  and (${comesToNothingOf(i)}
    or exists (select from sales.invoice_line l
      where l.company_id = ${i}.company_id and l.invoice_id = ${i}.id and l.tax_rate = 0)
    and ${isPaperInUnion(sql`${i}.company_id`, sql`${i}.id`)})
  and not exists (select from sales.income_share s where s.company_id = ${i}.company_id and s.invoice_id = ${i}.id)
  and not exists (select from sales.invoice n where n.company_id = ${i}.company_id and n.credits_id = ${i}.id
    and n.recorded_at is not null and n.journal_entry_id is null))`

const isBookedUnpaid = isBookedUnpaidOf(sql`i`)

/**
 * A condition: whether an invoice `i` that must be booked before payment is not. It is unrecorded, or was recorded when
 * it still waited for its payment. An invoice whose lines cancel out is recorded without an entry.
 */
export const lacksEntry = lacksEntryWhere(isBookedUnpaid)

function lacksEntryWhere(isUnpaid: Sql): Sql {
  return sql`(i.journal_entry_id is null
  and (i.recorded_at is null or i.total_base_ore <> 0 or ${comesToNothing}) and ${isUnpaid})`
}

/** The days of cash-method years: few documents are recorded in these, however many there are. */
export const daysOfCash = (company: Sql): Sql => sql`
  coalesce((
    select range_agg(daterange(y.start_date, y.end_date, '[]')) from ledger.fiscal_year_view y
    where y.company_id = ${company} and y.accounting_method = 'cash'), '{}')`

/** A condition: whether an invoice `i` is booked on payment and not recorded before. */
export const waitsForPayment = (company: Sql): Sql => waitsWhere(company, isBookedUnpaid)

const waitsWhere = (company: Sql, isUnpaid: Sql): Sql => sql`(i.date <@ ${daysOfCash(company)} and not ${isUnpaid})`

/**
 * A `from` source with one row, of `Booking`, for a document `i`. A credit note of a cash-method year is booked only if
 * its invoice is in the books, or is to be booked before it is paid.
 */
export const bookingSql = (company: Sql): Sql => sql`(
  select u.is_so as "isBookedUnpaid", ${lacksEntryWhere(sql`u.is_so`)} as "lacksEntry",
    case when i.published_at is null then null
      when i.journal_entry_id is not null then 'recording'
      when i.kind = 'invoice' and ${waitsWhere(company, sql`u.is_so`)} then 'payments'
      when i.kind = 'creditNote' and i.date <@ ${daysOfCash(company)} and exists (
        select from sales.invoice o where o.company_id = i.company_id and o.id = i.credits_id
          and o.journal_entry_id is null and not ${isBookedUnpaidOf(sql`o`)}) then 'payments'
      else 'recording' end as "bookedBy"
  from (select ${isBookedUnpaid} as is_so offset 0) u)`

/** The outcome for one document, as it is stored now. */
export const bookingOf = ({ db, companyId }: CompanyCall, id: string): Promise<Booking> =>
  db.one<Booking>(
    sql`
    select b.* from sales.invoice i cross join lateral ${bookingSql(sql`${companyId}`)} b
    where i.company_id = ${companyId} and i.id = ${id}`,
    'read-booking',
  )
