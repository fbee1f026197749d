// Fiscal years (räkenskapsår).
import { findCompany } from '#identity'
import { type AccountingMethod, lockBooks } from '#ledger/book'
import { ledgerFaults, ledgerPhrases, ledgerRefusals } from '#ledger/refusals'
import { type CompanyCall, warn } from '#platform/call'
import { type Day, FIRST_BOOK_DAY, firstOfMonth, isDay, LAST_BOOK_DAY, lastOfMonth } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'

export type FiscalYear = {
  id: string
  startDate: Day
  endDate: Day
  accountingMethod: AccountingMethod
  status: 'open' | 'closed'
  modifiedAt: Date
}

/** The latest of: created, closed, reopened. */
const modifiedAt = sql`greatest(created_at, closed_at, reopened_at)`

const columns = sql`
  id, start_date as "startDate", end_date as "endDate", accounting_method as "accountingMethod",
  case when closed_at is null then 'open' else 'closed' end as status, ${modifiedAt} as "modifiedAt"`

const listOf = (companyId: string): List<FiscalYear, FiscalYear> => ({
  name: 'fiscal-years',
  columns,
  from: sql`ledger.fiscal_year`,
  where: sql`company_id = ${companyId} and removed_at is null`,
  key: [sql`start_date`],
  keyOf: ({ startDate }) => [startDate],
  filters: {
    properties: {
      startDate: { type: 'date', column: sql`start_date` },
      endDate: { type: 'date', column: sql`end_date` },
      accountingMethod: { type: { oneOf: ['cash', 'accrual'] }, column: sql`accounting_method` },
      status: {
        type: { oneOf: ['open', 'closed'] },
        column: sql`(case when closed_at is null then 'open' else 'closed' end)`,
      },
      modifiedDateTime: { type: 'datetime', column: modifiedAt },
    },
  },
  itemOf: ({ id, startDate, endDate, accountingMethod, status, modifiedAt: at }) => ({
    id,
    startDate,
    endDate,
    accountingMethod,
    status,
    modifiedAt: at,
  }),
})

/** The company's fiscal years, latest first. */
export const listFiscalYears = (call: CompanyCall, request: PageRequest): Promise<Page<FiscalYear>> =>
  listPage(call, listOf(call.companyId), request)

/**
 * One fiscal year; refused as not found if it does not exist or was removed: what remains of a removed year is internal
 * to the ledger.
 */
export const getFiscalYear = async ({ db, companyId }: CompanyCall, id: string): Promise<FiscalYear> => {
  const year = await db.maybe<FiscalYear>(
    sql`select ${columns} from ledger.fiscal_year
      where company_id = ${companyId} and id = ${id} and removed_at is null`,
  )
  if (!year) throw ledgerRefusals.fiscalYearNotFound({ id })
  return year
}

type NewFiscalYear = { startDate: string; endDate: string; accountingMethod: AccountingMethod }

/** Longest fiscal year, in months (bokföringslagen 3 kap. 3 §). */
export const MAX_MONTHS = 18

/**
 * A fiscal year to add; `permission` cites the decision by which a sole proprietor's year differs from the calendar
 * year.
 */
type AskedFiscalYear = Omit<NewFiscalYear, 'accountingMethod'> & {
  accountingMethod?: AccountingMethod
  permission?: string | undefined
}

/**
 * Adds an open fiscal year adjacent to the existing ones. The accounting method defaults to that of the latest year.
 */
export const createFiscalYear = async (call: CompanyCall, input: AskedFiscalYear): Promise<FiscalYear> => {
  const { startDate, endDate, permission } = input
  await lockBooks(call)
  const others = await call.db.rows<FiscalYear>(
    sql`select ${columns} from ledger.fiscal_year where company_id = ${call.companyId} order by start_date`,
  )
  const { companyType } = await findCompany(call.db, call.companyId)
  const isFirst = others.every((other) => startDate < other.startDate)
  const isCalendar = companyType === 'proprietorship' && permission === undefined
  refuseIfAny(wrongIn(startDate, endDate, { isFirst, isCalendar }))
  const overlapped = others.find((other) => startDate <= other.endDate && other.startDate <= endDate)
  if (overlapped) throw ledgerRefusals.yearsOverlap({ year: period(input), other: period(overlapped) })
  const adjoins = others.some((other) => follows(other.endDate, startDate) || follows(endDate, other.startDate))
  if (others.length > 0 && !adjoins) {
    throw ledgerRefusals.yearsNotAdjoining({ years: others.map(period).join(', ') })
  }
  const after = await closedAfter(call, endDate)
  if (after) throw ledgerRefusals.closedYearAfterNew({ year: period(input), after })
  const isPartnership = companyType === 'partnership' || companyType === 'limitedPartnership'
  if (isPartnership && permission === undefined && !isCalendarYear(startDate, endDate, isFirst)) {
    warn(call, ledgerPhrases.brokenYear({ year: period(input) }))
  }
  const accountingMethod = input.accountingMethod ?? others.at(-1)?.accountingMethod ?? 'accrual'
  return insertFiscalYear(call, { startDate, endDate, accountingMethod }, permission)
}

