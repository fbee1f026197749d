// Settlements of invoices: replacements for money that does not arrive, and charges for late payment. Losses and
// balance adjustments are the company's own decisions, made in the console.
import { type AccountMap, type Book, bookOf, bookOn, isBookVersion, onBookVersion, requireBookableDay } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf, isDay, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber, size } from '#platform/money'
import { type FieldError, invalidWith, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isInAccountingCurrency } from '#rule/currency'
import { discountsGiven } from '#sales/booking/booked-losses'
import { bookClaimReduction, type Keep, keepUnbookedShares, loweredText } from '#sales/booking/booking'
import { apply, besideSaleOf, type Part, restingParts } from '#sales/booking/booking.rules'
import { bookingFaults, bookingRefusals } from '#sales/booking/booking-refusals'
import { isOverdrawnWithout, partsToCredit } from '#sales/booking/creditable-by-rate.rules'
import type { ReducibleSale } from '#sales/booking/losses-and-discounts.rules'
import { recordedFirst } from '#sales/booking/record'
import { payableSale, refuseTooMany, saleOf } from '#sales/booking/sale'
import {
  accountsOf,
  besideLoweredOf,
  bookedStateOf,
  cashStateOf,
  isAdvance,
  isBooked,
  loweredBy,
  loweredOf,
  partsAfterCredit,
  refuseUnrecorded,
  type Sale,
  type SettlementRow,
} from '#sales/booking/sale.rules'
import { unbookedLossOf } from '#sales/booking/unbooked-loss.rules'
import { readInvoice } from '#sales/invoices/invoice'
import { invoiceFaults } from '#sales/invoices/invoice-refusals'
import { outstandingOf } from '#sales/invoices/invoice-status.rules'
import { touchDocument } from '#sales/invoices/invoice-store'
import { isRateDifference } from './in-currency.rules.ts'
import {
  type apiSettlements,
  type BookedSettlement,
  boundsOf,
  directionOf,
  isCharge,
  paidSettlements,
  type SettlementType,
  settle,
  type VatScheme,
} from './settlement.rules.ts'

/** A settlement as the API shows it; the sum is in SEK. */
type Settlement = {
  id: string
  invoiceId: string
  type: SettlementType
  invoiceSettlementDetails: { date: Day; sumBaseCurrency: number; vatScheme?: VatScheme; termsOnInvoice?: boolean }
  journalEntryRef: { id: string } | null
  modifiedDateTime: string
}

type NewSettlement = {
  type: (typeof apiSettlements)[number]
  invoiceSettlementDetails: { date: string; sumBaseCurrency: number; vatScheme?: VatScheme; termsOnInvoice?: boolean }
}

/** Adds a settlement to a published invoice; a negative sum raises the outstanding amount. */
export const createSettlement = async (
  call: CompanyCall,
  invoiceId: string,
  { type, invoiceSettlementDetails: details }: NewSettlement,
): Promise<Settlement> => {
  const sale = await payableSale(call, invoiceId)
  const { date, sumBaseCurrency, vatScheme = null } = details
  const wrong = wrongInSettlement({ type, invoiceSettlementDetails: details })
  const sumBaseOre = oreFromNumber(sumBaseCurrency) ?? 0n
  const isTold = (field: string) => wrong.some((error) => error.field === field)
  refuseIfAny([...wrong, ...wrongOnInvoice(sale, { type, sumBaseOre }).filter(({ field }) => !isTold(field))])
  refuseTooMany(sale.settlements)
  const termsOnInvoice = type === 'cashDiscount' ? (details.termsOnInvoice ?? termsOf(sale, sumBaseOre)) : null
  return shown(await addSettlement(call, sale, { type, date: dayFrom(date), sumBaseOre, vatScheme, termsOnInvoice }))
}

/**
 * The terms are on the invoice by default; a reversal uses the terms of the discount it reverses. This matters only for
 * unbooked discounts: booked ones are reversed as they were booked.
 */
const termsOf = ({ settlements }: Sale, sumBaseOre: Ore): boolean => {
  const given = settlements.filter(({ type, sumBaseOre: ore }) => type === 'cashDiscount' && ore > 0n)
  const last = given.findLast(({ recordedAt }) => recordedAt === null) ?? given.at(-1)
  return sumBaseOre > 0n || (last?.termsOnInvoice ?? true)
}

