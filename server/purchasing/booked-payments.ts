// Counts the booked payments of the invoices that a bank payment names.
import { type Sql, sql } from '#platform/sql'

/** A bank payment, in SQL. */
type PaidAtBank = {
  /** The words that may name an invoice, without spaces: its number, or its date and id if it has none. */
  words: Sql
  iban: Sql
  ore: Sql
  currency: Sql
  /** The ledger account of the bank account. */
  account: Sql
}

/**
 * A query of the invoices that the payment names, of any supplier with the IBAN: by which `name`, and how many payments
 * of exactly this amount are `booked` on each from this account, less reversed ones.
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
