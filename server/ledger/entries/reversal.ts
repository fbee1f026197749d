// Contexts that keep data about reversible entries are called when such an entry is reversed, and may refuse.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { port } from '#platform/port'
import { sql } from '#platform/sql'

/** A reversed entry; `restored` are entries that it had reversed and that are effective again. */
export type Reversed = { id: string; number: string; restored: readonly string[] }

/** Called after an entry was reversed, in the same transaction: throwing undoes the reversal. */
type ReversalFollower = (call: CompanyCall, reversed: Reversed) => Promise<void>

export const reversalsPort = port<readonly ReversalFollower[]>('what follows a reversed entry')

export const notifyOfReversal = async (call: CompanyCall, entry: Omit<Reversed, 'restored'>): Promise<void> => {
  recordEvent(call, 'journal-entry.reversed', { id: entry.id })
  const restored = await restoredWithout(call, entry.id)
  for (const follower of reversalsPort.get()) await follower(call, { ...entry, restored })
}

/**
 * Every second entry down a chain of reversals, starting with the one that this entry reverses: each reverses the next.
 */
const restoredWithout = async ({ db, companyId }: CompanyCall, id: string): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(
    sql`
    with recursive chain (id, stands) as (
      select e.reverses_id, true from ledger.journal_entry e
      where e.company_id = ${companyId} and e.id = ${id} and e.reverses_id is not null
      union all
      select e.reverses_id, not c.stands from chain c
      join ledger.journal_entry e on e.company_id = ${companyId} and e.id = c.id
      where e.reverses_id is not null
    )
    select id from chain where stands`,
    'restored-entries',
  )
  return rows.map((row) => row.id)
}
