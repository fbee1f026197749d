// Closing a fiscal year: unpaid amounts are booked under the cash method, the result is transferred to equity, the next
// year is created with this year's closing balances, amounts for its start are moved, and the year is closed. All in
// one transaction, or nothing.
import {
  type BookYear,
  bookDocument,
  bookOf,
  carriedInto,
  closeFiscalYear,
  createAccount,
  createFiscalYear,
  differingAccounts,
  type FiscalYear,
  getFiscalYear,
  ledgerContribution,
  lockBooks,
  type Reopening,
  reopeningsOf,
  setLockDate,
  storedOpening,
  storeOpening,
} from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { addDays, addMonths, type Day, lastOfMonth } from '#platform/day'
import { type Ore, oreFromNumber, textFromOre } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { bookUnpaidPurchases, lockUnpaidPurchases } from '#purchasing'
import { bookUnpaid, lockNumbers, lockUnpaidSales } from '#sales'
import { type Facts, faultsOf } from './checks.rules.ts'
import { CARRIED, factsOf, movedIn } from './facts.ts'
import { type Form, nameOfAccount, shareAccounts } from './form.rules.ts'
import { warnOfCurrencies } from './in-currency.ts'
import { type PlannedItem, resultItems, type Share, transferItems } from './plan.rules.ts'
import { yearEndWarnings as doubts, yearEndFaults as faults, yearEndRefusals as refusals } from './refusals.ts'
import { type YearContext, yearContextOf } from './year-context.ts'

/** The outcome of a closing; a profit is positive. */
type Closing = {
  number: number
  closedAt: Date
  closedBy: string
  ore: Ore
  resultEntryId: string | null
  transferEntryId: string | null
  nextFiscalYearId: string
}

/** The state of a year-end: the checks, and earlier closings. */
export type YearEnd = {
  year: FiscalYear
  facts: Facts
  closings: Closing[]
  reopenings: Reopening[]
  /** For a partnership: the result not yet transferred, and the partners' accounts for it. */
  shares: { result: Ore; accounts: { account: number; name: string }[] } | null
}

/** Maximum number of closings returned. */
const MAX_CLOSINGS = 100
/** Maximum number of account numbers in a warning. */
const MAX_NAMED = 10

/** The state of a year-end; reads one snapshot. */
export const yearEndOf = async (call: CompanyCall, id: string): Promise<YearEnd> => {
  const around = await yearContextOf(call, id)
  const facts = await factsOf(call, around)
  const closings = await call.db.rows<Closing>(sql`
    select number, closed_at as "closedAt", closed_by as "closedBy", result_ore as ore,
      result_entry_id as "resultEntryId", transfer_entry_id as "transferEntryId",
      next_fiscal_year_id as "nextFiscalYearId"
    from year_end.closing where company_id = ${call.companyId} and fiscal_year_id = ${id}
    order by number desc limit ${MAX_CLOSINGS}`)
  const shares = await partnersOf(call, around.form, facts.result)
  return { year: await getFiscalYear(call, id), facts, closings, reopenings: await reopeningsOf(call, id), shares }
}

const partnersOf = async (call: CompanyCall, form: Form, result: Ore): Promise<YearEnd['shares']> => {
  if (!form.isSplit) return null
  const numbers = shareAccounts(form)
  const known = await call.db.rows<{ number: number; name: string }>(sql`
    select number, name from ledger.account_view where company_id = ${call.companyId} and number = any(${numbers})`)
  const nameOf = new Map(known.map(({ number, name }) => [number, name]))
  return {
    result,
    accounts: numbers.map((account) => ({ account, name: nameOf.get(account) ?? nameOfAccount(account) })),
  }
}

/** The shares of a partnership's result, in kronor: a profit is positive. */
type GivenShare = { account: number; amount: number }

type AskedClosing = { id: string; shares?: readonly GivenShare[] | undefined }

