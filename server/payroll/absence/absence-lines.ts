// The door for pay runs: what absence takes from pay and gives, for many employments at once.
import { type HolidayInput, holidayYearOf, holidayYears } from '#payroll/holiday/holiday.rules'
import { holidayInputs } from '#payroll/holiday/holiday-inputs'
import { dayPayOf, type HolidayPayInput, holidayParts, payBasisOn } from '#payroll/holiday/holiday-pay.rules'
import type { EmploymentRecord } from '#payroll/people/employment'
import { payOn } from '#payroll/people/employment.rules'
import type { CompanyCall } from '#platform/call'
import { addDays, addMonths, type Day, dayFrom, firstOfMonth, lastOfMonth } from '#platform/day'
import {
  type AbsenceLine,
  type HolidayPart,
  type LineHint,
  type LinesInput,
  lessTaken,
  linesOf,
  sickHints,
  type TakenLine,
} from './absence-lines.rules.ts'
import { type Planned, plannedMinutes } from './schedule.rules.ts'

/**
 * A period of pay, and what earlier periods took: `since` is the first day that any of them covers. Lines of the days
 * from then on are compared with `lines`, and a difference is answered beside the lines of the period.
 */
type AskedLines = {
  employment: EmploymentRecord
  from: Day
  to: Day
  taken?: { since: Day; lines: readonly TakenLine[] }
}

type FoundLines = { lines: AbsenceLine[]; hints: LineHint[] }

const MONTHS = 12

/**
 * The lines of absence, by the id of each employment. Amounts are in öre, below zero where they take pay. All months
 * that the period touches are computed whole, so that parts of a month add up to it.
 */
export const absenceLines = async (
  call: CompanyCall,
  asked: readonly AskedLines[],
): Promise<Map<string, FoundLines>> => {
  const last = asked.reduce<Day | null>((most, { to }) => (most === null || to > most ? to : most), null)
  if (last === null) return new Map()
  const until = lastOfMonth(last)
  const inputs = await holidayInputs(
    call,
    asked.map(({ employment }) => employment),
    until,
  )
  return new Map(
    asked.flatMap((one) => {
      const input = inputs.get(one.employment.id)
      return input ? [[one.employment.id, linesFrom(input, one)] as const] : []
    }),
  )
}

const linesFrom = (input: HolidayPayInput, { employment, from, to, taken }: AskedLines): FoundLines => {
  const since = taken && taken.since < from ? taken.since : from
  const days = input.holiday.absence.filter(({ day }) => day <= lastOfMonth(to))
  const lines = linesOf(linesInput(input, employment, { days, since, to }), { from: since, to })
  const earlier = taken?.lines.filter((line) => line.to >= since && line.from <= to) ?? []
  const own = days.filter(({ day }) => day <= to)
  const hints = [...sickHints(own), ...withoutBase(input, own)].filter(({ day }) => since <= day)
  return { lines: lessTaken(lines, earlier, from), hints }
}

/** The first day of holiday of each absence that cannot be paid, since the pay of its earning year is not known. */
const withoutBase = (input: HolidayPayInput, days: LinesInput['days']): LineHint[] => {
  if (input.employment.holidayRule !== 'share') return []
  const firsts = days.filter(
    ({ kind, absenceId }, index) =>
      kind === 'holiday' && days.findIndex((other) => other.absenceId === absenceId) === index,
  )
  return firsts.flatMap(({ day, absenceId }) => {
    const [year] = holidayYears(input.holiday, day as Day)
    return dayPayOf(input, year, day).shareOre === null ? [{ kind: 'payBase' as const, day, absenceId }] : []
  })
}

const linesInput = (
  input: HolidayPayInput,
  employment: EmploymentRecord,
  { days, since, to }: { days: LinesInput['days']; since: Day; to: Day },
): LinesInput => {
  const { planned } = input.holiday
  return {
    isMonthly: employment.payKind === 'monthly',
    basisOn: (day) => payBasisOn(employment, day),
    days,
    holidays: holidaysBetween(input, input.holiday, { since, to }),
    monthOre: (month) => (month < since.slice(0, 7) ? null : monthPay(employment, month)),
    plannedInMonth: (month) => plannedInMonth(planned, month),
  }
}

const holidaysBetween = (
  input: HolidayPayInput,
  { yearStart }: HolidayInput,
  { since, to }: { since: Day; to: Day },
): Map<string, readonly HolidayPart[]> => {
  const found = new Map<string, readonly HolidayPart[]>()
  const first = holidayYearOf(since, yearStart)
  for (let from = first; from <= to; from = addMonths(from, MONTHS)) {
    const [year] = holidayYears(input.holiday, addDays(addMonths(from, MONTHS), -1))
    for (const [day, parts] of holidayParts(input, year)) found.set(day, parts)
  }
  return found
}

/** The pay of a month that one pay holds all of, in which the person was employed all days; else null. */
const monthPay = ({ payKind, pays, from, to }: EmploymentRecord, month: string): bigint | null => {
  const first = firstOfMonth(dayFrom(`${month}-01`))
  const last = lastOfMonth(first)
  const isWhole = from <= first && (to === null || to >= last)
  const ore = payOn(pays, first)?.ore
  return payKind === 'monthly' && isWhole && ore !== undefined && ore === payOn(pays, last)?.ore ? ore : null
}

const plannedInMonth = (planned: Planned, month: string): number => {
  const first = dayFrom(`${month}-01`)
  const last = lastOfMonth(first)
  let sum = 0
  for (let day = first; day <= last; day = addDays(day, 1)) sum += plannedMinutes(planned, day)
  return sum
}
