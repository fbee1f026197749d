// VAT periods (redovisningsperioder): ended and unreported ones since the company started, and due dates.
import { type CompanyType, findCompany, type VatSetting, vatSettingOf } from '#identity'
import { accountingCurrencyIn, accountingCurrencyOf, inBaseCurrency, kronorOn, vatLinesApart } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { MAX_AMOUNT, type Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { shiftingEntries } from '#reports'
import type { AccountingCurrency } from '#rule/currency'
import type { TodosOf } from '#todo/todo'
import { dueDate, type PeriodSetting } from './due.rules.ts'

/** The days of the period `w` without a return, as ranges: periods change when the company's reporting period does. */
const holes = (company: Sql): Sql => sql`
  unnest(datemultirange(daterange(w.start_date, w.end_date, '[]')) - coalesce((
    select range_agg(daterange(r.start_date, r.end_date, '[]')) from vat.vat_return r
    where r.company_id = ${company} and r.start_date <= w.end_date and r.end_date >= w.start_date),
    '{}'::datemultirange)) as hole (days)`

/**
 * The next unreported part of the period `w`, usually all of it; no row if returns cover all of its days. A part that
 * ends before the first required day is returned only if nothing else is left.
 */
export const leftOfPeriod = (company: Sql, today: Day): Sql => sql`(
    select lower(hole.days) as start_date, upper(hole.days) - 1 as end_date from ${holes(company)}
    order by upper(hole.days) <= ${firstAsked(company, today)}, hole.days limit 1)`

/** Each part of a period without a return, earliest first. */
export const partsLeft = (
  { db, companyId }: CompanyCall,
  { start, end }: { start: Day; end: Day },
): Promise<{ start: Day; end: Day }[]> =>
  db.rows(sql`
    select lower(hole.days) as start, upper(hole.days) - 1 as "end"
    from (select ${start}::date as start_date, ${end}::date as end_date) w
    cross join lateral ${holes(sql`${companyId}::uuid`)}
    order by hole.days`)

/**
 * The day from which returns are required: that of the first entry, since a company that has started reports each
 * period, even without VAT. Without entries, no ended period is required.
 */
export const firstAsked = (company: Sql, today: Day): Sql => sql`
  coalesce((select min(e.date) from ledger.journal_entry_view e
    where e.company_id = ${company} and e.date is not null), ${today}::date)`

/** The unreported parts of periods of open years that have ended since the first entry. */
export const unreported = (company: Sql, before: Day): Sql => sql`(
    select distinct period.start_date, period.end_date
    from identity.company_view c
    join ledger.fiscal_year_view y on y.company_id = c.id and y.closed_at is null
    cross join lateral (
      select s::date as start_date, (s + unit.length - interval '1 day')::date as end_date
      from (values ('monthly', 'month', interval '1 month'), ('quarterly', 'quarter', interval '3 months'))
        as unit (setting, name, length)
      cross join lateral generate_series(date_trunc(unit.name, y.start_date), y.end_date, unit.length) s
      where unit.setting = c.vat_setting
      union all select y.start_date, y.end_date where c.vat_setting = 'yearly') period
    where c.id = ${company} and y.start_date < ${before}::date
      and period.end_date >= ${firstAsked(sql`c.id`, before)}
  ) w
  cross join lateral ${leftOfPeriod(company, before)} p
  where p.end_date < ${before}::date and p.end_date >= ${firstAsked(company, before)}`

export const todosOfVat: TodosOf = ({ company, today }) => [
  {
    kind: 'vat.unreported',
    id: sql`p.start_date`,
    date: sql`p.end_date`,
    from: sql`p.start_date`,
    rows: unreported(company, today),
    order: sql`p.end_date`,
  },
]

type PeriodOf = { companyId: string; start: Day; end: Day }

/** The due dates of periods of some companies, in order; null if no return is required. */
export const dueDatesOf = async (db: CompanyCall['db'], periods: readonly PeriodOf[]): Promise<(Day | null)[]> => {
  if (periods.length === 0) return []
  type Found = {
    setting: VatSetting | null
    companyType: CompanyType
    end: Day
    baseOre: Ore
    tradesInUnion: boolean
    currency: AccountingCurrency
  }
  const rows = await db.rows<Found>(
    sql`
    select c.vat_setting as setting, c.company_type as "companyType", p.end_date as "end",
      ${accountingCurrencyIn(sql`p.company_id`)} as currency, trade.*
    from unnest(${periods.map(({ companyId }) => companyId)}::uuid[], ${periods.map(({ start }) => start)}::date[],
      ${periods.map(({ end }) => end)}::date[]) with ordinality as p (company_id, start_date, end_date, place)
    join identity.company_view c on c.id = p.company_id
    cross join lateral (${tradeIn(sql`p.company_id`)}) trade
    order by p.place`,
    'vat-due-dates',
  )
  const days: (Day | null)[] = []
  for (const { setting, currency, baseOre, ...due } of rows) {
    const base = await baseInKronor({ db }, { currency, baseOre, end: due.end })
    days.push(setting && dueDateOf({ setting, ...due, baseOre: base }))
  }
  return days
}

/**
 * The base of books in euro in kronor, by the rate of the last day of the period. Where that is unknown, the base
 * counts as large: the day that follows is never too late.
 */
const baseInKronor = async (
  call: Pick<CompanyCall, 'db'>,
  { currency, baseOre, end }: { currency: AccountingCurrency; baseOre: Ore; end: Day },
): Promise<Ore> => {
  const rate = await kronorOn(call, currency, end)
  return rate === null ? UNKNOWN_BASE : inBaseCurrency(baseOre, rate)
}

const UNKNOWN_BASE: Ore = BigInt(MAX_AMOUNT) * 100n

/** Maximum number of earlier periods named in a warning. */
const MAX_NAMED = 12

/** Unreported periods before a day, earliest first. */
export const unreportedBefore = ({ db, companyId }: CompanyCall, day: Day): Promise<{ start: Day; end: Day }[]> =>
  db.rows(sql`
    select p.start_date as start, p.end_date as "end" from ${unreported(sql`${companyId}::uuid`, day)}
    order by p.start_date limit ${MAX_NAMED}`)

export const vatPeriodStatuses = ['ongoing', 'unreported', 'reported', 'nothingBooked', 'yearClosed'] as const

/** A period as shown. */
export type VatPeriod = {
  startDate: Day
  endDate: Day
  status: (typeof vatPeriodStatuses)[number]
  reportedAt: Date | null
  reportedBy: string | null
  dueDate: Day | null
}

/** The data of a period that determines its due date, in öre. */
type PeriodRow = Omit<VatPeriod, 'dueDate'> & { baseOre: Ore; tradesInUnion: boolean }

/** The calendar unit and length of a period; a year is the fiscal year. Quarters may span two fiscal years. */
const calendarPeriods: { [Setting in VatSetting]?: { unit: string; length: string } } = {
  monthly: { unit: 'month', length: '1 month' },
  quarterly: { unit: 'quarter', length: '3 months' },
}

/**
 * The VAT periods of all fiscal years, latest first, each as far as it is unreported; none if the reporting period is
 * not set.
 */
export const listVatPeriods = async (call: CompanyCall, request: PageRequest): Promise<Page<VatPeriod>> => {
  const setting = await vatSettingOf(call)
  const { unit = null, length = null } = (setting && calendarPeriods[setting]) ?? {}
  const days = sql`daterange(r.start_date, r.end_date, '[]')`
  const today = dayOf(call.now)
  const company = sql`${call.companyId}::uuid`
  const status = sql`case
    when p.end_date >= ${today}::date then 'ongoing'
    when coalesce(noted.days @> daterange(p.start_date, p.end_date, '[]'), false) then 'reported'
    when p.end_date < ${firstAsked(company, today)} then 'nothingBooked'
    when not p.is_open then 'yearClosed'
    else 'unreported' end`
  const { companyType } = await findCompany(call.db, call.companyId)
  const currency = await accountingCurrencyOf(call)
  const list: List<PeriodRow, PeriodRow> = {
    name: 'vat-periods',
    columns: sql`p.start_date as "startDate", p.end_date as "endDate", ${status} as status,
      case when ${status} = 'reported' then noted.at end as "reportedAt",
      case when ${status} = 'reported' then noted.by end as "reportedBy", trade.*`,
    from: sql`(
        select period.*, bool_or(y.closed_at is null) as is_open from ledger.fiscal_year_view y cross join lateral (
          select s::date as start_date, (s + ${length}::interval - interval '1 day')::date as end_date
          from generate_series(date_trunc(${unit}::text, y.start_date), y.end_date, ${length}::interval) s
          union all select y.start_date, y.end_date where ${setting === 'yearly'}) period
        where y.company_id = ${call.companyId} and y.removed_at is null group by 1, 2) w
      cross join lateral (
        select range_agg(${days}) as days, max(r.reported_at) as at,
          (array_agg(r.actor_name order by r.reported_at desc))[1] as by
        from vat.vat_return r
        where r.company_id = ${call.companyId} and r.start_date <= w.end_date and r.end_date >= w.start_date) noted
      left join lateral ${leftOfPeriod(company, today)} rest on true
      cross join lateral (
        select coalesce(rest.start_date, w.start_date) as start_date, coalesce(rest.end_date, w.end_date) as end_date,
          w.is_open) p
      cross join lateral (${tradeIn(company)}) trade`,
    where: sql`true`,
    key: [sql`p.start_date`],
    keyOf: ({ startDate }) => [startDate],
    filters: {
      properties: {
        startDate: { type: 'date', column: sql`p.start_date` },
        endDate: { type: 'date', column: sql`p.end_date` },
        status: { type: { oneOf: vatPeriodStatuses }, column: status },
      },
    },
    itemOf: (row) => row,
  }
  const { items, ...page } = await listPage(call, list, request)
  const shown: VatPeriod[] = []
  for (const { startDate, endDate, status: stands, reportedAt, reportedBy, baseOre: own, tradesInUnion } of items) {
    const baseOre = await baseInKronor(call, { currency, baseOre: own, end: endDate })
    const dueDate = setting && dueDateOf({ setting, companyType, end: endDate, baseOre, tradesInUnion })
    shown.push({ startDate, endDate, status: stands, reportedAt, reportedBy, dueDate })
  }
  return { ...page, items: shown }
}

/** The due date of a return; null if none is required. */
export const dueDateOf = ({
  setting,
  ...due
}: {
  setting: VatSetting
  companyType: CompanyType
  end: Day
  baseOre: Ore
  tradesInUnion: boolean
}): Day | null => (isPeriodic(setting) ? dueDate({ setting, ...due }) : null)

export const isPeriodic = (setting: VatSetting): setting is PeriodSetting => setting !== 'notRegisteredForVat'

/** Boxes of domestic sales, and of EU trade. */
export const BASE_BOXES: readonly string[] = ['05', '06', '07', '08']
export const UNION_BOXES: readonly string[] = ['20', '21', '35', '37', '38', '39']

/**
 * The base of the twelve months up to the end of the period `p`, and whether there was EU trade in it. Entries that
 * only move sales or purchases to other months or accounts are ignored.
 */
export const tradeIn = (company: Sql): Sql => sql`
  with shift as materialized (
    select i.account, date_trunc('month', e.date)::date as month, sum(i.debit) as debit, sum(i.credit) as credit
    from (
      select s.id, s.date from (${shiftingEntries(company)}) s
      where s.date > p.end_date - interval '19 months' and s.date <= p.end_date
    ) e
    cross join lateral (
      select i.account, i.debit, i.credit from ledger.journal_entry_item_view i
      where i.company_id = ${company} and i.journal_entry_id = e.id offset 0
    ) i
    group by 1, 2
  ), booked as (
    select a.vat_code, b.month, sum(b.debit) as debit, sum(b.credit) as credit
    from ledger.account_view a
    cross join lateral (
      select m.month, m.debit, m.credit from ledger.month_balance_view m
      where m.company_id = ${company} and m.account = a.number
      union all
      select s.month, -s.debit, -s.credit from shift s where s.account = a.number
    ) b
    where a.company_id = ${company} and a.vat_code = any(${[...BASE_BOXES, ...UNION_BOXES]}::text[])
      and b.month > p.end_date - interval '18 months' and b.month <= p.end_date
    group by a.number, a.vat_code, b.month
    union all
    select c.code, date_trunc('month', l.date)::date, sum(c.sign * l.debit), sum(c.sign * l.credit)
    from (${vatLinesApart(company)}) l
    cross join lateral (values (l.vat_code, 1), (l.account_code, -1)) as c (code, sign)
    where c.code = any(${[...BASE_BOXES, ...UNION_BOXES]}::text[])
      and l.date > p.end_date - interval '18 months' and l.date <= p.end_date
    group by 1, 2
  )
  select
    coalesce(sum(b.credit - b.debit) filter (where b.vat_code = any(${[...BASE_BOXES]}::text[])
      and b.month > p.end_date - interval '1 year'), 0)::bigint as "baseOre",
    coalesce(bool_or(b.debit <> 0 or b.credit <> 0) filter (where b.vat_code = any(${[...UNION_BOXES]}::text[])
      and b.month >= date_trunc('month', p.start_date)), false) as "tradesInUnion"
  from booked b`
