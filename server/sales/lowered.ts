// What losses and cash discounts have lowered in the books: what is paid after all, or taken back, goes by that.
import { type AccountMap, portionsByKey } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import type { DebitItem } from './booking.rules.ts'
import { partsOfSale, type Sale } from './sale.rules.ts'

/** What stands on an account, and whether the account counts towards a box of the VAT return. */
export type Lowered = DebitItem & { isDeclared: boolean }

/** What the entries of an invoice's losses, or of its discounts, have on each account. */
export const bookedLowered = async (
  { db, companyId }: CompanyCall,
  { record }: Sale,
  type: 'badDebt' | 'cashDiscount',
): Promise<Lowered[]> =>
  db.rows<Lowered>(
    sql`
    select it.account, sum(it.debit - it.credit)::bigint as debit, count(a.vat_code) > 0 as "isDeclared"
    from sales.settlement s
    join ledger.journal_entry_item_view it on it.company_id = s.company_id and it.journal_entry_id = s.journal_entry_id
    left join ledger.account_view a on a.company_id = it.company_id and a.number = it.account
    where s.company_id = ${companyId} and s.invoice_id = ${record.id} and s.type = ${type}
    group by it.account order by it.account`,
    'booked-lowered',
  )

/**
 * What an invoice's discounts stand for in the books: what their entries have on other accounts than the claim's. Under
 * the cash method the entries hold what was sold with them as well, which is left out.
 */
export const discountsGiven = async (call: CompanyCall, sale: Sale, accounts: AccountMap): Promise<DebitItem[]> => {
  const discounts = new Set(sale.settlements.flatMap(({ id, type }) => (type === 'cashDiscount' ? [id] : [])))
  const soldWith = portionsByKey(sale.shares.filter(({ sourceId }) => discounts.has(sourceId)))
  const given = new Map((await bookedLowered(call, sale, 'cashDiscount')).map(({ account, debit }) => [account, debit]))
  for (const { account, key } of partsOfSale(sale, accounts)) {
    given.set(account, (given.get(account) ?? 0n) + (soldWith.get(key) ?? 0n))
  }
  for (const account of [accounts.receivable, accounts.customerAdvance, accounts.rounding]) given.delete(account)
  return [...given].map(([account, debit]) => ({ account, debit }))
}
