// Payments of supplier invoices: booked at once, against the debt, or under the cash method as what is bought.
import { giveEntryToUploadsOf } from '#documents'
import {
  type AccountMap,
  accountMapOf,
  BASE_CURRENCY,
  bookDocument,
  bookOf,
  type DocumentItem,
  isPaymentAccount,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, isDay } from '#platform/day'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { claimOf, debitOf, type Paying, paidOf, partsOf, paymentItems, shareOf } from './booking.rules.ts'
import { purchaseBookingFaults as faults, purchaseBookingRefusals as refusals } from './booking-refusals.ts'
import { paymentTitleOf, purchaseOf } from './purchase.ts'
import { readSupplierInvoice, type SupplierInvoiceRecord } from './supplier-invoice.ts'
import { supplierInvoiceFaults } from './supplier-invoice-refusals.ts'

/** A payment as the API shows it: the amount in the invoice's currency, and what left the account in SEK. */
export type SupplierPayment = {
  id: string
  supplierInvoiceId: string
  date: Day
  amount: number
  sumBaseCurrency: number
  bookkeepingAccountNumber: number
  journalEntryRef: { id: string }
}

/** An invoice in SEK needs no sum in SEK beside the amount; the account is {@link USUAL_ACCOUNT} when left out. */
export type NewSupplierPayment = {
  date: string
  amount: number
  sumBaseCurrency?: number | undefined
  bookkeepingAccountNumber?: number | undefined
}

/** Most payments of one supplier invoice. */
export const MAX_SUPPLIER_PAYMENTS = 1000

/** The company's bank account (företagskonto). */
const USUAL_ACCOUNT = 1930

/** Pays a recorded and approved supplier invoice, in full or in part; below zero money came back. */
export const createSupplierPayment = async (
  call: CompanyCall,
  supplierInvoiceId: string,
  input: NewSupplierPayment,
): Promise<SupplierPayment> => {
  const invoice = await readSupplierInvoice(call, supplierInvoiceId, { lock: true })
  refuseIfAny([...(await examineSupplierPayment(call, input)), ...wrongInBase(invoice, input)])
  const ore = oreFromNumber(input.amount)
  const base = input.sumBaseCurrency === undefined ? ore : oreFromNumber(input.sumBaseCurrency)
  if (ore === null || base === null) throw new Error('A wrong payment was not refused')
  const account = input.bookkeepingAccountNumber ?? USUAL_ACCOUNT
  const { paymentId } = await pay(call, invoice, { date: dayFrom(input.date), ore, base, account })
  return getSupplierPayment(call, invoice.id, paymentId)
}

/** Everything that is wrong with a body by itself, which may be any object. */
export const examineSupplierPayment = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { date, amount, sumBaseCurrency: base, bookkeepingAccountNumber } = Object(body) as Record<string, unknown>
  const account = bookkeepingAccountNumber === undefined ? USUAL_ACCOUNT : bookkeepingAccountNumber
  const errors: FieldError[] = []
  if (typeof date === 'string' && !isDay(date)) errors.push(supplierInvoiceFaults.badDate('#/date'))
  if (typeof amount === 'number' && !oreFromNumber(amount)) errors.push(faults.paymentAmount('#/amount'))
  if (typeof base === 'number') {
    const field = '#/sumBaseCurrency'
    if (!oreFromNumber(base)) errors.push(faults.paymentAmount(field))
    else if (typeof amount === 'number' && base * amount < 0) errors.push(faults.baseSide(field))
  }
  if (typeof account === 'number') errors.push(...(await wrongInAccount(call, account)))
  return errors
}

const wrongInAccount = async (call: CompanyCall, account: number): Promise<FieldError[]> => {
  const { accounts } = await bookOf(call, true)
  if (isPaymentAccount(account) && accounts.get(account)) return []
  return [faults.paymentAccount('#/bookkeepingAccountNumber', { account })]
}

const wrongInBase = (
  { currency }: SupplierInvoiceRecord,
  { amount, sumBaseCurrency: base }: NewSupplierPayment,
): FieldError[] => {
  const field = '#/sumBaseCurrency'
  if (currency !== BASE_CURRENCY) return base === undefined ? [faults.baseMissing(field, { currency })] : []
  // Of one on the other side of 0 that has been told already.
  return base === undefined || base === amount || base * amount < 0 ? [] : [faults.baseOfSek(field)]
}

/** What pays a supplier invoice: in its currency, and what left the account in SEK. Below zero both came back. */
export type SupplierPaying = { id: string; date: Day; amountOre: Ore; baseOre: Ore; account: number }

/** Pays a supplier invoice with what a bank's statement tells. */
export const paySupplierInvoice = async (
  call: CompanyCall,
  { id, date, amountOre, baseOre, account }: SupplierPaying,
): Promise<{ paymentId: string; journalEntryId: string }> => {
  const invoice = await readSupplierInvoice(call, id, { lock: true })
  const [amount, sumBaseCurrency] = [numberFromOre(amountOre), numberFromOre(baseOre)]
  const payment = { date, amount, sumBaseCurrency, bookkeepingAccountNumber: account }
  refuseIfAny([...(await examineSupplierPayment(call, payment)), ...wrongInBase(invoice, payment)])
  return pay(call, invoice, { date, ore: amountOre, base: baseOre, account })
}

type Money = { date: Day; ore: Ore; base: Ore; account: number }

