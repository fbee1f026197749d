// How the refusals of budgets come about.
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const at = ({ fiscalYearId }: TestCompany): string => `/fiscal-years/${fiscalYearId}/budget`
const zeros = Array.from({ length: 12 }, () => 0)

const setting = (account: number, amounts: readonly number[] = zeros): Provocation =>
  over((company) => company.put(at(company), { accounts: [{ account, amounts }] }))

export const ofBudget: Record<string, Provocation> = {
  noYearBefore: over((company) => company.get(`${at(company)}/proposal`)),
}

export const ofBudgetFaults: Record<string, Provocation> = {
  notResultAccount: setting(1930),
  resultOfYear: setting(8999),
  notEachMonth: setting(3001, [1000]),
}
