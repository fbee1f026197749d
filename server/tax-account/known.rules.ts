// Which rows of an import are known: by the tax authority's reference, or else by day, text and amount, counted, since
// two rows of one day may be alike. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import type { StatementRow } from './file.rules.ts'

export type StoredRow = { id: string; date: Day; text: string; ore: Ore; reference: string | null }

/** The rows to store, and references for stored rows that had none. */
export const newRows = (
  rows: readonly StatementRow[],
  stored: readonly StoredRow[],
): { rows: StatementRow[]; named: { id: string; reference: string }[] } => {
  const byReference = new Map(stored.flatMap((one) => (one.reference === null ? [] : [[one.reference, one] as const])))
  const alike = new Map<string, StoredRow[]>()
  for (const one of stored) alike.set(likeness(one), [...(alike.get(likeness(one)) ?? []), one])
  const takeFrom = (row: StatementRow, fits: (one: StoredRow) => boolean): StoredRow | null => {
    const left = alike.get(likeness(row)) ?? []
    const at = left.findIndex(fits)
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null)
  }
  // Those with a reference first: what is left of their likes may be the others'.
  for (const { reference } of rows) {
    const known = reference === null ? undefined : byReference.get(reference)
    if (known) takeFrom({ ...known, interestDate: null }, ({ id }) => id === known.id)
  }
  const added: StatementRow[] = []
  const named: { id: string; reference: string }[] = []
  for (const row of rows) {
    const { reference } = row
    if (reference !== null && byReference.has(reference)) continue
    const known = takeFrom(row, (one) => reference === null || one.reference === null)
    if (!known) added.push(row)
    else if (reference !== null) named.push({ id: known.id, reference })
  }
  return { rows: added, named }
}

const likeness = ({ date, text, ore }: Pick<StoredRow, 'date' | 'text' | 'ore'>): string => `${date} ${ore} ${text}`
