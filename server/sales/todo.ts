// To-dos about invoices: record them, and get them paid.
import { isUndelivered, undeliveredOn } from '#mail/mail-report'
import { type Sql, sql } from '#platform/sql'
import { papersInUnion } from '#sales/archive/paper'
import { daysOfCash, lacksEntry } from '#sales/booking/booked-unpaid'
import { dueDaySql } from '#sales/receivables/claim'
import type { QueueOf, TodoPart, TodosOf } from '#todo/todo'

/** The columns common to documents `i`. */
const ofDocument = {
  id: sql`i.id`,
  name: sql`coalesce(i.customer_name, '')`,
  number: sql`i.number`,
  documentType: sql`i.kind`,
  date: sql`i.date`,
  order: sql`i.date, i.id`,
} satisfies Partial<TodoPart>

/**
 * Unpaid published invoices, earliest due first, and published documents that are unrecorded although their accounting
 * method requires it, from their day on. Sums are outstanding amounts in SEK, negative for credit notes. Under the cash
 * method only credit notes of booked invoices, sales to other member states and zero-total invoices are recorded,
 * besides unrecorded payments and settlements from their first day on.
 */
export const todosOfInvoices: TodosOf = ({ company, today, limit }) => [
  {
    ...ofDocument,
    kind: 'invoice.unpaid',
    ore: sql`i.total_base_ore - i.reduction_base_ore - i.credited_base_ore - i.paid_base_ore - i.settled_base_ore`,
    date: dueDaySql,
    rows: sql`sales.invoice i
      where i.company_id = ${company} and i.kind = 'invoice' and i.state in ('published', 'underPaid')`,
    // In index order.
    order: sql`i.due_date, i.id`,
  },
  {
    ...ofDocument,
    kind: 'invoice.unrecorded',
    ore: sql`case i.kind when 'creditNote' then -i.total_base_ore else i.total_base_ore end`,
    rows: sql`unnest(datemultirange(daterange(null, null)) - ${daysOfCash(company)}) days
      cross join lateral (
        select * from sales.invoice i
        where i.company_id = ${company} and i.published_at is not null and i.recorded_at is null
          and i.date >= coalesce(lower(days), '-infinity') and i.date < coalesce(upper(days), 'infinity')
          and i.date <= ${today}::date
        order by i.date, i.id limit ${limit}
      ) i`,
  },
  {
    ...ofDocument,
    kind: 'invoice.unrecorded',
    ore: sql`-i.total_base_ore`,
    rows: sql`sales.invoice i
      join sales.invoice c on c.company_id = i.company_id and c.id = i.credits_id and c.journal_entry_id is not null
      where i.company_id = ${company} and i.kind = 'creditNote' and i.state = 'published' and i.recorded_at is null
        and i.date <@ ${daysOfCash(company)} and i.date <= ${today}::date`,
  },
  {
    ...ofDocument,
    kind: 'invoice.unrecorded',
    ore: sql`i.total_base_ore`,
    rows: sql`${unrecordedUnpaid(company, sql`${today}::date`)} i`,
  },
  {
    kind: 'invoicePayment.unrecorded',
    id: sql`i.id`,
    name: sql`coalesce(i.customer_name, '')`,
    number: sql`i.number`,
    ore: sql`i.ore`,
    date: sql`i.date`,
    order: sql`i.date, i.id`,
    rows: sql`(
        select m.invoice_id as id, m.number, m.customer_name, min(m.date) as date, sum(m.ore) as ore
        from ${unrecordedMoney(company, sql`${today}::date`)} m
        group by m.invoice_id, m.number, m.customer_name
      ) i`,
  },
]

/**
 * A `from` source: the invoices up to a day that must be booked before payment, also under the cash method, but are
 * not. Some were recorded while they still waited for payment. Invoices unpaid when a year is closed are booked then,
 * so only open years have such invoices. Zero-total invoices recorded without an entry in older versions are left to
 * the end of their year: no index finds these alone.
 */
export const unrecordedUnpaid = (company: Sql, until: Sql): Sql => sql`(
  select i.* from ledger.fiscal_year_view y
  cross join lateral (
    select p.invoice_id as id
    from ${papersInUnion(company, { from: sql`y.start_date`, to: sql`least(y.end_date, ${until})` })} p
    union
    select i.id from sales.invoice i
    where i.company_id = ${company} and i.published_at is not null and i.recorded_at is null
      and i.date between y.start_date and least(y.end_date, ${until}) and i.total_base_ore = 0
  ) found
  cross join lateral (
    select * from sales.invoice i where i.company_id = ${company} and i.id = found.id offset 0
  ) i
  where y.company_id = ${company} and y.accounting_method = 'cash' and y.closed_at is null and ${lacksEntry})`

/**
 * A `from` source: the unrecorded payments and settlements of open cash-method years up to a day, with their invoices.
 * Payments are sold only when recorded; charges paid with a payment are recorded with it. An invoice with such payments
 * is open on every day from then on.
 */
