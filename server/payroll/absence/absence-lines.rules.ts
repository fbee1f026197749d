// What absence takes from pay and gives: lines of a payslip, by day and then by absence and month, and their difference
// from what was taken earlier. Pure.

import { lawOn } from '#rule/law'
import { type PayBasis, payOf, sickPayOf, sickPeriods } from '#rule/payroll/sick-pay'
import type { AbsenceDay, AbsenceKind } from './absence.rules.ts'

/**
 * absenceDeduction: pay that is lost; sickPay: 80 % of it, day 1 to 14; qualifyingDeduction: karensavdrag;
 * holidayDeduction: pay of unpaid holiday, or of holiday that holidayPay pays; holidaySupplement: semestertillägg.
 */
export const payParts = [
  'absenceDeduction',
  'sickPay',
  'qualifyingDeduction',
  'holidayDeduction',
  'holidaySupplement',
  'holidayPay',
] as const
type PayPart = (typeof payParts)[number]

export const lineReasons = [
  'absence',
  'sickPeriod',
  'sickPeriodWithoutDeduction',
  'afterSickPay',
  'paidHoliday',
  'savedHoliday',
  'advanceHoliday',
  'unpaidHoliday',
  'difference',
] as const
type LineReason = (typeof lineReasons)[number]

/** `absenceId` is null for the difference of several; `days` in hundredths; `ore` is negative where it takes pay. */
export type AbsenceLine = {
  absenceId: string | null
  kind: AbsenceKind
  payPart: PayPart
  from: string
  to: string
  days: number
  minutes: number
  ore: bigint
  reason: LineReason
}

/** What a line that was taken earlier needs to be compared. */
export type TakenLine = Pick<AbsenceLine, 'kind' | 'payPart' | 'from' | 'to' | 'days' | 'minutes' | 'ore'>

/** What a day of holiday is paid; more than one part where a day of few working days a week is shared. */
export type HolidayPart = {
  reason: Extract<LineReason, 'paidHoliday' | 'savedHoliday' | 'advanceHoliday' | 'unpaidHoliday'>
  /** Hundredths of a day. */
  days: number
  deductionOre: bigint
  supplementOre: bigint
  payOre: bigint
}

/** `monthOre` is the pay of a whole month where one pay holds all of it; null for others and for hourly pay. */
export type LinesInput = {
  isMonthly: boolean
  basisOn: (day: string) => PayBasis
  days: readonly AbsenceDay[]
  holidays: ReadonlyMap<string, readonly HolidayPart[]>
  monthOre: (month: string) => bigint | null
  plannedInMonth: (month: string) => number
}

export const hintKinds = ['certificate', 'insuranceAgency', 'payBase'] as const

/**
 * A day on which something has to be done: a medical certificate from the 8th day of sickness; notice to the Social
 * Insurance Agency after the 14th; the pay base of the earning year entered, without which holiday is not paid.
 */
export type LineHint = { kind: (typeof hintKinds)[number]; day: string; absenceId: string }

type Entry = Omit<AbsenceLine, 'from' | 'to'> & { day: string }

const WHOLE_DAY = 100

/** The lines of all days, by day and pay part. */
const entriesOf = (input: LinesInput): Entry[] => {
  const sick = sickEntries(input)
  const others = input.days.flatMap((one): Entry[] => {
    if (one.kind === 'sick') return []
    const parts = one.kind === 'holiday' ? input.holidays.get(one.day) : undefined
    if (parts) return parts.flatMap((part) => holidayEntries(one, part))
    if (one.isPaid || one.minutes === 0 || !input.isMonthly) return []
    const ore = -payOf(input.basisOn(one.day), one.minutes)
    return [entry(one, 'absenceDeduction', ore, 'absence')]
  })
  return withinMonths(input, [...sick, ...others].sort(byDay))
}

const byDay = (left: { day: string }, right: { day: string }): number =>
  left.day < right.day ? -1 : left.day > right.day ? 1 : 0

const entry = (
  { absenceId, kind, day, minutes, plannedMinutes }: AbsenceDay,
  payPart: PayPart,
  ore: bigint,
  reason: LineReason,
  days = plannedMinutes > 0 ? Math.round((WHOLE_DAY * minutes) / plannedMinutes) : 0,
): Entry => ({ absenceId, kind, day, payPart, days, minutes, ore, reason })

const holidayEntries = (one: AbsenceDay, { reason, days, ...part }: HolidayPart): Entry[] => [
  entry(one, 'holidayDeduction', part.deductionOre, reason, days),
  entry(one, 'holidaySupplement', part.supplementOre, reason, days),
  entry(one, 'holidayPay', part.payOre, reason, days),
]

const sickEntries = ({ days, basisOn, isMonthly }: LinesInput): Entry[] => {
  const byDate = new Map(days.filter(({ kind }) => kind === 'sick').map((one) => [one.day, one]))
  return sickPeriods([...byDate.values()]).flatMap((period) => {
    const first = period.days[0]?.day ?? ''
    const paidDays = lawOn(first).value('sickPay.days')
    return sickPayOf(period, basisOn).flatMap(({ day, number, lostOre, sickPayOre, deductionOre }) => {
      const one = byDate.get(day)
      if (!one || one.minutes === 0) return []
      const inPeriod = period.hasDeduction ? 'sickPeriod' : 'sickPeriodWithoutDeduction'
      const reason = number > paidDays ? 'afterSickPay' : inPeriod
      return [
        entry(one, 'absenceDeduction', isMonthly ? -lostOre : 0n, reason),
        entry(one, 'sickPay', sickPayOre, reason),
        entry(one, 'qualifyingDeduction', deductionOre, reason),
      ]
    })
  })
}

