// The end of a cash-method year: unpaid amounts are booked (bokföringslagen 5 kap. 2 §).
import {
  type AccountMap,
  type Book,
  bookDocument,
  bookOf,
  type DocumentItem,
  ledgerContribution,
  lockBooks,
  onBookVersion,
  portionsByKey,
  portionsLess,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import { comesToNothing } from './booked-unpaid.ts'
import {
  type BookedPart,
  creditOf,
  isBaseKey,
  owedBeside,
  owedTaxOf,
  type Part,
  restingParts,
  turned,
  withoutBases,
} from './booking.rules.ts'
import { bookingRefusals } from './booking-refusals.ts'
import { lossItems } from './losses-and-discounts.rules.ts'
import { dayOfEntry, isNothing, owedItemsOf, recordWith, recordWithout, remainingOf } from './record.ts'
import {
  accountsOf,
  advanceOf,
  bookedStateOf,
  isAdvance,
  isBooked,
  loweredBy,
  movedLossTitle,
  partsAfterCredit,
  partsOfSale,
  type Sale,
  type Share,
  titleOf,
} from './sale.rules.ts'
import { salesOf } from './sale.ts'

/** How many sales are read per statement. */
const BATCH = 200

/** The number of invoices and credit notes booked. */
type BookedUnpaid = { documents: number }

/**
 * Books every invoice and credit note that is unpaid on the last day of a cash-method year, on that day and as under
 * the accrual method; documents that should have been booked before payment, on their own day. Later payments then
 * settle the receivable; payments after year-end already booked as sales are moved there.
 */
export const bookUnpaid = async (
  call: CompanyCall,
  { fiscalYearId }: { fiscalYearId: string },
): Promise<BookedUnpaid> => {
  const year = (await bookOf(call, true)).years.find(({ id, removed }) => !removed && id === fiscalYearId)
  if (!year) throw ledgerContribution.refusals.fiscalYearNotFound({ id: fiscalYearId })
  if (year.method !== 'cash') throw bookingRefusals.notCashYear({ id: fiscalYearId })
  const ids = await lockUnpaidSales(call, year.endDate)
  // Invoices are locked before the book, as everywhere: all of them before the first entry.
  await lockBooks(call)
  let documents = 0
  for (let from = 0; from < ids.length; from += BATCH) {
    const sales = await salesOf(call, ids.slice(from, from + BATCH))
    for (const sale of sales) documents += await bookAtYearEnd(call, sale, year.endDate)
  }
  recordEvent(call, 'fiscal-year.unpaid-booked', { id: fiscalYearId }, { id: fiscalYearId, documents })
  return { documents }
}

/**
 * The invoices without an entry that have an unpaid or unrepaid amount on a day; locked. Partly credited invoices that
 * are paid are included, since their payments may have been sold as parts that no longer remain. Without `waits` it
 * fails if another transaction holds one of them.
 */
export const lockUnpaidSales = async (
  { db, companyId }: CompanyCall,
  day: Day,
  { waits = true } = {},
): Promise<string[]> => {
  const on = sql`${day}::date`
  const invoices = await db.rows<{ id: string }>(sql`
    select i.id from sales.invoice i
    where i.company_id = ${companyId} and (${unpaidOn(on)} or ${isUnbookedOn(on)}
      and exists (select from ${sharesBy(on)}) and exists (select from ${creditsBy(on)}))
    order by i.id for update of i ${waits ? sql`` : sql`nowait`}`)
  return invoices.map(({ id }) => id)
}

/**
 * Whether an invoice `i` without an entry has, on a day, a total that differs from what was sold and credited.
 * Zero-total invoices are included, since no payment books them, unless their year is closed.
 */
export const unpaidOn = (day: Sql): Sql => sql`(${isUnbookedOn(day)}
  and (i.total_base_ore <> (select coalesce(sum(s.ore), 0) from ${sharesBy(day)})
    + (select coalesce(sum(c.total_base_ore), 0) from ${creditsBy(day)})
    or ${comesToNothing} and i.type <> 'advanceInvoice' and ${isOfOpenYear}
      and not exists (select from ${creditsBy(day)})))`

const isOfOpenYear = sql`exists (select from ledger.fiscal_year_view o
  where o.company_id = i.company_id and o.closed_at is null and i.date between o.start_date and o.end_date)`

const isUnbookedOn = (day: Sql): Sql => sql`(i.kind = 'invoice' and i.published_at is not null
  and i.journal_entry_id is null and i.date <= ${day})`

const sharesBy = (day: Sql): Sql => sql`sales.income_share s
  where s.company_id = i.company_id and s.invoice_id = i.id and s.date <= ${day}`

const creditsBy = (day: Sql): Sql => sql`sales.invoice c where c.company_id = i.company_id and c.credits_id = i.id
  and c.published_at is not null and c.journal_entry_id is null and c.date <= ${day}`

/** Books one invoice with its credit notes; returns how many documents. The book is locked. */
const bookAtYearEnd = async (call: CompanyCall, sale: Sale, day: Day): Promise<number> => {
  if (isBooked(sale)) return 0
  const accounts = accountsOf(sale, await bookOf(call))
  const { unbookedCredits } = bookedStateOf(sale)
  const before = sale.shares.filter(({ date }) => date <= day)
  const ofYear = unbookedCredits.filter(({ record }) => record.date <= day)
  if (portionsLess(partsAfterCredit(sale, ofYear, accounts), portionsByKey(before)).every(({ ore }) => ore === 0n))
    return 0
  const owed = owedByYearEnd(sale, { day, ofYear }, accounts)
  const entryOf = (book: Book, document: Sale) => entryAtYearEnd(call, book, { invoice: sale, document, day })
  const booked = await onBookVersion(call, async (book) => {
    const remaining = remainingOf(book, sale, entryOf(book, sale), before)
    const items = [...(remaining?.items ?? []), ...owed.onDay]
    return remaining ? recordWith(call, book, sale, { ...remaining, items }) : sale
  })
  let documents = 0
  if (isBooked(booked)) {
    const later = sale.shares.filter(({ date }) => date > day)
    await moveToReceivable(call, booked, later)
    await bookOwedSince(call, booked, { day, items: owed.since })
    documents += 1
  }
  let now: Sale = { ...booked, credits: sale.credits.filter(isBooked) }
  for (const credit of [...ofYear, ...unbookedCredits.filter((one) => !ofYear.includes(one))]) {
    const { record } = credit
    const isOfYear = record.date <= day
    // A credit note of the next year is booked when it is recorded; one already recorded must be booked now.
    if (!isOfYear && record.recordedAt === null) continue
    const note = { ...credit, credited: now }
    const own = { title: titleOf(record), date: record.date }
    const recorded = await recordCredit(call, note, (book) =>
      isOfYear ? { day: entryOf(book, credit), owed: [] } : { day: own, owed: owedItemsOf(book, note) },
    )
    now = { ...now, credits: [...now.credits, recorded] }
    documents += 1
  }
  return documents
}

/** The VAT of an advance that becomes due beside what is booked: on the last day, and after it. */
type Owed = { onDay: readonly DocumentItem[]; since: readonly DocumentItem[] }

/**
 * The VAT due on an advance follows from what is paid and left of it; earlier payments were booked by what was left
 * then. `ofYear` are the credit notes booked with it.
 */
const owedByYearEnd = (
  sale: Sale,
  { day, ofYear }: { day: Day; ofYear: readonly Sale[] },
  accounts: AccountMap,
): Owed => {
  if (!isAdvance(sale.record)) return { onDay: [], since: [] }
  const untilThen = until(sale, day)
  const credits = [...sale.credits.filter(isBooked), ...ofYear]
  const then = advanceOf(untilThen, accounts, credits)
  const bookedThen = bookedPartsOf(untilThen, accounts)
  const bookedSince = [...bookedPartsOf(sale, accounts), ...negated(bookedThen)]
  return {
    onDay: owedBeside(bookedThen, then, accounts),
    since: owedBeside([...owedTaxOf(then), ...bookedSince], advanceOf(sale, accounts, credits), accounts),
  }
}

/** A sale with its payments and settlements up to a day. */
const until = (sale: Sale, day: Day): Sale => {
  const isUntil = ({ date }: { date: Day }) => date <= day
  const { payments, settlements, shares } = sale
  return {
    ...sale,
    payments: payments.filter(isUntil),
    settlements: settlements.filter(isUntil),
    shares: shares.filter(isUntil),
  }
}

/** The parts of an advance booked on payment, less discounts. */
const bookedPartsOf = (sale: Sale, accounts: AccountMap): BookedPart[] => [
  ...sale.shares,
  ...negated(loweredBy('cashDiscount', sale, accounts)),
]

const negated = (parts: readonly BookedPart[]): BookedPart[] => parts.map(({ key, ore }) => ({ key, ore: -ore }))

/** VAT that became due by payments after year-end is booked on the day of the last of them. */
const bookOwedSince = async (
  call: CompanyCall,
  { record, payments, settlements }: Sale,
  { day, items }: { day: Day; items: readonly DocumentItem[] },
): Promise<void> => {
  if (items.every(isNothing)) return
  const recorded = [...payments, ...settlements].filter(({ recordedAt }) => recordedAt !== null)
  const date = recorded.reduce((last, one) => (one.date > last ? one.date : last), day)
  await bookDocument(call, { title: `Moms på förskott, faktura ${record.number}`, date, items: [...items] })
}

type TitledDay = { title: string; date: Day }

/** The day of a credit note's entry, and the VAT of an advance that becomes due by it. */
type CreditEntry = { day: TitledDay; owed: readonly DocumentItem[] }

const recordCredit = (call: CompanyCall, credit: Sale, entryOf: (book: Book) => CreditEntry): Promise<Sale> =>
  onBookVersion(call, (book) => {
    const { day, owed } = entryOf(book)
    const remaining = remainingOf(book, credit, day, [])
    if (!remaining) return recordWithout(call, book, credit)
    return recordWith(call, book, credit, { ...remaining, items: [...remaining.items, ...owed] })
  })

/**
 * A document is booked on the last day of the year. One that should have been booked before payment, and its credit
 * notes, are booked on their own day, or the first open day in that year, so that its period declares it.
 */
const entryAtYearEnd = (
  call: CompanyCall,
  book: Book,
  { invoice, document, day }: { invoice: Sale; document: Sale; day: Day },
): TitledDay => {
  const own = invoice.isBookedUnpaid ? dayOfEntry(call, book, document) : null
  return own !== null && own.date <= day ? own : { title: unpaidTitle(document), date: day }
}

const unpaidTitle = ({ record }: Sale): string => `${titleOf(record)} (obetald vid årets slut)`

/** Payments after year-end that were booked as sales now settle the receivable. */
const moveToReceivable = async (call: CompanyCall, sale: Sale, later: readonly Share[]): Promise<void> => {
  if (later.length === 0) return
  const accounts = accountsOf(sale, await bookOf(call))
  const sold = partsOfSale(sale, accounts)
  const parts = isAdvance(sale.record) ? withoutBases(restingParts(sold, accounts)) : sold
  for (const source of new Set(later.map(({ sourceId }) => sourceId))) {
    const shares = later.filter(({ sourceId }) => sourceId === source)
    const [first] = shares
    if (!first) continue
    const paidTitle = `Betalning av faktura ${sale.record.number}, mot fordran vid årets slut`
    const title = isLossOf(shares) ? movedLossTitle(sale) : paidTitle
    await bookDocument(call, { title, date: first.date, items: movedItems(shares, parts, accounts) })
  }
}

const movedItems = (shares: readonly Share[], parts: readonly Part[], accounts: AccountMap): DocumentItem[] => {
  const sold = shares.flatMap(({ key, ore }) => {
    const part = parts.find((each) => each.key === key)
    // The base of an advance stays where it was declared on payment.
    if (!part && isBaseKey(key)) return []
    if (!part) throw new Error(`The invoice has no part ${key}`)
    return [{ ...part, ore }]
  })
  const byTaxAuthority = shares.every(({ payer }) => payer === 'taxAuthority')
  return [
    ...(isLossOf(shares) ? lossItems(sold, accounts) : turned(creditOf(sold))),
    ...sold.map(({ ore }) => ({
      account: byTaxAuthority ? accounts.taxReductionReceivable : accounts.receivable,
      credit: ore,
    })),
  ]
}

/** A loss was left out of the books and has no entry. */
const isLossOf = (shares: readonly Share[]): boolean => shares.every(({ entryId }) => entryId === null)
