// Settlements of invoices: what makes up for money that does not come, and what is owed for coming late. Losses and
// adjustments of the balance are the company's own, and made in the console.
import { accountMapOf, bookDocument } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf, isDay } from '#platform/day'
import { happen } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, invalidWith, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import {
  type apiSettlements,
  type BookedSettlement,
  cashShareOf,
  directionOf,
  isCharge,
  paidSettlements,
  restingParts,
  type SettlementType,
  settlementItems,
  type VatScheme,
} from './booking.rules.ts'
import {
  accountsFor,
  bookedStateOf,
  bookLowering,
  cashStateOf,
  isAdvance,
  keepShares,
  partsAfterCredit,
} from './booking.ts'
import { bookingFaults, bookingRefusals } from './booking-refusals.ts'
import { type InvoiceRecord, readInvoice } from './invoice.ts'
import { invoiceFaults } from './invoice-refusals.ts'
import { outstandingOf } from './invoice-status.rules.ts'
import { payableInvoice, refuseTooMany, refuseUnrecorded } from './payment.ts'

/** A settlement as the API shows it; the sum is in SEK. */
export type Settlement = {
  id: string
  invoiceId: string
  type: SettlementType
  invoiceSettlementDetails: { date: Day; sumBaseCurrency: number; vatScheme?: VatScheme; termsOnInvoice?: boolean }
  journalEntryRef: { id: string } | null
}

export type NewSettlement = {
  type: (typeof apiSettlements)[number]
  invoiceSettlementDetails: { date: string; sumBaseCurrency: number; vatScheme?: VatScheme; termsOnInvoice?: boolean }
}

/** Adds a settlement to a published invoice; below zero it raises what is outstanding. */
export const createSettlement = async (
  call: CompanyCall,
  invoiceId: string,
  { type, invoiceSettlementDetails: details }: NewSettlement,
): Promise<Settlement> => {
  const invoice = await payableInvoice(call, invoiceId)
  const { date, sumBaseCurrency, vatScheme = null } = details
  refuseIfAny(wrongInSettlement({ type, invoiceSettlementDetails: details }))
  const sumBaseOre = oreFromNumber(sumBaseCurrency) ?? 0n
  refuseIfAny(await wrongOnInvoice(call, invoice, { type, sumBaseOre }))
  await refuseTooMany(call, sql`sales.settlement`, invoice)
  const termsOnInvoice = type === 'cashDiscount' ? (details.termsOnInvoice ?? true) : null
  const id = await addSettlement(call, invoice, { type, date, sumBaseOre, vatScheme, termsOnInvoice })
  return getSettlement(call, invoice.id, id)
}

/** What is wrong with a settlement on this very invoice. */
const wrongOnInvoice = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  { type, sumBaseOre }: Pick<BookedSettlement, 'type' | 'sumBaseOre'>,
): Promise<FieldError[]> => {
  if (type === 'currency' && invoice.currency === 'SEK') return [bookingFaults.currencyOfSek('#/type')]
  const direction = directionOf(type)
  if (direction === null) return []
  const field = '#/invoiceSettlementDetails/sumBaseCurrency'
  const { ore: before } = await call.db.one<{ ore: Ore }>(
    sql`
    select coalesce(sum(sum_base_ore), 0)::bigint as ore from sales.settlement
    where company_id = ${call.companyId} and invoice_id = ${invoice.id} and type = ${type}`,
    'settled-of-type',
  )
  const outstanding = outstandingOf(invoice)
  const made = numberFromOre(before < 0n ? -before : before)
  if (direction === 'raises') return before + sumBaseOre > 0n ? [bookingFaults.chargeAboveZero(field, { made })] : []
  if (before + sumBaseOre >= 0n && sumBaseOre <= outstanding) return []
  return [bookingFaults.discountBeyond(field, { outstanding: numberFromOre(outstanding), made })]
}

/** What a malformed body has wrong beside its form. */
export const examineSettlement = async (_: CompanyCall, body: unknown): Promise<FieldError[]> => wrongInSettlement(body)

