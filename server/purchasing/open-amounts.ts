// What is open on some supplier invoices.
import type { Db } from '#platform/db'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'

/** A supplier invoice, and what is left to pay on it, in öre of its currency. */
type OpenAmountToPay = { id: string; number: string | null; currency: string; ore: Ore }

/** Those with these ids, and those with a payment in these entries. */
export const openAmountsToPay = (
  db: Db,
  companyId: string,
  { ids, entryIds }: { ids: readonly string[]; entryIds: readonly string[] },
): Promise<OpenAmountToPay[]> =>
  db.rows(sql`
    select i.id, i.invoice_number as number, i.currency, i.total_ore - i.paid_ore as ore
    from purchasing.supplier_invoice i
    where i.company_id = ${companyId} and i.id in (
      select unnest(${[...ids]}::uuid[])
      union all select p.supplier_invoice_id from purchasing.payment p
        where p.company_id = ${companyId} and p.journal_entry_id = any(${[...entryIds]}::uuid[]))
    order by i.id`)
