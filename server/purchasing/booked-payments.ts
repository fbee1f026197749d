// How many payments are booked of what a payment at the bank says that it was for.
import { type Sql, sql } from '#platform/sql'

/** A payment at the bank, in SQL. */
export type PaidAtBank = {
  /** What it names the invoice by, without blanks: its number, or its day and id where it has none. */
  words: Sql
  iban: Sql
  ore: Sql
  currency: Sql
  /** Where the bank account's money stands in the books. */
  account: Sql
}

/** A number: the booked payments of just this amount, from this account, of invoices of whoever has the IBAN. */
export const bookedPayments = (companyId: string, { words, iban, ore, currency, account }: PaidAtBank): Sql => sql`(
  select count(*) from purchasing.supplier s
  join purchasing.supplier_invoice i on i.company_id = s.company_id and i.supplier_id = s.id
  join purchasing.payment m on m.company_id = i.company_id and m.supplier_invoice_id = i.id
  where s.company_id = ${companyId} and s.payment_details->>'iban' = ${iban} and i.currency = ${currency}
    and coalesce(regexp_replace(i.invoice_number, '[[:space:]]', '', 'g'),
      to_char(i.invoice_date, 'YYYY-MM-DD') || i.id) = any(${words})
    and m.account = ${account} and m.ore - m.discount_ore = ${ore})`
