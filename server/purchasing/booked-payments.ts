// How many payments are booked of what a payment at the bank says that it was for.
import { type Sql, sql } from '#platform/sql'

/** A payment at the bank, in SQL. */
export type PaidAtBank = {
  /** What it may name an invoice by, without blanks: its number, or its day and id where it has none. */
  words: Sql
  iban: Sql
  ore: Sql
  currency: Sql
  /** Where the bank account's money stands in the books. */
  account: Sql
}

/**
 * A query of the invoices that it names, of whoever has the IBAN: by which `name`, and how many payments of just this
 * amount are `booked` on each from this account, less those that were taken back.
 */
export const namedInvoices = (companyId: string, { words, iban, ore, currency, account }: PaidAtBank): Sql => sql`
  select n.name, (
    select count(*) filter (where m.ore - m.discount_ore = ${ore})
      - count(*) filter (where m.ore - m.discount_ore = -${ore})
    from purchasing.payment m
    where m.company_id = i.company_id and m.supplier_invoice_id = i.id and m.account = ${account}) as booked
  from purchasing.supplier s
  join purchasing.supplier_invoice i on i.company_id = s.company_id and i.supplier_id = s.id
  cross join lateral (
    select coalesce(regexp_replace(i.invoice_number, '[[:space:]]', '', 'g'),
      to_char(i.invoice_date, 'YYYY-MM-DD') || i.id) as name
  ) n
  where s.company_id = ${companyId} and s.payment_details->>'iban' = ${iban} and i.currency = ${currency}
    and n.name = any(${words})`
