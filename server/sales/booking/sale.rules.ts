// A sale: a document with everything that has happened to it, and its state according to the books. Pure.
import { type AccountMap, type Book, portionsByKey, portionsLess, yearAt } from '#ledger'
import type { VatTreatment } from '#paper'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { isInAccountingCurrency, roundsToWhole } from '#rule/currency'
import type { CustomerRecord } from '#sales/customers/customer'
import type { KeptAttachment } from '#sales/invoices/attachment'
import type { InvoiceRecord, SalesLine } from '#sales/invoices/invoice'
import { isSalesLine } from '#sales/invoices/line-draft.rules'
import {
  type BookedSettlement,
  isCharge,
  paidSettlements,
  type SettlementType,
} from '#sales/receivables/settlement.rules'
import type { KeptReduction } from '#sales/tax-reduction/reduction'
import type { Booking } from './booked-unpaid.ts'
import {
  type Advance,
  atMost,
  type CashState,
  type Debt,
  type Part,
  partsOf,
  portionOf,
  roundedWith,
  sumOf,
} from './booking.rules.ts'
import { bookingRefusals } from './booking-refusals.ts'

export type Sale = Booking & {
  record: InvoiceRecord
  /** The account of the claim, once it is booked. */
  receivableAccount: number | null
  /** The VAT treatment of the sales lines, as printed; null for a draft. */
  treatments: readonly VatTreatment[] | null
  customer: CustomerRecord | null
  attachments: readonly KeptAttachment[]
  reduction: KeptReduction | null
  payments: readonly PaymentRow[]
  settlements: readonly SettlementRow[]
  shares: readonly Share[]
  /** The published credit notes, and the ids of all credit notes, oldest first. */
  credits: readonly Sale[]
  creditNoteIds: readonly string[]
  /** The invoice that a credit note credits. */
  credited: Sale | null
  /** The descriptions of the items that the lines refer to, by item id. */
  items: Readonly<Record<string, string>>
}

/** Set when recorded: the reduction of the claim, and the overpayment. */
type Recording = {
  recordedAt: Date | null
  journalEntryId: string | null
  claimBaseOre: Ore
  advanceBaseOre: Ore
  modifiedAt: Date
}

export type PaymentRow = Recording & {
  id: string
  invoiceId: string
  date: Day
  /** In the currency of the invoice, where it was told. */
  ore: Ore | null
  sumBaseOre: Ore
  bookkeepingAccountNumber: number
}

/**
 * `paymentId` is the payment with which a charge was paid, or whose exchange difference it is. `lowered` is the reduction of each part by a recorded loss
 * or discount; null if recorded before this was stored.
 */
export type SettlementRow = Recording &
  BookedSettlement & {
    id: string
    invoiceId: string
    date: Day
    paymentId: string | null
    lowered: ReadonlyMap<string, Ore> | null
  }

/** Who pays: the id is that of a payment or settlement, or of a payment by the tax authority. */
export type Payer = 'customer' | 'taxAuthority'

/** Income and VAT of an invoice booked on payment. */
export type Share = { sourceId: string; key: string; payer: Payer; date: Day; ore: Ore; entryId: string | null }

/** The state of an invoice according to the books. */
type BookedState = Debt & {
  /** Credit notes without an entry, and the reduction of the receivable by those with one. */
  unbookedCredits: readonly Sale[]
  bookedCredits: Ore
  /** The reduction of the claim by payments and settlements. */
  claims: Ore
}

export const bookedStateOf = ({ record, credits, payments, settlements }: Sale): BookedState => {
  const money = [...payments, ...settlements]
  const claims = claimOf(money)
  const booked = credits.filter(isBooked)
  const unbooked = credits.filter((credit) => !isBooked(credit))
  // Credit notes of an unbooked invoice count at once: nothing of it is booked before payment. The tax reduction of a
  // booked invoice drops when its credit note is published; until that is booked, the books have the old amount.
  const credited =
    record.journalEntryId === null
      ? totalOf(credits, 'totalBaseOre')
      : totalOf(booked, 'totalBaseOre') + totalOf(unbooked, 'reductionBaseOre')
  return {
    open: record.totalBaseOre - record.reductionBaseOre - credited - claims,
    advance: money.reduce((sum, { advanceBaseOre }) => sum + advanceBaseOre, 0n),
    isOwn: isInAccountingCurrency(record),
    rounds: roundsToWhole(record),
    unbookedCredits: unbooked,
    bookedCredits: totalOf(booked, 'totalBaseOre') - totalOf(booked, 'reductionBaseOre'),
    claims,
  }
}

