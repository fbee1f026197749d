// Holiday (semesterlagen 1977:480): how many days, what they are paid by the two rules of the law, and what they cost.
import { lawOn } from '#rule/law'
import { percentSum, shareOf } from '#rule/payroll/shares'
import { rounded } from '#rule/rounding'

/** Days of the year, of them employed, and of these absent without a right to holiday (7, 17–17 b §§). */
type EarningYear = { days: number; employedDays: number; withoutRight: number }

/** Paid days of holiday that a year earned, rounded up (7 §). */
export const paidHolidayDays = (right: number, { days, employedDays, withoutRight }: EarningYear): number => {
  const earned = employedDays - withoutRight
  return earned <= 0 ? 0 : Math.ceil((right * earned) / days)
}

/** The days of a first year by the day of employment: fewer after 31 August (4 §). */
export const holidayRight = (employedFrom: string, yearFrom: string, agreed: number | null): number => {
  const law = lawOn(yearFrom < employedFrom ? employedFrom : yearFrom)
  const isLate = employedFrom > yearFrom && employedFrom.slice(5) > '08-31'
  return isLate ? law.value('holiday.lateDays') : (agreed ?? law.value('holiday.days'))
}

/** The supplement of a paid day beside pay that goes on (16 a §), and what a day is paid of variable pay. */
export const sameHolidayPay = (
  day: string,
  { monthlyOre, variableOre, paidDays }: { monthlyOre: bigint; variableOre: bigint; paidDays: number },
): { supplementOre: bigint; variableOre: bigint } => {
  const law = lawOn(day)
  const variable = shareOf(variableOre, law.value('holiday.variableShare'))
  return {
    supplementOre: shareOf(monthlyOre, law.value('holiday.supplement')),
    variableOre: paidDays > 0 ? rounded(variable, BigInt(paidDays)) : 0n,
  }
}

/** Holiday pay of a day as a share of the year's pay (16 b §); `agreed` days above the law's raise the share. */
export const shareHolidayPay = (
  day: string,
  { baseOre, paidDays, agreed }: { baseOre: bigint; paidDays: number; agreed: number | null },
): bigint => {
  const law = lawOn(day)
  const beyond = Math.max(0, (agreed ?? 0) - law.value('holiday.days'))
  const percent = percentSum(law.value('holiday.share'), ...Array(beyond).fill(law.value('holiday.extraShare')))
  return paidDays > 0 ? rounded(shareOf(baseOre, percent), BigInt(paidDays)) : 0n
}

/** What an unpaid day of holiday takes from the pay of the month, below zero. */
export const unpaidHolidayDay = (day: string, monthlyOre: bigint): bigint =>
  -shareOf(monthlyOre, lawOn(day).value('holiday.unpaidDay'))

/** What a day is worth when employment ends (28 §) or at the end of a year: the day's pay and its supplement. */
export const holidayDayValue = (day: string, monthlyOre: bigint): bigint => {
  const law = lawOn(day)
  return shareOf(monthlyOre, percentSum(law.value('holiday.unpaidDay'), law.value('holiday.supplement')))
}

/** The debt for days earned and saved, with the contributions that the person will have. */
export const holidayDebt = (
  { days, dayOre }: { days: number; dayOre: bigint },
  contributionsPercent: number,
): { holidayOre: bigint; contributionsOre: bigint } => {
  const holidayOre = rounded(dayOre * BigInt(Math.round(days * 100)), 100n)
  return { holidayOre, contributionsOre: shareOf(holidayOre, contributionsPercent) }
}