/** Books a payment of an invoice that is locked, and keeps it. */
const pay = async (call: CompanyCall, invoice: SupplierInvoiceRecord, money: Money) => {
  const ore = invoice.currency === BASE_CURRENCY ? paidOf(invoice, money.ore) : money.ore
  await refuseUnpayable(call, invoice, { ...money, ore })
  const { companyId, actor, now } = call
  const { date, base, account } = money
  const paymentId = newId()
  const { entryId, claim } = await bookPayment(call, invoice, { ...money, ore })
  await call.db.rows(sql`
    insert into purchasing.payment (
      company_id, id, supplier_invoice_id, date, ore, base_ore, claim_base_ore, paid_before_ore, account,
      journal_entry_id, created_by_kind, created_by_id, created_at)
    values (${companyId}, ${paymentId}, ${invoice.id}, ${date}, ${ore}, ${base}, ${claim}, ${invoice.paidOre},
      ${account}, ${entryId}, ${actor.kind}, ${actor.id}, ${now})`)
  return { paymentId, journalEntryId: entryId }
}

const refuseUnpayable = async (
  { db, companyId }: CompanyCall,
  { id, approvedAt, recordedAt, totalOre, paidOre, currency }: SupplierInvoiceRecord,
  { ore }: Money,
): Promise<void> => {
  if (approvedAt === null) throw refusals.supplierInvoiceNotApproved({ id })
  if (recordedAt === null) throw refusals.supplierInvoiceNotRecorded({ id })
  const paid = paidOre + ore
  if (totalOre > 0n ? paid < 0n || paid > totalOre : paid > 0n || paid < totalOre) {
    const [amount, total] = [numberFromOre(ore), numberFromOre(totalOre)]
    const remaining = numberFromOre(totalOre - paidOre)
    throw refusals.beyondRemaining({ id, currency, amount, total, paid: numberFromOre(paidOre), remaining })
  }
  const { count } = await db.one<{ count: bigint }>(
    sql`select count(*) from purchasing.payment where company_id = ${companyId} and supplier_invoice_id = ${id}`,
    'count-supplier-payments',
  )
  if (count >= MAX_SUPPLIER_PAYMENTS) throw refusals.tooManySupplierPayments({ limit: MAX_SUPPLIER_PAYMENTS })
}

/** Against the debt of an invoice that is booked, else in proportion as what was bought. */
const bookPayment = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  { date, ore, base, account }: Money,
): Promise<{ entryId: string; claim: Ore }> => {
  const accounts = await accountMapOf(call)
  const paying: Paying = { before: invoice.paidOre, ore }
  const claim = claimOf(invoice, paying)
  const against =
    invoice.journalEntryId === null
      ? await shareItems(call, invoice, paying, accounts)
      : [{ account: invoice.payableAccount ?? accounts.payable, debit: claim }]
  const items = paymentItems({ claim, base, account, isInSek: invoice.currency === BASE_CURRENCY }, against, accounts)
  const { id: entryId } = await bookDocument(call, { title: paymentTitleOf(invoice, base), date, items })
  if (invoice.journalEntryId === null) await giveEntryToUploadsOf(call, invoice.id, entryId)
  return { entryId, claim }
}

const shareItems = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  paying: Paying,
  accounts: AccountMap,
): Promise<DocumentItem[]> => {
  const purchase = await purchaseOf(call, invoice)
  return debitOf(shareOf(partsOf(purchase, accounts), purchase, paying))
}

type PaymentRow = {
  id: string
  supplierInvoiceId: string
  date: Day
  ore: Ore
  baseOre: Ore
  account: number
  journalEntryId: string
}

const columns = sql`
  p.id, p.supplier_invoice_id as "supplierInvoiceId", p.date, p.ore, p.base_ore as "baseOre", p.account,
  p.journal_entry_id as "journalEntryId"`

const shown = ({
  id,
  supplierInvoiceId,
  date,
  ore,
  baseOre,
  account,
  journalEntryId,
}: PaymentRow): SupplierPayment => ({
  id,
  supplierInvoiceId,
  date,
  amount: numberFromOre(ore),
  sumBaseCurrency: numberFromOre(baseOre),
  bookkeepingAccountNumber: account,
  journalEntryRef: { id: journalEntryId },
})

/** One payment of a supplier invoice; refused as not found. */
export const getSupplierPayment = async (
  { db, companyId }: CompanyCall,
  supplierInvoiceId: string,
  id: string,
): Promise<SupplierPayment> => {
  const payment = await db.maybe<PaymentRow>(
    sql`
    select ${columns} from purchasing.payment p
    where p.company_id = ${companyId} and p.supplier_invoice_id = ${supplierInvoiceId} and p.id = ${id}`,
    'read-supplier-payment',
  )
  if (!payment) throw refusals.supplierPaymentNotFound({ id })
  return shown(payment)
}

/** The payments of a supplier invoice, newest first. */
export const listSupplierPayments = async (
  call: CompanyCall,
  supplierInvoiceId: string,
  request: PageRequest,
): Promise<Page<SupplierPayment>> => {
  await readSupplierInvoice(call, supplierInvoiceId)
  const list: List<PaymentRow, SupplierPayment> = {
    name: `payments of ${supplierInvoiceId}`,
    columns,
    from: sql`purchasing.payment p`,
    where: sql`p.company_id = ${call.companyId} and p.supplier_invoice_id = ${supplierInvoiceId}`,
    key: [sql`p.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        date: { type: 'date', column: sql`p.date` },
        amount: { type: 'amount', column: sql`p.ore` },
        sumBaseCurrency: { type: 'amount', column: sql`p.base_ore` },
      },
    },
    itemOf: shown,
  }
  return listPage(call, list, request)
}
