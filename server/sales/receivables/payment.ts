// Payments of invoices: they affect the status immediately, and are booked when recorded.
import { type Book, bookOf, isBookVersion, isPaymentAccount, onBookVersion } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, isDay, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isInAccountingCurrency } from '#rule/currency'
import { bookClaimReduction } from '#sales/booking/booking'
import { bookingFaults, bookingRefusals } from '#sales/booking/booking-refusals'
import { warnOfExchangeRemainder } from '#sales/booking/exchange-remainder'
import { recordedFirst } from '#sales/booking/record'
import { recoverLoss } from '#sales/booking/recovery'
import { payableSale, refuseTooMany, saleOf } from '#sales/booking/sale'
import { type PaymentRow, refuseUnrecorded, roundedBack, type Sale } from '#sales/booking/sale.rules'
import { readInvoice } from '#sales/invoices/invoice'
import { invoiceFaults } from '#sales/invoices/invoice-refusals'
import { outstandingOf } from '#sales/invoices/invoice-status.rules'
import { touchDocument } from '#sales/invoices/invoice-store'
import { addCharges, dropCharges, recordCharges } from './charges.ts'
import { addRateDifference } from './rate-difference.ts'

/** A payment as the API shows it: the sum is in SEK, the amount in the currency of the invoice, where it was told. */
type Payment = {
  id: string
  invoiceId: string
  date: Day
  amount?: number
  sumBaseCurrency: number
  bookkeepingAccountNumber: number
  journalEntryRef: { id: string } | null
  modifiedDateTime: string
}

type NewPayment = {
  date: string
  amount?: number | undefined
  sumBaseCurrency: number
  bookkeepingAccountNumber: number
}

/** Adds a payment to a published invoice; a negative amount is a repayment. */
export const createPayment = async (call: CompanyCall, invoiceId: string, input: NewPayment): Promise<Payment> => {
  const sale = await payableSale(call, invoiceId)
  return onBookVersion(call, (book) => {
    refuseIfAny([...wrongInPayment(book, input), ...wrongOnInvoice(sale, input)])
    const { date, amount, sumBaseCurrency, bookkeepingAccountNumber: account } = input
    const sumBaseOre = oreFromNumber(sumBaseCurrency) ?? 0n
    const ore = amount === undefined ? null : oreFromNumber(amount)
    const made = { id: newId(), date: dayFrom(date), ore, sumBaseOre, account, setOffWith: null }
    return addPayment(call, book, sale, made)
  })
}

const wrongOnInvoice = ({ record }: Sale, { amount }: NewPayment): FieldError[] =>
  amount !== undefined && isInAccountingCurrency(record) ? [bookingFaults.amountOfSek('#/amount')] : []

/**
 * A payment to add, with its amount in the currency of the invoice where it is told. Of a set-off, with the id of the
 * other payment, and of its reversal with the debt in SEK that it restores.
 */
type AddedPayment = {
  id: string
  date: Day
  ore: Ore | null
  sumBaseOre: Ore
  account: number
  setOffWith: string | null
  claim?: Ore | undefined
}

/** Adds a payment to a locked invoice if the book version is unchanged; null if it changed. */
export const addPayment = async (
  call: CompanyCall,
  book: Book,
  sale: Sale,
  { id, date, ore, sumBaseOre, account, setOffWith, claim }: AddedPayment,
): Promise<Payment | null> => {
  refuseTooMany(sale.payments)
  const invoiceId = sale.record.id
  const kept = await call.db.maybe(
    sql`
    insert into sales.payment (company_id, id, invoice_id, date, ore, sum_base_ore, account, set_off_payment_id,
      created_by_kind, created_by_id, created_at)
    select ${call.companyId}, ${id}, ${invoiceId}, ${date}, ${ore}, ${sumBaseOre}, ${account}, ${setOffWith},
      ${call.actor.kind}, ${call.actor.id}, ${call.now}
    where ${isBookVersion(call, book)} returning id`,
    'add-payment',
  )
  if (kept === null) return null
  recordEvent(call, 'invoice-payment.created', { id, of: invoiceId })
  recordEvent(call, 'invoice.paid', { id: invoiceId })
  if (ore === null) warnOfExchangeRemainder(call, sale.record, outstandingOf(sale.record) - sumBaseOre, sumBaseOre)
  else await addRateDifference(call, sale, { id, date, ore, baseOre: sumBaseOre }, claim)
  await addCharges(call, sale, { id, date, sumBaseOre })
  const row = { id, invoiceId, date, ore, sumBaseOre, bookkeepingAccountNumber: account }
  return shown({ ...row, journalEntryId: null, modifiedAt: call.now })
}

/** All errors in a body, which may be any object; type errors that the schema reports are not repeated. */
export const examinePayment = async (call: CompanyCall, body: unknown): Promise<FieldError[]> =>
  wrongInPayment(await bookOf(call, true), body)

const wrongInPayment = ({ accounts }: Book, body: unknown): FieldError[] => {
  const { date, amount, sumBaseCurrency: sum, bookkeepingAccountNumber: account } = Object(body) as NewPayment
  const errors: FieldError[] = []
  if (typeof date === 'string' && !isDay(date)) errors.push(invoiceFaults.badDate('#/date'))
  if (typeof amount === 'number') {
    if (!oreFromNumber(amount)) errors.push(bookingFaults.zeroSum('#/amount'))
    else if (typeof sum === 'number' && sum !== 0 && amount > 0 !== sum > 0)
      errors.push(bookingFaults.amountSide('#/amount'))
  }
  if (typeof sum === 'number' && !oreFromNumber(sum)) errors.push(bookingFaults.zeroSum('#/sumBaseCurrency'))
  if (typeof account === 'number' && !(isPaymentAccount(account) && accounts.get(account))) {
    errors.push(bookingFaults.notPaymentAccount('#/bookkeepingAccountNumber', { account }))
  }
  return errors
}

