// Sales to consumers in other member states by documents (One Stop Shop): read by the returns of the union scheme, and
// kept apart from the accounts on which such sales are entered by hand.
import { accountMapOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { port } from '#platform/port'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import type { InvoiceRecord } from '#sales/invoices/invoice'
import { isSalesLine } from '#sales/invoices/line-draft.rules'
import { pointer } from '#text/json'
import { publicationFaults as faults } from './publication-refusals.ts'

/** The accounts on which sales of the union scheme are entered by hand. */
export type UnionAccountsOf = (call: CompanyCall) => Promise<ReadonlySet<number>>

export const unionAccountsPort = port<UnionAccountsOf>('which accounts have sales of the union scheme')

/** Refuses lines with the VAT of another country on accounts whose sales are in the return by themselves. */
export const requireApartFromEntered = async (
  call: CompanyCall,
  { kind, lines }: Pick<InvoiceRecord, 'kind' | 'lines'>,
): Promise<void> => {
  if (kind === 'creditNote' || !lines.some((line) => isSalesLine(line) && line.unionCountry)) return
  const entered = await unionAccountsPort.get()(call)
  if (entered.size === 0) return
  const { salesUnion } = await accountMapOf(call)
  refuseIfAny(
    lines.flatMap((line, index): FieldError[] => {
      if (!isSalesLine(line) || !line.unionCountry) return []
      const account = line.account ?? salesUnion
      const field = pointer('lineItems', index, 'bookkeepingAccountNumber')
      return entered.has(account) ? [faults.unionAccount(field, { account })] : []
    }),
  )
}

/**
 * The sales of published documents with the VAT of other member states: rows of day (of the supply; that of the invoice
 * for its credit notes), country, rate_hundredths, supply, account (null: that of the role), ore (in SEK; of documents
 * in euro zero) and cents (in euro, of those). A credit note is negative.
 */
export const unionSales = (companyId: string): Sql => sql`
  select coalesce(o.delivery_date, o.date, i.delivery_date, i.date) as day, l.union_country as country,
    l.union_rate_hundredths as rate_hundredths, l.product_type as supply, l.account,
    case when i.currency = 'EUR' then 0 else round(l.net_ore * i.currency_rate)::bigint end
      * case when i.kind = 'creditNote' then -1 else 1 end as ore,
    case when i.currency = 'EUR' then l.net_ore else 0 end
      * case when i.kind = 'creditNote' then -1 else 1 end as cents
  from sales.invoice_line l
  join sales.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
  left join sales.invoice o on o.company_id = i.company_id and o.id = i.credits_id
  where l.company_id = ${companyId} and l.union_country is not null and i.published_at is not null`