/** Errors in a settlement in relation to its invoice. */
const wrongOnInvoice = (
  sale: Sale,
  { type, sumBaseOre }: Pick<BookedSettlement, 'type' | 'sumBaseOre'>,
): FieldError[] => {
  const { record } = sale
  if (type === 'currency' && isInAccountingCurrency(record)) return [bookingFaults.currencyOfSek('#/type')]
  const direction = directionOf(type)
  const field = '#/invoiceSettlementDetails/sumBaseCurrency'
  const before = madeOf(sale, type)
  const outstanding = outstandingOf(record)
  if (direction === null) {
    const { most, least } = boundsOf({ claim: claimed(record), outstanding, made: before })
    if (sumBaseOre >= least && sumBaseOre <= most) return []
    return [bookingFaults.settlementBeyond(field, { most: numberFromOre(most), least: numberFromOre(least) })]
  }
  const made = numberFromOre(size(before))
  if (direction === 'raises') return before + sumBaseOre > 0n ? [bookingFaults.chargeAboveZero(field, { made })] : []
  // A negative discount reverses earlier ones, independent of the customer's balance.
  if (before + sumBaseOre >= 0n && (sumBaseOre < 0n || sumBaseOre <= outstanding)) return []
  return [bookingFaults.discountBeyond(field, { outstanding: numberFromOre(outstanding), made })]
}

/** The customer's debt for the sale before payments and settlements. */
const claimed = (record: Sale['record']): Ore => record.totalBaseOre - record.reductionBaseOre - record.creditedBaseOre

/** Errors in a malformed body beyond its schema. */
export const examineSettlement = async (_: CompanyCall, body: unknown): Promise<FieldError[]> => wrongInSettlement(body)

/** All errors in a body, which may be any object; type errors that the schema reports are not repeated. */
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

type NewRow = BookedSettlement & { date: Day }

/** Adds an unbooked settlement to a locked invoice. */
export const addSettlement = async (
  call: CompanyCall,
  { record }: Sale,
  { type, date, sumBaseOre, vatScheme, termsOnInvoice }: NewRow,
  detail: Readonly<Record<string, unknown>> | null = null,
): Promise<SettlementRow> => {
  const { db, companyId, actor, now } = call
  const id = newId()
  await db.rows(
    sql`
    insert into sales.settlement (
      company_id, id, invoice_id, type, date, sum_base_ore, vat_scheme, terms_on_invoice, created_by_kind,
      created_by_id, created_at)
    values (${companyId}, ${id}, ${record.id}, ${type}, ${date}, ${sumBaseOre}, ${vatScheme}, ${termsOnInvoice},
      ${actor.kind}, ${actor.id}, ${now})`,
    'add-settlement',
  )
  recordEvent(call, 'invoice-settlement.created', { id, of: record.id }, detail && { ...detail, id })
  recordEvent(call, 'invoice.paid', { id: record.id })
  const unbooked = { recordedAt: null, journalEntryId: null, claimBaseOre: 0n, advanceBaseOre: 0n, modifiedAt: now }
  const made = { id, invoiceId: record.id, type, date, sumBaseOre, vatScheme, termsOnInvoice }
  return { ...made, ...unbooked, paymentId: null, lowered: null }
}

/** A settlement as it is listed. */
type ListedSettlement = Omit<SettlementRow, 'recordedAt' | 'claimBaseOre' | 'advanceBaseOre' | 'paymentId' | 'lowered'>

/** It is created, and then booked, once. */
const modifiedAt = sql`coalesce(s.recorded_at, s.created_at)`

const columns = sql`
  s.id, s.invoice_id as "invoiceId", s.type, s.date, s.sum_base_ore as "sumBaseOre", s.vat_scheme as "vatScheme",
  s.terms_on_invoice as "termsOnInvoice", s.journal_entry_id as "journalEntryId",
  ${modifiedAt} as "modifiedAt"`

const shown = ({ id, invoiceId, type, date, sumBaseOre, ...rest }: ListedSettlement): Settlement => ({
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
  modifiedDateTime: momentText(rest.modifiedAt),
})

