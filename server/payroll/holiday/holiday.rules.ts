// Holiday of an employment, year by year (semesterlagen 1977:480): days earned, taken, saved and left. Days are counted
// in hundredths, so that a week of few working days is a week of holiday all the same. Pure.
import type { AbsenceDay, AbsenceKind } from '#payroll/absence/absence.rules'
import { weekdayOf } from '#payroll/absence/public-holidays.rules'
import { type Planned, workdaysPerWeek } from '#payroll/absence/schedule.rules'
import { addDays, addMonths, type Day, dayFrom, daysBetween } from '#platform/day'
import { lawOn } from '#rule/law'
import type { LawKey } from '#rule/law-keys'
import { holidayRight, paidHolidayDays } from '#rule/payroll/holiday-pay'

/** Saved days, by the first day of the year that they were saved from. */
type SavedDays = { from: string; days: number }

/** What is entered of a year, in place of what is computed; null where nothing is. */
export type EnteredYear = {
  from: string
  paidDays: number | null
  advanceDays: number | null
  takenDays: number | null
  savedDays: readonly SavedDays[] | null
  variableOre: bigint | null
  baseOre: bigint | null
}

export const takenParts = ['paidHoliday', 'savedHoliday', 'advanceHoliday', 'unpaidHoliday'] as const
type TakenPart = (typeof takenParts)[number]
type TakenDay = { day: string; part: TakenPart; days: number }

/** Days of an earning year: all, employed, and of these absent without a right to holiday. */
export type Earning = { from: string; to: string; days: number; employedDays: number; withoutRight: number }

export type HolidayYear = {
  from: Day
  to: Day
  earning: Earning
  /** Days of holiday a year by law or agreement; how many of them were earned with pay. */
  right: number
  paidDays: number
  isPaidEntered: boolean
  advanceDays: number
  unpaidDays: number
  /** At the start of the year. */
  savedDays: readonly SavedDays[]
  /** Taken before the calendar was kept. */
  takenEntered: readonly Omit<TakenDay, 'day'>[]
  taken: readonly TakenDay[]
  left: { paid: number; saved: readonly SavedDays[]; advance: number; unpaid: number }
  /** Days taken beyond all others. */
  overdrawn: number
  /** Of what is left when the year ends: days that are saved, and those that must be paid (26 a §). */
  toSave: number
  toPay: number
}

export type HolidayInput = {
  from: string
  to: string | null
  days: number | null
  yearStart: 'january' | 'april'
  planned: Planned
  absence: readonly AbsenceDay[]
  entered: readonly EnteredYear[]
  /** Before the year of this day nothing is known but what is entered. */
  keptFrom: string
}

const HUNDRED = 100
const MONTHS = 12
const WORKDAYS = 5
/** The most years that are computed one after the other: the law's rules are known from 1978. */
const MAX_YEARS = 40

/** The first day of the holiday year that a day is in. */
export const holidayYearOf = (day: string, yearStart: HolidayInput['yearStart']): Day => {
  const start = yearStart === 'april' ? '04-01' : '01-01'
  const year = Number(day.slice(0, 4))
  return dayFrom(`${day.slice(5) < start ? year - 1 : year}-${start}`)
}

/** The holiday year that `on` is in, with what was taken until then; and all years that lead to it. */
export const holidayYears = (input: HolidayInput, on: Day): [HolidayYear, ...HolidayYear[]] => {
  const asked = holidayYearOf(on, input.yearStart)
  const kept = input.from > input.keptFrom ? input.from : input.keptFrom
  const firstKnown = input.entered.reduce((least, one) => (one.from < least ? one.from : least), kept)
  const first = holidayYearOf(firstKnown, input.yearStart)
  const earliest = addMonths(asked, -MONTHS * (MAX_YEARS - 1))
  let from = first > asked ? asked : first < earliest ? earliest : first
  let year = yearFrom(input, from, [], on)
  const before: HolidayYear[] = []
  while (from < asked) {
    before.push(year)
    from = addMonths(from, MONTHS)
    year = yearFrom(input, from, carriedFrom(year), on)
  }
  return [year, ...before.toReversed()]
}

/** What is saved when a year ends: what was saved before and has not run out, and what is left (18–20 §§). */
const carriedFrom = ({ from, left, toSave }: HolidayYear): SavedDays[] => {
  const oldest = addMonths(from, -MONTHS * lawOn(from).value('holiday.savedYears'))
  const kept = left.saved.filter((one) => one.from > oldest)
  return toSave > 0 ? [...kept, { from, days: toSave }] : kept
}