/** A first year may begin on any day. */
const isCalendarYear = (startDate: string, endDate: string, isFirst: boolean): boolean =>
  (isFirst || startDate.endsWith('-01-01')) && endDate.endsWith('-12-31')

/** Inserts a validated fiscal year. */
export const insertFiscalYear = async (
  call: CompanyCall,
  { startDate, endDate, accountingMethod }: NewFiscalYear,
  permission?: string,
): Promise<FiscalYear> => {
  const year = await call.db.one<FiscalYear>(sql`
    insert into ledger.fiscal_year (company_id, id, start_date, end_date, accounting_method, created_at)
    values (${call.companyId}, ${newId()}, ${startDate}, ${endDate}, ${accountingMethod}, ${call.now})
    returning ${columns}`)
  const detail = { id: year.id, startDate, endDate, accountingMethod }
  recordEvent(
    call,
    'fiscal-year.created',
    { id: year.id },
    permission === undefined ? detail : { ...detail, permission },
  )
  return year
}

/**
 * The company's first year starts on the day its obligation to keep books starts, so it may be shorter than a year, or
 * up to 18 months (bokföringslagen 3 kap. 3 §). A natural person's years are calendar years (3 kap. 1 §).
 */
const wrongIn = (
  startDate: string,
  endDate: string,
  { isFirst, isCalendar }: { isFirst: boolean; isCalendar: boolean },
): FieldError[] => {
  const errors: FieldError[] = []
  if (!isDay(startDate)) errors.push(ledgerFaults.badDate('#/startDate'))
  else if (startDate < FIRST_BOOK_DAY) errors.push(ledgerFaults.yearOutside('#/startDate', BOOK_DAYS))
  else if (!isFirst && startDate !== firstOfMonth(startDate)) errors.push(ledgerFaults.periodMonths('#/startDate'))
  else if (!isFirst && isCalendar && !startDate.endsWith('-01-01')) errors.push(ledgerFaults.notCalendar('#/startDate'))
  if (!isDay(endDate)) errors.push(ledgerFaults.badDate('#/endDate'))
  else if (endDate > LAST_BOOK_DAY) errors.push(ledgerFaults.yearOutside('#/endDate', BOOK_DAYS))
  else if (isDay(startDate) && endDate <= startDate) errors.push(ledgerFaults.periodOrder('#/endDate'))
  else if (endDate !== lastOfMonth(endDate)) errors.push(ledgerFaults.periodMonths('#/endDate'))
  else if (isDay(startDate) && monthOf(endDate) - monthOf(startDate) >= MAX_MONTHS) {
    errors.push(ledgerFaults.periodLength('#/endDate'))
  } else if (isCalendar && !endDate.endsWith('-12-31')) errors.push(ledgerFaults.notCalendar('#/endDate'))
  return errors
}

const BOOK_DAYS = { first: FIRST_BOOK_DAY, last: LAST_BOOK_DAY }
const MONTHS_PER_YEAR = 12
const MILLISECONDS_PER_DAY = 86_400_000

/** Months since year 0. */
const monthOf = (day: Day): number => Number(day.slice(0, 4)) * MONTHS_PER_YEAR + Number(day.slice(5, 7))

/** Whether `next` is the day after `day`; days parse as midnight UTC. */
const follows = (day: string, next: string): boolean => Date.parse(next) - Date.parse(day) === MILLISECONDS_PER_DAY

const period = ({ startDate, endDate }: { startDate: string; endDate: string }) => `${startDate} to ${endDate}`

