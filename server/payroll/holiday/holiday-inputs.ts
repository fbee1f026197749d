// What holiday and absence are computed from, read for many employments at once; and what is entered of years.
import { absenceDays, type StoredAbsence } from '#payroll/absence/absence.rules'
import type { WorkingSchedule } from '#payroll/absence/schedule.rules'
import { type EmploymentRecord, findEmployment, holdEmployment, readEmployment } from '#payroll/people/employment'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { join, sql } from '#platform/sql'
import type { EnteredYear } from './holiday.rules.ts'
import type { HolidayPayInput } from './holiday-pay.rules.ts'
import { type HolidayYearsBody, hundredths, wrongInHolidayYears } from './holiday-years.rules.ts'

type EnteredRow = Omit<EnteredYear, 'savedDays'> & { savedDays: Record<string, number> | null }
type OfEmployment = { employmentId: string }

/** The most absences and entered years of all employments that are read at once. */
const MAX_ROWS = 200_000

/** What holiday and absence are computed from until a day, by employment, in the order that they are given. */
export const holidayInputs = async (
  call: CompanyCall,
  employments: readonly EmploymentRecord[],
  until: Day,
): Promise<Map<string, HolidayPayInput>> => {
  const { db, companyId } = call
  const ids = employments.map(({ id }) => id)
  const absences = await db.rows<StoredAbsence>(sql`
    select a.id, a.employment_id as "employmentId", a.kind, a.from_date::text as "from", a.to_date::text as "to",
      a.extent, a.minutes, a.is_paid as "isPaid"
    from payroll.absence a
    where a.company_id = ${companyId} and a.employment_id = any(${ids}::uuid[]) and a.from_date <= ${until}::date
    order by a.from_date limit ${MAX_ROWS}`)
  const schedules = await db.rows<WorkingSchedule & OfEmployment>(sql`
    select s.employment_id as "employmentId", s.from_date::text as "from", s.weeks, s.works_holidays as "worksHolidays"
    from payroll.working_schedule s
    where s.company_id = ${companyId} and s.employment_id = any(${ids}::uuid[]) order by s.from_date limit ${MAX_ROWS}`)
  const years = await enteredOf(call, ids)
  const absencesOf = byEmployment(absences)
  const schedulesOf = byEmployment(schedules)
  const yearsOf = byEmployment(years)
  return new Map(
    employments.map((employment) => {
      const { id, from, to, weeklyMinutes, holidayDays, holidayYearStart, createdAt } = employment
      const planned = { from, to, weeklyMinutes, schedules: schedulesOf.get(id) ?? [] }
      const holiday = {
        from,
        to,
        days: holidayDays,
        yearStart: holidayYearStart,
        planned,
        absence: absenceDays(absencesOf.get(id) ?? [], planned, { from: dayFrom(from), to: until }),
        entered: yearsOf.get(id) ?? [],
        keptFrom: dayOf(createdAt),
      }
      return [id, { employment, holiday }]
    }),
  )
}

const byEmployment = <Row extends OfEmployment>(rows: readonly Row[]): Map<string, Row[]> => {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(row.employmentId)
    if (own) own.push(row)
    else found.set(row.employmentId, [row])
  }
  return found
}

const enteredOf = async (
  { db, companyId }: CompanyCall,
  ids: readonly string[],
): Promise<(EnteredYear & OfEmployment)[]> => {
  const rows = await db.rows<EnteredRow & OfEmployment>(sql`
    select y.employment_id as "employmentId", y.from_date::text as "from", y.paid_days as "paidDays",
      y.advance_days as "advanceDays", y.taken_days as "takenDays", y.saved_days as "savedDays",
      y.variable_ore as "variableOre", y.base_ore as "baseOre"
    from payroll.holiday_year y
    where y.company_id = ${companyId} and y.employment_id = any(${ids}::uuid[])
    order by y.from_date limit ${MAX_ROWS}`)
  return rows.map(({ savedDays, ...row }) => ({
    ...row,
    savedDays: savedDays && Object.entries(savedDays).map(([from, days]) => ({ from, days })),
  }))
}

/** The years that are entered for an employment; refused as not found if there is no such employment. */
export const readHolidayYears = async (call: CompanyCall, employmentId: string): Promise<EnteredYear[]> => {
  await readEmployment(call, employmentId)
  return enteredOf(call, [employmentId])
}

/** The same, with the employment locked until the transaction ends. */
export const holdHolidayYears = async (call: CompanyCall, employmentId: string): Promise<EnteredYear[]> => {
  await holdEmployment(call, employmentId)
  return enteredOf(call, [employmentId])
}

/** Replaces what is entered of the years of an employment. */
export const putHolidayYears = async (
  call: CompanyCall,
  employmentId: string,
  body: HolidayYearsBody,
): Promise<EnteredYear[]> => {
  const employment = await holdEmployment(call, employmentId)
  refuseIfAny(wrongInHolidayYears(body, employment.holidayYearStart))
  const { db, companyId, now } = call
  await db.rows(sql`
    delete from payroll.holiday_year where company_id = ${companyId} and employment_id = ${employmentId}`)
  const rows = body.years.map((one) => {
    const saved = one.savedDays?.map(({ from, days }) => [from, hundredths(days)])
    const ore = (amount: number | null | undefined) =>
      amount === null || amount === undefined ? null : oreFromNumber(amount)
    return sql`(${companyId}, ${employmentId}, ${one.from}::date, ${hundredths(one.paidDays)}::integer,
      ${hundredths(one.advanceDays)}::integer, ${hundredths(one.takenDays)}::integer,
      ${saved ? JSON.stringify(Object.fromEntries(saved)) : null}::jsonb, ${ore(one.variablePay)}::bigint,
      ${ore(one.payBase)}::bigint, ${now}::timestamptz)`
  })
  if (rows.length > 0)
    await db.rows(sql`
      insert into payroll.holiday_year (company_id, employment_id, from_date, paid_days, advance_days, taken_days,
        saved_days, variable_ore, base_ore, modified_at)
      values ${join(rows)}`)
  recordEvent(call, 'employment.changed', { id: employmentId }, { id: employmentId, changed: ['holidayYears'] })
  return enteredOf(call, [employmentId])
}

/** Errors in what is entered of years, by when the holiday year of the employment begins. */
export const wrongInYears = async (call: CompanyCall, body: unknown, employmentId: string): Promise<FieldError[]> => {
  const found = await findEmployment(call, employmentId)
  return wrongInHolidayYears(body, found?.holidayYearStart ?? null)
}