const settlementOf = ({ settlements }: Sale, id: string): SettlementRow => {
  const settlement = settlements.find((each) => each.id === id.toLowerCase())
  if (!settlement) throw bookingRefusals.settlementNotFound({ id })
  return settlement
}

/** One settlement of an invoice; refused as not found if it does not exist. */
export const getSettlement = async (
  { db, companyId }: CompanyCall,
  invoiceId: string,
  id: string,
): Promise<Settlement> => {
  const settlement = await db.maybe<ListedSettlement>(
    sql`
    select ${columns} from sales.settlement s
    where s.company_id = ${companyId} and s.invoice_id = ${invoiceId} and s.id = ${id}`,
    'read-settlement',
  )
  if (!settlement) throw bookingRefusals.settlementNotFound({ id })
  return shown(settlement)
}

/** The current settlement, locked with its invoice until the transaction ends. */
export const lockSettlement = async (call: CompanyCall, invoiceId: string, id: string): Promise<Settlement> =>
  shown(settlementOf(await saleOf(call, invoiceId, { kind: 'invoice', lock: true }), id))

/** The settlements of an invoice, newest first. */
export const listSettlements = async (
  call: CompanyCall,
  invoiceId: string,
  request: PageRequest,
): Promise<Page<Settlement>> => {
  await readInvoice(call, invoiceId, 'invoice')
  return listPage(call, listOf(call.companyId, invoiceId), request)
}

const listOf = (companyId: string, invoiceId: string): List<ListedSettlement, Settlement> => ({
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
      modifiedDateTime: { type: 'datetime', column: modifiedAt },
    },
  },
  itemOf: shown,
})

/** Deletes an unrecorded settlement. */
export const deleteSettlement = async (call: CompanyCall, invoiceId: string, id: string): Promise<void> => {
  const sale = await saleOf(call, invoiceId, { kind: 'invoice', lock: true })
  const settlement = settlementOf(sale, id)
  if (settlement.recordedAt) throw bookingRefusals.recordedSettlementStays({ id })
  if (isRateDifference(settlement)) throw bookingRefusals.settlementOfPayment({ id })
  refuseNeeded(sale, [settlement], accountsOf(sale, await bookOf(call)))
  await dropSettlement(call, settlement)
}

/**
 * Refuses to remove discounts and charges that others depend on: reversals may not exceed what they reverse, and a
 * negative discount or charge may have made room for a credit note, discount or loss.
 */
export const refuseNeeded = (sale: Sale, removed: readonly SettlementRow[], accounts: AccountMap): void => {
  const left = { ...sale, settlements: sale.settlements.filter((one) => !removed.includes(one)) }
  for (const { id, type, sumBaseOre } of removed) {
    const direction = directionOf(type)
    if (direction === null) continue
    const made = madeOf(left, type)
    if (direction === 'lowers' ? made < 0n : made > 0n) throw bookingRefusals.settlementTakenBack({ id })
    if (sumBaseOre >= 0n) continue
    const isOverdrawn = type === 'cashDiscount' && isOverdrawnWithout(sale, left, accounts)
    if (isOverdrawn || isLoweredTooMuch(left, type)) throw bookingRefusals.settlementNeeded({ id })
  }
}

/** Reductions may not exceed what credit notes leave; discounts and losses may also cover charges. */
const isLoweredTooMuch = (sale: Sale, type: SettlementType): boolean => {
  const isCredited = type === 'cashDiscount' && sale.record.creditedBaseOre > 0n
  const charged = sale.settlements.reduce(
    (sum, { type: of, sumBaseOre }) => (isCharge(of) ? sum - sumBaseOre : sum),
    0n,
  )
  return loweredOf(sale) > 0n && besideLoweredOf(sale) < (isCredited ? 0n : -charged)
}

/** The sum of a type on an invoice, booked or not. */
const madeOf = ({ settlements }: Pick<Sale, 'settlements'>, of: SettlementType): Ore =>
  settlements.reduce((sum, { type, sumBaseOre }) => (type === of ? sum + sumBaseOre : sum), 0n)

/** Deletes an unbooked settlement of a locked invoice. */
export const dropSettlement = async (call: CompanyCall, settlement: SettlementRow): Promise<void> => {
  const { id, invoiceId } = settlement
  recordEvent(call, 'invoice-settlement.deleted', { id, of: invoiceId }, { ...shown(settlement) })
  recordEvent(call, 'invoice.paid', { id: invoiceId })
  await call.db.rows(sql`delete from sales.settlement where company_id = ${call.companyId} and id = ${id}`)
  await touchDocument(call, invoiceId)
}

