// Payments of invoices: they count as soon as they are there, and are booked when they are recorded.
import { bookOf, isPaymentAccount, yearAt } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, isDay } from '#platform/day'
import { happen } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { bookLowering } from './booking.ts'
import { bookingFaults, bookingRefusals } from './booking-refusals.ts'
import { type InvoiceRecord, readInvoice } from './invoice.ts'
import { invoiceFaults } from './invoice-refusals.ts'
import { recoverLoss } from './recovery.ts'

/** A payment as the API shows it; the sum is in SEK. */
export type Payment = {
  id: string
  invoiceId: string
  date: Day
  sumBaseCurrency: number
  bookkeepingAccountNumber: number
  journalEntryRef: { id: string } | null
}

export type NewPayment = { date: string; sumBaseCurrency: number; bookkeepingAccountNumber: number }

/** Most payments, and most settlements, of one invoice. */
export const MAX_ON_INVOICE = 1000

/** Adds a payment to a published invoice; below zero it is money paid back. */
export const createPayment = async (call: CompanyCall, invoiceId: string, input: NewPayment): Promise<Payment> => {
  const invoice = await payableInvoice(call, invoiceId)
  refuseIfAny(await examinePayment(call, input))
  const ore = oreFromNumber(input.sumBaseCurrency)
  await refuseTooMany(call, sql`sales.payment`, invoice)
  const id = newId()
  await call.db.rows(sql`
    insert into sales.payment (
      company_id, id, invoice_id, date, sum_base_ore, account, created_by_kind, created_by_id, created_at)
    values (${call.companyId}, ${id}, ${invoice.id}, ${input.date}, ${ore}, ${input.bookkeepingAccountNumber},
      ${call.actor.kind}, ${call.actor.id}, ${call.now})`)
  happen(call, 'invoice-payment.created', { id, of: invoice.id })
  happen(call, 'invoice.paid', { id: invoice.id })
  return getPayment(call, invoice.id, id)
}

/** Everything that is wrong with a body, which may be any object: what its schema finds of types is not told again. */
export const examinePayment = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { date, sumBaseCurrency: sum, bookkeepingAccountNumber: account } = Object(body) as Record<string, unknown>
  const errors: FieldError[] = []
  if (typeof date === 'string' && !isDay(date)) errors.push(invoiceFaults.badDate('#/date'))
  if (typeof sum === 'number' && !oreFromNumber(sum)) errors.push(bookingFaults.zeroSum('#/sumBaseCurrency'))
  const { accounts } = await bookOf(call, true)
  if (typeof account === 'number' && !(isPaymentAccount(account) && accounts.get(account))) {
    errors.push(bookingFaults.notPaymentAccount('#/bookkeepingAccountNumber', { account }))
  }
  return errors
}

/** The invoice, locked: what is paid on it changes one after the other. Drafts take no money. */
export const payableInvoice = async (call: CompanyCall, id: string): Promise<InvoiceRecord> => {
  const invoice = await readInvoice(call, id, 'invoice', { lock: true })
  if (invoice.publishedAt === null) throw bookingRefusals.noMoneyOnDraft({ id })
  return invoice
}

export const refuseTooMany = async ({ db, companyId }: CompanyCall, table: Sql, { id }: InvoiceRecord) => {
  const { count } = await db.one<{ count: bigint }>(
    sql`select count(*) from ${table} where company_id = ${companyId} and invoice_id = ${id}`,
  )
  if (count >= MAX_ON_INVOICE) throw bookingRefusals.tooMany({ limit: MAX_ON_INVOICE })
}

type PaymentRow = Omit<Payment, 'sumBaseCurrency' | 'journalEntryRef'> & {
  sumBaseOre: Ore
  recordedAt: Date | null
  journalEntryId: string | null
}

const columns = sql`
  p.id, p.invoice_id as "invoiceId", p.date, p.sum_base_ore as "sumBaseOre", p.account as "bookkeepingAccountNumber",
  p.recorded_at as "recordedAt", p.journal_entry_id as "journalEntryId"`

const shown = ({ id, invoiceId, date, sumBaseOre, bookkeepingAccountNumber, journalEntryId }: PaymentRow): Payment => ({
  id,
  invoiceId,
  date,
  sumBaseCurrency: numberFromOre(sumBaseOre),
  bookkeepingAccountNumber,
  journalEntryRef: journalEntryId ? { id: journalEntryId } : null,
})