/** Everything that is wrong with a body, which may be any object: what its schema finds of types is not told again. */
const wrongInSettlement = (body: unknown): FieldError[] => {
  const { type, invoiceSettlementDetails: details } = Object(body) as Record<string, unknown>
  const { date, sumBaseCurrency: sum, vatScheme, termsOnInvoice } = Object(details) as Record<string, unknown>
  const at = (field: string) => `#/invoiceSettlementDetails/${field}`
  const isFee = type === 'paymentServiceFee'
  const ore = typeof sum === 'number' ? oreFromNumber(sum) : undefined
  const errors: FieldError[] = []
  if (typeof date === 'string' && !isDay(date)) errors.push(invoiceFaults.badDate(at('date')))
  if (ore === null || ore === 0n) errors.push(bookingFaults.zeroSum(at('sumBaseCurrency')))
  if (isFee && ore && ore < 0n) errors.push(bookingFaults.notAboveZero(at('sumBaseCurrency')))
  if (isFee && details && typeof details === 'object' && !vatScheme)
    errors.push(bookingFaults.vatSchemeMissing(at('vatScheme')))
  if (typeof type === 'string' && !isFee && vatScheme) errors.push(bookingFaults.noVatScheme(at('vatScheme')))
  if (typeof type === 'string' && type !== 'cashDiscount' && typeof termsOnInvoice === 'boolean') {
    errors.push(bookingFaults.noTerms(at('termsOnInvoice')))
  }
  return errors
}

const addSettlement = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  { type, date, sumBaseOre, vatScheme, termsOnInvoice }: BookedSettlement & { date: string },
  detail: Readonly<Record<string, unknown>> | null = null,
): Promise<string> => {
  const { db, companyId, actor, now } = call
  const id = newId()
  await db.rows(sql`
    insert into sales.settlement (
      company_id, id, invoice_id, type, date, sum_base_ore, vat_scheme, terms_on_invoice, created_by_kind,
      created_by_id, created_at)
    values (${companyId}, ${id}, ${invoice.id}, ${type}, ${date}, ${sumBaseOre}, ${vatScheme}, ${termsOnInvoice},
      ${actor.kind}, ${actor.id}, ${now})`)
  happen(call, 'invoice-settlement.created', { id, of: invoice.id }, detail && { ...detail, id })
  happen(call, 'invoice.paid', { id: invoice.id })
  return id
}

type SettlementRow = BookedSettlement & {
  id: string
  invoiceId: string
  date: Day
  recordedAt: Date | null
  journalEntryId: string | null
}

const columns = sql`
  s.id, s.invoice_id as "invoiceId", s.type, s.date, s.sum_base_ore as "sumBaseOre", s.vat_scheme as "vatScheme",
  s.terms_on_invoice as "termsOnInvoice", s.recorded_at as "recordedAt", s.journal_entry_id as "journalEntryId"`

const shown = ({ id, invoiceId, type, date, sumBaseOre, ...rest }: SettlementRow): Settlement => ({
  id,
  invoiceId,
  type,
  invoiceSettlementDetails: {
    date,
    sumBaseCurrency: numberFromOre(sumBaseOre),
    ...(rest.vatScheme ? { vatScheme: rest.vatScheme } : {}),
    ...(rest.termsOnInvoice === null ? {} : { termsOnInvoice: rest.termsOnInvoice }),
  },
  journalEntryRef: rest.journalEntryId ? { id: rest.journalEntryId } : null,
})

const readSettlement = async (
  { db, companyId }: CompanyCall,
  invoiceId: string,
  id: string,
): Promise<SettlementRow> => {
  const settlement = await db.maybe<SettlementRow>(
    sql`
    select ${columns} from sales.settlement s
    where s.company_id = ${companyId} and s.invoice_id = ${invoiceId} and s.id = ${id}`,
    'read-settlement',
  )
  if (!settlement) throw bookingRefusals.settlementNotFound({ id })
  return settlement
}

