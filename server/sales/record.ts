// Recording: a published document is booked under the accrual method; under the cash method what is paid of it is.
import { bookDocument, bookOf, type DocumentItem, firstOpenDay, vatReportsSince, yearAt } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDays, type Day } from '#platform/day'
import { happen } from '#platform/event'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { byKey, documentItems, partsLess, restingParts, sumOf, turned } from './booking.rules.ts'
import {
  accountsFor,
  bookedStateOf,
  cashStateOf,
  isAdvance,
  type Payer,
  partsOfEach,
  type Share,
  sharesOf,
} from './booking.ts'
import { bookingRefusals } from './booking-refusals.ts'
import { type DocumentKind, type InvoiceRecord, readInvoice } from './invoice.ts'
import { nounOf } from './invoice-store.ts'

/** Records a published invoice or credit note, once. */
export const recordDocument = async (call: CompanyCall, id: string, kind?: DocumentKind): Promise<InvoiceRecord> => {
  const { creditsId } = await readInvoice(call, id, kind)
  // The invoice is locked before its credit note, as everywhere.
  const credited = creditsId === null ? null : await readInvoice(call, creditsId, 'invoice', { lock: true })
  const document = await readInvoice(call, id, kind, { lock: true })
  if (document.publishedAt === null) throw bookingRefusals.recordedDraft({ id })
  if (document.recordedAt !== null) throw bookingRefusals.recordedAlready({ id })
  const isBooked = await (credited ? isCreditBooked(call, document, credited) : isOfAccrualYear(call, document))
  const entryId = isBooked
    ? await bookRemaining(call, document, await entryOf(call, document), await sharesOf(call, id))
    : null
  await keepRecorded(call, document, entryId)
  return readInvoice(call, id, kind)
}

const isOfAccrualYear = async (call: CompanyCall, { date }: InvoiceRecord): Promise<boolean> =>
  yearAt(await bookOf(call, true), date)?.method !== 'cash'

/**
 * Whether a credit note gets an entry: it takes back what the books have of its invoice, and nothing that they never
 * had. An invoice of a cash year is in them when it was booked at the year's end, or sold as it was paid.
 */
const isCreditBooked = async (call: CompanyCall, note: InvoiceRecord, credited: InvoiceRecord): Promise<boolean> => {
  if (credited.journalEntryId !== null) return true
  const isOfAccrual = await isOfAccrualYear(call, credited)
  if (isOfAccrual && credited.recordedAt === null) {
    throw bookingRefusals.creditedNotRecorded({ id: note.id, invoiceId: credited.id })
  }
  if (!(await isOfAccrualYear(call, note))) return false
  if (isOfAccrual) return true
  const state = await bookedStateOf(call, credited)
  const unbookedCredits = state.unbookedCredits.filter((id) => id !== note.id)
  const { parts, booked } = await cashStateOf(call, credited, { ...state, unbookedCredits })
  return sumOf(partsLess(parts, booked)) === 0n
}

/** The title and day of a document's entry: its own day, or the first open one when that was closed without it. */
const entryOf = async (call: CompanyCall, document: InvoiceRecord): Promise<{ title: string; date: Day }> => {
  const { date, publishedAt } = document
  const title = titleOf(document)
  const book = await bookOf(call, true)
  let open = firstOpenDay(book, date)
  // VAT that was reported without the document stays as it was reported.
  for (const { start, end } of await vatReportsSince(call, publishedAt ?? call.now)) {
    if (open !== null && start <= open && open <= end) open = firstOpenDay(book, addDays(end, 1))
  }
  return open === null || open === date ? { title, date } : { title: `${title}, daterad ${date}`, date: open }
}

/** `Faktura 1001, Kund AB` */
export const titleOf = ({ kind, number, customerName }: InvoiceRecord): string =>
  [`${kind === 'invoice' ? 'Faktura' : 'Kreditfaktura'} ${number}`, customerName].filter(Boolean).join(', ')

/** Books a document but for the shares of it that are booked already. Null when nothing is left to book. */
export const bookRemaining = async (
  call: CompanyCall,
  document: InvoiceRecord,
  entry: { title: string; date: Day },
  shares: readonly Share[],
): Promise<string | null> => {
  const accounts = await accountsFor(call, document.creditsId ?? document.id)
  const [sold = []] = await partsOfEach(call, [document])
  const parts = isAdvance(document) ? restingParts(sold, accounts) : sold
  const { totalBaseOre } = document
  const reductionBaseOre = document.reductionBaseOre + (await reductionCredited(call, document))
  const claim = {
    customer: totalBaseOre - reductionBaseOre - paidBy(shares, 'customer'),
    taxAuthority: reductionBaseOre - paidBy(shares, 'taxAuthority'),
  }
  const items = documentItems(claim, partsLess(parts, byKey(shares)), accounts)
  if (items.every(isNothing)) return null
  const { id } = await bookDocument(call, {
    ...entry,
    items: document.kind === 'creditNote' ? turned(items) : items,
  })
  return id
}

/** What credit notes took of an invoice's reduction: their own entries tell of it. */
const reductionCredited = async ({ db, companyId }: CompanyCall, { id }: InvoiceRecord): Promise<Ore> => {
  const { ore } = await db.one<{ ore: bigint }>(
    sql`
    select coalesce(sum(reduction_base_ore), 0)::bigint as ore from sales.invoice
    where company_id = ${companyId} and credits_id = ${id} and published_at is not null`,
    'reduction-credited',
  )
  return ore
}

const paidBy = (shares: readonly Share[], payer: Payer): Ore =>
  shares.filter((share) => share.payer === payer).reduce((sum, { ore }) => sum + ore, 0n)

const isNothing = (item: DocumentItem): boolean => ('debit' in item ? item.debit : item.credit) === 0n

/** Keeps that a document is recorded, and with which entry. */
export const keepRecorded = async (
  call: CompanyCall,
  { id, kind, creditsId }: InvoiceRecord,
  entryId: string | null,
): Promise<void> => {
  const account = entryId === null ? null : (await accountsFor(call, creditsId ?? id)).receivable
  await call.db.rows(sql`
    update sales.invoice set recorded_at = coalesce(recorded_at, ${call.now}), journal_entry_id = ${entryId}::uuid,
      receivable_account = ${account}::integer
    where company_id = ${call.companyId} and id = ${id}`)
  happen(call, `${nounOf({ kind })}.recorded`, { id })
}