/** Books a settlement: against the receivable or, under the cash method, as the sale that it settles. */
export const recordSettlement = async (call: CompanyCall, invoiceId: string, id: string): Promise<Settlement> => {
  const sale = await saleOf(call, invoiceId, { kind: 'invoice', lock: true })
  return shown(await recordOn(call, sale, settlementOf(sale, id)))
}

/** Books a settlement of a locked invoice. */
export const recordOn = async (call: CompanyCall, found: Sale, settlement: SettlementRow): Promise<SettlementRow> => {
  const { id, type } = settlement
  if (settlement.recordedAt) throw bookingRefusals.settlementRecorded({ id })
  const sale = await recordedFirst(call, found)
  const recorded = await onBookVersion(call, async (book) => {
    refuseUnrecorded(book, sale, settlement)
    const isUnbookedLoss = type === 'badDebt' && !isBooked(sale)
    const record = isUnbookedLoss ? leaveUnbooked : bookSettlement
    return record(call, book, sale, settlement)
  })
  recordEvent(call, 'invoice-settlement.recorded', { id, of: sale.record.id })
  return { ...recorded, modifiedAt: call.now }
}

/** Stores, with the entry, that a settlement is recorded, how it was applied, and which parts it reduces. */
const keepOf = ({ companyId, now }: CompanyCall, { id, type }: SettlementRow, lowered: readonly Part[]): Keep => ({
  name: 'record-settlement',
  keep: ({ claim, advance }) => sql`
    update sales.settlement s set recorded_at = ${now}, journal_entry_id = posted.id, claim_base_ore = ${claim},
      advance_base_ore = ${advance}, lowered = ${isLowering(type) ? loweredText(lowered) : null}::jsonb
    from posted where s.company_id = ${companyId} and s.id = ${id}`,
})

const bookSettlement = async (
  call: CompanyCall,
  book: Book,
  sale: Sale,
  settlement: SettlementRow,
): Promise<SettlementRow | null> => {
  const { id, type, date, sumBaseOre: ore } = settlement
  const accounts = accountsOf(sale, book)
  const settled = settle(settlement, await lowerableOf(call, sale, settlement, accounts), accounts)
  const how = {
    isMoney: isCharge(type),
    isPaid: paidSettlements.includes(type),
    isLoss: type === 'badDebt',
    isDiscount: type === 'cashDiscount',
  }
  const lowering = { id, title: titleOf(type, sale), date, ore, ...settled, ...how }
  const entryId = await bookClaimReduction(call, book, sale, lowering, keepOf(call, settlement, settled.lowered))
  return entryId === null ? null : { ...settlement, journalEntryId: entryId }
}

const isLowering = (type: SettlementType): boolean => type === 'badDebt' || type === 'cashDiscount'

/** Only losses and discounts need the parts of the invoice, since their VAT is reversed by rate. */
const lowerableOf = async (
  call: CompanyCall,
  sale: Sale,
  { id, type, sumBaseOre }: SettlementRow,
  accounts: AccountMap,
): Promise<ReducibleSale> => {
  const isOfAdvance = isAdvance(sale.record)
  const none = { ofSale: [], beside: [] }
  if (!isLowering(type)) {
    return { sold: [], left: [], isAdvance: isOfAdvance, isResting: false, discounted: [], discounts: none, beside: 0n }
  }
  const isResting = isOfAdvance && isBooked(sale)
  const placed = (parts: Part[]) => (isResting ? restingParts(parts, accounts) : parts)
  const isDiscounted = sale.settlements.some((one) => one.type === 'cashDiscount' && one.recordedAt !== null)
  const given = isDiscounted ? await discountsGiven(call, sale, accounts) : none
  const others = { ...sale, settlements: sale.settlements.filter((one) => one.id !== id) }
  return {
    // Credited amounts cannot be reduced as well, even if the credit note is unbooked. Unbooked reversals may have made
    // room for a credit note.
    sold: placed(partsAfterCredit(sale, sale.credits, accounts)),
    left: placed(partsToCredit(others, sale.credits, accounts)),
    isAdvance: isOfAdvance,
    isResting,
    discounted: loweredBy('cashDiscount', sale, accounts),
    discounts: isBooked(sale) ? { ofSale: [...given.ofSale, ...given.beside], beside: [] } : given,
    beside: besideOf(sale, sumBaseOre, accounts),
  }
}

