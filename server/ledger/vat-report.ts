// VAT periods (redovisningsperioder): which have ended with tax in the books and are not reported, and that one is.
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { happen } from '#platform/event'
import { refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
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
 * Periods of open years that have ended, have something on accounts of output or input tax (26xx, but for the
 * settlement accounts from 2650 on), and are not reported, by one report or by several together: a part of the
 * statement that asks for all that is left to do.
 */
export const todosOfVat = ({ company, today, limit }: { company: Sql; today: Day; limit: number }): Sql => sql`
  select 'vat.unreported' as kind, '' as name, null::text as number, null::bigint as ore, 'SEK' as currency,
    p.end_date as date, p.start_date as from_date
  from (
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
      where r.company_id = ${company} and r.start_date <= p.end_date and r.end_date >= p.start_date), false)
  order by p.end_date limit ${limit}`

/** Notes that VAT was reported for the days from `start` to `end`, all of which are over. */
export const noteVatReport = async (call: CompanyCall, { start, end }: { start: Day; end: Day }): Promise<void> => {
  if (start >= end) refuseIfAny([ledgerFaults.periodOrder('#/end')])
  if (end >= dayOf(call.now)) refuseIfAny([ledgerFaults.periodNotOver('#/end', { end })])
  await call.db.rows(sql`
    insert into ledger.vat_report (company_id, start_date, end_date, reported_at, reported_by)
    values (${call.companyId}, ${start}, ${end}, ${call.now}, ${call.actor.name})
    on conflict (company_id, start_date) do update set
      end_date = excluded.end_date, reported_at = excluded.reported_at, reported_by = excluded.reported_by`)
  happen(call, 'vat-report.noted', null, { start, end })
}

/** Days that VAT was reported for, the first and the last. */
export type VatReport = { start: Day; end: Day }

/** What was reported at a moment or later, the earliest days first. */
export const vatReportsSince = ({ db, companyId }: CompanyCall, moment: Date): Promise<VatReport[]> =>
  db.rows<VatReport>(
    sql`
    select start_date as start, end_date as end from ledger.vat_report
    where company_id = ${companyId} and reported_at >= ${moment} order by start_date`,
    'vat-reports-since',
  )