/** Closes a year. Refused with every reason; nothing is booked then. */
export const closeYearEnd = async (call: CompanyCall, { id, shares = [] }: AskedClosing): Promise<YearEnd> => {
  const { method } = await lockYear(call, id)
  const lockDate = await unlock(call, id)
  if (method === 'cash') await bookLeftUnpaid(call, id)
  const around = await yearContextOf(call, id)
  const facts = await factsOf(call, around)
  const left = faultsOf(facts)
  if (left.length > 0) {
    const count = left.length === 1 ? '1 thing' : `${left.length} things`
    throw refusals.notReady({ year: nameOf(around.year), count }, left)
  }
  const parts = sharesOf(call, around, facts.result, shares)
  const result = await book(call, around.year.endDate, 'Årets resultat', resultItems(parts))
  const next = around.next ?? (await makeNext(call, around))
  const transfer = await carryInto(call, { ...around, next }, facts)
  await warnOfCurrencies(call, around.year, facts)
  if (lockDate !== null) await setLockDate(call, { date: lockDate })
  await closeFiscalYear(call, { id })
  await call.db.rows(sql`
    insert into year_end.closing (
      company_id, fiscal_year_id, number, closed_at, closed_by, result_ore, result_entry_id, transfer_entry_id,
      next_fiscal_year_id)
    select ${call.companyId}, ${id}, 1 + count(*), ${call.now}, ${call.actor.name}, ${facts.result}, ${result},
      ${transfer}, ${next.id}
    from year_end.closing where company_id = ${call.companyId} and fiscal_year_id = ${id}`)
  return yearEndOf(call, id)
}

/**
 * Books unpaid amounts at the end of a cash-method year, as under the accrual method; later payments settle them. Must
 * precede the VAT return of the last period, which includes them.
 */
export const bookUnpaidItems = async (call: CompanyCall, id: string): Promise<YearEnd> => {
  const year = await lockYear(call, id)
  if (year.method !== 'cash') throw refusals.accrualYear({ year: nameOf(year) })
  const lockDate = await unlock(call, id)
  await bookLeftUnpaid(call, id)
  if (lockDate !== null) await setLockDate(call, { date: lockDate })
  return yearEndOf(call, id)
}

/**
 * Documents are locked before the numbers, and the numbers before the book, as everywhere. Documents published in the
 * meantime are locked last, without waiting, to avoid deadlocks.
 */
const lockYear = async (call: CompanyCall, id: string): Promise<BookYear> => {
  const { year } = await yearContextOf(call, id)
  const isCash = year.method === 'cash'
  if (isCash) {
    await lockUnpaidPurchases(call, { fiscalYearId: id })
    await lockUnpaidSales(call, year.endDate)
  }
  await lockNumbers(call)
  await lockBooks(call)
  if (isCash) await lockUnpaidSales(call, year.endDate, { waits: false })
  const { closed } = (await yearContextOf(call, id)).year
  if (closed) throw ledgerContribution.refusals.yearClosedAlready({ id })
  return year
}

const bookLeftUnpaid = async (call: CompanyCall, fiscalYearId: string): Promise<void> => {
  const purchases = await lockUnpaidPurchases(call, { fiscalYearId })
  await bookUnpaid(call, { fiscalYearId })
  await bookUnpaidPurchases(call, purchases)
}

/**
 * The lock date protects earlier days from other bookings, not from the closing: it is moved back to the day before the
 * year's last one, and its previous value is returned. Null if it does not interfere.
 */
const unlock = async (call: CompanyCall, id: string): Promise<Day | null> => {
  const { lockDate } = await bookOf(call, true)
  const { year } = await yearContextOf(call, id)
  if (lockDate === null || lockDate < year.endDate) return null
  await setLockDate(call, { date: addDays(year.endDate, -1) })
  return lockDate
}

