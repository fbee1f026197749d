// Working schedules of an employment: which minutes are planned on which weekdays, from a day on.
import { type EmploymentRecord, holdEmployment, readEmployment } from '#payroll/people/employment'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { refuseIfAny } from '#platform/refusal'
import { join, sql } from '#platform/sql'
import { type Planned, type ScheduleBody, type WorkingSchedule, wrongInSchedules } from './schedule.rules.ts'

/** The schedules of an employment, the earliest first; without any, the weekly hours are from Monday to Friday. */
const schedulesOf = ({ db, companyId }: CompanyCall, employmentId: string): Promise<WorkingSchedule[]> =>
  db.rows<WorkingSchedule>(sql`
    select s.from_date::text as "from", s.weeks, s.works_holidays as "worksHolidays" from payroll.working_schedule s
    where s.company_id = ${companyId} and s.employment_id = ${employmentId} order by s.from_date`)

/** The schedules of an employment; refused as not found if there is no such employment. */
export const readSchedules = async (call: CompanyCall, employmentId: string): Promise<WorkingSchedule[]> => {
  await readEmployment(call, employmentId)
  return schedulesOf(call, employmentId)
}

/** The same, with the employment locked until the transaction ends. */
export const holdSchedules = async (call: CompanyCall, employmentId: string): Promise<WorkingSchedule[]> => {
  await holdEmployment(call, employmentId)
  return schedulesOf(call, employmentId)
}

/** Replaces the schedules of an employment. */
export const putSchedules = async (
  call: CompanyCall,
  employmentId: string,
  body: ScheduleBody,
): Promise<WorkingSchedule[]> => {
  const before = await holdSchedules(call, employmentId)
  refuseIfAny(wrongInSchedules(body))
  const { db, companyId } = call
  const schedules = body.schedules.map(({ from, weeks, worksHolidays = false }) => ({ from, weeks, worksHolidays }))
  if (JSON.stringify(before) === JSON.stringify(schedules)) return before
  await db.rows(sql`
    delete from payroll.working_schedule where company_id = ${companyId} and employment_id = ${employmentId}`)
  const rows = schedules.map(
    ({ from, weeks, worksHolidays }) =>
      sql`(${companyId}, ${employmentId}, ${from}::date, ${JSON.stringify(weeks)}::jsonb, ${worksHolidays})`,
  )
  if (rows.length > 0)
    await db.rows(sql`
      insert into payroll.working_schedule (company_id, employment_id, from_date, weeks, works_holidays)
      values ${join(rows)}`)
  recordEvent(call, 'employment.changed', { id: employmentId }, { id: employmentId, changed: ['schedules'] })
  return schedulesOf(call, employmentId)
}

/** What planned time of an employment is computed from. */
export const plannedOf = async (
  call: CompanyCall,
  { id, from, to, weeklyMinutes }: Pick<EmploymentRecord, 'id' | 'from' | 'to' | 'weeklyMinutes'>,
): Promise<Planned> => ({ from, to, weeklyMinutes, schedules: await schedulesOf(call, id) })
