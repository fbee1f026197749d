// Unfinished sales tasks of a fiscal year before it is closed.
import { accountingCurrencyIn } from '#ledger'
import { type Sql, sql } from '#platform/sql'
import { unrecordedMoney, unrecordedUnpaid } from '#sales/todo'
import type { RemainingWorkOf, RemainingWorkPart } from '#todo/remaining-work'
import { daysOfCash } from './booked-unpaid.ts'
import { unpaidOn } from './year-end.ts'

/** The API path of a document `i`, relative to the company. */
const at = sql`(case i.kind when 'creditNote' then '/credit-notes/' else '/invoices/' end || i.id)`
const ore = sql`(case i.kind when 'creditNote' then -i.total_base_ore else i.total_base_ore end)`

/** The columns common to documents `i`. */
const ofDocument = {
  id: sql`i.id`,
  at,
  ore,
  date: sql`i.date`,
  number: sql`i.number`,
  name: sql`coalesce(i.customer_name, '')`,
} satisfies Partial<RemainingWorkPart>

/**
 * A `from` source: the documents published by a day that the accounting method of their year requires to be recorded
 * but that are not, including the documents they credit.
 */
export const unrecordedBy = (company: Sql, end: Sql): Sql => sql`(
  select i.* from sales.invoice i
  left join sales.invoice o on o.company_id = i.company_id and o.id = i.credits_id
  where i.company_id = ${company} and i.published_at is not null and i.recorded_at is null and i.date <= ${end}
    and (not i.date <@ ${daysOfCash(company)} or o.journal_entry_id is not null)
  union all
  select i.* from ${unrecordedUnpaid(company, end)} i)`

/**
 * What is unpaid in other currencies, by either method; documents that are not recorded, under the cash method what
 * is paid of them and not recorded, drafts, and what is unpaid and not in the books: the end of the year books that
 * by itself, so that it need not be recorded first.
 */
export const salesRemainingWork: RemainingWorkOf = ({ company, end, method }) => [
  {
    ...ofDocument,
    kind: 'invoice.unrecorded',
    rows: sql`${unrecordedBy(company, sql`${end}::date`)} i
      where not (${method === 'cash'} and ${unpaidOn(sql`${end}::date`)})`,
  },
  {
    kind: 'invoice.unrecorded',
    id: sql`m.id`,
    at: sql`('/invoices/' || m.invoice_id)`,
    ore: sql`m.ore`,
    date: sql`m.date`,
    number: sql`m.number`,
    name: sql`coalesce(m.customer_name, '')`,
    rows: sql`${unrecordedMoney(company, sql`${end}::date`)} m where ${method === 'cash'}`,
  },
  {
    ...ofDocument,
    kind: 'invoice.draft',
    // A draft has no stored customer name until it is published.
    name: sql`coalesce(i.customer_name, (
      select c.name from sales.customer c where c.company_id = i.company_id and c.id = i.customer_id), '')`,
    rows: sql`sales.invoice i where i.company_id = ${company} and i.published_at is null and i.date <= ${end}::date`,
  },
  {
    ...ofDocument,
    kind: 'invoice.unpaid',
    ore: sql`(i.total_base_ore - i.reduction_base_ore - i.credited_base_ore - i.paid_base_ore - i.settled_base_ore)`,
    rows: sql`sales.invoice i
      where ${method === 'cash'} and i.company_id = ${company} and ${unpaidOn(sql`${end}::date`)}`,
  },
  {
    ...ofDocument,
    kind: 'invoice.inCurrency',
    ore: sql`r.ore`,
    rows: sql`sales.open_days o
      join sales.invoice i on i.company_id = o.company_id and i.id = o.invoice_id
      cross join lateral ${restOn(sql`${end}::date`)} r
      where o.company_id = ${company} and o.days @> ${end}::date
        and i.currency <> ${accountingCurrencyIn(company)} and r.ore <> 0`,
  },
]

/**
 * A `from` source with one row: the unpaid amount of a published invoice `i` on a day; negative if it must be repaid.
 */
const restOn = (day: Sql): Sql => sql`(
  select i.total_base_ore - i.reduction_base_ore
    - (select coalesce(sum(c.total_base_ore - c.reduction_base_ore), 0) from sales.invoice c
      where c.company_id = i.company_id and c.credits_id = i.id and c.published_at is not null and c.date <= ${day})
    - (select coalesce(sum(p.sum_base_ore), 0) from sales.payment p
      where p.company_id = i.company_id and p.invoice_id = i.id and p.date <= ${day})
    - (select coalesce(sum(s.sum_base_ore), 0) from sales.settlement s
      where s.company_id = i.company_id and s.invoice_id = i.id and s.date <= ${day}) as ore)`
