// Payments of supplier invoices: booked at once, against the debt if the invoice is booked, otherwise as the purchase
// (kontantmetoden).

import { giveEntryToUploadsOf } from '#documents'
import { type AccountMap, accountMapOf, bookDocument, type DocumentItem } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, isDay, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import type { Page, PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, invalidWith, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { advanceOfInvoice } from '#purchasing/advances/advance'
import { paidTaxOf } from '#purchasing/advances/advance.rules'
import { advanceRefusals } from '#purchasing/advances/advance-refusals'
import {
  areNothing,
  claimOf,
  debitOf,
  discountItems,
  isBeyond,
  isOnSideOf,
  type Paying,
  paidOf,
  partsOf,
  paymentItems,
  shareOf,
} from '#purchasing/invoices/booking.rules'
import {
  purchaseBookingFaults as faults,
  purchaseBookingRefusals as refusals,
} from '#purchasing/invoices/booking-refusals'
import { paymentTitleOf, purchaseOf } from '#purchasing/invoices/purchase'
import { readSupplierInvoice, type SupplierInvoiceRecord } from '#purchasing/invoices/supplier-invoice'
import { supplierInvoiceFaults } from '#purchasing/invoices/supplier-invoice-refusals'
import { USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import { isInAccountingCurrency } from '#rule/currency'
import { listOnInvoice, type OnInvoice, readOnInvoice } from './on-invoice.ts'
import { wrongInAccount } from './payment-account.ts'
import { takenBack } from './returning.ts'

/**
 * A payment as the API shows it: amount and discount in the invoice's currency, and the money that left the account in
 * SEK.
 */
type SupplierPayment = {
  id: string
  supplierInvoiceId: string
  date: Day
  amount: number
  cashDiscount?: number
  termsOnInvoice?: boolean
  sumBaseCurrency: number
  bookkeepingAccountNumber: number
  journalEntryRef: { id: string }
  modifiedDateTime: string
}

/**
 * An invoice in SEK needs no amount in SEK beside the amount; the account defaults to {@link USUAL_PAYMENT_ACCOUNT}. A
 * cash discount reduces the debt beside the amount, or alone if that is 0.
 */
type NewSupplierPayment = {
  date: string
  amount: number
  cashDiscount?: number | undefined
  termsOnInvoice?: boolean | undefined
  sumBaseCurrency?: number | undefined
  bookkeepingAccountNumber?: number | undefined
}

/** Maximum number of payments of one supplier invoice. */
const MAX_SUPPLIER_PAYMENTS = 1000

/** Pays a recorded and approved supplier invoice, in full or in part; a negative amount is a repayment. */
export const createSupplierPayment = async (
  call: CompanyCall,
  supplierInvoiceId: string,
  input: NewSupplierPayment,
): Promise<SupplierPayment> => {
  const invoice = await readSupplierInvoice(call, supplierInvoiceId, { lock: true })
  refuseIfAny([...(await examineSupplierPayment(call, input)), ...wrongInBase(invoice, input)])
  const { amount, cashDiscount = 0, termsOnInvoice = true, sumBaseCurrency = amount } = input
  const ore = oreFromNumber(amount)
  const base = oreFromNumber(sumBaseCurrency)
  const discount = oreFromNumber(cashDiscount)
  if (ore === null || base === null || discount === null) throw new Error('An invalid payment was not refused')
  const account = input.bookkeepingAccountNumber ?? USUAL_PAYMENT_ACCOUNT
  const money = { date: dayFrom(input.date), ore, base, account, discount, termsOnInvoice }
  const { paymentId } = await pay(call, invoice, money)
  return getSupplierPayment(call, invoice.id, paymentId)
}

/** All errors in a body by itself, which may be any object. */
export const examineSupplierPayment = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { date, bookkeepingAccountNumber } = Object(body) as Record<string, unknown>
  const account = bookkeepingAccountNumber === undefined ? USUAL_PAYMENT_ACCOUNT : bookkeepingAccountNumber
  const errors: FieldError[] = []
  if (typeof date === 'string' && !isDay(date)) errors.push(supplierInvoiceFaults.badDate('#/date'))
  errors.push(...wrongInSums(Object(body)), ...wrongInDiscount(Object(body)))
  if (typeof account === 'number') errors.push(...(await wrongInAccount(call, account)))
  return errors
}

const wrongInSums = ({ amount, sumBaseCurrency: base, cashDiscount }: Record<string, unknown>): FieldError[] => {
  const ore = typeof amount === 'number' ? oreFromNumber(amount) : undefined
  const errors: FieldError[] = []
  if (ore === null || (ore === 0n && !cashDiscount)) errors.push(faults.paymentAmount('#/amount'))
  if (typeof base !== 'number') return errors
  const field = '#/sumBaseCurrency'
  const baseOre = oreFromNumber(base)
  if (baseOre === null || (baseOre === 0n && ore !== 0n)) return [...errors, faults.paymentAmount(field)]
  return ore === undefined || ore === null || isOnSideOf(baseOre, ore) ? errors : [...errors, faults.baseSide(field)]
}

const wrongInDiscount = ({ amount, cashDiscount, termsOnInvoice }: Record<string, unknown>): FieldError[] => {
  if (cashDiscount === undefined) {
    return typeof termsOnInvoice === 'boolean' ? [faults.termsOfNothing('#/termsOnInvoice')] : []
  }
  if (typeof cashDiscount !== 'number') return []
  const discount = oreFromNumber(cashDiscount)
  if (!discount) return [faults.paymentAmount('#/cashDiscount')]
  const ore = typeof amount === 'number' ? oreFromNumber(amount) : null
  return ore && !isOnSideOf(discount, ore) ? [faults.discountSide('#/cashDiscount')] : []
}

const wrongInBase = (
  invoice: SupplierInvoiceRecord,
  { amount, sumBaseCurrency: base }: NewSupplierPayment,
): FieldError[] => {
  const field = '#/sumBaseCurrency'
  const { currency } = invoice
  if (!isInAccountingCurrency(invoice))
    return base === undefined && amount !== 0 ? [faults.baseMissing(field, { currency })] : []
  // An amount of the opposite sign has already been reported.
  return base === undefined || base === amount || Math.sign(base) !== Math.sign(amount) ? [] : [faults.baseOfSek(field)]
}

/**
 * A payment of a supplier invoice: in its currency, and the money that left the account in SEK. Both are negative for a
 * repayment.
 */
type SupplierPaying = { id: string; date: Day; amountOre: Ore; baseOre: Ore; account: number }

/** Pays a supplier invoice with a bank transaction. */
export const paySupplierInvoice = async (
  call: CompanyCall,
  { id, date, amountOre, baseOre, account }: SupplierPaying,
): Promise<{ paymentId: string; journalEntryId: string }> => {
  const invoice = await readSupplierInvoice(call, id, { lock: true })
  const amount = numberFromOre(amountOre)
  const sumBaseCurrency = numberFromOre(baseOre)
  const payment = { date, amount, sumBaseCurrency, bookkeepingAccountNumber: account }
  refuseIfAny([...(await examineSupplierPayment(call, payment)), ...wrongInBase(invoice, payment)])
  const money = { date, ore: amountOre, base: baseOre, account, discount: 0n, termsOnInvoice: true }
  return pay(call, invoice, money)
}

/** The money of a payment, in the invoice's currency and in SEK, and the discount granted by the supplier. */
type Money = { date: Day; ore: Ore; base: Ore; account: number; discount: Ore; termsOnInvoice: boolean }

/**
 * A set-off moves no money: the payment of the other invoice, or the advance with the items that take it off its
 * account; and the title of the entry.
 */
type SetOff = { id: string; title: string } & (
  | { with: string; advanceId?: undefined; credits?: undefined }
  | { with: null; advanceId: string; credits: readonly DocumentItem[] }
)

/** Books and stores a payment of a locked invoice. */
export const pay = async (call: CompanyCall, invoice: SupplierInvoiceRecord, money: Money, setOff?: SetOff) => {
  const ore = isInAccountingCurrency(invoice) ? await paidInSek(call, invoice, money) : money.ore
  await refuseUnpayable(call, invoice, { ...money, ore })
  const { companyId, actor, now } = call
  const { date, base, account, discount } = money
  const terms = discount === 0n ? null : money.termsOnInvoice
  const paymentId = setOff?.id ?? newId()
  const title = setOff?.title ?? paymentTitleOf(invoice, base)
  const { entryId, claim } = await bookPayment(call, invoice, { ...money, ore, credits: setOff?.credits }, title)
  await call.db.rows(sql`
    insert into purchasing.payment (
      company_id, id, supplier_invoice_id, date, ore, base_ore, claim_base_ore, paid_before_ore, account,
      discount_ore, terms_on_invoice, set_off_payment_id, advance_id, journal_entry_id, created_by_kind,
      created_by_id, created_at)
    values (${companyId}, ${paymentId}, ${invoice.id}, ${date}, ${ore + discount}, ${base}, ${claim},
      ${invoice.paidOre}, ${account}, ${discount}, ${terms}, ${setOff?.with ?? null}, ${setOff?.advanceId ?? null},
      ${entryId}, ${actor.kind}, ${actor.id}, ${now})`)
  recordEvent(call, 'supplier-invoice-payment.created', { id: paymentId, of: invoice.id })
  recordEvent(call, 'supplier-invoice.paid', { id: invoice.id })
  return { paymentId, journalEntryId: entryId }
}

/** Returned money takes back what its payment paid, including rounded öre. */
const paidInSek = async (call: CompanyCall, invoice: SupplierInvoiceRecord, money: Money): Promise<Ore> =>
  (await takenBack(call, invoice, money.base)) ?? paidOf(invoice, money)

const refuseUnpayable = async (
  call: CompanyCall,
  { id, approvedAt, recordedAt, totalOre, paidOre, currency }: SupplierInvoiceRecord,
  { ore, discount }: Money,
): Promise<void> => {
  const { db, companyId } = call
  if (approvedAt === null) throw refusals.supplierInvoiceNotApproved({ id })
  if (recordedAt === null) throw refusals.supplierInvoiceNotRecorded({ id })
  if (isBeyond(paidOre + ore + discount, totalOre)) {
    const amount = numberFromOre(ore + discount)
    const total = numberFromOre(totalOre)
    const remaining = numberFromOre(totalOre - paidOre)
    throw refusals.beyondRemaining({ id, currency, amount, total, paid: numberFromOre(paidOre), remaining })
  }
  const { count, discounts } = await db.one<{ count: bigint; discounts: Ore }>(
    sql`
    select count(*), coalesce(sum(discount_ore), 0)::bigint as discounts from purchasing.payment
    where company_id = ${companyId} and supplier_invoice_id = ${id}`,
    'count-supplier-payments',
  )
  const advance = totalOre > 0n ? await advanceOfInvoice(call, id) : null
  if (advance && discount !== 0n) throw advanceRefusals.discountOfAdvance({ id })
  if (advance && paidOre + ore < advance.usedOre) {
    throw advanceRefusals.paymentNeeded({ id, currency, used: numberFromOre(advance.usedOre) })
  }
  if (count >= MAX_SUPPLIER_PAYMENTS) throw refusals.tooManySupplierPayments({ limit: MAX_SUPPLIER_PAYMENTS })
  if (isBeyond(discounts + discount, totalOre)) {
    const amount = numberFromOre(discount)
    const given = numberFromOre(discounts)
    throw refusals.discountBeyond({ id, currency, amount, given, total: numberFromOre(totalOre) })
  }
}

/** Books against the debt if the invoice is booked, otherwise in proportion as the purchase. */
const bookPayment = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  { date, ore, base, account, discount: discountOre, termsOnInvoice, credits }: Money & Pick<SetOff, 'credits'>,
  title: string,
): Promise<{ entryId: string; claim: Ore }> => {
  const accounts = await accountMapOf(call)
  const paying: Paying = { before: invoice.paidOre, ore: ore + discountOre }
  const claim = claimOf(invoice, paying)
  const against =
    invoice.journalEntryId === null
      ? await shareItems(call, invoice, paying, accounts)
      : [
          { account: invoice.payableAccount ?? accounts.payable, debit: claim },
          ...(await taxOnAdvance(call, invoice, paying, accounts)),
        ]
  const early = { before: invoice.paidOre + ore, ore: discountOre, termsOnInvoice }
  const discount = discountOre === 0n ? [] : await itemsOfDiscount(call, invoice, early, accounts)
  const paid = { claim, base, account, isOwn: isInAccountingCurrency(invoice), discount, credits }
  const items = paymentItems(paid, against, accounts)
  // Money always has a value in SEK; a small discount in another currency may not.
  if (areNothing(items)) throw invalidWith([faults.discountOfNothing('#/cashDiscount')])
  const { id: entryId } = await bookDocument(call, { title, date, items })
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

/** The tax that becomes deductible, or is owed, when an advance that the supplier invoiced is paid. */
const taxOnAdvance = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  paying: Paying,
  accounts: AccountMap,
): Promise<DocumentItem[]> => {
  if (invoice.totalOre <= 0n || !(await advanceOfInvoice(call, invoice.id))) return []
  const purchase = await purchaseOf(call, invoice)
  return paidTaxOf(shareOf(partsOf(purchase, accounts), purchase, paying), accounts)
}

