// Filing deadlines of ended fiscal years: the income tax return and the annual report; and recording that they were
// filed.
import { findCompany } from '#identity'
import { getFiscalYear, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addMonths, type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import type { Deadline, DeadlinesOf } from '#reports'
import { annualReportDue, incomeTaxDue } from './due.rules.ts'
import { yearEndRefusals as refusals } from './refusals.ts'

/** Years that ended more months ago are left out. */
const MONTHS_AFTER = 18

export const yearDeadlineKinds = ['incomeTaxReturn', 'annualReport'] as const

/** A deadline of a year; `done` is when and by whom it was recorded as met. */
export type YearDeadline = {
  kind: (typeof yearDeadlineKinds)[number]
  fiscalYearId: string
  from: Day
  to: Day
  dueDate: Day
  done: { at: Date; by: string } | null
}

type YearRow = {
  id: string
  from: Day
  to: Day
  done: Readonly<Record<string, { at: string; by: string }>>
}

/** The deadlines of ended years, or of one year, earliest first. */
export const deadlinesOfYear = async (
  { db, companyId, now }: CompanyCall,
  { id = null }: { id?: string | null } = {},
): Promise<YearDeadline[]> => {
  const today = dayOf(now)
  const { companyType } = await findCompany(db, companyId)
  const years = await db.rows<YearRow>(
    sql`
    select y.id, y.start_date as "from", y.end_date as "to",
      coalesce((
        select jsonb_object_agg(h.kind, jsonb_build_object('at', h.noted_at, 'by', h.noted_by))
        from (
          select distinct on (h.kind) h.kind, h.is_done, h.noted_at, h.noted_by from year_end.handing_in h
          where h.company_id = y.company_id and h.fiscal_year_id = y.id order by h.kind, h.number desc
        ) h where h.is_done), '{}') as done
    from ledger.fiscal_year_view y
    where y.company_id = ${companyId} and y.end_date < ${today} and case when ${id}::uuid is null
      then y.end_date > ${addMonths(today, -MONTHS_AFTER)} else y.id = ${id}::uuid end
    order by y.end_date`,
    'years-to-report',
  )
  return years.flatMap(({ id: fiscalYearId, from, to, done }) => {
    const dueDates = { incomeTaxReturn: incomeTaxDue(companyType, to), annualReport: annualReportDue(companyType, to) }
    return yearDeadlineKinds.flatMap((kind): YearDeadline[] => {
      const dueDate = dueDates[kind]
      const noted = done[kind]
      if (dueDate === null) return []
      const own = { kind, fiscalYearId, from, to, dueDate }
      return [{ ...own, done: noted ? { at: new Date(noted.at), by: noted.by } : null }]
    })
  })
}

/** The open deadlines: closing a year files nothing, so they are listed until recorded as met. */
export const openDeadlinesOf = async (call: CompanyCall): Promise<YearDeadline[]> =>
  (await deadlinesOfYear(call)).filter(({ done }) => done === null)

/** The same for the key figures. */
export const deadlinesOfYears: DeadlinesOf = async (call) =>
  (await openDeadlinesOf(call)).map(({ kind, from, to, dueDate }): Deadline => ({ kind, from, to, dueDate }))

/** Notes that the annual report of a year was filed, unless that is noted or the company has no such deadline. */
export const noteReportFiled = async (call: CompanyCall, id: string): Promise<void> => {
  const found = (await deadlinesOfYear(call, { id })).find(({ kind }) => kind === 'annualReport')
  if (found?.done === null) await markDeadline(call, { id, kind: 'annualReport', isDone: true })
}

/** Records that something was filed, or revokes that. A repeated request changes nothing. */
export const markDeadline = async (
  call: CompanyCall,
  { id, kind, isDone }: { id: string; kind: string; isDone: boolean },
): Promise<YearDeadline[]> => {
  // Serializes the records.
  await lockBooks(call)
  const { startDate, endDate } = await getFiscalYear(call, id)
  const found = (await deadlinesOfYear(call, { id })).find((one) => one.kind === kind)
  if (!found) throw refusals.noDeadline({ kind, year: `${startDate} to ${endDate}` })
  if ((found.done !== null) === isDone) return deadlinesOfYear(call, { id })
  await call.db.rows(sql`
    insert into year_end.handing_in (company_id, fiscal_year_id, kind, number, is_done, noted_at, noted_by)
    select ${call.companyId}, ${id}, ${kind}, 1 + count(*), ${isDone}, ${call.now}, ${call.actor.name}
    from year_end.handing_in where company_id = ${call.companyId} and fiscal_year_id = ${id} and kind = ${kind}`)
  recordEvent(call, isDone ? 'fiscal-year.handed-in' : 'fiscal-year.handing-in-withdrawn', { id }, { id, kind })
  return deadlinesOfYear(call, { id })
}
