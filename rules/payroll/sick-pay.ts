// Sick pay (sjuklönelagen 1991:1047): periods with relapses, the qualifying deduction, and the pay of each day.
import { lawOn } from '#rule/law'
import { rounded } from '#rule/rounding'

/** A day with sick leave: the minutes that were planned and not worked. */
export type SickDay = { day: string; minutes: number }

/** Pay of the month and the planned minutes of a whole week; hourly pay is given as that of a month. */
export type PayBasis = { monthlyOre: bigint; weeklyMinutes: number }

type SickDayPay = {
  day: string
  /** The day's number in its period, from 1. */
  number: number
  /** Pay lost by the absence; sick pay for it, 0 after the last day of the period; the deduction, 0 or below. */
  lostOre: bigint
  sickPayOre: bigint
  deductionOre: bigint
}

/** A period of sickness, whose days may lie in several stretches. */
type SickPeriod = { days: readonly SickDay[]; hasDeduction: boolean }

const DAY_MS = 86_400_000
const MONTHS = 12n
const WEEKS = 52n
const WHOLE = 100

const daysFrom = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / DAY_MS

/**
 * The periods of a person's sick days. A day within five calendar days of the last one belongs to the same period
 * (7 §). After ten deductions in twelve months there is none (6 §).
 */
export const sickPeriods = (days: readonly SickDay[]): SickPeriod[] => {
  const sorted = [...days].sort((left, right) => (left.day < right.day ? -1 : 1))
  const groups: SickDay[][] = []
  for (const one of sorted) {
    const last = groups.at(-1)?.at(-1)
    const isRelapse = last && daysFrom(last.day, one.day) - 1 <= lawOn(one.day).value('sickPay.relapseDays')
    if (isRelapse) groups.at(-1)?.push(one)
    else groups.push([one])
  }
  const deducted: string[] = []
  return groups.map((group) => {
    const first = group[0]?.day ?? ''
    const yearBefore = `${Number(first.slice(0, 4)) - 1}${first.slice(4)}`
    const hasDeduction =
      deducted.filter((day) => day > yearBefore).length < lawOn(first).value('sickPay.deductionsMost')
    if (hasDeduction) deducted.push(first)
    return { days: group, hasDeduction }
  })
}

/** Pay for some minutes: a share of month × 12 / (52 × minutes of the week). */
export const payOf = ({ monthlyOre, weeklyMinutes }: PayBasis, minutes: number, percent = WHOLE): bigint =>
  weeklyMinutes <= 0
    ? 0n
    : rounded(
        monthlyOre * MONTHS * BigInt(minutes) * BigInt(Math.round(percent * 100)),
        WEEKS * BigInt(weeklyMinutes) * 10_000n,
      )

/** The deduction of a period: a fifth of the sick pay of an average week (6 §). */
export const qualifyingDeduction = ({ monthlyOre }: Pick<PayBasis, 'monthlyOre'>, day: string): bigint => {
  const law = lawOn(day)
  const shares = BigInt(Math.round(law.value('sickPay.share') * law.value('sickPay.deductionShare') * 100))
  return rounded(monthlyOre * MONTHS * shares, WEEKS * 1_000_000n)
}

/**
 * What each day of a period costs and gives, by the pay of each day. The deduction is taken from the first days until
 * it is used up, and is never more than the sick pay. Sums are rounded as the days add up, so that a whole month comes
 * out to the öre; they begin anew where the pay changes.
 */
export const sickPayOf = (
  { days, hasDeduction }: SickPeriod,
  pay: PayBasis | ((day: string) => PayBasis),
): SickDayPay[] => {
  const first = days[0]
  if (!first) return []
  const basisOn = typeof pay === 'function' ? pay : () => pay
  const paidDays = lawOn(first.day).value('sickPay.days')
  const share = lawOn(first.day).value('sickPay.share')
  let left = hasDeduction ? qualifyingDeduction(basisOn(first.day), first.day) : 0n
  let basis = basisOn(first.day)
  let minutes = 0
  let lost = 0n
  let paid = 0n
  return days.map(({ day, minutes: some }, index) => {
    const now = basisOn(day)
    if (now.monthlyOre !== basis.monthlyOre || now.weeklyMinutes !== basis.weeklyMinutes) {
      basis = now
      minutes = 0
      lost = 0n
      paid = 0n
    }
    minutes += some
    const lostAll = payOf(basis, minutes)
    const lostOre = lostAll - lost
    lost = lostAll
    const number = index + 1
    if (number > paidDays) return { day, number, lostOre, sickPayOre: 0n, deductionOre: 0n }
    const paidAll = payOf(basis, minutes, share)
    const sickPayOre = paidAll - paid
    paid = paidAll
    const taken = left < sickPayOre ? left : sickPayOre
    left -= taken
    return { day, number, lostOre, sickPayOre, deductionOre: -taken }
  })
}