const itemsOfDiscount = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  early: Paying & { termsOnInvoice: boolean },
  accounts: AccountMap,
): Promise<DocumentItem[]> => discountItems(await purchaseOf(call, invoice), early, accounts)

type PaymentRow = {
  id: string
  supplierInvoiceId: string
  date: Day
  ore: Ore
  discountOre: Ore
  termsOnInvoice: boolean | null
  baseOre: Ore
  account: number
  journalEntryId: string
  createdAt: Date
}

const columns = sql`
  p.id, p.supplier_invoice_id as "supplierInvoiceId", p.date, p.ore - p.discount_ore as ore,
  p.discount_ore as "discountOre", p.terms_on_invoice as "termsOnInvoice", p.base_ore as "baseOre", p.account,
  p.journal_entry_id as "journalEntryId", p.created_at as "createdAt"`

const shown = ({
  id,
  supplierInvoiceId,
  date,
  ore,
  discountOre,
  termsOnInvoice,
  baseOre,
  account,
  journalEntryId,
  createdAt,
}: PaymentRow): SupplierPayment => ({
  id,
  supplierInvoiceId,
  date,
  amount: numberFromOre(ore),
  ...(termsOnInvoice === null ? {} : { cashDiscount: numberFromOre(discountOre), termsOnInvoice }),
  sumBaseCurrency: numberFromOre(baseOre),
  bookkeepingAccountNumber: account,
  journalEntryRef: { id: journalEntryId },
  modifiedDateTime: momentText(createdAt),
})

/** Payments as they are read: some of their columns, from where, and what each is to the API. */
const payments: OnInvoice<PaymentRow, SupplierPayment> = {
  name: 'payments',
  columns,
  from: sql`purchasing.payment p`,
  itemOf: shown,
  filters: { amount: sql`(p.ore - p.discount_ore)`, sumBaseCurrency: sql`p.base_ore` },
}

/** One payment of a supplier invoice; refused as not found. */
export const getSupplierPayment = async (
  call: CompanyCall,
  supplierInvoiceId: string,
  id: string,
): Promise<SupplierPayment> => {
  const payment = await readOnInvoice(call, payments, supplierInvoiceId, id)
  if (!payment) throw refusals.supplierPaymentNotFound({ id })
  return payment
}

/** The payments of a supplier invoice, newest first. */
export const listSupplierPayments = (
  call: CompanyCall,
  supplierInvoiceId: string,
  request: PageRequest,
): Promise<Page<SupplierPayment>> => listOnInvoice(call, payments, supplierInvoiceId, request)