/** Whether a document has an entry. */
export const isBooked = ({ record }: Sale): boolean => record.journalEntryId !== null

const totalOf = (sales: readonly Sale[], of: 'totalBaseOre' | 'reductionBaseOre'): Ore =>
  sales.reduce((sum, { record }) => sum + record[of], 0n)

/** The part of an invoice's tax reduction that credit notes took; it is booked with their own entries. */
export const reductionCredited = ({ credits }: Sale): Ore => totalOf(credits, 'reductionBaseOre')

/** The rounding of the payment that this repayment reverses. */
export const roundedBack = ({ payments }: Sale, ore: Ore): Ore => {
  const recorded = payments.filter(({ recordedAt }) => recordedAt !== null)
  return roundedWith(
    recorded.sort((one, other) => Number(one.recordedAt) - Number(other.recordedAt)),
    ore,
  )
}

/** The booked write-off of an invoice, less recoveries. */
export const lostOf = ({ settlements }: Sale): Ore =>
  settlements.reduce((sum, { type, claimBaseOre }) => (type === 'badDebt' ? sum + claimBaseOre : sum), 0n)

/** The registered write-off, booked or not. */
export const writtenOffOf = ({ settlements }: Pick<Sale, 'settlements'>): Ore =>
  settlements.reduce((sum, { type, sumBaseOre }) => (type === 'badDebt' ? sum + sumBaseOre : sum), 0n)

/** The registered cash discounts, booked or not. */
export const discountedOf = ({ settlements }: Pick<Sale, 'settlements'>): Ore =>
  settlements.reduce((sum, { type, sumBaseOre }) => (type === 'cashDiscount' ? sum + sumBaseOre : sum), 0n)

/** Reductions other than credit notes: write-offs and cash discounts. */
export const loweredOf = (invoice: Pick<Sale, 'settlements'>): Ore => writtenOffOf(invoice) + discountedOf(invoice)

/** The customer's part of an invoice in SEK, less credit notes and other reductions. */
export const besideLoweredOf = (invoice: Pick<Sale, 'record' | 'settlements'>): Ore => {
  const { totalBaseOre, reductionBaseOre, creditedBaseOre } = invoice.record
  return totalBaseOre - reductionBaseOre - creditedBaseOre - loweredOf(invoice)
}

/** The state of an advance according to the books; `credits` are its booked credit notes. */
export const advanceOf = (sale: Sale, accounts: AccountMap, credits = sale.credits.filter(isBooked)): Advance => {
  const { payments, settlements } = sale
  const paid = [...payments, ...settlements.filter(({ type }) => paidSettlements.includes(type))]
  return {
    left: partsLeft(sale, credits, accounts),
    credited: credits.flatMap((credit) => partsOfSale(credit, accounts)),
    paid: claimOf(paid),
    charged: -claimOf(settlements.filter((settlement) => isCharge(settlement.type))),
  }
}

const claimOf = (money: readonly { claimBaseOre: Ore }[]): Ore =>
  money.reduce((sum, { claimBaseOre }) => sum + claimBaseOre, 0n)

/**
 * The state of an invoice that is booked on payment. Losses left out of the books count as never sold. Parts sold by a
 * discount can be reversed only by a discount, which `isDiscount` indicates.
 */
