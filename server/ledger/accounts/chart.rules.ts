// Account kinds by number. Pure.

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