export const unrecordedMoney = (company: Sql, until: Sql): Sql => sql`(
  select m.kind, m.id, m.date, m.ore, i.id as invoice_id, i.number, i.customer_name
  from ledger.fiscal_year_view y
  cross join lateral (
    select o.invoice_id from sales.open_days o
    where o.company_id = ${company} and o.days @> least(y.end_date, ${until}) and not isempty(o.days) offset 0
  ) o
  cross join lateral (
    select 'payment' as kind, p.id, p.date, p.sum_base_ore as ore from sales.payment p
    where p.company_id = ${company} and p.invoice_id = o.invoice_id and p.recorded_at is null
      and p.date between y.start_date and least(y.end_date, ${until})
    union all
    select 'settlement', s.id, s.date, s.sum_base_ore from sales.settlement s
    where s.company_id = ${company} and s.invoice_id = o.invoice_id and s.recorded_at is null
      and s.date between y.start_date and least(y.end_date, ${until})
      and not exists (select from sales.payment_charge c where c.company_id = s.company_id and c.settlement_id = s.id)
  ) m
  join sales.invoice i on i.company_id = ${company} and i.id = o.invoice_id
  where y.company_id = ${company} and y.accounting_method = 'cash' and y.closed_at is null)`

/** After how many idle days a draft is reported. */
const FORGOTTEN_DAYS = 7

/** Drafts unchanged for a week, oldest first. */
export const queueOfDrafts: QueueOf = ({ company, today }) =>
  (['invoice', 'creditNote'] as const).map((kind) => ({
    kind: 'invoice.draft',
    id: sql`i.id`,
    name: sql`coalesce(i.customer_name, c.name, '')`,
    ore: sql`i.total_ore`,
    currency: sql`i.currency`,
    date: sql`i.date`,
    documentType: sql`i.kind`,
    rows: sql`sales.invoice i
      left join sales.customer c on c.company_id = i.company_id and c.id = i.customer_id
      where i.company_id = ${company} and i.kind = ${kind} and i.state = 'draft'
        and i.modified_at < ${today}::date - ${FORGOTTEN_DAYS}::integer`,
    order: sql`i.date, i.id`,
  }))

/** How many days a published invoice with a doubtful rate is listed. */
const DOUBTFUL_DAYS = 60

/**
 * Invoices with a line that looks like food at a rate that food does not have on its day of supply: drafts until the
 * line says its kind or another rate, published ones until they are credited, for 60 days.
 */
export const queueOfRates: QueueOf = ({ company, today }) => [
  {
    kind: 'invoice.vatRate',
    id: sql`i.id`,
    name: sql`coalesce(i.customer_name, c.name, '')`,
    number: sql`i.number`,
    documentType: sql`i.kind`,
    ore: sql`i.total_ore`,
    currency: sql`i.currency`,
    date: sql`i.date`,
    order: sql`i.date, i.id`,
    rows: sql`(
        select distinct l.company_id, l.invoice_id from sales.invoice_line l
        where l.company_id = ${company} and l.looks_like_food
      ) l
      join sales.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
      left join sales.customer c on c.company_id = i.company_id and c.id = i.customer_id
      where i.kind = 'invoice' and (i.published_at is null
        or (i.credited_base_ore = 0 and i.date > ${today}::date - ${DOUBTFUL_DAYS}::int))`,
  },
]

/**
 * Failed mails of documents that are still relevant, until sent again. Mails sent together to several recipients are
 * one sending each, and any of them may fail.
 */
export const queueOfSendings: QueueOf = ({ company, today }) => [
  {
    ...ofDocument,
    kind: 'sending.failed',
    date: sql`m.on_day`,
    order: sql`m.on_day, i.id`,
    ore: sql`i.total_ore`,
    currency: sql`i.currency`,
    rows: sql`(
        select distinct on (m.company_id, m.invoice_id) m.company_id, m.invoice_id, ${undeliveredOn} as on_day
        from sales.sending m
        where m.company_id = ${company} and not m.is_copy and ${isUndelivered(today)}
          and not exists (
            select from sales.sending n
            where n.company_id = m.company_id and n.invoice_id = m.invoice_id and not n.is_copy
              and n.made_at > m.made_at)
        order by m.company_id, m.invoice_id, m.id desc
      ) m
      join sales.invoice i on i.company_id = m.company_id and i.id = m.invoice_id
        and (i.kind = 'creditNote' or i.state in ('published', 'underPaid'))`,
  },
  {
    kind: 'statement.failed',
    id: sql`c.id`,
    name: sql`c.name`,
    number: sql`c.customer_number`,
    date: sql`m.on_day`,
    order: sql`m.on_day, c.id`,
    rows: sql`(
        select distinct on (m.company_id, m.customer_id) m.company_id, m.customer_id, ${undeliveredOn} as on_day
        from sales.statement_sending m
        where m.company_id = ${company} and not m.is_copy and ${isUndelivered(today)}
          and not exists (
            select from sales.statement_sending n
            where n.company_id = m.company_id and n.customer_id = m.customer_id and not n.is_copy
              and n.made_at > m.made_at)
        order by m.company_id, m.customer_id, m.id desc
      ) m
      join sales.customer c on c.company_id = m.company_id and c.id = m.customer_id`,
  },
]