export const cashStateOf = (
  sale: Sale,
  { unbookedCredits, bookedCredits, claims }: BookedState,
  accounts: AccountMap,
  { isDiscount = false } = {},
): CashState => {
  const paidBy = (by: Payer) => sumOf(sale.shares.filter(({ payer }) => payer === by))
  const inBooks = sale.shares.filter(({ entryId }) => entryId !== null)
  const discounted = isDiscount ? [] : loweredBy('cashDiscount', sale, accounts)
  return {
    parts: partsAfterCredit(sale, unbookedCredits, accounts),
    booked: portionsByKey(sale.shares),
    sold: portionsByKey([...inBooks, ...discounted.map(({ key, ore }) => ({ key, ore: -ore }))]),
    byTaxAuthority: paidBy('taxAuthority'),
    onReceivable: bookedCredits + claims - paidBy('customer'),
  }
}

/** The fields of a document that determine its parts. */
export type Parted = Pick<Sale, 'record' | 'treatments'>

/** The parts of an invoice less those of these credit notes. */
export const partsAfterCredit = (sale: Parted, credits: readonly Parted[], accounts: AccountMap): Part[] => {
  const parts = partsOfSale(sale, accounts)
  const known = new Set(parts.map(({ key }) => key))
  const ofCredits = credits.flatMap((credit) => partsOfSale(credit, accounts))
  // The invoice may lack a part of its credit note; add it so that it is not lost.
  const added = ofCredits.filter(({ key }) => !known.has(key)).map((part) => ({ ...part, ore: 0n }))
  return portionsLess([...parts, ...added], portionsByKey(ofCredits))
}

/** The parts of a document. */
export const partsOfSale = ({ record, treatments }: Parted, accounts: AccountMap): Part[] => {
  const { totalBaseOre, currencyRate, creditedParts } = record
  const lines = treatedLinesOf({ record, treatments })
  const kept = creditedParts?.parts ?? null
  return partsOf({ totalBaseOre, currencyRate, lines, kept, isAdvance: isAdvance(record) }, accounts)
}

/** The sales lines of a document with their VAT treatment. */
export const treatedLinesOf = ({ record, treatments }: Parted): (SalesLine & { treatment: VatTreatment })[] =>
  record.lines.filter(isSalesLine).map((line, index) => {
    const treatment = treatments?.[index]
    if (!treatment) throw new Error(`The paper of document ${record.id} has no line ${line.id}`)
    return { ...line, treatment }
  })

/** The types of reductions other than credit notes. */
type LoweringType = Extract<SettlementType, 'badDebt' | 'cashDiscount'>

/** The reduction of each part of a sale by booked losses or discounts. */
export const loweredBy = (type: LoweringType, sale: Sale, accounts: AccountMap): Part[] => {
  const none = partsOfSale(sale, accounts).map((part) => ({ ...part, ore: 0n }))
  const lowered: LoweredSoFar = { badDebt: { sum: 0n, parts: none }, cashDiscount: { sum: 0n, parts: none } }
  for (const settlement of recordedInOrder(sale)) {
    const one = settlement.type
    if (one !== 'badDebt' && one !== 'cashDiscount') continue
    const { sum, parts } = lowered[one]
    const more = settlement.lowered ?? loweredBefore(sale, { ...settlement, type: one }, lowered, accounts)
    lowered[one] = {
      sum: sum + ofSaleIn(sale, settlement),
      parts: parts.map((part) => ({ ...part, ore: part.ore + (more.get(part.key) ?? 0n) })),
    }
  }
  return lowered[type].parts
}

/** The reductions so far: the sum, fees included, and the parts. */
type LoweredSoFar = Record<LoweringType, { sum: Ore; parts: Part[] }>

type RecordedSettlement = SettlementRow & { recordedAt: Date }

