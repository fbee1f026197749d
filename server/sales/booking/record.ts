// Recording books a published document under the accrual method. Under the cash method payments are booked instead,
// except for sales to businesses in other member states and invoices with a zero total.
import {
  type Book,
  bookOf,
  bookOn,
  type DocumentEntry,
  type DocumentItem,
  firstOpenDay,
  isBookVersion,
  onBookVersion,
  portionsByKey,
  portionsLess,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDays, type Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import type { DocumentKind } from '#sales/invoices/invoice'
import { nounOf } from '#sales/invoices/invoice-store'
import { documentItems, owedItems, restingParts, sumOf, turned, withoutBases } from './booking.rules.ts'
import { bookingRefusals } from './booking-refusals.ts'
import {
  accountsOf,
  advanceOf,
  bookedStateOf,
  cashStateOf,
  isAdvance,
  isBooked,
  isOfCashYear,
  type Payer,
  partsOfSale,
  reductionCredited,
  type Sale,
  type Share,
  titleOf,
  waitsForPayment,
} from './sale.rules.ts'
import { saleOf } from './sale.ts'

/**
 * Records a published invoice or credit note, once, and returns the recorded sale. A document recorded without its
 * required entry gets it now.
 */
export const recordDocument = async (call: CompanyCall, id: string, kind?: DocumentKind): Promise<Sale> => {
  const sale = await saleOf(call, id, { kind, lock: true })
  const { record, credited } = sale
  if (record.publishedAt === null) throw bookingRefusals.recordedDraft({ id })
  if (record.recordedAt !== null && !sale.lacksEntry) throw bookingRefusals.recordedAlready({ id })
  // Recording the credited invoice changed the sale: reload the credit note.
  if (credited && (await recordedFirst(call, credited)) !== credited) return recordDocument(call, id, kind)
  return onBookVersion(call, (book) => {
    const isBookedNow = credited ? isCreditBooked(book, sale, credited) : !waitsForPayment(book, sale)
    const entry = isBookedNow ? remainingOf(book, sale, dayOfEntry(call, book, sale), sale.shares) : null
    if (!entry) return recordWithout(call, book, sale)
    return recordWith(call, book, sale, { ...entry, items: [...entry.items, ...owedItemsOf(book, sale)] })
  })
}

/**
 * Returns an invoice ready for bookings on it. If it must be booked before it is paid, also under the cash method, and
 * is not, it is recorded now, so that callers that book payments need not check.
 */
export const recordedFirst = async (call: CompanyCall, sale: Sale): Promise<Sale> => {
  const { id, date } = sale.record
  const isLeft = sale.lacksEntry && isOfCashYear(await bookOf(call, true), date)
  return isLeft ? recordDocument(call, id, 'invoice') : sale
}

/**
 * Whether a credit note gets an entry: it reverses only what is booked of its invoice. An invoice of a cash-method year
 * is booked if it was booked at year-end, or sold when it was paid.
 */
const isCreditBooked = (book: Book, { record: note }: Sale, credited: Sale): boolean => {
  if (isBooked(credited)) return true
  const isOfAccrual = !isOfCashYear(book, credited.record.date)
  if (isOfAccrual && credited.record.recordedAt === null) {
    throw bookingRefusals.creditedNotRecorded({ id: note.id, invoiceId: credited.record.id })
  }
  if (isOfCashYear(book, note.date)) return false
  if (isOfAccrual) return true
  const state = bookedStateOf(credited)
  const unbookedCredits = state.unbookedCredits.filter(({ record }) => record.id !== note.id)
  const { parts, booked } = cashStateOf(credited, { ...state, unbookedCredits }, accountsOf(credited, book))
  return sumOf(portionsLess(parts, booked)) === 0n
}

/** The change in due VAT when a credit note of an advance is booked: payments may then cover parts of other rates. */
export const owedItemsOf = (book: Book, note: Sale): DocumentItem[] => {
  const { credited } = note
  if (!credited || !isBooked(credited) || !isAdvance(credited.record)) return []
  const accounts = accountsOf(note, book)
  const before = credited.credits.filter(isBooked)
  return owedItems(advanceOf(credited, accounts, before), advanceOf(credited, accounts, [...before, note]), accounts)
}

/** The title and day of a document's entry: its own day, or the first open day if its own is closed. */
export const dayOfEntry = (call: CompanyCall, book: Book, { record }: Sale): { title: string; date: Day } => {
  const { date, publishedAt } = record
  const title = titleOf(record)
  let open = firstOpenDay(book, date)
  // A VAT return reported without the document is not changed.
  const published = publishedAt ?? call.now
  for (const { start, end } of book.vatReports.filter(({ reportedAt }) => reportedAt >= published)) {
    if (open !== null && start <= open && open <= end) open = firstOpenDay(book, addDays(end, 1))
  }
  return open === null || open === date ? { title, date } : { title: `${title}, daterad ${date}`, date: open }
}

/** The entry for what is not yet booked of a document; null if everything is booked. */
export const remainingOf = (
  book: Book,
  sale: Sale,
  entry: { title: string; date: Day },
  shares: readonly Share[],
): DocumentEntry | null => {
  const { record, credited } = sale
  const accounts = accountsOf(sale, book)
  const sold = partsOfSale(sale, accounts)
  // An advance booked on payment has no deferred VAT for a credit note to reverse.
  const rests = isAdvance(record) && (credited === null || isBooked(credited))
  const parts = rests ? withoutBases(restingParts(sold, accounts)) : sold
  const reductionBaseOre = record.reductionBaseOre + reductionCredited(sale)
  const claim = {
    customer: record.totalBaseOre - reductionBaseOre - paidBy(shares, 'customer'),
    taxAuthority: reductionBaseOre - paidBy(shares, 'taxAuthority'),
  }
  const items = documentItems(claim, portionsLess(parts, portionsByKey(shares)), accounts)
  if (items.every(isNothing)) return null
  return { ...entry, items: record.kind === 'creditNote' ? turned(items) : items }
}

const paidBy = (shares: readonly Share[], payer: Payer): Ore =>
  shares.filter((share) => share.payer === payer).reduce((sum, { ore }) => sum + ore, 0n)

/** Whether the amount is zero. */
export const isNothing = (item: DocumentItem): boolean => ('debit' in item ? item.debit : item.credit) === 0n

/** Books a document and stores that it is recorded. Null if the book version changed. */
export const recordWith = async (
  call: CompanyCall,
  book: Book,
  sale: Sale,
  entry: DocumentEntry,
): Promise<Sale | null> => {
  const { receivable } = accountsOf(sale, book)
  const keep = sql`
    update sales.invoice i set ${recordedSql(call)}, journal_entry_id = posted.id, receivable_account = ${receivable}
    from posted where i.company_id = ${call.companyId} and i.id = ${sale.record.id}`
  const booked = await bookOn(call, book, entry, { name: 'record-document', keep })
  return booked && recordedAs(call, sale, { journalEntryId: booked.id, receivableAccount: receivable })
}

/** Stores that a document is recorded without an entry. Null if the book version changed. */
export const recordWithout = async (call: CompanyCall, book: Book, sale: Sale): Promise<Sale | null> => {
  const kept = await call.db.maybe(
    sql`
    update sales.invoice i set ${recordedSql(call)}, journal_entry_id = null, receivable_account = null
    where i.company_id = ${call.companyId} and i.id = ${sale.record.id} and ${isBookVersion(call, book)}
      returning i.id`,
    'record-without-entry',
  )
  return kept === null ? null : recordedAs(call, sale, { journalEntryId: null, receivableAccount: null })
}

const recordedSql = ({ now }: CompanyCall): Sql =>
  sql`recorded_at = coalesce(i.recorded_at, ${now}), modified_at = ${now}`

type Recorded = { journalEntryId: string | null; receivableAccount: number | null }

const recordedAs = (call: CompanyCall, sale: Sale, { journalEntryId, receivableAccount }: Recorded): Sale => {
  const { record } = sale
  recordEvent(call, `${nounOf(record)}.recorded`, { id: record.id })
  return {
    ...sale,
    receivableAccount,
    ...(journalEntryId === null ? {} : { lacksEntry: false, bookedBy: 'recording' }),
    record: { ...record, recordedAt: record.recordedAt ?? call.now, journalEntryId, modifiedAt: call.now },
  }
}
