// What days of holiday are paid, by the two rules of the law; what is paid when employment ends; and the debt. Pure.
import type { HolidayPart } from '#payroll/absence/absence-lines.rules'
import type { EmploymentContent } from '#payroll/people/employment.rules'
import { payOn } from '#payroll/people/employment.rules'
import { addDays, addMonths, type Day, lastOfMonth } from '#platform/day'
import { rounded } from '#platform/money'
import {
  holidayDayValue,
  holidayDebt,
  sameHolidayPay,
  shareHolidayPay,
  unpaidHolidayDay,
} from '#rule/payroll/holiday-pay'
import { type PayBasis, payOf } from '#rule/payroll/sick-pay'
import {
  type Earning,
  earnedUntil,
  earningOf,
  type HolidayInput,
  type HolidayYear,
  holidayYearOf,
  holidayYears,
} from './holiday.rules.ts'

type Employment = Pick<EmploymentContent, 'payKind' | 'pays' | 'holidayRule' | 'holidayDays' | 'weeklyMinutes'>
export type HolidayPayInput = { employment: Employment; holiday: HolidayInput }

/** What a day of a year is paid; null where the pay of the earning year is not known. */
type DayPay = { supplementOre: bigint; shareOre: bigint | null; deductionOre: bigint }

const HUNDRED = 100
const WEEKS = 52n
const MONTHS_PER_YEAR = 12n
const MINUTES = 60n
const MONTHS = 12

/** Pay of a month on a day; hourly pay as that of an average month. */
export const payBasisOn = ({ payKind, pays, weeklyMinutes }: Employment, day: string): PayBasis => {
  const ore = payOn(pays, day)?.ore ?? pays[0]?.ore ?? 0n
  const monthlyOre =
    payKind === 'monthly' ? ore : rounded(ore * BigInt(weeklyMinutes) * WEEKS, MINUTES * MONTHS_PER_YEAR)
  return { monthlyOre, weeklyMinutes }
}

/** All pay of an earning year until a day: what is entered, or the monthly pay of the days with a right to holiday. */
const baseOf = ({ employment, holiday }: HolidayPayInput, earning: Earning, until: Day): bigint | null => {
  const entered = holiday.entered.find(({ from }) => from === addMonths(earning.from as Day, MONTHS))?.baseOre
  if (entered !== null && entered !== undefined) return entered
  if (employment.payKind === 'hourly') return null
  let sum = 0n
  for (let month = earning.from as Day; month <= until; month = addMonths(month, 1)) {
    const last = lastOfMonth(month) < until ? lastOfMonth(month) : until
    const { employedDays } = earningOf(holiday, month, lastOfMonth(month), last)
    const { monthlyOre } = payBasisOn(employment, last)
    sum += rounded(monthlyOre * BigInt(employedDays), BigInt(Number(lastOfMonth(month).slice(8))))
  }
  return earning.employedDays === 0
    ? 0n
    : rounded(sum * BigInt(earning.employedDays - earning.withoutRight), BigInt(earning.employedDays))
}

/** What a day of a year is paid on a day. */
export const dayPayOf = (input: HolidayPayInput, year: HolidayYear, day: string): DayPay => {
  const { employment, holiday } = input
  const { monthlyOre } = payBasisOn(employment, day)
  const deductionOre = employment.payKind === 'monthly' ? unpaidHolidayDay(day, monthlyOre) : 0n
  const paidDays = Math.ceil(year.paidDays / HUNDRED)
  if (employment.holidayRule === 'share') {
    const baseOre = baseOf(input, year.earning, year.earning.to as Day)
    const shareOre =
      baseOre === null ? null : shareHolidayPay(day, { baseOre, paidDays, agreed: employment.holidayDays })
    return { supplementOre: 0n, shareOre, deductionOre }
  }
  const variable = holiday.entered.find(({ from }) => from === year.from)?.variableOre ?? 0n
  const { supplementOre, variableOre } = sameHolidayPay(day, { monthlyOre, variableOre: variable, paidDays })
  return { supplementOre: supplementOre + variableOre, shareOre: 0n, deductionOre }
}

const ofDays = (ore: bigint, days: number): bigint => rounded(ore * BigInt(days), BigInt(HUNDRED))

