// The equity account for the result of a year, by company form, in the usual chart. Pure.
import type { CompanyType } from '#identity'

export const resultAccounts: Readonly<Record<CompanyType, number>> = {
  ...{ limitedCompany: 2099, cooperative: 2099, notSet: 2099 },
  ...{ proprietorship: 2019, partnership: 2019, limitedPartnership: 2019 },
  ...{ nonProfitAssociation: 2069, communityAssociation: 2069, religiousCommunity: 2069 },
}
