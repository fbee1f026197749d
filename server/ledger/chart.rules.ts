// What accounts are by their numbers. Pure.

export type AccountKind = 'asset' | 'liability' | 'income' | 'expense'

/** What an account is by its number in the BAS plan: 1 assets, 2 equity and liabilities, 3 income, the rest costs. */
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