/** A payment as it is listed. */
type ListedPayment = Pick<
  PaymentRow,
  'id' | 'invoiceId' | 'date' | 'ore' | 'sumBaseOre' | 'bookkeepingAccountNumber' | 'journalEntryId' | 'modifiedAt'
>

/** It is created, and then booked, once. */
const modifiedAt = sql`coalesce(p.recorded_at, p.created_at)`

const columns = sql`
  p.id, p.invoice_id as "invoiceId", p.date, p.ore, p.sum_base_ore as "sumBaseOre",
  p.account as "bookkeepingAccountNumber",
  p.journal_entry_id as "journalEntryId", ${modifiedAt} as "modifiedAt"`

const shown = ({
  id,
  invoiceId,
  date,
  ore,
  sumBaseOre,
  bookkeepingAccountNumber,
  journalEntryId,
  modifiedAt: at,
}: ListedPayment): Payment => ({
  id,
  invoiceId,
  date,
  ...(ore === null ? {} : { amount: numberFromOre(ore) }),
  sumBaseCurrency: numberFromOre(sumBaseOre),
  bookkeepingAccountNumber,
  journalEntryRef: journalEntryId ? { id: journalEntryId } : null,
  modifiedDateTime: momentText(at),
})

const paymentOf = ({ payments }: Sale, id: string): PaymentRow => {
  const payment = payments.find((each) => each.id === id.toLowerCase())
  if (!payment) throw bookingRefusals.paymentNotFound({ id })
  return payment
}

/** One payment of an invoice; refused as not found if it does not exist. */
export const getPayment = async ({ db, companyId }: CompanyCall, invoiceId: string, id: string): Promise<Payment> => {
  const payment = await db.maybe<ListedPayment>(
    sql`
    select ${columns} from sales.payment p
    where p.company_id = ${companyId} and p.invoice_id = ${invoiceId} and p.id = ${id}`,
    'read-payment',
  )
  if (!payment) throw bookingRefusals.paymentNotFound({ id })
  return shown(payment)
}

/** The current payment, locked with its invoice until the transaction ends. */
export const lockPayment = async (call: CompanyCall, invoiceId: string, id: string): Promise<Payment> =>
  shown(paymentOf(await saleOf(call, invoiceId, { kind: 'invoice', lock: true }), id))

/** The payments of an invoice, newest first. */
export const listPayments = async (
  call: CompanyCall,
  invoiceId: string,
  request: PageRequest,
): Promise<Page<Payment>> => {
  await readInvoice(call, invoiceId, 'invoice')
  return listPage(call, listOf(call.companyId, invoiceId), request)
}

const listOf = (companyId: string, invoiceId: string): List<ListedPayment, Payment> => ({
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
      modifiedDateTime: { type: 'datetime', column: modifiedAt },
    },
  },
  itemOf: shown,
})

/** Deletes an unrecorded payment. */
export const deletePayment = async (call: CompanyCall, invoiceId: string, id: string): Promise<void> => {
  const sale = await saleOf(call, invoiceId, { kind: 'invoice', lock: true })
  const payment = paymentOf(sale, id)
  if (payment.recordedAt) throw bookingRefusals.recordedPaymentStays({ id })
  await dropCharges(call, sale, id)
  recordEvent(call, 'invoice-payment.deleted', { id, of: invoiceId }, { ...shown(payment) })
  recordEvent(call, 'invoice.paid', { id: invoiceId })
  await call.db.rows(sql`delete from sales.payment where company_id = ${call.companyId} and id = ${id}`)
  await touchDocument(call, invoiceId)
}

/**
 * Books a payment: against the receivable, or under the cash method as the sale it pays. `named` replaces the title of
 * the entry if no money moves.
 */
export const recordPayment = async (
  call: CompanyCall,
  invoiceId: string,
  id: string,
  named?: string,
): Promise<Payment> => {
  const unbooked = await saleOf(call, invoiceId, { kind: 'invoice', lock: true })
  const payment = paymentOf(unbooked, id)
  if (payment.recordedAt) throw bookingRefusals.paymentRecorded({ id })
  const found = await recordCharges(call, await recordedFirst(call, unbooked), id)
  const { date, sumBaseOre: ore, bookkeepingAccountNumber: account } = payment
  const sale = await recoverLoss(call, found, payment)
  const title = named ?? `${ore > 0n ? 'Betalning' : 'Återbetalning'} av faktura ${sale.record.number}`
  const rounded = roundedBack(sale, ore)
  const lowering = { id, title, date, ore, debit: [{ account, debit: ore }], isPaid: true, rounded }
  const entryId = await onBookVersion(call, (book) => {
    refuseUnrecorded(book, sale, payment)
    return bookClaimReduction(call, book, sale, lowering, {
      name: 'record-payment',
      keep: ({ claim, advance }) => sql`
        update sales.payment p set recorded_at = ${call.now}, journal_entry_id = posted.id, claim_base_ore = ${claim},
          advance_base_ore = ${advance}
        from posted where p.company_id = ${call.companyId} and p.id = ${id}`,
    })
  })
  recordEvent(call, 'invoice-payment.recorded', { id, of: invoiceId })
  if (payment.ore === null) warnOfExchangeRemainder(call, sale.record, outstandingOf(sale.record), ore)
  return shown({ ...payment, journalEntryId: entryId, modifiedAt: call.now })
}
