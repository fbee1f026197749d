// Closing a fiscal year: what is unpaid under the cash method is booked, the result goes to equity, the next year is
// made and begins with what this one ends with, what belongs to its beginning is moved, and the year is closed. All of
// it in one transaction, or nothing.
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
  ledgerRefusals,
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
import { type Around, aroundOf, CARRIED, factsOf, movedIn } from './facts.ts'
import { type Form, nameOfAccount, shareAccounts } from './form.rules.ts'
import { warnOfCurrencies } from './in-currency.ts'
import { type PlannedItem, resultItems, type Share, transferItems } from './plan.rules.ts'
import { yearEndDoubts as doubts, yearEndFaults as faults, yearEndRefusals as refusals } from './refusals.ts'

/** What one closing has booked; a profit is above zero. */
export type Closing = {
  number: number
  closedAt: Date
  closedBy: string
  ore: Ore
  resultEntryId: string | null
  transferEntryId: string | null
  nextFiscalYearId: string
}

/** The state of a year's end: what is judged, and what became of the year before. */
export type YearEnd = {
  year: FiscalYear
  facts: Facts
  closings: Closing[]
  reopenings: Reopening[]
  /** Of a partnership: the result that is not booked yet, and the accounts of the partners that may have it. */
  shares: { result: Ore; accounts: { account: number; name: string }[] } | null
}

/** How many closings of a year are told of. */
const MAX_CLOSINGS = 100
/** Most account numbers that a warning names. */
const MAX_NAMED = 10

/** The state of the end of a year; reads one snapshot. */
export const yearEndOf = async (call: CompanyCall, id: string): Promise<YearEnd> => {
  const around = await aroundOf(call, id)
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

/** How a partnership's result is split, in kronor: a profit is above zero. */
export type GivenShare = { account: number; amount: number }

export type AskedClosing = { id: string; shares?: readonly GivenShare[] | undefined }

/** Closes a year. Refused with all that stands in the way; nothing is booked then. */
export const closeYearEnd = async (call: CompanyCall, { id, shares = [] }: AskedClosing): Promise<YearEnd> => {
  const { method } = await lockYear(call, id)
  const lockDate = await unlock(call, id)
  if (method === 'cash') await bookLeftUnpaid(call, id)
  const around = await aroundOf(call, id)
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
 * Books what is unpaid at the end of a year of the cash method, as invoices would be under the accrual method; payments
 * clear it later. Comes before the VAT of the last period is reported, since it is part of that.
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
 * Documents are locked before the numbers, and the numbers before the books, as everywhere. What was published until
 * these were held is locked last; nobody is waited for there, who may himself wait for them.
 */
const lockYear = async (call: CompanyCall, id: string): Promise<BookYear> => {
  const { year } = await aroundOf(call, id)
  const isCash = year.method === 'cash'
  if (isCash) {
    await lockUnpaidPurchases(call, { fiscalYearId: id })
    await lockUnpaidSales(call, year.endDate)
  }
  await lockNumbers(call)
  await lockBooks(call)
  if (isCash) await lockUnpaidSales(call, year.endDate, { waits: false })
  const { closed } = (await aroundOf(call, id)).year
  if (closed) throw ledgerRefusals.yearClosedAlready({ id })
  return year
}

const bookLeftUnpaid = async (call: CompanyCall, fiscalYearId: string): Promise<void> => {
  const purchases = await lockUnpaidPurchases(call, { fiscalYearId })
  await bookUnpaid(call, { fiscalYearId })
  await bookUnpaidPurchases(call, purchases)
}

/**
 * The lock date holds others off the days before it, and not the closing of their year: it is moved back to the day
 * before the year's last one, and what it was is answered. Null where it hinders nothing.
 */
const unlock = async (call: CompanyCall, id: string): Promise<Day | null> => {
  const { lockDate } = await bookOf(call, true)
  const { year } = await aroundOf(call, id)
  if (lockDate === null || lockDate < year.endDate) return null
  await setLockDate(call, { date: addDays(year.endDate, -1) })
  return lockDate
}

/** The accounts of equity that the result goes to. */
const sharesOf = (call: CompanyCall, { form }: Around, result: Ore, given: readonly GivenShare[]): Share[] => {
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

/** The id of the entry; null where there is nothing to book. Accounts that the chart lacks are added. */
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

/** Makes the year after: twelve months. Where it is not the calendar's, a sole proprietor's permission goes on. */
const makeNext = async (call: CompanyCall, { year, companyType }: Around): Promise<BookYear> => {
  const startDate = addDays(year.endDate, 1)
  const endDate = lastOfMonth(addMonths(startDate, MONTHS_PER_YEAR - 1))
  const isOther = companyType === 'proprietorship' && !endDate.endsWith('-12-31')
  const permission = isOther ? { permission: `As the fiscal year ${nameOf(year)}` } : {}
  const { id } = await createFiscalYear(call, { startDate, endDate, ...permission })
  return { ...(await aroundOf(call, id)).year }
}

const nameOf = ({ startDate, endDate }: { startDate: Day; endDate: Day }): string => `${startDate} to ${endDate}`

/** What the next year gets from this one, unless it keeps its own; the id of the entry that moves it. */
const carryInto = async (
  call: CompanyCall,
  around: Around & { next: BookYear },
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

/** Stores what the next year begins with, unless that stands there already. */
const beginNext = async (call: CompanyCall, next: BookYear): Promise<void> => {
  const opening = await carriedInto(call, next.startDate)
  const stored = await storedOpening(call, next.id)
  if (stored && differingAccounts(opening, stored).length === 0) return
  await storeOpening(call, { fiscalYearId: next.id, opening, reason: CARRIED })
}

/** Moves what belongs to the beginning of the next year; the id of the entry. */
const moveInto = async (call: CompanyCall, around: Around & { next: BookYear }): Promise<string | null> => {
  const opening = await carriedInto(call, around.next.startDate)
  const items = transferItems(around.form, opening, await movedIn(call, around))
  return book(call, around.next.startDate, 'Omföring av föregående års resultat och eget kapital', items)
}
