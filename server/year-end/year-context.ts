// A fiscal year among the others of its books, and the form of its company.
import { type CompanyType, findCompany } from '#identity'
import { type BookYear, bookOf, closedFollower, ledgerContribution } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Form, forms } from './form.rules.ts'

/** A year with the adjacent ones, and the company's form. */
export type YearContext = {
  year: BookYear
  /** The next year in the books; it need not start on the following day. */
  next: BookYear | null
  /** The first closed year whose figures depend on the next year's opening balances: that year, or a later one. */
  closedAfter: BookYear | null
  earlierOpen: number
  form: Form
  companyType: CompanyType
}

/** The year of an id; refused as not found. */
export const yearContextOf = async (call: CompanyCall, id: string): Promise<YearContext> => {
  const book = await bookOf(call, true)
  const { years } = book
  const year = years.find((one) => !one.removed && one.id === id)
  if (!year) throw ledgerContribution.refusals.fiscalYearNotFound({ id })
  const { companyType } = await findCompany(call.db, call.companyId)
  const next = years.find(({ startDate }) => startDate > year.endDate) ?? null
  return {
    year,
    next,
    closedAfter: next && (next.closed ? next : closedFollower(book, next)),
    earlierOpen: years.filter(({ closed, endDate }) => !closed && endDate < year.startDate).length,
    form: forms[companyType],
    companyType,
  }
}