/** One settlement of an invoice; refused as not found. */
export const getSettlement = async (call: CompanyCall, invoiceId: string, id: string): Promise<Settlement> =>
  shown(await readSettlement(call, invoiceId, id))

/** The settlement as it is now, locked with its invoice until the transaction ends. */
export const lockSettlement = async (call: CompanyCall, invoiceId: string, id: string): Promise<Settlement> => {
  await readInvoice(call, invoiceId, 'invoice', { lock: true })
  return getSettlement(call, invoiceId, id)
}

/** The settlements of an invoice, newest first. */
export const listSettlements = async (
  call: CompanyCall,
  invoiceId: string,
  request: PageRequest,
): Promise<Page<Settlement>> => {
  await readInvoice(call, invoiceId, 'invoice')
  return listPage(call, listOf(call.companyId, invoiceId), request)
}

const listOf = (companyId: string, invoiceId: string): List<SettlementRow, Settlement> => ({
  name: `settlements of ${invoiceId}`,
  columns,
  from: sql`sales.settlement s`,
  where: sql`s.company_id = ${companyId} and s.invoice_id = ${invoiceId}`,
  key: [sql`s.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      date: { type: 'date', column: sql`s.date` },
      sumBaseCurrency: { type: 'amount', column: sql`s.sum_base_ore` },
    },
  },
  itemOf: shown,
})

/** Removes a settlement that is not recorded. */
export const deleteSettlement = async (call: CompanyCall, invoiceId: string, id: string): Promise<void> => {
  await readInvoice(call, invoiceId, 'invoice', { lock: true })
  const settlement = await readSettlement(call, invoiceId, id)
  if (settlement.recordedAt) throw bookingRefusals.recordedSettlementStays({ id })
  happen(call, 'invoice-settlement.deleted', { id, of: invoiceId }, { ...shown(settlement) })
  happen(call, 'invoice.paid', { id: invoiceId })
  await call.db.rows(sql`delete from sales.settlement where company_id = ${call.companyId} and id = ${id}`)
}

/** Books a settlement: what it is, against the receivable or, under the cash method, as the sale that it settles. */
export const recordSettlement = async (call: CompanyCall, invoiceId: string, id: string): Promise<Settlement> => {
  const invoice = await readInvoice(call, invoiceId, 'invoice', { lock: true })
  const settlement = await readSettlement(call, invoiceId, id)
  if (settlement.recordedAt) throw bookingRefusals.settlementRecorded({ id })
  await refuseUnrecorded(call, invoice, settlement)
  const isUnbookedLoss = settlement.type === 'badDebt' && invoice.journalEntryId === null
  const { claim, advance, entryId } = isUnbookedLoss
    ? await leaveUnbooked(call, invoice, settlement)
    : await bookSettlement(call, invoice, settlement)
  await call.db.rows(sql`
    update sales.settlement set recorded_at = ${call.now}, journal_entry_id = ${entryId}, claim_base_ore = ${claim},
      advance_base_ore = ${advance}
    where company_id = ${call.companyId} and id = ${id}`)
  happen(call, 'invoice-settlement.recorded', { id, of: invoiceId })
  return getSettlement(call, invoiceId, id)
}

const bookSettlement = async (call: CompanyCall, invoice: InvoiceRecord, settlement: SettlementRow) => {
  const { id, type, date, sumBaseOre: ore } = settlement
  const accounts = await accountMapOf(call)
  // Only losses and discounts ask for the parts of the invoice: their tax comes back by rate.
  const asksForParts = type === 'badDebt' || type === 'cashDiscount'
  const sold = asksForParts ? await partsAfterCredit(call, invoice, await creditIdsOf(call, invoice)) : []
  const isResting = isAdvance(invoice) && invoice.journalEntryId !== null
  const debit = settlementItems(settlement, isResting ? restingParts(sold, accounts) : sold, accounts)
  const how = { isMoney: isCharge(type), isPaid: paidSettlements.includes(type) }
  return bookLowering(call, invoice, { id, title: titleOf(type, invoice), date, ore, debit, ...how })
}

/** The credit notes that count: of an invoice that is booked those with an entry, else all that are published. */
const creditIdsOf = async (
  { db, companyId }: CompanyCall,
  { id, journalEntryId }: InvoiceRecord,
): Promise<string[]> => {
  const credits = await db.rows<{ id: string }>(
    sql`
    select id from sales.invoice
    where company_id = ${companyId} and credits_id = ${id} and published_at is not null
      and (journal_entry_id is not null or ${journalEntryId}::uuid is null) order by id`,
    'booked-credits',
  )
  return credits.map((credit) => credit.id)
}

/**
 * A sale that was never booked and is never paid is no loss in the books: its share stays out of them. What stands on
 * the receivable all the same, as after paying back too much, is one.
 */
const leaveUnbooked = async (call: CompanyCall, invoice: InvoiceRecord, settlement: SettlementRow) => {
  const { id, type, date, sumBaseOre } = settlement
  const state = await cashStateOf(call, invoice, await bookedStateOf(call, invoice))
  const { parts, receivable } = cashShareOf(sumBaseOre, state)
  await keepShares(call, { invoice, id, date, payer: 'customer', entryId: null }, parts)
  if (receivable === 0n) return { claim: sumBaseOre, advance: 0n, entryId: null }
  const accounts = await accountsFor(call, invoice.id)
  const items = [
    { account: accounts.badDebt, debit: receivable },
    { account: accounts.receivable, credit: receivable },
  ]
  const entry = await bookDocument(call, { title: titleOf(type, invoice), date, items })
  return { claim: sumBaseOre, advance: 0n, entryId: entry.id }
}

const titles: Readonly<Record<SettlementType, string>> = {
  currency: 'Valutakursdifferens',
  bankFee: 'Bankavgift',
  paymentServiceFee: 'Avgift till betaltjänst',
  cashDiscount: 'Kassarabatt',
  reminderFee: 'Påminnelseavgift',
  lateInterest: 'Dröjsmålsränta',
  badDebt: 'Kundförlust',
  balanceAdjustment: 'Justering av saldo',
}

const titleOf = (type: SettlementType, { number }: InvoiceRecord): string => `${titles[type]}, faktura ${number}`

export type ConsoleSettlement = {
  invoiceId: string
  type: 'badDebt' | 'balanceAdjustment'
  /** Today when left out. */
  date?: Day | undefined
  /** In kronor; all that is outstanding when left out. */
  sum?: number | undefined
}

/** Settles what the company alone decides, and records it at once: a loss, or an adjustment of the balance. */
export const settleInConsole = async (
  call: CompanyCall,
  { invoiceId, type, date = dayOf(call.now), sum }: ConsoleSettlement,
): Promise<Settlement> => {
  const invoice = await payableInvoice(call, invoiceId)
  await refuseTooMany(call, sql`sales.settlement`, invoice)
  if (type === 'badDebt' && isAdvance(invoice)) throw bookingRefusals.lossOfAdvance({ id: invoiceId })
  const outstanding = outstandingOf(invoice)
  const ore = sum === undefined ? outstanding : oreFromNumber(sum)
  if (sum !== undefined && !ore) throw invalidWith([bookingFaults.zeroSum('#/sumBaseCurrency')])
  if (!ore) throw bookingRefusals.nothingToSettle({ id: invoiceId })
  if (type === 'badDebt' && (ore < 0n || ore > outstanding)) {
    throw bookingRefusals.lossBeyondClaim({ id: invoiceId, outstanding: numberFromOre(outstanding) })
  }
  const settlement = { type, date, sumBaseOre: ore, vatScheme: null, termsOnInvoice: null }
  const id = await addSettlement(call, invoice, settlement, { invoiceId, type, sum: numberFromOre(ore) })
  return recordSettlement(call, invoiceId, id)
}