/** What each day of holiday of a year is paid, for the lines of pay. */
export const holidayParts = (input: HolidayPayInput, year: HolidayYear): Map<string, HolidayPart[]> => {
  const parts = new Map<string, HolidayPart[]>()
  const { employment, holiday } = input
  if (employment.holidayRule === 'none') return parts
  for (const { day, part: reason, days } of year.taken) {
    const pay = dayPayOf(input, year, day)
    const isUnpaid = reason === 'unpaidHoliday'
    const isHourly = employment.payKind === 'hourly'
    const isShare = employment.holidayRule === 'share'
    const planned = holiday.absence.find((one) => one.day === day)?.plannedMinutes ?? 0
    const hourly = isHourly && !isShare ? payOf(payBasisOn(employment, day), planned) : 0n
    const own = parts.get(day) ?? []
    own.push({
      reason,
      days,
      deductionOre: isUnpaid || isShare ? ofDays(pay.deductionOre, days) : 0n,
      supplementOre: isUnpaid ? 0n : ofDays(pay.supplementOre, days),
      payOre: isUnpaid ? 0n : isShare ? ofDays(pay.shareOre ?? 0n, days) : hourly,
    })
    parts.set(day, own)
  }
  return parts
}

/** `ore` of a line is negative for days taken in advance; null amounts where the pay of the year is not known. */
export type ValuedDays = {
  part: 'paid' | 'saved' | 'earned' | 'advance'
  days: number
  dayOre: bigint | null
  ore: bigint | null
}

/** What days are worth in money: a day's pay with its supplement, or its share of the year's pay (28 §). */
const dayValue = (input: HolidayPayInput, year: HolidayYear, day: Day): bigint | null => {
  const { employment, holiday } = input
  if (employment.holidayRule === 'share') return dayPayOf(input, year, day).shareOre
  const paidDays = Math.ceil(year.paidDays / HUNDRED)
  const variable = holiday.entered.find(({ from }) => from === year.from)?.variableOre ?? 0n
  const { monthlyOre } = payBasisOn(employment, day)
  const { variableOre } = sameHolidayPay(day, { monthlyOre, variableOre: variable, paidDays })
  return holidayDayValue(day, monthlyOre) + variableOre
}

/** What the days earned since the year began are worth, of which the year after is paid. */
const earnedValue = (input: HolidayPayInput, day: Day, days: number): bigint | null => {
  const { employment, holiday } = input
  const from = holidayYearOf(day, holiday.yearStart)
  const next = addMonths(from, MONTHS)
  if (days === 0) return 0n
  if (employment.holidayRule === 'share') {
    const earning = earningOf(holiday, from, addDays(next, -1), day)
    const baseOre = baseOf(input, earning, day)
    return baseOre === null ? null : shareHolidayPay(day, { baseOre, paidDays: 1, agreed: employment.holidayDays })
  }
  const variable = holiday.entered.find((one) => one.from === next)?.variableOre ?? 0n
  const { variableOre } = sameHolidayPay(day, { monthlyOre: 0n, variableOre: variable, paidDays: 1 })
  return ofDays(holidayDayValue(day, payBasisOn(employment, day).monthlyOre), days) + variableOre
}

/**
 * The days that are left on a day, and those earned since the year began, with what they are worth. Days taken in
 * advance are owed by the employee when employment ends (29 a §).
 */
export const valuedDays = (input: HolidayPayInput, day: Day, { isEnd }: { isEnd: boolean }): ValuedDays[] => {
  if (input.employment.holidayRule === 'none') return []
  const [year] = holidayYears(input.holiday, day)
  const dayOre = dayValue(input, year, day)
  const valued = (part: ValuedDays['part'], days: number): ValuedDays => ({
    part,
    days,
    dayOre,
    ore: dayOre === null ? null : ofDays(dayOre, days),
  })
  const saved = year.left.saved.reduce((sum, { days }) => sum + days, 0)
  const advance = year.taken.filter(({ part }) => part === 'advanceHoliday').reduce((sum, { days }) => sum + days, 0)
  const earned = earnedUntil(input.holiday, day)
  const earnedOre = earnedValue(input, day, earned)
  return [
    valued('paid', year.left.paid),
    valued('saved', saved),
    {
      part: 'earned' as const,
      days: earned,
      dayOre: earnedOre === null || earned === 0 ? null : rounded(earnedOre * BigInt(HUNDRED), BigInt(earned)),
      ore: earnedOre,
    },
    ...(isEnd ? [{ ...valued('advance', advance), ore: dayOre === null ? null : -ofDays(dayOre, advance) }] : []),
  ].filter(({ days }) => days !== 0)
}

/** The debt for days left and earned, with the contributions on it. */
export const debtOf = (values: readonly ValuedDays[], contributionsPercent: number) => {
  const ore = values.reduce((sum, one) => sum + (one.ore ?? 0n), 0n)
  return holidayDebt({ days: 1, dayOre: ore }, contributionsPercent)
}
