// Ranges of accounts in the usual chart (BAS) that more than one rule, report or page goes by. A statement's lines, its
// key figures, tax forms and the choices of a form read them here.

/** The first and the last account, in four digits. */
export type AccountRange = readonly [first: number, last: number]

/** Net sales: the line of the income statement, and what output VAT is charged on. */
export const netSales: readonly AccountRange[] = [[3000, 3799]]

/** Cash and bank balances, and money held for clients, which the balance sheet adds up to cash and bank. */
export const cashInHand: readonly AccountRange[] = [[1900, 1989]]
export const clientMoney: readonly AccountRange[] = [[1990, 1999]]
export const cashAndBank: readonly AccountRange[] = [...cashInHand, ...clientMoney]

/** Output and input VAT, before a return moves them to the settlement account. */
export const unsettledVat: readonly AccountRange[] = [[2600, 2649]]

/** VAT, its settlement, and the VAT that is claimed back (1650). */
export const vatAccounts: readonly AccountRange[] = [
  [2600, 2699],
  [1650, 1650],
]

export const equity: readonly AccountRange[] = [[2000, 2099]]

/** The booking of the year's result against equity (8999), which is no income or expense of the year. */
export const bookedResult: readonly AccountRange[] = [[8990, 8999]]

/**
 * Where payments are received and made: cash and bank, card receivables (1686; 1580 until BAS 2025), the tax account,
 * and amounts advanced by owners and others.
 */
export const paymentAccounts: readonly AccountRange[] = [
  [1900, 1999],
  ...[1580, 1630, 1686, 2018, 2893].map((account): AccountRange => [account, account]),
]

/** The company's bank account (företagskonto), where payments are booked unless another account is named. */
export const USUAL_PAYMENT_ACCOUNT = 1930

/** The account in four digits: a longer one is cut, a shorter one padded. */
export const mainAccount = (account: number): number => Number(String(account).padEnd(4, '0').slice(0, 4))

export const isWithin = (account: number, ranges: readonly AccountRange[]): boolean =>
  ranges.some(([first, last]) => account >= first && account <= last)

/** Whether the account books the result of the year. */
export const isBookedResult = (account: number): boolean => isWithin(mainAccount(account), bookedResult)

/** The accounts of ranges as a filter of the chart of accounts. */
export const filterOn = (ranges: readonly AccountRange[]): string =>
  ranges
    .map(([first, last]) => (first === last ? `account==${first}` : `account>=${first}&&account<=${last}`))
    .join('||')

/** The account that mirrors the tax account (skattekonto) at the tax authority. */
export const TAX_ACCOUNT = 1630
