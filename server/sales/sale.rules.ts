// A sale as it stands: a document with all that has happened to it, and how things stand with it by what is booked of
// it. Pure.
import type { AccountMap, Book } from '#ledger'
import { portionsByKey, portionsLess, yearAt } from '#ledger'
import type { VatTreatment } from '#paper'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import type { KeptReduction } from '#tax-reduction'
import type { KeptAttachment } from './attachment.ts'
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
import type { CustomerRecord } from './customer.ts'
import type { InvoiceRecord, SalesLine } from './invoice.ts'
import { isSalesLine } from './line.rules.ts'
import { type BookedSettlement, isCharge, paidSettlements, type SettlementType } from './settlement.rules.ts'

export type Sale = {
  record: InvoiceRecord
  /** Where the claim stands in the books, once it does. */
  receivableAccount: number | null
  /** How tax was dealt with on the sales lines, as the paper says; null for a draft. */
  treatments: readonly VatTreatment[] | null
  customer: CustomerRecord | null
  attachments: readonly KeptAttachment[]
  reduction: KeptReduction | null
  payments: readonly PaymentRow[]
  settlements: readonly SettlementRow[]
  shares: readonly Share[]
  /** The published credit notes, and the ids of all of them, the oldest first. */
  credits: readonly Sale[]
  creditNoteIds: readonly string[]
  /** The invoice that a credit note credits. */
  credited: Sale | null
  /** The descriptions of the items that lines are made from, by their ids. */
  items: Readonly<Record<string, string>>
}

/** What is there once it is recorded: what it lowered the claim by, and what was paid beyond the claim. */
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
  sumBaseOre: Ore
  bookkeepingAccountNumber: number
}

/**
 * `paymentId` is that of the payment that a charge came in with. `lowered` is what of each part of its sale a loss or
 * discount lowers, once it is recorded; null of those that were recorded before that was kept.
 */
export type SettlementRow = Recording &
  BookedSettlement & {
    id: string
    invoiceId: string
    date: Day
    paymentId: string | null
    lowered: ReadonlyMap<string, Ore> | null
  }

/** What pays an invoice: the id is that of a payment or settlement, or of what the tax authority paid. */
export type Payer = 'customer' | 'taxAuthority'

/** What is booked of an invoice's income and tax as it was paid. */
export type Share = { sourceId: string; key: string; payer: Payer; date: Day; ore: Ore; entryId: string | null }

/** How things stand with an invoice, by what is booked of it. */
export type BookedState = Debt & {
  /** Credit notes without an entry, and what those with one lowered the receivable by. */
  unbookedCredits: readonly Sale[]
  bookedCredits: Ore
  /** What payments and settlements lowered the claim by. */
  claims: Ore
}

export const bookedStateOf = ({ record, credits, payments, settlements }: Sale): BookedState => {
  const money = [...payments, ...settlements]
  const claims = claimOf(money)
  const booked = credits.filter(isBooked)
  const unbooked = credits.filter((credit) => !isBooked(credit))
  // What a cash invoice is credited by counts at once: nothing of it is booked before money moves. The reduction of an
  // invoice falls when its credit note is published; while that is not booked, the books have it as it was.
  const credited =
    record.journalEntryId === null
      ? totalOf(credits, 'totalBaseOre')
      : totalOf(booked, 'totalBaseOre') + totalOf(unbooked, 'reductionBaseOre')
  return {
    open: record.totalBaseOre - record.reductionBaseOre - credited - claims,
    advance: money.reduce((sum, { advanceBaseOre }) => sum + advanceBaseOre, 0n),
    isSek: record.currency === 'SEK',
    unbookedCredits: unbooked,
    bookedCredits: totalOf(booked, 'totalBaseOre') - totalOf(booked, 'reductionBaseOre'),
    claims,
  }
}

/** Whether a document has an entry. */
export const isBooked = ({ record }: Sale): boolean => record.journalEntryId !== null

const totalOf = (sales: readonly Sale[], of: 'totalBaseOre' | 'reductionBaseOre'): Ore =>
  sales.reduce((sum, { record }) => sum + record[of], 0n)

/** What credit notes took of an invoice's reduction: their own entries tell of it. */
export const reductionCredited = ({ credits }: Sale): Ore => totalOf(credits, 'reductionBaseOre')

