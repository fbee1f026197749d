// Filing deadlines after a fiscal year, by company form. Pure.
import { addMonths, type Day, dayFrom, firstOfMonth, lastOfMonth } from '#platform/day'
import { businessDayFrom } from '#vat'

/** Forms that file the annual report with Bolagsverket, at most seven months after the year (1995:1554, 8 kap. 6 §). */
const PUBLISHES: readonly string[] = ['limitedCompany', 'cooperative']
const REPORT_MONTHS = 7

/**
 * The due dates of income tax returns of legal persons, filed electronically (2011:1244, 32 kap. 2 §): a day, by the
 * last month of the year, in the calendar year of its end or the next.
 */
const INCOME_TAX: readonly { months: readonly number[]; day: string; yearsLater: number }[] = [
  { months: [1, 2, 3, 4], day: '12-01', yearsLater: 0 },
  { months: [5, 6], day: '01-15', yearsLater: 1 },
  { months: [7, 8], day: '04-01', yearsLater: 1 },
  { months: [9, 10, 11, 12], day: '08-01', yearsLater: 1 },
]
const LEGAL_PERSONS: readonly string[] = [...PUBLISHES, 'partnership', 'limitedPartnership']

/** The due date of income tax returns of people, and thus of sole proprietors (2011:1244, 32 kap. 1 §). */
const PEOPLE_DAY = '05-02'

/** Null if the form has no such return, or is unknown. */
export const incomeTaxDue = (companyType: string, end: Day): Day | null => {
  const year = Number(end.slice(0, 4))
  if (companyType === 'proprietorship') return businessDayFrom(dayFrom(`${year + 1}-${PEOPLE_DAY}`))
  const row = INCOME_TAX.find(({ months }) => months.includes(Number(end.slice(5, 7))))
  if (!row || !LEGAL_PERSONS.includes(companyType)) return null
  return businessDayFrom(dayFrom(`${year + row.yearsLater}-${row.day}`))
}

/** Null if the annual report is not filed, or the form is unknown. */
export const annualReportDue = (companyType: string, end: Day): Day | null =>
  PUBLISHES.includes(companyType) ? businessDayFrom(lastOfMonth(addMonths(firstOfMonth(end), REPORT_MONTHS))) : null
