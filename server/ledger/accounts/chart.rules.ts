// Account kinds by number. Pure.
import type { CompanyType } from '#identity'

export type AccountKind = 'asset' | 'liability' | 'income' | 'expense'

/**
 * The kind of an account by its number in the BAS chart: 1 assets, 2 equity and liabilities, 3 income, others costs.
 */
export const kindByNumber = (number: number): AccountKind => {
  switch (String(number)[0]) {
    case '1':
      return 'asset'
    case '2':
      return 'liability'
    case '3':
      return 'income'
    default:
      return 'expense'
  }
}

export const resultAccounts: Readonly<Record<CompanyType, number>> = {
  limitedCompany: 2099,
  cooperative: 2099,
  notSet: 2099,
  proprietorship: 2019,
  partnership: 2019,
  limitedPartnership: 2019,
  nonProfitAssociation: 2069,
  communityAssociation: 2069,
  religiousCommunity: 2069,
}