const readPayment = async ({ db, companyId }: CompanyCall, invoiceId: string, id: string): Promise<PaymentRow> => {
  const payment = await db.maybe<PaymentRow>(
    sql`
    select ${columns} from sales.payment p
    where p.company_id = ${companyId} and p.invoice_id = ${invoiceId} and p.id = ${id}`,
    'read-payment',
  )
  if (!payment) throw bookingRefusals.paymentNotFound({ id })
  return payment
}

/** One payment of an invoice; refused as not found. */
export const getPayment = async (call: CompanyCall, invoiceId: string, id: string): Promise<Payment> =>
  shown(await readPayment(call, invoiceId, id))

/** The payment as it is now, locked with its invoice until the transaction ends. */
export const lockPayment = async (call: CompanyCall, invoiceId: string, id: string): Promise<Payment> => {
  await readInvoice(call, invoiceId, 'invoice', { lock: true })
  return getPayment(call, invoiceId, id)
}

/** The payments of an invoice, newest first. */
export const listPayments = async (
  call: CompanyCall,
  invoiceId: string,
  request: PageRequest,
): Promise<Page<Payment>> => {
  await readInvoice(call, invoiceId, 'invoice')
  return listPage(call, listOf(call.companyId, invoiceId), request)
}

const listOf = (companyId: string, invoiceId: string): List<PaymentRow, Payment> => ({
  name: `payments of ${invoiceId}`,
  columns,
  from: sql`sales.payment p`,
  where: sql`p.company_id = ${companyId} and p.invoice_id = ${invoiceId}`,
  key: [sql`p.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      date: { type: 'date', column: sql`p.date` },
      sumBaseCurrency: { type: 'amount', column: sql`p.sum_base_ore` },
    },
  },
  itemOf: shown,
})

/** Removes a payment that is not recorded. */
export const deletePayment = async (call: CompanyCall, invoiceId: string, id: string): Promise<void> => {
  await readInvoice(call, invoiceId, 'invoice', { lock: true })
  const payment = await readPayment(call, invoiceId, id)
  if (payment.recordedAt) throw bookingRefusals.recordedPaymentStays({ id })
  happen(call, 'invoice-payment.deleted', { id, of: invoiceId }, { ...shown(payment) })
  happen(call, 'invoice.paid', { id: invoiceId })
  await call.db.rows(sql`delete from sales.payment where company_id = ${call.companyId} and id = ${id}`)
}

/** Books a payment: against the receivable, or under the cash method as the sale that it pays. */
export const recordPayment = async (call: CompanyCall, invoiceId: string, id: string): Promise<Payment> => {
  const invoice = await readInvoice(call, invoiceId, 'invoice', { lock: true })
  const payment = await readPayment(call, invoiceId, id)
  if (payment.recordedAt) throw bookingRefusals.paymentRecorded({ id })
  await refuseUnrecorded(call, invoice, payment)
  const { date, sumBaseOre: ore, bookkeepingAccountNumber: account } = payment
  await recoverLoss(call, invoice, { date, ore })
  const title = `${ore > 0n ? 'Betalning' : 'Återbetalning'} av faktura ${invoice.number}`
  const debit = [{ account, debit: ore }]
  const { claim, advance, entryId } = await bookLowering(call, invoice, { id, title, date, ore, debit, isPaid: true })
  await call.db.rows(sql`
    update sales.payment set recorded_at = ${call.now}, journal_entry_id = ${entryId}, claim_base_ore = ${claim},
      advance_base_ore = ${advance}
    where company_id = ${call.companyId} and id = ${id}`)
  happen(call, 'invoice-payment.recorded', { id, of: invoiceId })
  return getPayment(call, invoiceId, id)
}

/** Under the accrual method the invoice is recorded first: else what is paid would have nothing to stand against. */
export const refuseUnrecorded = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  { id, date }: { id: string; date: Day },
): Promise<void> => {
  if (invoice.recordedAt) return
  const year = yearAt(await bookOf(call, true), date)
  if (year?.method !== 'cash') throw bookingRefusals.invoiceNotRecorded({ id, invoiceId: invoice.id })
}
