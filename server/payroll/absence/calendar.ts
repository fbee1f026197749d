// The absence calendar of an employee: a month by day, with planned and absent time of each employment.
import { readEmployee } from '#payroll/people/employee'
import { type EmploymentRecord, employmentsOf } from '#payroll/people/employment'
import type { CompanyCall } from '#platform/call'
import { addDays, type Day, dayFrom, lastOfMonth } from '#platform/day'
import { type AbsenceKind, absenceDays } from './absence.rules.ts'
import { absencesBetween } from './absence.ts'
import { type LineHint, sickHints } from './absence-lines.rules.ts'
import { type PublicHoliday, publicHoliday } from './public-holidays.rules.ts'
import { plannedMinutes } from './schedule.rules.ts'
import { plannedOf } from './schedule.ts'

type CalendarDay = {
  day: Day
  plannedMinutes: number
  absentMinutes: number
  absence: { id: string; kind: AbsenceKind } | null
}

type EmploymentCalendar = {
  employment: EmploymentRecord
  plannedMinutes: number
  absentMinutes: number
  days: CalendarDay[]
  hints: LineHint[]
}

export type AbsenceCalendar = {
  month: string
  employeeId: string
  holidays: PublicHoliday[]
  employments: EmploymentCalendar[]
}

/** A period of sickness may have begun so many days before the month. */
const DAYS_BEFORE = 400

/** The calendar of a month, `YYYY-MM`; refused as not found if there is no such employee. */
export const absenceCalendar = async (
  call: CompanyCall,
  employeeId: string,
  month: string,
): Promise<AbsenceCalendar> => {
  await readEmployee(call, employeeId)
  const from = dayFrom(`${month}-01`)
  const days = daysOf(from)
  const to = lastOfMonth(from)
  const employments = (await employmentsOf(call, employeeId)).filter(
    (one) => one.from <= to && (one.to === null || one.to >= from),
  )
  const calendars: EmploymentCalendar[] = []
  for (const employment of employments) calendars.push(await calendarOf(call, employment, days))
  return {
    month,
    employeeId,
    holidays: days.flatMap((day) => publicHoliday(day) ?? []),
    employments: calendars,
  }
}

const daysOf = (from: Day): Day[] =>
  Array.from({ length: Number(lastOfMonth(from).slice(8)) }, (_, index) => addDays(from, index))

const calendarOf = async (
  call: CompanyCall,
  employment: EmploymentRecord,
  days: readonly Day[],
): Promise<EmploymentCalendar> => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) throw new Error('A month has days')
  const planned = await plannedOf(call, employment)
  const period = { from: addDays(first, -DAYS_BEFORE), to: last }
  const absences = absenceDays(await absencesBetween(call, employment.id, period), planned, period)
  const byDay = new Map(absences.map((one) => [one.day, one]))
  const shown = days.map((day): CalendarDay => {
    const absence = byDay.get(day)
    return {
      day,
      plannedMinutes: plannedMinutes(planned, day),
      absentMinutes: absence?.minutes ?? 0,
      absence: absence ? { id: absence.absenceId, kind: absence.kind } : null,
    }
  })
  const sum = (name: 'plannedMinutes' | 'absentMinutes') => shown.reduce((total, one) => total + one[name], 0)
  return {
    employment,
    plannedMinutes: sum('plannedMinutes'),
    absentMinutes: sum('absentMinutes'),
    days: shown,
    hints: sickHints(absences).filter(({ day }) => first <= day),
  }
}
