// What is open on some invoices and credit notes.
import type { Db } from '#platform/db'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'

/** A published invoice or credit note, and what is outstanding on it in SEK, in öre. */
type OpenAmount = { id: string; kind: 'invoice' | 'creditNote'; number: bigint; ore: Ore }

/** Those with these ids that are published, those that they credit, and those with a payment in these entries. */
export const openAmountsOn = (
  db: Db,
  companyId: string,
  { ids, entryIds }: { ids: readonly string[]; entryIds: readonly string[] },
): Promise<OpenAmount[]> =>
  db.rows(sql`
    select i.id, i.kind, i.number, case when i.kind = 'creditNote' then 0 else i.total_base_ore - i.reduction_base_ore
      - i.credited_base_ore - i.paid_base_ore - i.settled_base_ore end as ore
    from sales.invoice i
    where i.company_id = ${companyId} and i.published_at is not null and i.id in (
      select unnest(${[...ids]}::uuid[])
      union all select c.credits_id from sales.invoice c
        where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[]) and c.credits_id is not null
      union all select p.invoice_id from sales.payment p
        where p.company_id = ${companyId} and p.journal_entry_id = any(${[...entryIds]}::uuid[]))
    order by i.number, i.id`)