/** The öre that were rounded with the payment of an invoice that this money takes back. */
export const roundedBack = ({ payments }: Sale, ore: Ore): Ore => {
  const recorded = payments.filter(({ recordedAt }) => recordedAt !== null)
  return roundedWith(
    recorded.sort((one, other) => Number(one.recordedAt) - Number(other.recordedAt)),
    ore,
  )
}

/** What is written off of an invoice, less what has come in since. */
export const lostOf = ({ settlements }: Sale): Ore =>
  settlements.reduce((sum, { type, claimBaseOre }) => (type === 'badDebt' ? sum + claimBaseOre : sum), 0n)

/** The same as it was registered, in the books or not yet. */
export const writtenOffOf = ({ settlements }: Pick<Sale, 'settlements'>): Ore =>
  settlements.reduce((sum, { type, sumBaseOre }) => (type === 'badDebt' ? sum + sumBaseOre : sum), 0n)

/** What is deducted from an invoice as cash discounts, as it was registered, in the books or not yet. */
export const discountedOf = ({ settlements }: Pick<Sale, 'settlements'>): Ore =>
  settlements.reduce((sum, { type, sumBaseOre }) => (type === 'cashDiscount' ? sum + sumBaseOre : sum), 0n)

/** What lowers an invoice though no credit note does: what is written off, and cash discounts. */
export const loweredOf = (invoice: Pick<Sale, 'settlements'>): Ore => writtenOffOf(invoice) + discountedOf(invoice)

/** What the customer was to pay of an invoice, in SEK, less what is credited and what it is lowered by otherwise. */
export const besideLoweredOf = (invoice: Pick<Sale, 'record' | 'settlements'>): Ore => {
  const { totalBaseOre, reductionBaseOre, creditedBaseOre } = invoice.record
  return totalBaseOre - reductionBaseOre - creditedBaseOre - loweredOf(invoice)
}

/** How things stand with an advance, by what is booked of it; `credits` are the credit notes that are. */
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
 * How things stand with an invoice that is booked as it is paid. What losses have left out of the books was never sold,
 * and what was sold by a discount is taken back with that alone: `isDiscount` says whether one is.
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

/** A document as far as its parts go. */
export type Parted = Pick<Sale, 'record' | 'treatments'>

