// Which minutes are planned on a day: by the schedule of the employment, or its weekly hours from Monday to Friday.
import type { FieldError } from '#platform/refusal'
import { pointer } from '#text/json'
import { absenceFaults as faults } from './absence-refusals.ts'
import { publicHoliday, weekdayOf } from './public-holidays.rules.ts'

/** Weeks that follow each other from the one of `from`; minutes by weekday from Monday. */
export type WorkingSchedule = { from: string; weeks: readonly (readonly number[])[]; worksHolidays: boolean }

export type ScheduleBody = {
  schedules: { from: string; weeks: number[][]; worksHolidays?: boolean }[]
}

/** What planned time is computed from. */
export type Planned = { from: string; to: string | null; weeklyMinutes: number; schedules: readonly WorkingSchedule[] }

const WORKDAYS = 5
const DAYS_PER_WEEK = 7
const DAY_MS = 86_400_000

/** The weekly minutes from Monday to Friday; what cannot be divided is on the first days. */
const evenWeek = (weeklyMinutes: number): number[] =>
  Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => {
    if (weekday >= WORKDAYS) return 0
    return Math.floor(weeklyMinutes / WORKDAYS) + (weekday < weeklyMinutes % WORKDAYS ? 1 : 0)
  })

const numberOf = (day: string): number => Date.parse(day) / DAY_MS

/** The weekday minutes of the week that a day is in. */
const weekOf = ({ weeklyMinutes, schedules }: Planned, day: string): readonly number[] => {
  const schedule = schedules.findLast(({ from }) => from <= day)
  if (!schedule) return evenWeek(weeklyMinutes)
  const { from, weeks } = schedule
  const monday = numberOf(from) - weekdayOf(from)
  return weeks[Math.floor((numberOf(day) - monday) / DAYS_PER_WEEK) % weeks.length] ?? []
}

/** The planned minutes of a day: none outside of the employment, nor on public holidays unless they are planned. */
export const plannedMinutes = (planned: Planned, day: string): number => {
  if (day < planned.from || (planned.to !== null && day > planned.to)) return 0
  const worksHolidays = planned.schedules.findLast(({ from }) => from <= day)?.worksHolidays ?? false
  if (!worksHolidays && publicHoliday(day)) return 0
  return weekOf(planned, day)[weekdayOf(day)] ?? 0
}

/** Working days of an average week of the schedule on a day; five where none are planned. */
export const workdaysPerWeek = (planned: Planned, day: string): number => {
  const weeks = planned.schedules.findLast(({ from }) => from <= day)?.weeks ?? [evenWeek(planned.weeklyMinutes)]
  const days = weeks.flat().filter((minutes) => minutes > 0).length
  return days === 0 ? WORKDAYS : days / weeks.length
}

/** Errors in a body beyond its types, which may be any object. */
export const wrongInSchedules = (body: unknown): FieldError[] => {
  const { schedules } = Object(body) as Partial<ScheduleBody>
  if (!Array.isArray(schedules)) return []
  const days = schedules.map((one) => (Object(one) as { from?: unknown }).from)
  return days.flatMap((day, index) => {
    const before = days[index - 1]
    const isWrong = typeof day === 'string' && typeof before === 'string' && day <= before
    return isWrong ? [faults.scheduleDays(pointer('schedules', index, 'from'))] : []
  })
}
