// Validation of absence, its conversion to the stored form, and the minutes that it takes from each day.
import { addDaysWithin, type Day, isDay } from '#platform/day'
import type { FieldError } from '#platform/refusal'
import { lawOn } from '#rule/law'
import { absenceFaults as faults } from './absence-refusals.ts'
import { type Planned, plannedMinutes } from './schedule.rules.ts'

export const absenceKinds = ['sick', 'careOfChild', 'parental', 'careOfRelative', 'holiday', 'unpaid', 'other'] as const
export type AbsenceKind = (typeof absenceKinds)[number]

/** Absence in a request; `extent` in percent of each day, `minutes` of each day. */
export type AbsenceBody = {
  employmentRef: { id: string }
  kind: AbsenceKind
  from: string
  to: string
  extent?: number | null
  minutes?: number | null
  isPaid?: boolean
}

/** Stored absence, without its id. `extent` in hundredths of a percent; either it or `minutes` is null. */
export type AbsenceContent = {
  employmentId: string
  kind: AbsenceKind
  from: string
  to: string
  extent: number | null
  minutes: number | null
  isPaid: boolean
}

export type StoredAbsence = AbsenceContent & { id: string }

/** Minutes of an absence on a day; a day without planned time has none, and still counts in a period of sickness. */
export type AbsenceDay = {
  day: string
  absenceId: string
  kind: AbsenceKind
  minutes: number
  plannedMinutes: number
  /** Whether it takes the whole day, which may have no planned time. */
  isWhole: boolean
  isPaid: boolean
}

/** Years of holiday that follow from a day stay within the calendar. */
const LAST_DAY = '2189-12-31'
/** The most days of one absence. */
const MAX_ABSENCE_DAYS = 731
const PARTS = 100
const WHOLE = 10_000

/** Converts a validated body to its stored form. */
export const absenceContentOf = (body: AbsenceBody): AbsenceContent => {
  const minutes = body.minutes ?? null
  return {
    employmentId: body.employmentRef.id,
    kind: body.kind,
    from: body.from,
    to: body.to,
    extent: minutes === null ? Math.round((body.extent ?? PARTS) * PARTS) : null,
    minutes,
    isPaid: body.isPaid ?? false,
  }
}

/** Errors in a body beyond its types, which may be any object. */
export const wrongInAbsence = (body: unknown): FieldError[] => {
  const { kind, from, to, extent, minutes, isPaid } = Object(body) as Partial<AbsenceBody>
  const isTimed = typeof minutes === 'number'
  const isPart = typeof extent === 'number' && extent !== PARTS
  return [
    ...(isKnownDay(from) ? [] : [faults.unknownDay('#/from')]),
    ...(isPeriod(from, to, MAX_ABSENCE_DAYS) ? [] : [faults.lastDay('#/to', { days: MAX_ABSENCE_DAYS - 1 })]),
    ...(isTimed && typeof extent === 'number' ? [faults.measure('#/extent')] : []),
    ...(kind === 'holiday' && isTimed ? [faults.wholeDays('#/minutes')] : []),
    ...(kind === 'holiday' && isPart ? [faults.wholeDays('#/extent')] : []),
    ...(isPaid === true && typeof kind === 'string' && kind !== 'other' ? [faults.paid('#/isPaid')] : []),
  ]
}

/** Whether the rules of sickness and holiday are known on a day; what is no day at all is the schema's to report. */
export const isKnownDay = (day: unknown): boolean =>
  typeof day !== 'string' || !isDay(day) || (day <= LAST_DAY && lawOn(day).find('sickPay.deductionShare') !== null)

/** Whether two days are in order and at most so many days; what is no day at all is the schema's to report. */
export const isPeriod = (from: unknown, to: unknown, days: number): boolean => {
  if (typeof from !== 'string' || typeof to !== 'string' || !isDay(from) || !isDay(to)) return true
  return from <= to && to <= addDaysWithin(from, days - 1)
}

/** Errors of an absence that is not within its employment. */
export const outsideEmployment = (body: unknown, employment: { from: string; to: string | null }): FieldError[] => {
  const { from, to } = Object(body) as Partial<AbsenceBody>
  const last = employment.to ?? '…'
  const isOutside = (day: unknown): boolean =>
    typeof day === 'string' && (day < employment.from || (employment.to !== null && day > employment.to))
  const values = { from: employment.from, to: last }
  return [
    ...(isOutside(from) ? [faults.outside('#/from', values)] : []),
    ...(isOutside(to) ? [faults.outside('#/to', values)] : []),
  ]
}

/** The days of absences between two days, in order, with the minutes that each takes of the planned ones. */
export const absenceDays = (
  absences: readonly StoredAbsence[],
  planned: Planned,
  { from, to }: { from: Day; to: Day },
): AbsenceDay[] =>
  absences
    .flatMap((one) => {
      const days: AbsenceDay[] = []
      const first = one.from < from ? from : (one.from as Day)
      const last = one.to < to ? one.to : to
      for (let day = first; day <= last; day = addDaysWithin(day, 1)) {
        days.push(dayOfAbsence(one, planned, day))
        if (day === last) break
      }
      return days
    })
    .sort((left, right) => (left.day < right.day ? -1 : left.day > right.day ? 1 : 0))

const dayOfAbsence = ({ id, kind, extent, minutes, isPaid }: StoredAbsence, planned: Planned, day: Day): AbsenceDay => {
  const plan = plannedMinutes(planned, day)
  const taken = minutes ?? Math.round((plan * (extent ?? WHOLE)) / WHOLE)
  const isWhole = minutes === null ? extent === WHOLE : plan > 0 && minutes >= plan
  return { day, absenceId: id, kind, minutes: Math.min(taken, plan), plannedMinutes: plan, isWhole, isPaid }
}
