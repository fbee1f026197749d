// Whether a SIE file matches the books: its company, its fiscal year, the dates of its vouchers.
import { findCompany } from '#identity'
import { usualVatCode } from '#ledger/accounts/vat-code.rules'
import { changesVat } from '#ledger/accounts/vat-row.rules'
import { type Book, type BookYear, bookOf } from '#ledger/book'
import { BUSINESS_DAYS_AHEAD, closedFollower, yearAt } from '#ledger/entries/journal-entry.rules'
import type { FindingValues } from '#ledger/sie-format/findings'
import type { SieReport } from '#ledger/sie-format/items'
import { closedAfter, MAX_MONTHS } from '#ledger/years/fiscal-year'
import type { CompanyCall } from '#platform/call'
import { addBusinessDays, addMonths, type Day, dayOf, FIRST_BOOK_DAY, LAST_BOOK_DAY } from '#platform/day'
import { USUAL_ACCOUNTING_CURRENCY } from '#rule/currency'
import type { ImportFindings, importKinds } from './sie-import-kinds.ts'
import type { SeenInFile } from './sie-import-seen.ts'

/** How the file maps to the books. `year` is the fiscal year of its balances; null for files with vouchers only. */
export type Plan = {
  book: Book
  year: PlannedYear | null
}

export type PlannedYear = { startDate: Day; endDate: Day; existing: BookYear | null; line: number | null }

/** Matches the file's fiscal year and company with the books; mismatches are recorded as findings. */
export const planImport = async (
  call: CompanyCall,
  { summary }: SieReport,
  seen: SeenInFile,
  findings: ImportFindings,
): Promise<Plan> => {
  const { organizationNumber: own } = await findCompany(call.db, call.companyId)
  const told = summary.header.orgNumber
  if (digitsOf(told) !== '' && digitsOf(told) !== digitsOf(own)) {
    findings.add('otherCompany', seen.organizationNumberLine, { told, own })
  }
  const book = await bookOf(call, true)
  const currency = summary.header.currency || USUAL_ACCOUNTING_CURRENCY
  if (currency !== book.currency)
    findings.add('otherCurrency', seen.currencyLine, { value: currency, own: book.currency })
  const line = seen.yearLine
  if (summary.is4I) return { book, year: null }
  const year = summary.years.get(0)
  if (!year) {
    findings.add('yearMissing', null)
    return { book, year: null }
  }
  const startDate = year.start as Day
  const endDate = year.end as Day
  const existing = book.years.find((one) => one.startDate === startDate && one.endDate === endDate) ?? null
  const named = periodOf({ startDate, endDate })
  if (existing?.closed) findings.add('yearClosed', line, { year: named })
  if (!existing) checkNewYear(book, { startDate, endDate }, line, findings)
  const after = await closedAfter(call, endDate)
  if (after) findings.add('yearClosedAfter', line, { after })
  return { book, year: { startDate, endDate, existing, line } }
}

/** The ten digits of an organization number in any notation; some programs prefix it with 16. */
const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(-10)

type Period = { startDate: Day; endDate: Day }

const periodOf = ({ startDate, endDate }: Period) => ({
  sv: `${startDate} till ${endDate}`,
  en: `${startDate} to ${endDate}`,
})

const checkNewYear = ({ years }: Book, period: Period, line: number | null, findings: ImportFindings): void => {
  const { startDate, endDate } = period
  const year = periodOf(period)
  for (const other of years) {
    if (other.startDate > endDate || startDate > other.endDate) continue
    findings.add('yearOverlaps', line, { year, other: periodOf(other) })
  }
  if (startDate === endDate) findings.add('yearOneDay', line, { year })
  if (startDate < FIRST_BOOK_DAY || endDate > LAST_BOOK_DAY) {
    findings.add('yearOutside', line, { year, first: FIRST_BOOK_DAY, last: LAST_BOOK_DAY })
  } else if (endDate >= addMonths(startDate, MAX_MONTHS)) findings.add('yearLong', line, { year, months: MAX_MONTHS })
}

/** Why a voucher's date is not open for booking. */
type WrongDay = { kind: keyof typeof importKinds; values: FindingValues }

/** Whether rows change a VAT return. An account that the file adds gets the code of its number. */
const isOfVat = ({ accounts, vatCodes }: Book, items: DatedVoucher['items']): boolean => {
  const lines = items.map(([account]) => ({ account }))
  const codeOf = (account: number) => (accounts.has(account) ? (vatCodes.get(account) ?? null) : usualVatCode(account))
  return changesVat(lines, new Map(lines.map(({ account }) => [account, codeOf(account)])))
}

/** What the rule of days looks at: the date of a voucher, and the accounts of its rows. */
type DatedVoucher = { date: string; items: readonly (readonly [account: number, ...rest: unknown[]])[] }

/**
 * A rule that returns why a voucher's date is not open for booking, or null. Days whose VAT is reported are locked for
 * vouchers that would change the return, as they are for entries.
 */
export const dayRule = (call: CompanyCall, { book, year }: Plan): ((voucher: DatedVoucher) => WrongDay | null) => {
  const last = addBusinessDays(dayOf(call.now), BUSINESS_DAYS_AHEAD)
  return ({ date, items }) => {
    if (date > last) return { kind: 'dayAhead', values: { date } }
    const { lockDate, vatLockDate } = book
    if (lockDate && date <= lockDate) return { kind: 'dayLocked', values: { lockDate } }
    if (vatLockDate && date <= vatLockDate && isOfVat(book, items)) {
      return { kind: 'dayVatLocked', values: { lockDate: vatLockDate } }
    }
    if (year) return null
    const own = yearAt(book, date as Day)
    if (!own) return { kind: 'dayWithoutYear', values: { date, year: date.slice(0, 4) } }
    if (own.closed) return { kind: 'dayClosed', values: { date } }
    const after = closedFollower(book, own)
    return after ? { kind: 'dayClosedAfter', values: { date, after: periodOf(after) } } : null
  }
}