/** The equity accounts for the result. */
const sharesOf = (call: CompanyCall, { form }: YearContext, result: Ore, given: readonly GivenShare[]): Share[] => {
  if (given.length === 0) {
    if (form.isSplit && result !== 0n) warn(call, `#/shares: ${doubts.noShares({ account: form.result })}`)
    return result === 0n ? [] : [{ account: form.result, ore: result }]
  }
  if (!form.isSplit) refuseIfAny([faults.sharesNotAllowed('#/shares')])
  const accounts = shareAccounts(form)
  const wrong = given.flatMap(({ account }, index): FieldError[] => {
    const isTwice = given.findIndex((one) => one.account === account) < index
    const field = `#/shares/${index}/account`
    if (accounts.includes(account) && !isTwice) return []
    return [faults.shareAccount(field, { accounts: accounts.join(', ') })]
  })
  refuseIfAny(wrong)
  const read = given.map(({ account, amount }) => ({ account, ore: oreFromNumber(amount) ?? 0n }))
  if (read.reduce((sum, { ore }) => sum + ore, 0n) !== result) {
    refuseIfAny([faults.sharesSum('#/shares', { amount: textFromOre(result) })])
  }
  return read
}

/** Books an entry and returns its id; null if there is nothing to book. Missing accounts are added to the chart. */
const book = async (
  call: CompanyCall,
  date: Day,
  title: string,
  items: readonly PlannedItem[],
): Promise<string | null> => {
  if (items.length === 0) return null
  const { accounts } = await bookOf(call, true)
  for (const { account } of items) {
    if (!accounts.has(account)) await createAccount(call, { number: account, name: nameOfAccount(account) })
  }
  return (await bookDocument(call, { title, date, items })).id
}

const MONTHS_PER_YEAR = 12

/**
 * Creates the next year: twelve months. If it differs from the calendar year, a sole proprietor's permission is carried
 * over.
 */
const makeNext = async (call: CompanyCall, { year, companyType }: YearContext): Promise<BookYear> => {
  const startDate = addDays(year.endDate, 1)
  const endDate = lastOfMonth(addMonths(startDate, MONTHS_PER_YEAR - 1))
  const isOther = companyType === 'proprietorship' && !endDate.endsWith('-12-31')
  const permission = isOther ? { permission: `As the fiscal year ${nameOf(year)}` } : {}
  const { id } = await createFiscalYear(call, { startDate, endDate, ...permission })
  return { ...(await yearContextOf(call, id)).year }
}

const nameOf = ({ startDate, endDate }: { startDate: Day; endDate: Day }): string => `${startDate} to ${endDate}`

/** Carries balances forward into the next year, unless it keeps its own; returns the id of the transfer entry. */
const carryInto = async (
  call: CompanyCall,
  around: YearContext & { next: BookYear },
  { next: found }: Facts,
): Promise<string | null> => {
  if (!found?.keepsOwn) {
    await beginNext(call, around.next)
    return moveInto(call, around)
  }
  const accounts = found.differing
  if (accounts.length > 0) warn(call, doubts.keepsOwn({ next: nameOf(found), accounts: namesOf(accounts) }))
  return null
}

const namesOf = (accounts: readonly number[]): string =>
  [...accounts.slice(0, MAX_NAMED), ...(accounts.length > MAX_NAMED ? ['…'] : [])].join(', ')

/** Stores the opening balances of the next year, unless they are already stored. */
const beginNext = async (call: CompanyCall, next: BookYear): Promise<void> => {
  const opening = await carriedInto(call, next.startDate)
  const stored = await storedOpening(call, next.id)
  if (stored && differingAccounts(opening, stored).length === 0) return
  await storeOpening(call, { fiscalYearId: next.id, opening, reason: CARRIED })
}

/** Books the transfers at the start of the next year; returns the id of the entry. */
const moveInto = async (call: CompanyCall, around: YearContext & { next: BookYear }): Promise<string | null> => {
  const opening = await carriedInto(call, around.next.startDate)
  const items = transferItems(around.form, opening, await movedIn(call, around))
  return book(call, around.next.startDate, 'Omföring av föregående års resultat och eget kapital', items)
}