/** The part of an amount that does not concern the sale, while the sale is not booked. */
const besideOf = (sale: Sale, ore: Ore, accounts: AccountMap): Ore => {
  const state = bookedStateOf(sale)
  if (isBooked(sale)) return 0n
  return besideSaleOf(apply(ore, state).claim, cashStateOf(sale, state, accounts, { isDiscount: true }))
}

/**
 * A sale that was never booked and is never paid is not booked as a loss: its share stays out of the books. A balance
 * on the receivable, such as after an excess repayment, is booked as a loss.
 */
const leaveUnbooked = async (
  call: CompanyCall,
  book: Book,
  sale: Sale,
  settlement: SettlementRow,
): Promise<SettlementRow | null> => {
  const { id, type, date, sumBaseOre } = settlement
  const accounts = accountsOf(sale, book)
  const { parts, receivable } = unbookedLossOf(sale, { ore: sumBaseOre, now: call.now }, accounts)
  const applied = { claim: sumBaseOre, advance: 0n, rounding: 0n }
  const { name, keep } = keepOf(call, settlement, parts)
  const items = [
    { account: accounts.badDebtUntaxed, debit: receivable },
    { account: accounts.receivable, credit: receivable },
  ]
  const entry = { title: titleOf(type, sale), date, items }
  requireBookableDay(call, book, entry)
  const kept =
    receivable === 0n
      ? await keepUnbooked(call, book, settlement, parts)
      : await bookOn(call, book, entry, { name, keep: keep(applied) })
  if (!kept) return null
  await keepUnbookedShares(call, { sale, id, date, payer: 'customer' }, parts)
  return { ...settlement, journalEntryId: receivable === 0n ? null : kept.id }
}

const keepUnbooked = (
  call: CompanyCall,
  book: Book,
  { id, sumBaseOre }: SettlementRow,
  lowered: readonly Part[],
): Promise<{ id: string } | null> =>
  call.db.maybe<{ id: string }>(sql`
    update sales.settlement set recorded_at = ${call.now}, claim_base_ore = ${sumBaseOre}, advance_base_ore = 0,
      lowered = ${loweredText(lowered)}::jsonb
    where company_id = ${call.companyId} and id = ${id} and ${isBookVersion(call, book)} returning id`)

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

const titleOf = (type: SettlementType, { record }: Sale): string => `${titles[type]}, faktura ${record.number}`

export type ConsoleSettlement = {
  invoiceId: string
  type: 'badDebt' | 'balanceAdjustment'
  /** Defaults to today. */
  date?: Day | undefined
  /** In kronor; defaults to the outstanding amount. */
  sum?: number | undefined
}

/** Adds and records a settlement that the company decides itself: a loss, or a balance adjustment. */
export const settleInConsole = async (
  call: CompanyCall,
  { invoiceId, type, date = dayOf(call.now), sum }: ConsoleSettlement,
): Promise<Settlement> => {
  const sale = await payableSale(call, invoiceId)
  refuseTooMany(sale.settlements)
  if (type === 'badDebt' && isAdvance(sale.record)) throw bookingRefusals.lossOfAdvance({ id: invoiceId })
  const outstanding = outstandingOf(sale.record)
  const ore = sum === undefined ? outstanding : oreFromNumber(sum)
  if (sum !== undefined && !ore) throw invalidWith([bookingFaults.zeroSum('#/sumBaseCurrency')])
  if (!ore) throw bookingRefusals.nothingToSettle({ id: invoiceId })
  if (type === 'badDebt' && (ore < 0n || ore > outstanding)) {
    throw bookingRefusals.lossBeyondClaim({ id: invoiceId, outstanding: numberFromOre(outstanding) })
  }
  const settlement = { type, date, sumBaseOre: ore, vatScheme: null, termsOnInvoice: null }
  const added = await addSettlement(call, sale, settlement, { invoiceId, type, sum: numberFromOre(ore) })
  return shown(await recordOn(call, sale, added))
}