/** The parts of an invoice without those of these credit notes. */
export const partsAfterCredit = (sale: Parted, credits: readonly Parted[], accounts: AccountMap): Part[] => {
  const parts = partsOfSale(sale, accounts)
  const known = new Set(parts.map(({ key }) => key))
  const ofCredits = credits.flatMap((credit) => partsOfSale(credit, accounts))
  // A credit note has lines of its invoice only; a part that the invoice lacks would else be lost.
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

/** The lines of a document that sell something, with how their tax was dealt with. */
export const treatedLinesOf = ({ record, treatments }: Parted): (SalesLine & { treatment: VatTreatment })[] =>
  record.lines.filter(isSalesLine).map((line, index) => {
    const treatment = treatments?.[index]
    if (!treatment) throw new Error(`The paper of document ${record.id} lacks its line ${line.id}`)
    return { ...line, treatment }
  })

/** What lowers a sale though no credit note does. */
type LoweringType = Extract<SettlementType, 'badDebt' | 'cashDiscount'>

/** What losses or discounts in the books have lowered of the parts of a sale. */
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

/** What is lowered of a sale so far: by how much, fees among it, and what of its parts. */
type LoweredSoFar = Record<LoweringType, { sum: Ore; parts: Part[] }>

type RecordedSettlement = SettlementRow & { recordedAt: Date }

const recordedInOrder = ({ settlements }: Sale): RecordedSettlement[] =>
  settlements
    .flatMap((one) => (one.recordedAt === null ? [] : [{ ...one, recordedAt: one.recordedAt }]))
    .sort((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())

/** What of a settlement is of the sale: under the cash method what it sells is, and the rest is owed beside it. */
const ofSaleIn = (sale: Sale, { id, sumBaseOre, claimBaseOre }: SettlementRow): Ore => {
  const sold = sale.shares.filter(({ sourceId }) => sourceId === id)
  return isBooked(sale) && sold.length === 0 ? sumBaseOre : sumBaseOre - claimBaseOre + sumOf(sold)
}

/**
 * What a settlement lowers of which that was not kept, as it was booked then: what it left out of the books, what it
 * took back of its own kind, and a share of what the credit notes until then had left of the sale.
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

/** What of an amount takes back what goes the other way. */
const takenBackOf = (before: Ore, ore: Ore): Ore => {
  if (before * ore >= 0n) return 0n
  return before > 0n ? -atMost(before, -ore) : atMost(-before, ore)
}

/** What is left of the parts of an invoice beside what is credited, and what losses and discounts have lowered. */
export const partsLeft = (sale: Sale, credits: readonly Parted[], accounts: AccountMap): Part[] =>
  [loweredBy('badDebt', sale, accounts), loweredBy('cashDiscount', sale, accounts)].reduce<Part[]>(
    (left, lowered) => portionsLess(left, portionsByKey(lowered)),
    partsAfterCredit(sale, credits, accounts),
  )

/** Whether a document is of an advance: the invoice, and what credits it. */
export const isAdvance = ({ type }: Pick<InvoiceRecord, 'type'>): boolean => type === 'advanceInvoice'

/** The company's accounts; the receivable is where the claim of the invoice stands, once it is booked. */
export const accountsOf = ({ receivableAccount, credited }: Sale, { roles }: Pick<Book, 'roles'>): AccountMap => {
  const receivable = (credited ? credited.receivableAccount : receivableAccount) ?? roles.receivable
  return { ...roles, receivable }
}

/** Whether a day is in a year of the cash method. */
export const isOfCashYear = (book: Book, date: Day): boolean => yearAt(book, date)?.method === 'cash'

/**
 * Whether an invoice is booked before it is paid under the cash method too: what is sold without tax to businesses in
 * other member states is declared with the invoice, in the VAT return and the EU sales list (mervärdesskattelagen
 * 2023:200, 7 kap.; services by 30 §), and what comes to nothing is never paid. One that was sold or credited as under
 * the cash method goes on as it began.
 */
export const isBookedUnpaid = (sale: Sale): boolean => {
  const { record, shares, credits } = sale
  return (
    record.kind === 'invoice' &&
    !isAdvance(record) &&
    (isSoldInUnion(sale) || comesToNothing(sale)) &&
    shares.length === 0 &&
    !credits.some((credit) => credit.record.recordedAt !== null && !isBooked(credit))
  )
}

const isSoldInUnion = ({ treatments }: Sale): boolean =>
  (treatments ?? []).some((treatment) => inUnion.includes(treatment))

const inUnion: readonly VatTreatment[] = ['euGoods', 'triangular', 'euServices']

/**
 * Whether an invoice comes to nothing though its lines do not take each other back: what was delivered, less the
 * advance that paid for it.
 */
const comesToNothing = ({ record }: Sale): boolean => {
  if (record.totalBaseOre !== 0n) return false
  const sums = new Map<string, Ore>()
  for (const { account, productType, taxRate, netOre } of record.lines.filter(isSalesLine)) {
    const key = `${account} ${productType} ${taxRate}`
    sums.set(key, (sums.get(key) ?? 0n) + netOre)
  }
  return [...sums.values()].some((sum) => sum !== 0n)
}

/**
 * Whether an invoice that is booked before it is paid is not: nobody has recorded it, or it was recorded when it still
 * waited for its payment. One whose lines take each other back is recorded without an entry.
 */
export const lacksEntry = (sale: Sale): boolean => {
  const { recordedAt, totalBaseOre } = sale.record
  const isSomething = totalBaseOre !== 0n || comesToNothing(sale)
  return isBookedUnpaid(sale) && !isBooked(sale) && (recordedAt === null || isSomething)
}

/**
 * What is booked before it is paid is recorded first: otherwise what is paid would have nothing to stand against, or
 * would be a sale of the year in which it is paid where that has another method than the year of the invoice.
 */
export const refuseUnrecorded = (book: Book, sale: Sale, { id, date }: { id: string; date: Day }): void => {
  const { record } = sale
  const waits = isOfCashYear(book, record.date) && isOfCashYear(book, date) && !isBookedUnpaid(sale)
  if (record.recordedAt === null && !waits) {
    throw bookingRefusals.invoiceNotRecorded({ id, invoiceId: record.id })
  }
}

/** `Faktura 1001, Kund AB` */
export const titleOf = ({ kind, number, customerName }: InvoiceRecord): string =>
  [`${kind === 'invoice' ? 'Faktura' : 'Kreditfaktura'} ${number}`, customerName].filter(Boolean).join(', ')

/** The title of the entry that moves a loss from after a year's end to the receivable: no row names that entry. */
export const movedLossTitle = ({ record }: Sale): string =>
  `Kundförlust på faktura ${record.number}, mot fordran vid årets slut`
