// Who keeps something beside entries that can be reversed by anybody is told when one is, and may refuse it.
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'
import { sql } from '#platform/sql'

/** An entry that was just reversed; `restored` are entries that it had taken back, and that stand again with that. */
export type Reversed = { id: string; number: string; restored: readonly string[] }

/** Told of an entry that was just reversed, in the transaction of the reversal: refusing undoes it. */
export type ReversalFollower = (call: CompanyCall, reversed: Reversed) => Promise<void>

let followers: readonly ReversalFollower[] = []

/** Says who is told of reversals; the programs do, which know everybody. */
export const followReversals = (all: readonly ReversalFollower[]): void => {
  followers = all
}

export const tellOfReversal = async (call: CompanyCall, entry: Omit<Reversed, 'restored'>): Promise<void> => {
  happen(call, 'journal-entry.reversed', { id: entry.id })
  const restored = await restoredWithout(call, entry.id)
  for (const follower of followers) await follower(call, { ...entry, restored })
}

/** Down a chain of reversals every second entry, from the one that this one reverses: each takes back the next. */
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