/**
 * Closes a fiscal year: nothing more can be booked in it. All earlier years must be closed first, so that its figures
 * cannot change.
 */
export const closeFiscalYear = async (call: CompanyCall, { id }: { id: string }): Promise<FiscalYear> => {
  await lockBooks(call)
  const year = await getFiscalYear(call, id)
  if (year.status === 'closed') throw ledgerRefusals.yearClosedAlready({ id })
  const earlier = await call.db.maybe<FiscalYear>(sql`
    select ${columns} from ledger.fiscal_year
    where company_id = ${call.companyId} and start_date < ${year.startDate} and closed_at is null
    order by start_date limit 1`)
  if (earlier) throw ledgerRefusals.earlierYearOpen({ year: period(year), earlier: period(earlier) })
  await call.db.rows(sql`
    update ledger.fiscal_year set closed_at = ${call.now}, closed_by = ${call.actor.name}
    where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'fiscal-year.closed', { id }, { id })
  return { ...year, status: 'closed', modifiedAt: call.now }
}

/** The first closed year whose opening balances derive from the year that ends on `endDate`. */
export const closedAfter = async ({ db, companyId }: CompanyCall, endDate: string): Promise<string | null> => {
  const year = await db.maybe<{ period: string }>(sql`
    select y.start_date || ' to ' || y.end_date as period from ledger.fiscal_year y
    where y.company_id = ${companyId} and y.start_date > ${endDate} and y.closed_at is not null
      and not exists (
        select from ledger.fiscal_year b
        where b.company_id = ${companyId} and b.opening_stored and b.start_date > ${endDate}
          and b.start_date <= y.start_date)
    order by y.start_date limit 1`)
  return year?.period ?? null
}

/** The reason and time of a reopening, and when the year had been closed. */
export type Reopening = {
  reason: string
  closedAt: Date
  closedBy: string
  reopenedAt: Date
  reopenedBy: string
}

/** Reopens a closed fiscal year. The books are unchanged; all later years must be open. */
export const reopenFiscalYear = async (
  call: CompanyCall,
  { id, reason }: { id: string; reason: string },
): Promise<FiscalYear> => {
  const { db, companyId, now, actor } = call
  await lockBooks(call)
  const year = await getFiscalYear(call, id)
  if (reason.trim() === '') refuseIfAny([ledgerFaults.reasonMissing('#/reason')])
  if (year.status === 'open') throw ledgerRefusals.yearOpenAlready({ id })
  const later = await db.maybe<FiscalYear>(sql`
    select ${columns} from ledger.fiscal_year
    where company_id = ${companyId} and start_date > ${year.endDate} and closed_at is not null
    order by start_date desc limit 1`)
  if (later) throw ledgerRefusals.laterYearClosed({ year: period(later) })
  const { closedAt } = await db.one<{ closedAt: Date }>(sql`
    insert into ledger.fiscal_year_reopening (
      company_id, fiscal_year_id, number, reason, closed_at, closed_by, reopened_at, reopened_by)
    select company_id, id, 1 + (
        select count(*) from ledger.fiscal_year_reopening r
        where r.company_id = ${companyId} and r.fiscal_year_id = ${id}),
      ${reason.trim()}, closed_at, coalesce(closed_by, ''), ${now}, ${actor.name}
    from ledger.fiscal_year where company_id = ${companyId} and id = ${id}
    returning closed_at as "closedAt"`)
  await db.rows(sql`
    update ledger.fiscal_year set closed_at = null, closed_by = null, reopened_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'fiscal-year.reopened', { id }, { id, reason: reason.trim(), closedAt })
  return { ...year, status: 'open', modifiedAt: now }
}

/** The reopenings of a year, latest first. */
export const reopeningsOf = ({ db, companyId }: CompanyCall, id: string): Promise<Reopening[]> =>
  db.rows<Reopening>(sql`
    select reason, closed_at as "closedAt", closed_by as "closedBy", reopened_at as "reopenedAt",
      reopened_by as "reopenedBy"
    from ledger.fiscal_year_reopening where company_id = ${companyId} and fiscal_year_id = ${id}
    order by number desc limit ${MAX_REOPENINGS_TOLD}`)

/** Maximum number of reopenings returned. */
const MAX_REOPENINGS_TOLD = 100
