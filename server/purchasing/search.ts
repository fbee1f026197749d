// Search for suppliers and their invoices.
import { type Sql, sql } from '#platform/sql'
import { begins, LOOKED_THROUGH, type SearchAsked, type SearchOf } from '#todo/search'

/** Suppliers by name prefix, by number, and by any word in the names of the newest suppliers. */
const suppliers = ({ company, words, anywhere, digits, limit }: SearchAsked): Sql => sql`(
    (select s.id, s.name from purchasing.supplier s
      where s.company_id = ${company} and ${begins(sql`s.name`, words)} order by lower(s.name) using ~<~ limit ${limit})
    union
    (select s.id, s.name from (
        select s.id, s.name, s.org_number from purchasing.supplier s where s.company_id = ${company}
        order by s.id desc limit ${LOOKED_THROUGH}) s
      where lower(s.name) like ${anywhere} or replace(s.org_number, '-', '') like ${digits} || '%'
      order by s.id desc limit ${limit}))`

/** Supplier invoices by number or amount among the newest, and the latest ones of matching suppliers. */
const invoices = (asked: SearchAsked): Sql => {
  const { company, words, ore, limit } = asked
  const isAmount = ore === null ? sql`false` : sql`i.total_ore = ${ore}`
  const shown = sql`i.id, i.supplier_id, i.invoice_number, i.invoice_date, i.total_ore, i.currency`
  return sql`(
    (select i.*, 0 as rank from (
        select ${shown} from purchasing.supplier_invoice i where i.company_id = ${company}
        order by i.id desc limit ${LOOKED_THROUGH}) i
      where ${begins(sql`i.invoice_number`, words)} or ${isAmount} limit ${limit})
    union all
    (select i.*, 2 from ${suppliers(asked)} s cross join lateral (
      select ${shown} from purchasing.supplier_invoice i where i.company_id = ${company} and i.supplier_id = s.id
      order by i.id desc limit ${limit}) i)) i
    join purchasing.supplier s on s.company_id = ${company} and s.id = i.supplier_id`
}

/** The search parts of purchasing. */
export const searchPurchases: SearchOf = (asked) => [
  {
    kind: 'supplier',
    id: sql`s.id`,
    title: sql`s.name`,
    rows: sql`${suppliers(asked)} s`,
    order: sql`lower(s.name), s.id`,
    rank: sql`case when ${begins(sql`s.name`, asked.words)} then 1 else 2 end`,
  },
  {
    kind: 'supplierInvoice',
    id: sql`i.id`,
    title: sql`s.name`,
    number: sql`i.invoice_number`,
    date: sql`i.invoice_date`,
    ore: sql`i.total_ore`,
    currency: sql`i.currency`,
    rank: sql`i.rank`,
    order: sql`i.id desc`,
    rows: invoices(asked),
  },
]
