// The day an entry is reversed on, and why it cannot be reversed: it was reversed before, it belongs to a document, a
// person made it, or no day is open.
import { changesVat } from '#ledger/accounts/vat-row.rules'
import type { Book, BookYear } from '#ledger/book'
import { ledgerFaults, ledgerRefusals } from '#ledger/refusals'
import { type Actor, isOfApi } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { invalidWith } from '#platform/refusal'
import { dateOf, type EntryItem, reversalDate } from './journal-entry.rules.ts'
import { isOfPeople } from './posting.ts'
import type { Origin } from './posting-many.ts'

/** An entry to reverse; `reversed_by` is the number of an existing reversal. */
export type ReversedRow = {
  id: string
  fiscal_year_id: string
  date: Day
  title: string
  origin: Origin
  actor_kind: Actor['kind']
  journal_entry_number: string
  items: (Omit<EntryItem, 'debit' | 'credit'> & { debit: number; credit: number })[]
  reversed_by: string | null
}

/** Decides the reversal date; refused if the chosen `day` is not allowed, or if no day is. */
export const decideReversal = (
  { now, actor }: CompanyCall,
  book: Book,
  entry: ReversedRow,
  day: string | undefined,
): { year: BookYear; date: Day } => {
  const about = { id: entry.id, number: entry.journal_entry_number }
  if (entry.reversed_by) throw ledgerRefusals.reversedAlready({ ...about, reversing: entry.reversed_by })
  if (entry.origin === 'document') throw ledgerRefusals.reversedDocument(about)
  if (isOfApi(actor.kind) && isOfPeople(entry.origin, entry.actor_kind)) throw ledgerRefusals.reversedInConsole(about)
  const own = book.years.find(({ id }) => id === entry.fiscal_year_id)
  if (!own) throw new Error(`Entry ${entry.id} is in no fiscal year`)
  const ofVat = changesVat(entry.items, book.vatCodes)
  if (day !== undefined) return chosenDay(book, { date: entry.date, ofVat }, day, dayOf(now))
  const found = reversalDate(book, own, entry.date, dayOf(now), ofVat)
  if (found === 'closed') throw ledgerRefusals.reversedInClosedYear(about)
  if (found === 'locked') throw ledgerRefusals.reversedLocked(about)
  return found
}

/** Validates a chosen reversal date: any open day from that of the entry on. */
const chosenDay = (
  book: Book,
  { date: entryDate, ofVat }: { date: Day; ofVat: boolean },
  day: string,
  today: Day,
): { year: BookYear; date: Day } => {
  const dated = dateOf(book, day, today, { field: 'date', ofVat })
  if ('error' in dated) throw invalidWith([dated.error])
  if (dated.date < entryDate) throw invalidWith([ledgerFaults.beforeEntry('date', { date: day, entryDate })])
  return dated
}
