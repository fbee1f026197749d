// The end of a cash-method year: unpaid supplier invoices are booked (bokföringslagen 5 kap. 2 §), as sales does with
// customer invoices.
import { giveEntryToUploadsOf } from '#documents'
import {
  type AccountMap,
  accountMapOf,
  bookDocument,
  bookOf,
  type DocumentItem,
  ledgerContribution,
  lockBooks,
  portionsByKey,
  portionsLess,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { advanceOfInvoice } from '#purchasing/advances/advance'
import { deferredParts, paidTaxOf } from '#purchasing/advances/advance.rules'
import { isInAccountingCurrency } from '#rule/currency'
import {
  type BookedPurchase,
  debitOf,
  discountItems,
  invoiceItems,
  itemsInstead,
  partsOf,
  paymentItems,
  shareOf,
} from './booking.rules.ts'
import { purchaseBookingRefusals } from './booking-refusals.ts'
import { paymentTitleOf, purchaseOf, titleOf } from './purchase.ts'
import { readSupplierInvoice, type SupplierInvoiceRecord } from './supplier-invoice.ts'

/** The supplier invoices to book at year-end: locked ids. */
type UnpaidPurchases = { fiscalYearId: string; endDate: Day; ids: readonly string[] }

/** The number booked, and the number of that year's unrecorded invoices, whose content is unknown. */
type BookedPurchases = { supplierInvoices: number; unrecorded: number }

/**
 * Locks the unbooked supplier invoices that are unpaid on the last day of a cash-method year. Must be called before
 * sales are booked at the same year-end: invoices are locked before the book.
 */
export const lockUnpaidPurchases = async (
  call: CompanyCall,
  { fiscalYearId }: { fiscalYearId: string },
): Promise<UnpaidPurchases> => {
  const year = (await bookOf(call, true)).years.find(({ id, removed }) => !removed && id === fiscalYearId)
  if (!year) throw ledgerContribution.refusals.fiscalYearNotFound({ id: fiscalYearId })
  if (year.method !== 'cash') throw purchaseBookingRefusals.accrualYear({ id: fiscalYearId })
  const { endDate } = year
  const invoices = await call.db.rows<{ id: string }>(sql`
    select i.id from ${unpaidBy(sql`${call.companyId}`, sql`${endDate}::date`)} order by i.id for update of i`)
  return { fiscalYearId, endDate, ids: invoices.map(({ id }) => id) }
}

/** Unbooked supplier invoices `i` that are unpaid on a day. */
export const unpaidBy = (company: Sql, day: Sql): Sql => sql`purchasing.supplier_invoice i
  where i.company_id = ${company} and i.recorded_at is not null and i.journal_entry_id is null
    and least(i.invoice_date, i.recorded_on) <= ${day} and i.total_ore <> (
      select coalesce(sum(p.ore), 0) from purchasing.payment p
      where p.company_id = i.company_id and p.supplier_invoice_id = i.id and p.date <= ${day})`

/**
 * Unpaid and unbooked invoices of open cash-method years that end within a period: they must be booked before VAT is
 * reported, days are locked or the year is closed.
 */
export const unpaidPurchasesIn = (
  { db, companyId }: CompanyCall,
  { start, end, limit }: { start: Day | null; end: Day; limit: number },
): Promise<{ id: string; kind: 'supplierInvoice'; number: string; date: Day }[]> =>
  db.rows(sql`
    select distinct found.id, 'supplierInvoice' as kind, coalesce(found.invoice_number, '') as number,
      found.invoice_date as date
    from ledger.fiscal_year_view y
    cross join lateral (select i.* from ${unpaidBy(sql`${companyId}`, sql`y.end_date`)}) found
    where y.company_id = ${companyId} and y.accounting_method = 'cash' and y.closed_at is null
      and y.end_date between coalesce(${start}::date, '-infinity') and ${end}::date
    order by date, number limit ${limit}`)

/**
 * Books the invoices on that day as under the accrual method. Later payments then settle the debt; payments after
 * year-end already booked as purchases are moved there.
 */
export const bookUnpaidPurchases = async (
  call: CompanyCall,
  { fiscalYearId, endDate, ids }: UnpaidPurchases,
): Promise<BookedPurchases> => {
  await lockBooks(call)
  let supplierInvoices = 0
  for (const id of ids) {
    if (await bookAtYearEnd(call, await readSupplierInvoice(call, id), endDate)) supplierInvoices += 1
  }
  const { count } = await call.db.one<{ count: bigint }>(sql`
    select count(*) from purchasing.supplier_invoice
    where company_id = ${call.companyId} and recorded_at is null and invoice_date <= ${endDate}`)
  const booked = { supplierInvoices, unrecorded: Number(count) }
  recordEvent(call, 'fiscal-year.unpaid-purchases-booked', { id: fiscalYearId }, { id: fiscalYearId, ...booked })
  return booked
}

/** Books one invoice; false if nothing was left to book, since it may have been paid meanwhile. */
const bookAtYearEnd = async (call: CompanyCall, invoice: SupplierInvoiceRecord, day: Day): Promise<boolean> => {
  const accounts = await accountMapOf(call)
  const purchase = await purchaseOf(call, invoice)
  const parts = partsOf(purchase, accounts)
  const payments = await paymentsOf(call, invoice)
  const paid = payments.filter(({ date }) => date <= day).flatMap((payment) => shareOf(parts, purchase, payment))
  const left = portionsLess(parts, portionsByKey(paid))
  const isAdvance = (await advanceOfInvoice(call, invoice.id)) !== null
  const unpaid = isAdvance ? deferredParts(left, accounts) : left
  if (invoice.journalEntryId !== null || unpaid.every(({ ore }) => ore === 0n)) return false
  const title = `${titleOf(invoice)} (obetald vid årets slut)`
  const { id } = await bookDocument(call, { title, date: day, items: invoiceItems(unpaid, accounts.payable) })
  await call.db.rows(sql`
    update purchasing.supplier_invoice set journal_entry_id = ${id}, payable_account = ${accounts.payable},
      modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${invoice.id}`)
  recordEvent(call, 'supplier-invoice.changed', { id: invoice.id })
  await giveEntryToUploadsOf(call, invoice.id, id)
  for (const payment of payments.filter(({ date }) => date > day)) {
    await moveToPayable(call, invoice, { purchase, payment, isAdvance }, accounts)
  }
  return true
}

type BookedPayment = {
  id: string
  date: Day
  ore: Ore
  before: Ore
  discount: Ore
  termsOnInvoice: boolean | null
  base: Ore
  claim: Ore
  account: number
  isSetOff: boolean
  items: { account: number; debit: string }[]
}

const paymentsOf = ({ db, companyId }: CompanyCall, { id }: SupplierInvoiceRecord): Promise<BookedPayment[]> =>
  db.rows<BookedPayment>(sql`
    select p.id, p.date, p.ore, p.paid_before_ore as before, p.base_ore as base, p.claim_base_ore as claim, p.account,
      p.discount_ore as discount, p.terms_on_invoice as "termsOnInvoice", p.advance_id is not null as "isSetOff", (
        select jsonb_agg(jsonb_build_object('account', i.account, 'debit', (i.debit - i.credit)::text) order by i.line)
        from ledger.journal_entry_item_view i
        where i.company_id = p.company_id and i.journal_entry_id = p.journal_entry_id
      ) as items
    from purchasing.payment p where p.company_id = ${companyId} and p.supplier_invoice_id = ${id} order by p.id`)

/** A payment after year-end that was booked as a purchase now settles the debt. */
const moveToPayable = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  { purchase, payment, isAdvance }: { purchase: BookedPurchase; payment: BookedPayment; isAdvance: boolean },
  accounts: AccountMap,
): Promise<void> => {
  const { id, date, base, claim, account, items: booked, termsOnInvoice } = payment
  const before = booked.map(({ account: of, debit }): DocumentItem => ({ account: of, debit: BigInt(debit) }))
  const [ore, at] = [payment.discount, payment.before + payment.ore - payment.discount]
  const discount = termsOnInvoice === null ? [] : discountItems(purchase, { before: at, ore, termsOnInvoice }, accounts)
  const share = shareOf(partsOf(purchase, accounts), purchase, payment)
  const against = [{ account: accounts.payable, debit: claim }, ...(isAdvance ? paidTaxOf(share, accounts) : [])]
  const paid = { claim, base, account, isOwn: isInAccountingCurrency(invoice), discount }
  // An advance that paid it stays credited with its tax as it was booked.
  const items = payment.isSetOff
    ? itemsInstead(debitOf(share), against)
    : itemsInstead(before, paymentItems(paid, against, accounts))
  // The payment was too small in its currency to settle any of the debt in SEK.
  if (items.every((item) => ('debit' in item ? item.debit : item.credit) === 0n)) return
  const title = `${paymentTitleOf(invoice, base)}, mot skulden vid årets slut`
  const entry = await bookDocument(call, { title, date, items })
  await call.db.rows(sql`
    update purchasing.payment set moved_entry_id = ${entry.id} where company_id = ${call.companyId} and id = ${id}`)
}
