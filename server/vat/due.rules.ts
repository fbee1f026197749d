// The due date of a VAT return, by period, size, company form and trade with other EU countries (skatteförfarandelagen
// 2011:1244, 26 kap. 26, 30 and 33–33 b §§; yearly returns as sent electronically). Pure.
import { addDays, addMonths, type Day, dayFrom, firstOfMonth, isBusinessDay } from '#platform/day'
import type { Ore } from '#platform/money'
import { lawOn } from '#rule/law'

export type PeriodSetting = 'monthly' | 'quarterly' | 'yearly'

/** The input: `baseOre` is the taxable base of twelve months, without purchases and imports. */
type Due = {
  setting: PeriodSetting
  end: Day
  companyType: string
  tradesInUnion: boolean
  baseOre: Ore
}

/** Companies whose yearly return follows their income tax return, by the last month of the fiscal year. */
const AFTER_INCOME_TAX: readonly { months: readonly number[]; monthsLater: (month: number) => number; day: number }[] =
  [
    { months: [1, 2, 3, 4], monthsLater: (month) => 12 - month, day: 12 },
    { months: [5, 6], monthsLater: (month) => 13 - month, day: 17 },
    { months: [7, 8], monthsLater: (month) => 16 - month, day: 12 },
    { months: [9, 10, 11, 12], monthsLater: (month) => 20 - month, day: 17 },
  ]

/** Partnerships have no income tax return of their own: their VAT return is due as with EU trade. */
const WITHOUT_INCOME_TAX: readonly string[] = ['partnership', 'limitedPartnership']

/** The due date; on a Saturday, Sunday or holiday the next business day (1930:173). */
export const dueDate = (due: Due): Day => businessDayFrom(plainDueDate(due))

export const businessDayFrom = (first: Day): Day => {
  let day = first
  while (!isBusinessDay(day)) day = addDays(day, 1)
  return day
}

const plainDueDate = ({ setting, end, companyType, tradesInUnion, baseOre }: Due): Day => {
  if (setting === 'yearly') {
    if (tradesInUnion || WITHOUT_INCOME_TAX.includes(companyType)) return twentySixth(end, 2)
    return companyType === 'proprietorship' ? dayIn(end, 5, 12) : afterIncomeTax(end)
  }
  if (setting === 'monthly' && isLarge(baseOre, end)) return twentySixth(end, 1)
  const month = monthOfYear(addMonths(firstOfMonth(end), 2))
  return dayIn(end, 2, month === 1 || month === 8 ? 17 : 12)
}

/** Whether the annual taxable base is above the limit from which returns are due earlier, where the day has one. */
const isLarge = (baseOre: Ore, day: Day): boolean => {
  const law = lawOn(day)
  return law.find('vat.largeBase') !== null && baseOre > law.ore('vat.largeBase')
}

/** In December the 27th, since the 26th is a holiday. */
const twentySixth = (end: Day, monthsLater: number): Day =>
  dayIn(end, monthsLater, monthOfYear(addMonths(firstOfMonth(end), monthsLater)) === 12 ? 27 : 26)

const afterIncomeTax = (end: Day): Day => {
  const month = monthOfYear(end)
  const row = AFTER_INCOME_TAX.find(({ months }) => months.includes(month))
  if (!row) throw new Error(`Not a month: ${month}`)
  return dayIn(end, row.monthsLater(month), row.day)
}

const monthOfYear = (day: Day): number => Number(day.slice(5, 7))

const dayIn = (end: Day, monthsLater: number, day: number): Day =>
  dayFrom(`${addMonths(firstOfMonth(end), monthsLater).slice(0, 7)}-${day}`)
