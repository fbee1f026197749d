// Key figures (nyckeltal) of the start page, in few statements whose cost does not grow with the books.
import { bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDays, addMonths, type Day, dayOf, firstOfMonth, lastOfMonth } from '#platform/day'
import type { Ore } from '#platform/money'
import { join, type Sql, sql } from '#platform/sql'
import { unpaidDebts } from '#purchasing'
import { everything } from '#reports/figures'
import type { Figures } from '#reports/figures.rules'
import { type Period, usualYear, type Years, yearBefore } from '#reports/period.rules'
import { type AccountRange, bookedResult, cashAndBank, netSales, vatAccounts } from '#rule/account-ranges'
import { unpaidClaims } from '#sales'
import { type Class, figuresOfClasses } from './class-figures.ts'
import { type Deadline, deadlinesIn } from './deadline.ts'

/** Unpaid and overdue invoices: their number and remainder in öre. */
export type Unpaid = { count: bigint; ore: Ore; overdueCount: bigint; overdueOre: Ore }

/** Earnings of a period in öre: revenue is net sales, and the result excludes its own booking (8999). */
export type Earned = Period & { revenue: Ore; result: Ore }

/** A month with the cash balance at its end, in öre. */
export type MonthEarned = Earned & { cash: Ore }

export type KeyFigures = {
  today: Day
  cash: Ore
  /** Positive if payable. */
  vatToPay: Ore
  /** The fiscal year so far, and the same days a year earlier; null if there is no fiscal year. */
  yearSoFar: Earned | null
  yearBefore: Earned | null
  /** The started months of the fiscal year, and the same number of the previous year. */
  months: readonly { month: MonthEarned; before: MonthEarned }[]
  receivables: Unpaid
  payables: Unpaid
  /** The deadlines: overdue ones, and the next ones. */
  deadlines: readonly Deadline[]
  /** The accounts behind the figures. */
  accounts: Readonly<Record<'cash' | 'vat' | 'revenue' | 'result', readonly number[]>>
}

const first4 = sql`rpad(left(a.number::text, 4), 4, '0')`
const isOfResult = sql`a.kind in ('income', 'expense')`

const within = (ranges: readonly AccountRange[]): Sql => {
  const each = ranges.map(([first, last]) => sql`${first4} between ${String(first)} and ${String(last)}`)
  return sql`(${join(each, ' or ')})`
}

const REVENUE = { number: 1, kind: 'income', of: sql`${isOfResult} and ${within(netSales)}` } as const
/** Excludes the booking of the year's result. */
const REST = { number: 2, kind: 'expense', of: sql`${isOfResult} and not ${within(bookedResult)}` } as const
const CASH = { number: 3, kind: 'asset', of: within(cashAndBank) } as const
const VAT = { number: 4, kind: 'liability', of: within(vatAccounts) } as const
const classes: readonly Class[] = [REVENUE, REST, CASH, VAT]

const asAccount = ({ number, kind }: Class) => ({ number, kind, name: '', sru: [], vatCode: null })

/** Maximum number of months: a fiscal year has at most eighteen. */
const MAX_MONTHS = 18

/** The key figures of today. */
export const keyFigures = async (call: CompanyCall): Promise<KeyFigures> => {
  const { years } = await bookOf(call, true)
  const today = dayOf(call.now)
  const year = usualYear(years, today)
  const day = { from: today, to: today }
  const soFar = year && year.startDate <= today ? { from: year.startDate, to: earlier(today, year.endDate) } : null
  const before = soFar && aYearEarlier(soFar)
  const months = soFar ? monthsOf(soFar.from, today, years) : []
  const periods = [day, ...(soFar ? [soFar] : []), ...(before ? [before] : []), ...months.flatMap(Object.values)]
  const { figures, accountsOf } = await figuresOfClasses(call, { years, periods, known: everything(call), classes })
  const earned = (period: Period): Earned => earnedIn(figures, period)
  const earnedBy = (period: Period): MonthEarned => ({
    ...earned(period),
    cash: figures.closing(asAccount(CASH), period),
  })
  return {
    today,
    cash: figures.closing(asAccount(CASH), day),
    vatToPay: -figures.closing(asAccount(VAT), day),
    yearSoFar: soFar && earned(soFar),
    yearBefore: before && earned(before),
    months: months.map((one) => ({ month: earnedBy(one.month), before: earnedBy(one.before) })),
    ...(await unpaidOf(call, today)),
    deadlines: await deadlinesIn(call),
    accounts: {
      cash: accountsOf(CASH),
      vat: accountsOf(VAT),
      revenue: accountsOf(REVENUE),
      result: [...accountsOf(REVENUE), ...accountsOf(REST)],
    },
  }
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other)

/** The same days a year earlier; up to the end of the month if the period ends with one. */
const aYearEarlier = ({ from, to }: Period): Period => {
  const end = addMonths(to, -12)
  return { from: addMonths(from, -12), to: to === lastOfMonth(to) ? lastOfMonth(end) : end }
}

type Months = { month: Period; before: Period }

const monthsOf = (first: Day, today: Day, years: Years): Months[] => {
  const months: Months[] = []
  const end = yearBefore(years, today)?.endDate ?? today
  for (let month = firstOfMonth(first); month <= earlier(today, end) && months.length < MAX_MONTHS; ) {
    const past = addMonths(month, -12)
    const whole = { from: month, to: lastOfMonth(month) }
    months.push({ month: whole, before: { from: past, to: lastOfMonth(past) } })
    month = addDays(whole.to, 1)
  }
  return months
}

const earnedIn = (figures: Figures, period: Period): Earned => {
  const net = (of: Class): Ore => {
    const { debit, credit } = figures.moved(asAccount(of), period)
    return credit - debit
  }
  const revenue = net(REVENUE)
  return { ...period, revenue, result: revenue + net(REST) }
}

const unpaidOf = async (call: CompanyCall, today: Day): Promise<Pick<KeyFigures, 'receivables' | 'payables'>> => {
  const [receivables, payables] = await call.db.rows<Unpaid & { place: number }>(
    sql`
    select 1 as place, u.* from (${unpaidClaims(call, today)}) u
    union all
    select 2, u.* from (${unpaidDebts(call, today)}) u
    order by place`,
    'report-unpaid',
  )
  if (!receivables || !payables) throw new Error('A sum without a row')
  return { receivables, payables }
}
