// Recording: a published document is booked under the accrual method; under the cash method what is paid of it is.
import { bookDocument, bookOf, type DocumentItem, yearAt } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { byKey, documentItems, partsLess, turned } from './booking.rules.ts'
import { accountsFor, type Payer, partsOfEach, type Share, sharesOf } from './booking.ts'
import { bookingRefusals } from './booking-refusals.ts'
import { type DocumentKind, type InvoiceRecord, readInvoice } from './invoice.ts'

/** Records a published invoice or credit note, once. */
export const recordDocument = async (call: CompanyCall, id: string, kind?: DocumentKind): Promise<InvoiceRecord> => {
  const { creditsId } = await readInvoice(call, id, kind)
  // The invoice is locked before its credit note, as everywhere.
  const credited = creditsId === null ? null : await readInvoice(call, creditsId, 'invoice', { lock: true })
  const document = await readInvoice(call, id, kind, { lock: true })
  if (document.publishedAt === null) throw bookingRefusals.recordedDraft({ id })
  if (document.recordedAt !== null) throw bookingRefusals.recordedAlready({ id })
  const isBooked = !(await isOfCashYear(call, document)) || credited?.journalEntryId != null
  const { date } = document
  const entry = { title: titleOf(document), date }
  const entryId = isBooked ? await bookRemaining(call, document, entry, await sharesOf(call, id)) : null
  await keepRecorded(call, document, entryId)
  return readInvoice(call, id, kind)
}

const isOfCashYear = async (call: CompanyCall, { date }: InvoiceRecord): Promise<boolean> =>
  yearAt(await bookOf(call, true), date)?.method === 'cash'

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
  const [parts = []] = await partsOfEach(call, [document])
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
  { id, creditsId }: InvoiceRecord,
  entryId: string | null,
): Promise<void> => {
  const account = entryId === null ? null : (await accountsFor(call, creditsId ?? id)).receivable
  await call.db.rows(sql`
    update sales.invoice set recorded_at = coalesce(recorded_at, ${call.now}), journal_entry_id = ${entryId}::uuid,
      receivable_account = ${account}::integer
    where company_id = ${call.companyId} and id = ${id}`)
}
