// VAT periods (redovisningsperioder): which have ended with tax in the books and are not reported, and that one is.
import { type VatSetting, vatSettingOf } from '#identity'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { happen } from '#platform/event'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { TodosOf } from '#platform/todo'
import { ledgerFaults } from './refusals.ts'

/** The period that a month is of; a year is the fiscal year. */
const startOfPeriod = sql`case c.vat_setting
  when 'monthly' then b.month
  when 'quarterly' then date_trunc('quarter', b.month)::date
  else y.start_date end`
const endOfPeriod = sql`case c.vat_setting
  when 'monthly' then (b.month + interval '1 month' - interval '1 day')::date
  when 'quarterly' then (date_trunc('quarter', b.month) + interval '3 months' - interval '1 day')::date
  else y.end_date end`

/**
 * Periods of open years that have ended, have something on accounts of output or input tax (26xx, except the
 * settlement accounts from 2650 on), and are not reported, by one report or by several together.
 */
export const todosOfVat: TodosOf = ({ company, today }) => [
  {
    kind: 'vat.unreported',
    date: sql`p.end_date`,
    from: sql`p.start_date`,
    rows: sql`(
        select ${startOfPeriod} as start_date, ${endOfPeriod} as end_date
        from identity.company_view c
        join ledger.month_balance b on b.company_id = c.id and b.account between 2600 and 2649
        join ledger.fiscal_year y on y.company_id = c.id and y.id = b.fiscal_year_id and y.closed_at is null
        where c.id = ${company} and c.vat_setting <> 'notRegisteredForVat' and (b.debit <> 0 or b.credit <> 0)
        group by 1, 2
      ) p
      where p.end_date < ${today}::date
        and not coalesce((
          select range_agg(daterange(r.start_date, r.end_date, '[]')) @> daterange(p.start_date, p.end_date, '[]')
          from ledger.vat_report r
          where r.company_id = ${company} and r.start_date <= p.end_date and r.end_date >= p.start_date), false)`,
    order: sql`p.end_date`,
  },
]

export const vatPeriodStatuses = ['ongoing', 'unreported', 'reported'] as const

/** A period as people see it; by whom it was reported is the name of who has noted it. */
export type VatPeriod = {
  startDate: Day
  endDate: Day
  status: (typeof vatPeriodStatuses)[number]
  reportedAt: Date | null
  reportedBy: string | null
}

/** What a period is of the calendar's, and how long; a year is the fiscal year. Quarters may be of two fiscal years. */
const calendarPeriods: { [Setting in VatSetting]?: { unit: string; length: string } } = {
  monthly: { unit: 'month', length: '1 month' },
  quarterly: { unit: 'quarter', length: '3 months' },
}

/** The VAT periods of all fiscal years, the last one first; none while nobody has said how often VAT is reported. */
export const listVatPeriods = async (call: CompanyCall, request: PageRequest): Promise<Page<VatPeriod>> => {
  const setting = await vatSettingOf(call)
  const { unit = null, length = null } = (setting && calendarPeriods[setting]) ?? {}
  const days = sql`daterange(r.start_date, r.end_date, '[]')`
  const status = sql`case
    when p.end_date >= ${dayOf(call.now)}::date then 'ongoing'
    when coalesce(noted.days @> daterange(p.start_date, p.end_date, '[]'), false) then 'reported'
    else 'unreported' end`
  const list: List<VatPeriod, VatPeriod> = {
    name: 'vat-periods',
    columns: sql`p.start_date as "startDate", p.end_date as "endDate", ${status} as status,
      case when ${status} = 'reported' then noted.at end as "reportedAt",
      case when ${status} = 'reported' then noted.by end as "reportedBy"`,
    from: sql`(
        select distinct period.* from ledger.fiscal_year y cross join lateral (
          select s::date as start_date, (s + ${length}::interval - interval '1 day')::date as end_date
          from generate_series(date_trunc(${unit}::text, y.start_date), y.end_date, ${length}::interval) s
          union all select y.start_date, y.end_date where ${setting === 'yearly'}) period
        where y.company_id = ${call.companyId}) p
      cross join lateral (
        select range_agg(${days}) as days, max(r.reported_at) as at,
          (array_agg(r.reported_by order by r.reported_at desc))[1] as by
        from ledger.vat_report r
        where r.company_id = ${call.companyId} and r.start_date <= p.end_date and r.end_date >= p.start_date) noted`,
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
    itemOf: ({ startDate, endDate, status: stands, reportedAt, reportedBy }) => ({
      ...{ startDate, endDate, status: stands, reportedAt, reportedBy },
    }),
  }
  return listPage(call, list, request)
}

/** Notes that VAT was reported for the days from `start` to `end`, all of which are over. */
export const noteVatReport = async (call: CompanyCall, { start, end }: { start: Day; end: Day }): Promise<void> => {
  if (start >= end) refuseIfAny([ledgerFaults.periodOrder('#/endDate')])
  if (end >= dayOf(call.now)) refuseIfAny([ledgerFaults.periodNotOver('#/endDate', { end })])
  await call.db.rows(sql`
    insert into ledger.vat_report (company_id, start_date, end_date, reported_at, reported_by)
    values (${call.companyId}, ${start}, ${end}, ${call.now}, ${call.actor.name})
    on conflict (company_id, start_date) do update set
      end_date = excluded.end_date, reported_at = excluded.reported_at, reported_by = excluded.reported_by`)
  happen(call, 'vat-report.noted', null, { start, end })
}
