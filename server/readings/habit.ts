// How the latest document of the same seller was booked.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/** A line of an entry, and its side. */
type BookedItem = { account: number; isDebit: boolean }

type BookedEntry = { id: string; items: BookedItem[] }

/** Maximum number of lines read. */
const MAX_ITEMS = 100

/** The latest entry for a document of this seller; reversed entries and reversals are ignored. */
export const entryBefore = async (
  { db, companyId }: CompanyCall,
  party: string | null,
  uploadId: string,
): Promise<BookedEntry | null> => {
  if (party === null) return null
  const items = await db.rows<BookedItem & { id: string }>(
    sql`
      select i.journal_entry_id as id, i.account, i.debit > 0 as "isDebit" from ledger.journal_entry_item_view i
      where i.company_id = ${companyId} and i.journal_entry_id = (
        select u.journal_entry_id from readings.reading r
        join documents.upload_of_entry_view u on u.company_id = r.company_id and u.id = r.upload_id
        join ledger.journal_entry_view e on e.company_id = u.company_id and e.id = u.journal_entry_id
        where r.company_id = ${companyId} and r.party = ${party} and r.upload_id <> ${uploadId}
          and e.reverses_id is null and not exists (
            select from ledger.journal_entry_view o where o.company_id = ${companyId} and o.reverses_id = e.id)
        order by u.connected_at desc, u.id desc limit 1)
      order by i.line limit ${MAX_ITEMS}`,
    'entry-before',
  )
  const [first] = items
  return first ? { id: first.id, items: items.map(({ id: _, ...item }) => item) } : null
}
