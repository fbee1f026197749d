// Books pending entries of several companies in one statement.
import { cachedBook } from '#ledger/book'
import { dayOf } from '#platform/day'
import type { Db } from '#platform/db'
import { decideEntry } from './journal-entry.rules.ts'
import { bringsBeside, type JournalEntry, type Right, shownAsBooked, type Waiting } from './journal-entry.ts'
import { type Batch, bookingOf, postTogether } from './posting.ts'

/**
 * Books entries of several companies. Null for an entry that was neither booked nor refused: its book is not cached or
 * its version has changed, the cached book would refuse it, it has tags or an upload, or another transaction holds the
 * book lock. These go through `createJournalEntries`, one company at a time. If it throws, nothing is booked.
 */
export const createEntriesTogether = async (db: Db, waiting: readonly Waiting[]): Promise<(JournalEntry | null)[]> => {
  const batches = byCompany(waiting).flatMap((own) => decidedOf(own) ?? [])
  if (batches.length === 0) return waiting.map(() => null)
  const posted = await postTogether(db, batches)
  const booked = new Map(
    batches.flatMap(({ right }, index) =>
      right.map(({ one, decided }, place) => [one, { decided, posted: posted[index]?.[place] }] as const),
    ),
  )
  return waiting.map((one) => {
    const own = booked.get(one)
    return own?.posted ? shownAsBooked(one, own.decided, own.posted) : null
  })
}

const byCompany = (waiting: readonly Waiting[]): Waiting[][] => {
  const companies = new Map<string, Waiting[]>()
  for (const one of waiting) {
    const own = companies.get(one.call.companyId)
    if (own) own.push(one)
    else companies.set(one.call.companyId, [one])
  }
  return [...companies.values()]
}

/** The entries of one company that its cached book accepts; null if none. */
const decidedOf = (waiting: readonly Waiting[]): (Batch & { right: Right[] }) | null => {
  const [first] = waiting
  const book = first && cachedBook(first.call)
  if (!book) return null
  const right = waiting.flatMap((one) => {
    const decided = bringsBeside(one) ? null : decideEntry(book, one.draft, dayOf(one.call.now))
    return decided === null || 'errors' in decided ? [] : [{ one, decided }]
  })
  const bookings = right.map(({ one, decided }) => bookingOf(one.call, decided))
  return right.length === 0 ? null : { call: first.call, book, bookings, right }
}