/**
 * The deductions of a month are at most its pay, and all of it where all planned time is absent: months have more or
 * fewer hours than the average that an hour is computed from.
 */
const withinMonths = ({ monthOre, plannedInMonth }: LinesInput, entries: readonly Entry[]): Entry[] =>
  [...grouped(entries, ({ day }) => day.slice(0, 7))].flatMap(([month, own]) => {
    const most = monthOre(month)
    if (most === null) return own
    const deductions = own.filter(({ payPart }) => payPart === 'absenceDeduction')
    const isAll = deductions.reduce((sum, { minutes }) => sum + minutes, 0) >= plannedInMonth(month)
    let left = most
    const last = deductions.at(-1)
    return own.map((one) => {
      if (one.payPart !== 'absenceDeduction') return one
      const ore = -one.ore > left || (isAll && one === last) ? left : -one.ore
      left -= ore
      return { ...one, ore: -ore }
    })
  })

/** Lines by absence, pay part, reason and month, in the order of their days; those without an amount are left out. */
export const linesOf = (input: LinesInput, { from, to }: { from: string; to: string }): AbsenceLine[] => {
  const within = entriesOf(input).filter(({ day, ore }) => from <= day && day <= to && ore !== 0n)
  const groups = grouped(within, (one) => [one.absenceId, one.payPart, one.reason, one.day.slice(0, 7)].join(' '))
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own
      return first ? [summed(first, own)] : []
    })
    .sort(inOrder)
}

const summed = ({ day, ...first }: Entry, own: readonly Entry[]): AbsenceLine => ({
  ...first,
  from: day,
  to: own.at(-1)?.day ?? day,
  days: own.reduce((sum, { days }) => sum + days, 0),
  minutes: own.reduce((sum, { minutes }) => sum + minutes, 0),
  ore: own.reduce((sum, { ore }) => sum + ore, 0n),
})

const grouped = <Of>(all: readonly Of[], keyOf: (one: Of) => string): Map<string, Of[]> => {
  const groups = new Map<string, Of[]>()
  for (const one of all) {
    const own = groups.get(keyOf(one))
    if (own) own.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/**
 * What is left of lines when some were taken earlier: by month, kind and pay part. Where none were taken, a line of a
 * day from `from` on stays as it is; all else is one difference of the month.
 */
export const lessTaken = (lines: readonly AbsenceLine[], taken: readonly TakenLine[], from: string): AbsenceLine[] => {
  const keyOf = (one: TakenLine): string => [one.from.slice(0, 7), one.kind, one.payPart].join(' ')
  const now = grouped(lines, keyOf)
  const before = grouped(taken, keyOf)
  const keys = new Set([...now.keys(), ...before.keys()])
  const left = [...keys].flatMap((key) => {
    const own = now.get(key) ?? []
    const earlier = before.get(key) ?? []
    if (earlier.length === 0)
      return own.map((one) => (one.from < from ? { ...one, reason: 'difference' as const } : one))
    return difference(own, earlier)
  })
  return left.sort(inOrder)
}

/** By the first day, and by pay part within it. */
const inOrder = (left: AbsenceLine, right: AbsenceLine): number => {
  if (left.from !== right.from) return left.from < right.from ? -1 : 1
  return payParts.indexOf(left.payPart) - payParts.indexOf(right.payPart)
}

const difference = (own: readonly AbsenceLine[], earlier: readonly TakenLine[]): AbsenceLine[] => {
  const all = [...own, ...earlier]
  const [first] = all
  if (!first) return []
  const sum = (of: readonly TakenLine[], name: 'days' | 'minutes') => of.reduce((total, one) => total + one[name], 0)
  const ore = own.reduce((total, one) => total + one.ore, 0n) - earlier.reduce((total, one) => total + one.ore, 0n)
  if (ore === 0n) return []
  const ids = [...new Set(own.map(({ absenceId }) => absenceId))]
  return [
    {
      absenceId: ids.length === 1 ? (ids[0] ?? null) : null,
      kind: first.kind,
      payPart: first.payPart,
      from: all.reduce((least, one) => (one.from < least ? one.from : least), first.from),
      to: all.reduce((most, one) => (one.to > most ? one.to : most), first.to),
      days: sum(own, 'days') - sum(earlier, 'days'),
      minutes: sum(own, 'minutes') - sum(earlier, 'minutes'),
      ore,
      reason: 'difference',
    },
  ]
}

/** The days of sick periods on which something has to be done. */
export const sickHints = (days: readonly AbsenceDay[]): LineHint[] => {
  const byDate = new Map(days.filter(({ kind }) => kind === 'sick').map((one) => [one.day, one.absenceId]))
  const sick = [...byDate.keys()].map((day) => ({ day, minutes: 0 }))
  return sickPeriods(sick).flatMap(({ days: own }) => {
    const law = lawOn(own[0]?.day ?? '')
    const at = (kind: LineHint['kind'], number: number): LineHint[] => {
      const day = own[number - 1]?.day
      return day === undefined ? [] : [{ kind, day, absenceId: byDate.get(day) ?? '' }]
    }
    return [
      ...at('certificate', law.value('sickPay.certificateDay')),
      ...at('insuranceAgency', law.value('sickPay.days') + 1),
    ]
  })
}
