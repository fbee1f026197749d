// The next VAT deadlines: missing returns, the EU sales list, and the OSS return.
import { findCompany, vatSettingOf } from '#identity'
import { bookOf, vatLinesApart } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addMonths, type Day, dayFrom, dayOf, firstOfMonth, lastOfMonth, monthOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { type Deadline, type DeadlinesOf, shiftingEntries } from '#reports'
import { businessDayFrom } from './due.rules.ts'
import { ossQuarterLeft } from './oss-return.ts'
import { dueDateOf, firstAsked, isPeriodic, leftOfPeriod, tradeIn, unreported } from './period.ts'
import { type Days, periodAt } from './return.rules.ts'

/** Maximum number of returns listed. */
const MAX_RETURNS = 12

export const deadlinesOfVat: DeadlinesOf = async (call) => {
  const oss = await ossQuarterLeft(call)
  return [...(await ordinaryDeadlines(call)), ...(oss ? [{ kind: 'ossReturn' as const, ...oss }] : [])]
}

const ordinaryDeadlines: DeadlinesOf = async (call) => {
  const setting = await vatSettingOf(call)
  if (setting === null || !isPeriodic(setting)) return []
  const today = dayOf(call.now)
  const { years } = await bookOf(call, true)
  const present = periodAt(setting, years, today)
  // Years are closed in order: closing a period's last day closes the rest of it too.
  const isClosed = years.some(({ closed, startDate, endDate }) => {
    return closed && present !== null && startDate <= present.end && present.end <= endDate
  })
  const periods = await returnsLeft(call, present === null || isClosed ? [] : [present])
  const { companyType } = await findCompany(call.db, call.companyId)
  const returns = periods.map(({ start, end, ...trade }): Deadline => {
    const dueDate = dueDateOf({ setting, companyType, end, ...trade })
    if (!dueDate) throw new Error('A period without a due date')
    return { kind: 'vatReturn', from: start, to: end, dueDate }
  })
  return [...returns, ...(await salesListOf(call, today))]
}

type Left = Days & { baseOre: Ore; tradesInUnion: boolean }

/** The current period, and ended periods of open years that must be reported and are not. */
const returnsLeft = ({ db, companyId, now }: CompanyCall, present: readonly Days[]): Promise<Left[]> => {
  const company = sql`${companyId}::uuid`
  return db.rows<Left>(
    sql`
    select p.start_date as start, p.end_date as "end", trade.*
    from (
      select p.start_date, p.end_date from ${unreported(company, dayOf(now))}
      union
      select p.start_date, p.end_date
      from unnest(${present.map(({ start }) => start)}::date[], ${present.map(({ end }) => end)}::date[])
        as w (start_date, end_date)
      cross join lateral ${leftOfPeriod(company, dayOf(now))} p
      where p.end_date >= ${firstAsked(company, dayOf(now))}
    ) p
    cross join lateral (${tradeIn(company)}) trade
    order by p.start_date limit ${MAX_RETURNS}`,
    'vat-returns-left',
  )
}

/** The day of the month when the list of the previous month is due, sent electronically (2011:1244, 35 kap. 9 §). */
const LIST_DAY = '25'
/** The boxes of sales of goods, and of services, that the list covers. */
const GOODS = ['35', '38']
const SERVICES = ['39']

/**
 * The list of the previous month if goods were sold in it, or of the quarter that ended with it. Accruals that move a
 * sale to other months do not count as sales.
 */
const salesListOf = async ({ db, companyId }: CompanyCall, today: Day): Promise<Deadline[]> => {
  const dueDate = businessDayFrom(dayFrom(`${monthOf(today)}-${LIST_DAY}`))
  if (dueDate < today) return []
  const month = addMonths(firstOfMonth(today), -1)
  const endsQuarter = Number(month.slice(5, 7)) % 3 === 0
  const quarter = addMonths(month, -2)
  const to = lastOfMonth(month)
  const rows = await db.rows<{ month: Day; goods: boolean }>(
    sql`
    select b.month, bool_or(a.vat_code = any(${GOODS}::text[])) as goods from ledger.account_view a
    join ledger.month_balance_view b on b.company_id = a.company_id and b.account = a.number
    left join (
      select i.account, date_trunc('month', e.date)::date as month, sum(i.debit) as debit, sum(i.credit) as credit
      from (${shiftingEntries(companyId)}) e
      cross join lateral (
        select i.account, i.debit, i.credit from ledger.journal_entry_item_view i
        where i.company_id = ${companyId} and i.journal_entry_id = e.id offset 0
      ) i
      where e.date between ${quarter} and ${to}
      group by 1, 2
    ) s on s.account = b.account and s.month = b.month
    where a.company_id = ${companyId} and a.vat_code = any(${[...GOODS, ...SERVICES]}::text[])
      and b.month between ${endsQuarter ? quarter : month} and ${month}
      and (b.debit <> coalesce(s.debit, 0) or b.credit <> coalesce(s.credit, 0))
    group by b.month
    union all
    select date_trunc('month', l.date)::date, bool_or(l.vat_code = any(${GOODS}::text[]))
    from (${vatLinesApart(companyId)}) l
    where l.vat_code = any(${[...GOODS, ...SERVICES]}::text[])
      and l.date between ${endsQuarter ? quarter : month} and ${to}
    group by 1`,
    'vat-union-sales',
  )
  if (rows.some((row) => row.month === month && row.goods)) return [{ kind: 'euSalesList', from: month, to, dueDate }]
  return endsQuarter && rows.length > 0 ? [{ kind: 'euSalesList', from: quarter, to, dueDate }] : []
}
