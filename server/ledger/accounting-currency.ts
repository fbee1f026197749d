// The accounting currency of a company (redovisningsvaluta, bokföringslagen 4 kap. 6 §). It is chosen before anything
// is booked, since every stored amount is in it.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import type { AccountingCurrency } from '#rule/currency'
import { bookOf, lockBooks } from './book.ts'
import { ledgerRefusals as refusals } from './refusals.ts'

/**
 * Sets the currency of the books, which are locked until the transaction ends. Refused where they have entries, opening
 * balances or a budget.
 */
export const changeAccountingCurrency = async (call: CompanyCall, currency: AccountingCurrency): Promise<void> => {
  const { db, companyId } = call
  await lockBooks(call)
  const before = (await bookOf(call, true)).currency
  if (before === currency) return
  const found = await db.one<{ used: boolean }>(sql`
    select entry_count > 0
      or exists (select from ledger.opening_revision o where o.company_id = ${companyId})
      or exists (select from ledger.budget b where b.company_id = ${companyId}) as used
    from ledger.book where company_id = ${companyId}`)
  if (found.used) throw refusals.currencyInUse({ currency: before })
  await db.rows(sql`update ledger.book set accounting_currency = ${currency} where company_id = ${companyId}`)
  recordEvent(call, 'accounting-currency.set', { id: companyId }, { before, after: currency })
}
