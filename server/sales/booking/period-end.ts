// Closing periods: locking days, closing a year, and reporting VAT outside the service. Published documents that are
// not booked by then would be missing in the period (bokföringslagen 5 kap. 2 §), so they are listed first, and only
// `force` overrides.
import {
  balancesOfYear,
  bookOf,
  carriedInto,
  closeFiscalYear,
  differingAccounts,
  type FiscalYear,
  getFiscalYear,
  lastLocked,
  lockBooks,
  setLockDate,
  setVatLockDate,
  storedOpening,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayAfter } from '#platform/day'
import { recordEvent } from '#platform/event'
import { textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import type { DocumentKind } from '#sales/invoices/invoice'
import { type UnpaidPurchase, unpaidPurchases } from '#sales/receivables/charges'
import { unrecordedMoney } from '#sales/todo'
import { bookingRefusals } from './booking-refusals.ts'
import { unrecordedBy } from './remaining-work.ts'
import { unpaidOn } from './year-end.ts'

/**
 * An unbooked document in a response: a published document, a payment or settlement of one, with its number, or a debt
 * of the year.
 */
export type UnrecordedDocument = PublishedDocument | UnpaidPurchase
type PublishedDocument = { id: string; kind: DocumentKind | 'payment' | 'settlement'; number: string; date: Day }

/** `force` proceeds although documents are unrecorded; they may be recorded on the first open day. */
type Force = { force: boolean }

/** Maximum number of documents named in a refusal. */
const MAX_NAMED = 20
/** Maximum number of accounts named in a refusal. */
const MAX_ACCOUNTS = 10
/** Maximum number of documents in a response; a company with more has not recorded for years. */
const MAX_TOLD = 1_000

/** Locks every day up to and including `date`, and those up to `vatDate` for VAT if given; null removes the lock. */
export const lockDays = async (
  call: CompanyCall,
  { date, vatDate, force }: { date: Day | null; vatDate?: Day | null } & Force,
): Promise<UnrecordedDocument[]> => {
  await lockNumbers(call)
  const book = await bookOf(call, true)
  const lockDate = lastLocked(book)
  // Days locked earlier were checked then.
  const start = lockDate === null ? null : dayAfter(lockDate)
  const left = date === null ? [] : await requireRecorded(call, { start, end: date, force })
  await setLockDate(call, { date })
  if (vatDate !== undefined && vatDate !== book.vatLockDate) await setVatLockDate(call, { date: vatDate })
  return left
}

/**
 * Closes a fiscal year. Closing books nothing: the result must already be booked, and the next year must open with this
 * one's closing balances.
 */
export const closeYear = async (
  call: CompanyCall,
  { id, force }: { id: string } & Force,
): Promise<{ year: FiscalYear; unrecorded: UnrecordedDocument[] }> => {
  await lockNumbers(call)
  // The lock keeps entries from being booked between the checks and the closing.
  await lockBooks(call)
  const { startDate: start, endDate: end } = await getFiscalYear(call, id)
  const unrecorded = await requireRecorded(call, { start, end, force })
  await requireResult(call, { id, start, end, force })
  await requireCarried(call, { id, start, end, force })
  return { year: await closeFiscalYear(call, { id }), unrecorded }
}

/**
 * Checks that income and expenses sum to zero once the result is booked (8999), including result accounts with imported
 * opening balances, which the next year would not carry forward. In imported years the result may be elsewhere.
 */
const requireResult = async (
  call: CompanyCall,
  { id, start, end, force }: { id: string } & Period & Force,
): Promise<void> => {
  const ore = (await balancesOfYear(call, id))
    .filter(({ kind }) => kind === 'income' || kind === 'expense')
    .reduce((sum, { opening, debit, credit }) => sum + credit - debit - opening, 0n)
  if (ore === 0n) return
  const amount = textFromOre(ore)
  if (!force) throw bookingRefusals.resultNotBooked({ amount })
  recordEvent(call, 'period-end.forced', null, { start, end, result: amount })
}

/**
 * Checks that the stored opening balances of the next year, if any, equal this year's closing balances: they may be
 * outdated if this year was closed, reopened and booked in. An empty year before the start of the books is not
 * compared.
 */
const requireCarried = async (
  call: CompanyCall,
  { id, start, end, force }: { id: string } & Period & Force,
): Promise<void> => {
  const next = await yearFrom(call, dayAfter(end))
  const opening = next && (await storedOpening(call, next.id))
  if (!next || !opening || (await isEmpty(call, id))) return
  const differing = differingAccounts(await carriedInto(call, next.start), opening)
  if (differing.length === 0) return
  const more = differing.length - MAX_ACCOUNTS
  const accounts = `${differing.slice(0, MAX_ACCOUNTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  if (!force) throw bookingRefusals.nextBeginsOtherwise({ next: `${next.start} to ${next.end}`, accounts })
  recordEvent(call, 'period-end.forced', null, { start, end, accounts: differing.slice(0, MAX_ACCOUNTS) })
}

const isEmpty = async (call: CompanyCall, id: string): Promise<boolean> =>
  (await balancesOfYear(call, id)).every(({ opening, debit, credit }) => (opening || debit || credit) === 0n)

const yearFrom = ({ db, companyId }: CompanyCall, start: Day) =>
  db.maybe<{ id: string; start: Day; end: Day }>(sql`
    select id, start_date as start, end_date as "end" from ledger.fiscal_year_view
    where company_id = ${companyId} and start_date = ${start}::date`)

/**
 * Blocks publication until the transaction ends, and refuses unbooked documents of a period to be reported, or returns
 * them if forced.
 */
export const holdDocuments = async (call: CompanyCall, period: Period & Force): Promise<UnrecordedDocument[]> => {
  await lockNumbers(call)
  return requireRecorded(call, period)
}

/** Blocks publication until the transaction ends: each publication takes its number under this lock. */
export const lockNumbers = async ({ db, companyId }: CompanyCall): Promise<void> => {
  await db.rows(sql`
    insert into sales.counter (company_id) values (${companyId}) on conflict (company_id) do nothing`)
  await db.rows(sql`select from sales.counter where company_id = ${companyId} for update`)
}

type Period = { start: Day | null; end: Day }

const requireRecorded = async (
  call: CompanyCall,
  { force, ...period }: Period & Force,
): Promise<UnrecordedDocument[]> => {
  const unrecorded = await unrecordedIn(call, period)
  if (unrecorded.length === 0) return unrecorded
  if (force) {
    recordEvent(call, 'period-end.forced', null, { ...period, documents: namesOf(unrecorded) })
    return unrecorded
  }
  throw bookingRefusals.unrecordedDocuments({ documents: namesOf(unrecorded) })
}

const nouns: Readonly<Record<UnrecordedDocument['kind'], string>> = {
  invoice: 'invoice',
  creditNote: 'credit note',
  payment: 'payment of invoice',
  settlement: 'settlement of invoice',
  supplierInvoice: 'supplier invoice',
}

/** `invoice 1001 of 2026-05-30, credit note 1002 of 2026-05-31 and 3 more` */
export const namesOf = (documents: readonly UnrecordedDocument[]): string => {
  const named = documents.slice(0, MAX_NAMED).map(({ kind, number, date }) => {
    return [nouns[kind], ...(number ? [number] : []), 'of', date].join(' ')
  })
  const more = documents.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What is unbooked in a period: published documents, and unpaid supplier invoices when a cash-method year ends. */
export const unrecordedIn = async (call: CompanyCall, period: Period): Promise<UnrecordedDocument[]> => [
  ...(await publishedIn(call, period)),
  ...(await unpaidPurchases(call, { ...period, limit: MAX_TOLD })),
]

/**
 * The unbooked published documents of a period. Under the cash method these are sales to other member states, documents
 * with a zero total, credit notes of booked invoices, invoices unpaid when a year ends in the period, and payments and
 * settlements in the period, which are sold when recorded.
 */
const publishedIn = ({ db, companyId }: CompanyCall, { start, end }: Period): Promise<PublishedDocument[]> => {
  const company = sql`${companyId}`
  return db.rows<PublishedDocument>(sql`
    select found.id, found.kind, found.number::text as number, found.date from (
    select i.id, i.kind, i.number, i.date from ${unrecordedBy(company, sql`${end}::date`)} i
    where i.date >= coalesce(${start}::date, '-infinity')
    union
    select i.id, i.kind, i.number, i.date from ledger.fiscal_year_view y
    join sales.invoice i on i.company_id = y.company_id
    where y.company_id = ${company} and y.accounting_method = 'cash' and y.closed_at is null
      and y.end_date between coalesce(${start}::date, '-infinity') and ${end}::date
      and ${unpaidOn(sql`y.end_date`)}
    union
    select m.id, m.kind, m.number, m.date from ${unrecordedMoney(company, sql`${end}::date`)} m
    where m.date >= coalesce(${start}::date, '-infinity')
    ) found order by found.date, found.number limit ${MAX_TOLD}`)
}