const yearFrom = (input: HolidayInput, from: Day, carried: readonly SavedDays[], on: Day): HolidayYear => {
  const to = addDays(addMonths(from, MONTHS), -1)
  const entered = input.entered.find((one) => one.from === from)
  const earning = earningOf(input, addMonths(from, -MONTHS), addDays(from, -1))
  const right = holidayRight(input.from, from, input.days)
  const paidDays = entered?.paidDays ?? HUNDRED * paidHolidayDays(fullRight(input, from), earning)
  const advanceDays = entered?.advanceDays ?? 0
  const savedDays = [...(entered?.savedDays ?? carried)].sort((left, other) => (left.from < other.from ? -1 : 1))
  const unpaidDays = Math.max(0, HUNDRED * right - paidDays - advanceDays)
  const pools = new Pools({ paid: paidDays, saved: savedDays, advance: advanceDays, unpaid: unpaidDays })
  const takenEntered = pools.take(entered?.takenDays ?? 0)
  const last = on < to ? on : to
  const taken = input.absence
    .filter(({ kind, day, plannedMinutes }) => kind === 'holiday' && from <= day && day <= last && plannedMinutes > 0)
    .flatMap(({ day }, index, all) => {
      const monday = addDays(day as Day, -weekdayOf(day))
      const before = all.slice(0, index).filter((one) => one.day >= monday).length
      const days = daysUntil(input.planned, day, before + 1) - daysUntil(input.planned, day, before)
      return pools.take(days).map((one) => ({ day, ...one }))
    })
  const { left, overdrawn } = pools
  const savable = Math.max(0, paidDays - HUNDRED * lawOn(from).value('holiday.savedOver'))
  const toSave = Math.min(left.paid, savable)
  const ran = addMonths(from, -MONTHS * lawOn(from).value('holiday.savedYears'))
  const runOut = left.saved.filter((one) => one.from <= ran).reduce((sum, { days }) => sum + days, 0)
  return {
    from,
    to,
    earning,
    right,
    paidDays,
    isPaidEntered: entered?.paidDays !== null && entered?.paidDays !== undefined,
    advanceDays,
    unpaidDays,
    savedDays,
    takenEntered,
    taken,
    left,
    overdrawn,
    toSave,
    toPay: left.paid - toSave + runOut,
  }
}

/** Days of holiday of the first working days of a week: a whole week is five, however many they are. */
const daysUntil = (planned: Planned, day: string, workdays: number): number =>
  Math.round((HUNDRED * WORKDAYS * workdays) / workdaysPerWeek(planned, day))

/** The days of a whole year, whenever it began: a late employment shortens the leave and not what is earned. */
const fullRight = ({ days }: HolidayInput, from: Day): number => days ?? lawOn(from).value('holiday.days')

type Left = HolidayYear['left']

/** Days are taken of the paid ones first, then the saved ones from the oldest, those in advance, and the unpaid. */
class Pools {
  overdrawn = 0
  readonly #left: { paid: number; saved: SavedDays[]; advance: number; unpaid: number }

  constructor({ saved, ...rest }: Left) {
    this.#left = { ...rest, saved: [...saved] }
  }

  get left(): Left {
    return { ...this.#left, saved: this.#left.saved.filter(({ days }) => days > 0) }
  }

  take(days: number): Omit<TakenDay, 'day'>[] {
    const parts: Omit<TakenDay, 'day'>[] = []
    let wanted = days
    const from = (part: TakenPart, available: number): number => {
      const some = Math.min(wanted, available)
      if (some > 0) parts.push({ part, days: some })
      wanted -= some
      return available - some
    }
    this.#left.paid = from('paidHoliday', this.#left.paid)
    this.#left.saved = this.#left.saved.map((one) => ({ ...one, days: from('savedHoliday', one.days) }))
    this.#left.advance = from('advanceHoliday', this.#left.advance)
    this.#left.unpaid = from('unpaidHoliday', this.#left.unpaid)
    if (wanted > 0) {
      this.overdrawn += wanted
      parts.push({ part: 'unpaidHoliday', days: wanted })
    }
    return parts
  }
}

/** Absence that counts as work up to a number of days of an earning year (17–17 b §§). */
const counted: Readonly<Partial<Record<AbsenceKind, LawKey>>> = {
  sick: 'holiday.countedSickDays',
  parental: 'holiday.countedParentalDays',
  careOfChild: 'holiday.countedChildDays',
  careOfRelative: 'holiday.countedRelativeDays',
}

/**
 * The days of an earning year until a day. Whole days of absence count as calendar days; days in part are worked. Free
 * days within an absence count with it.
 */
export const earningOf = (input: HolidayInput, from: Day, to: Day, until: Day = to): Earning => {
  const first = input.from > from ? (input.from as Day) : from
  const end = input.to !== null && input.to < until ? (input.to as Day) : until
  const employedDays = end < first ? 0 : daysBetween(first, end) + 1
  const away = input.absence.filter(
    ({ day, kind, isWhole, isPaid }) => first <= day && day <= end && kind !== 'holiday' && !isPaid && isWhole,
  )
  const byKind = new Map<AbsenceKind, number>()
  for (const { kind } of away) byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
  const withoutRight = [...byKind].reduce((sum, [kind, days]) => {
    const key = counted[kind]
    return sum + Math.max(0, days - (key === undefined ? 0 : lawOn(from).value(key)))
  }, 0)
  return { from, to, days: daysBetween(from, to) + 1, employedDays, withoutRight }
}

/** Days earned so far of the year that `on` is in, in hundredths; whole days once it ends. */
export const earnedUntil = (input: HolidayInput, on: Day): number => {
  const from = holidayYearOf(on, input.yearStart)
  const to = addDays(addMonths(from, MONTHS), -1)
  const earning = earningOf(input, from, to, on)
  const right = fullRight(input, from)
  const isOver = on >= to || (input.to !== null && input.to <= on)
  if (isOver) return HUNDRED * paidHolidayDays(right, earning)
  return Math.max(0, Math.round((HUNDRED * right * (earning.employedDays - earning.withoutRight)) / earning.days))
}