const recordedInOrder = ({ settlements }: Sale): RecordedSettlement[] =>
  settlements
    .flatMap((one) => (one.recordedAt === null ? [] : [{ ...one, recordedAt: one.recordedAt }]))
    .sort((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())

/** The part of a settlement that concerns the sale: under the cash method what it sells; the rest is owed beside it. */
const ofSaleIn = (sale: Sale, { id, sumBaseOre, claimBaseOre }: SettlementRow): Ore => {
  const sold = sale.shares.filter(({ sourceId }) => sourceId === id)
  return isBooked(sale) && sold.length === 0 ? sumBaseOre : sumBaseOre - claimBaseOre + sumOf(sold)
}

/**
 * The reduction of each part by a settlement for which it was not stored, computed as it was booked: parts left out of
 * the books, reversals of its own kind, and a share of what credit notes had left at that time.
 */
const loweredBefore = (
  sale: Sale,
  settlement: RecordedSettlement & { type: LoweringType },
  lowered: LoweredSoFar,
  accounts: AccountMap,
): Map<string, Ore> => {
  const { id, type, recordedAt } = settlement
  const leftOut = sale.shares.filter(({ sourceId, entryId }) => sourceId === id && entryId === null)
  if (leftOut.length > 0) return portionsByKey(leftOut)
  const ore = ofSaleIn(sale, settlement)
  const { sum: before, parts } = lowered[type]
  const back = takenBackOf(before, ore)
  const undone = portionOf(parts, { ore: back, whole: before })
  const isBefore = ({ record: { publishedAt } }: Sale) => publishedAt !== null && publishedAt <= recordedAt
  const sold = partsAfterCredit(sale, sale.credits.filter(isBefore), accounts)
  const left = sumOf(sold) - sumOf([...lowered.badDebt.parts, ...lowered.cashDiscount.parts, ...undone])
  const rest = ore - back
  const share = rest > 0n ? atMost(left, rest) : rest
  const whole = sumOf(sold)
  return portionsByKey([...undone, ...(whole === 0n ? [] : portionOf(sold, { ore: share, whole }))])
}

/** The part of an amount that reverses earlier amounts of the opposite sign. */
const takenBackOf = (before: Ore, ore: Ore): Ore => {
  if (before * ore >= 0n) return 0n
  return before > 0n ? -atMost(before, -ore) : atMost(-before, ore)
}

/** The parts of an invoice less credit notes, losses and discounts. */
export const partsLeft = (sale: Sale, credits: readonly Parted[], accounts: AccountMap): Part[] =>
  [loweredBy('badDebt', sale, accounts), loweredBy('cashDiscount', sale, accounts)].reduce<Part[]>(
    (left, lowered) => portionsLess(left, portionsByKey(lowered)),
    partsAfterCredit(sale, credits, accounts),
  )

/** Whether a document is an advance invoice or a credit note of one. */
export const isAdvance = ({ type }: Pick<InvoiceRecord, 'type'>): boolean => type === 'advanceInvoice'

/** The company's accounts, with the receivable that the invoice was booked on, if it is booked. */
export const accountsOf = ({ receivableAccount, credited }: Sale, { roles }: Pick<Book, 'roles'>): AccountMap => {
  const receivable = (credited ? credited.receivableAccount : receivableAccount) ?? roles.receivable
  return { ...roles, receivable }
}

/** Whether a day is in a cash-method year. */
export const isOfCashYear = (book: Book, date: Day): boolean => yearAt(book, date)?.method === 'cash'

/** Whether an invoice is booked when it is paid, and not before. */
export const waitsForPayment = (book: Book, { record, isBookedUnpaid }: Sale): boolean =>
  isOfCashYear(book, record.date) && !isBookedUnpaid

/**
 * Requires an invoice that is booked before payment to be recorded first: otherwise its payment would have nothing to
 * settle, or would be sold in the year of payment if that year has another accounting method.
 */
export const refuseUnrecorded = (book: Book, sale: Sale, { id, date }: { id: string; date: Day }): void => {
  const { record } = sale
  const waits = waitsForPayment(book, sale) && isOfCashYear(book, date)
  if (record.recordedAt === null && !waits) {
    throw bookingRefusals.invoiceNotRecorded({ id, invoiceId: record.id })
  }
}

/** `Faktura 1001, Kund AB` */
export const titleOf = ({ kind, number, customerName }: InvoiceRecord): string =>
  [`${kind === 'invoice' ? 'Faktura' : 'Kreditfaktura'} ${number}`, customerName].filter(Boolean).join(', ')

/**
 * The title of the entry that moves a loss after year-end to the receivable; it identifies that entry, since no row
 * refers to it.
 */
export const movedLossTitle = ({ record }: Sale): string =>
  `Kundförlust på faktura ${record.number}, mot fordran vid årets slut`
