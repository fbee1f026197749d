// Search for customers, invoices and items.
import { type Sql, sql } from '#platform/sql'
import { begins, LOOKED_THROUGH, type SearchAsked, type SearchOf, type SearchPart } from '#todo/search'

/** Customers by name prefix, by number, and by any word in the names of the newest customers. */
const customers = ({ company, words, anywhere, digits, limit }: SearchAsked): Sql => sql`(
    (select c.id, c.name, c.customer_number from sales.customer c
      where c.company_id = ${company} and ${begins(sql`c.name`, words)} order by lower(c.name) using ~<~ limit ${limit})
    union
    (select c.id, c.name, c.customer_number from sales.customer c
      where c.company_id = ${company} and c.customer_number = ${digits} limit ${limit})
    union
    (select c.id, c.name, c.customer_number from (
        select c.id, c.name, c.customer_number, c.org_number from sales.customer c where c.company_id = ${company}
        order by c.id desc limit ${LOOKED_THROUGH}) c
      where lower(c.name) like ${anywhere} or replace(c.org_number, '-', '') like ${digits} || '%'
      order by c.id desc limit ${limit}))`

const nameRank = (name: Sql, words: Sql): Sql => sql`case when ${begins(name, words)} then 1 else 2 end`

const document = {
  id: sql`i.id`,
  title: sql`coalesce(i.customer_name, i.current_name, '')`,
  number: sql`i.number`,
  date: sql`i.date`,
  ore: sql`i.total_ore`,
  currency: sql`i.currency`,
  rank: sql`i.rank`,
  order: sql`i.id desc`,
} satisfies Partial<SearchPart>

/**
 * Documents by number, by payment reference (the number with check digits), by amount among the newest, and the latest
 * ones of matching customers.
 */
const documents = (asked: SearchAsked, kind: Sql): Sql => {
  const { company, digits, ore, limit } = asked
  const shown = sql`i.id, i.customer_name, i.number, i.date, i.total_ore, i.currency`
  const numbered = (text: Sql) => sql`
    select ${shown}, null as current_name, 0 as rank from sales.invoice i
    where i.company_id = ${company} and i.kind = ${kind}
      and i.number = case when length(${text}) between 1 and 18 then (${text})::bigint end`
  return sql`(
    (${numbered(digits)})
    union all
    (select * from (${numbered(sql`left(${digits}, -1)`)} and i.payment_reference = ${digits}) by_check)
    union all
    (select * from (${numbered(sql`left(${digits}, -2)`)} and i.payment_reference = ${digits}) by_length)
    ${
      ore === null
        ? sql``
        : sql`
    union all
    (select ${shown}, c.name, 1 from (
        select ${shown}, i.customer_id from sales.invoice i where i.company_id = ${company} and i.kind = ${kind}
        order by i.id desc limit ${LOOKED_THROUGH}) i
      left join sales.customer c on c.company_id = ${company} and c.id = i.customer_id
      where i.total_ore = ${ore} order by i.id desc limit ${limit})`
    }
    union all
    (select i.*, c.name, 2 from ${customers(asked)} c cross join lateral (
      select ${shown} from sales.invoice i
      where i.company_id = ${company} and i.customer_id = c.id and i.kind = ${kind} order by i.id desc limit ${limit}
    ) i)) i`
}

/** The search parts of sales. */
export const searchSales: SearchOf = (asked) => {
  const { company, words, anywhere } = asked
  return [
    {
      kind: 'customer',
      id: sql`c.id`,
      title: sql`c.name`,
      number: sql`c.customer_number`,
      rank: nameRank(sql`c.name`, words),
      rows: sql`${customers(asked)} c`,
      order: sql`lower(c.name), c.id`,
    },
    { kind: 'invoice', ...document, rows: documents(asked, sql`'invoice'`) },
    { kind: 'creditNote', ...document, rows: documents(asked, sql`'creditNote'`) },
    {
      kind: 'item',
      id: sql`i.id`,
      title: sql`i.description`,
      rank: nameRank(sql`i.description`, words),
      order: sql`i.id desc`,
      rows: sql`(
        select * from sales.item i where i.company_id = ${company} order by i.id desc limit ${LOOKED_THROUGH}) i
        where lower(i.description) like ${anywhere}`,
    },
  ]
}
