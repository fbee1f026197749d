// Set-offs without money: a supplier's credit note pays an invoice of the same supplier. Both get a payment through a
// transit account, whose balance stays unchanged; under the cash method the VAT of both is declared on that day.
import { transitAccountOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf, isDay, momentText } from '#platform/day'
import { newId } from '#platform/id'
import type { Page, PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber, size } from '#platform/money'
import { type FieldError, Refusal, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { claimOf } from '#purchasing/invoices/booking.rules'
import {
  purchaseBookingFaults as faults,
  purchaseBookingRefusals as refusals,
} from '#purchasing/invoices/booking-refusals'
import { readSupplierInvoice, type SupplierInvoiceRecord } from '#purchasing/invoices/supplier-invoice'
import { supplierInvoiceFaults, supplierInvoiceRefusals } from '#purchasing/invoices/supplier-invoice-refusals'
import { isInAccountingCurrency } from '#rule/currency'
import { listOnInvoice, type OnInvoice, readOnInvoice } from './on-invoice.ts'
import { lockSupplierInvoices } from './open.ts'
import { pay } from './payment.ts'

/** A set-off as seen from one of its two documents; `amount`, in its currency, is negative on the credit note. */
type SupplierSetOff = {
  id: string
  supplierInvoiceId: string
  supplierInvoiceRef: { id: string }
  date: Day
  amount: number
  journalEntryRef: { id: string }
  modifiedDateTime: string
}

/** By default, the amount is the maximum that both documents allow, and the day is today. */
type NewSupplierSetOff = {
  supplierInvoiceRef: { id: string }
  date?: string | undefined
  amount?: number | undefined
}

/** Sets off an invoice and a credit note of a supplier against each other, in either order. */
export const setOffSupplierInvoices = async (
  call: CompanyCall,
  id: string,
  body: NewSupplierSetOff,
): Promise<SupplierSetOff> => {
  refuseIfAny(await examineSupplierSetOff(call, body))
  const [own, other] = await bothOf(call, id, body.supplierInvoiceRef.id)
  refuseIfAny(wrongWith(own, other))
  const most = least(size(remainingOf(own)), size(remainingOf(other)))
  const ore = body.amount === undefined ? most : (oreFromNumber(body.amount) ?? 0n)
  if (ore <= 0n || ore > most) refuseIfAny([faults.setOffBeyond('#/amount', { most: numberFromOre(most) })])
  const [invoice, note] = own.totalOre > 0n ? [own, other] : [other, own]
  const date = body.date === undefined ? dayOf(call.now) : dayFrom(body.date)
  return book(call, own, { invoice, note, date, ore, word: 'Kvittning' })
}

/** Reverses a set-off completely: both remain to be paid as before. */
export const takeBackSupplierSetOff = async (
  call: CompanyCall,
  { supplierInvoiceId, id }: { supplierInvoiceId: string; id: string },
  { date: asked }: { date?: string | undefined },
): Promise<SupplierSetOff> => {
  refuseIfAny(wrongDay(asked))
  const made = await getSupplierSetOff(call, supplierInvoiceId, id)
  const [own, other] = await bothOf(call, supplierInvoiceId, made.supplierInvoiceRef.id)
  const [invoice, note] = own.totalOre > 0n ? [own, other] : [other, own]
  const ore = oreFromNumber(made.amount) ?? 0n
  const ofInvoice = own === invoice ? ore : -ore
  if (ofInvoice <= 0n || (await standingBetween(call, invoice, note)) < ofInvoice)
    throw refusals.setOffTakenBack({ id })
  const date = asked === undefined ? dayOf(call.now) : dayFrom(asked)
  return book(call, own, { invoice, note, date, ore: -ofInvoice, word: 'Återtagen kvittning' })
}

/** All errors in a body by itself, which may be any object. */
export const examineSupplierSetOff = async (_: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { date, amount } = Object(body) as Record<string, unknown>
  const isAmount = typeof amount !== 'number' || Boolean(oreFromNumber(amount))
  return [...wrongDay(date), ...(isAmount ? [] : [faults.paymentAmount('#/amount')])]
}

const wrongDay = (date: unknown): FieldError[] =>
  typeof date === 'string' && !isDay(date) ? [supplierInvoiceFaults.badDate('#/date')] : []

/** Both documents, locked in the order of their ids, as when a transaction is matched with several invoices. */
const bothOf = async (
  call: CompanyCall,
  ownId: string,
  otherId: string,
): Promise<[SupplierInvoiceRecord, SupplierInvoiceRecord]> => {
  const field = '#/supplierInvoiceRef/id'
  if (ownId.toLowerCase() === otherId.toLowerCase()) refuseIfAny([faults.setOffItself(field)])
  await lockSupplierInvoices(call, [ownId, otherId])
  const own = await readSupplierInvoice(call, ownId)
  try {
    return [own, await readSupplierInvoice(call, otherId)]
  } catch (cause) {
    const isUnknown = cause instanceof Refusal && cause.kind === supplierInvoiceRefusals.supplierInvoiceNotFound
    if (isUnknown) refuseIfAny([faults.setOffUnknown(field, { id: otherId })])
    throw cause
  }
}

const remainingOf = ({ totalOre, paidOre }: SupplierInvoiceRecord): Ore => totalOre - paidOre

/** A supplier has one currency, and so do its documents. */
const wrongWith = (own: SupplierInvoiceRecord, other: SupplierInvoiceRecord): FieldError[] => {
  const field = '#/supplierInvoiceRef/id'
  const { supplierId, currency } = own
  if (other.supplierId !== supplierId) return [faults.setOffOtherParty(field)]
  const ownOre = remainingOf(own)
  const otherOre = remainingOf(other)
  if (ownOre * otherOre < 0n) return []
  const values = { currency, remaining: numberFromOre(ownOre), other: numberFromOre(otherOre) }
  return [faults.setOffNothing(field, values)]
}

type Both = { invoice: SupplierInvoiceRecord; note: SupplierInvoiceRecord; date: Day; ore: Ore; word: string }

/**
 * Books both payments; in another currency both have the value of the debt, and the credit note gets the difference.
 */
const book = async (
  call: CompanyCall,
  own: SupplierInvoiceRecord,
  { invoice, note, date, ore, word }: Both,
): Promise<SupplierSetOff> => {
  const account = await transitAccountOf(call)
  const base = isInAccountingCurrency(invoice) ? ore : claimOf(invoice, { before: invoice.paidOre, ore })
  const ids = { invoice: newId(), note: newId() }
  const title = `${word} av leverantörsfaktura ${nameOf(invoice)} mot kreditfaktura ${nameOf(note)}`
  const money = { date, account, discount: 0n, termsOnInvoice: true }
  await pay(call, invoice, { ...money, ore, base }, { id: ids.invoice, with: ids.note, title })
  await pay(call, note, { ...money, ore: -ore, base: -base }, { id: ids.note, with: ids.invoice, title })
  return getSupplierSetOff(call, own.id, own === invoice ? ids.invoice : ids.note)
}

const nameOf = ({ invoiceNumber, invoiceDate }: SupplierInvoiceRecord): string => invoiceNumber ?? invoiceDate

/** The sum of set-offs between the two documents, as paid on the invoice. */
const standingBetween = async (
  { db, companyId }: CompanyCall,
  invoice: SupplierInvoiceRecord,
  note: SupplierInvoiceRecord,
): Promise<Ore> => {
  const { ore } = await db.one<{ ore: Ore }>(
    sql`
    select coalesce(sum(p.ore), 0)::bigint as ore from purchasing.payment p
    join purchasing.payment o on o.company_id = p.company_id and o.id = p.set_off_payment_id
    where p.company_id = ${companyId} and p.supplier_invoice_id = ${invoice.id} and o.supplier_invoice_id = ${note.id}`,
    'supplier-set-off-between',
  )
  return ore
}

const least = (one: Ore, other: Ore): Ore => (one < other ? one : other)

type SetOffRow = {
  id: string
  supplierInvoiceId: string
  otherId: string
  date: Day
  ore: Ore
  journalEntryId: string
  createdAt: Date
}

const columns = sql`
  p.id, p.supplier_invoice_id as "supplierInvoiceId", o.supplier_invoice_id as "otherId", p.date, p.ore,
  p.journal_entry_id as "journalEntryId", p.created_at as "createdAt"`

const source = sql`purchasing.payment p
  join purchasing.payment o on o.company_id = p.company_id and o.id = p.set_off_payment_id`

const shown = ({
  id,
  supplierInvoiceId,
  otherId,
  date,
  ore,
  journalEntryId,
  createdAt,
}: SetOffRow): SupplierSetOff => ({
  id,
  supplierInvoiceId,
  supplierInvoiceRef: { id: otherId },
  date,
  amount: numberFromOre(ore),
  journalEntryRef: { id: journalEntryId },
  modifiedDateTime: momentText(createdAt),
})

const setOffs: OnInvoice<SetOffRow, SupplierSetOff> = {
  name: 'set-offs',
  columns,
  from: source,
  itemOf: shown,
  filters: { amount: sql`p.ore` },
}

/** One set-off of a supplier invoice, by the id of its payment; refused as not found. */
export const getSupplierSetOff = async (
  call: CompanyCall,
  supplierInvoiceId: string,
  id: string,
): Promise<SupplierSetOff> => {
  const setOff = await readOnInvoice(call, setOffs, supplierInvoiceId, id)
  if (!setOff) throw refusals.setOffNotFound({ id })
  return setOff
}

/** The set-offs of a supplier invoice or credit note, newest first. */
export const listSupplierSetOffs = (
  call: CompanyCall,
  supplierInvoiceId: string,
  request: PageRequest,
): Promise<Page<SupplierSetOff>> => listOnInvoice(call, setOffs, supplierInvoiceId, request)
