// What losses have lowered in the books: what is paid of them after all goes by that.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import type { DebitItem } from './booking.rules.ts'
import type { Sale } from './sale.rules.ts'

/** What stands on an account, and whether the account counts towards a box of the VAT return. */
export type Lowered = DebitItem & { isDeclared: boolean }

/** What the entries of an invoice's losses have on each account. */
export const bookedLosses = async ({ db, companyId }: CompanyCall, { record }: Sale): Promise<Lowered[]> =>
  db.rows<Lowered>(
    sql`
    select it.account, sum(it.debit - it.credit)::bigint as debit, count(a.vat_code) > 0 as "isDeclared"
    from sales.settlement s
    join ledger.journal_entry_item_view it on it.company_id = s.company_id and it.journal_entry_id = s.journal_entry_id
    left join ledger.account_view a on a.company_id = it.company_id and a.number = it.account
    where s.company_id = ${companyId} and s.invoice_id = ${record.id} and s.type = 'badDebt'
    group by it.account order by it.account`,
    'booked-losses',
  )
