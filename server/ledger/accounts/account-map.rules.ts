// Roles of accounts in automatic entries, each with its usual account in the BAS chart.
import { isWithin, mainAccount, paymentAccounts, vatAccounts } from '#rule/account-ranges'

export const usualAccounts = {
  receivable: 1510,
  taxReductionReceivable: 1513,
  payable: 2440,
  salesGoods25: 3001,
  salesGoods12: 3002,
  salesGoods6: 3003,
  salesGoods0: 3004,
  salesServices25: 3011,
  salesServices12: 3012,
  salesServices6: 3013,
  salesServices0: 3014,
  salesEuGoods: 3108,
  salesEuServices: 3308,
  salesExportGoods: 3105,
  salesExportServices: 3305,
  salesReverseCharge: 3231,
  salesUnion: 3106,
  outputVat25: 2611,
  outputVat12: 2621,
  outputVat6: 2631,
  unionVat: 2670,
  restingOutputVat25: 2618,
  restingOutputVat12: 2628,
  restingOutputVat6: 2638,
  vatSettlement: 2650,
  rounding: 3740,
  currencyGain: 3960,
  currencyLoss: 7960,
  customerAdvance: 2420,
  invoicedAdvance: 2420,
  bankFee: 6570,
  inputVat: 2641,
  paymentFeeDomestic: 6064,
  paymentFeeEu: 4535,
  paymentFeeNonEu: 4531,
  paymentFeeExempt: 6570,
  reverseInputVat: 2645,
  reverseInputVatDomestic: 2647,
  reverseOutputVat25: 2614,
  reverseOutputVat12: 2624,
  reverseOutputVat6: 2634,
  importOutputVat25: 2615,
  importOutputVat12: 2625,
  importOutputVat6: 2635,
  reverseBaseContra: 4598,
  importBaseContra: 4549,
  taxedIncomeBase: 3098,
  taxedIncomeBaseContra: 3099,
  taxedAdvanceBase: 2427,
  taxedAdvanceBaseContra: 2428,
  badDebt: 6351,
  badDebtUntaxed: 6350,
  badDebtRecovered: 3950,
  cashDiscount: 3731,
  cashDiscountReceived: 4731,
  reminderFee: 3930,
  lateInterest: 8313,
  balanceAdjustment: 3740,
  setOff: 1680,
  supplierAdvance: 1480,
  restingInputVat: 2648,
} as const

/** The purpose of an account in automatic entries. */
export type AccountRole = keyof typeof usualAccounts

/**
 * The account of each role in one company, and the VAT code of each active account of its chart; null if the account
 * has no VAT code.
 */
export type AccountMap = Readonly<Record<AccountRole, number>> & {
  readonly vatCodes: ReadonlyMap<number, string | null>
}

export const accountRoles = Object.keys(usualAccounts) as readonly AccountRole[]

export const isAccountRole = (text: string): text is AccountRole => Object.hasOwn(usualAccounts, text)

/**
 * The account with the same role at another VAT rate, such as 2631 for 2621; the account itself if its roles are of no
 * rate.
 */
export const accountAtRate = (accounts: AccountMap, account: number, rate: number): number => {
  const roles = accountRoles.filter((role) => /\d$/.test(role) && accounts[role] === account)
  const others = roles.map((role) => role.replace(/\d{1,2}$/, String(rate))).filter(isAccountRole)
  const found = new Set(others.map((role) => accounts[role]))
  const [only] = found
  return found.size === 1 && only !== undefined ? only : account
}

/** The accounts that hold receivables and payables of single documents. */
export const claimAccountsOf = ({ receivable, taxReductionReceivable, payable }: AccountMap): ReadonlySet<number> =>
  new Set([receivable, taxReductionReceivable, payable])

/**
 * True if no receivable or payable account has a second role: on a shared account, unpaid amounts cannot be told apart.
 */
export const claimsStandApart = (accounts: AccountMap): boolean => {
  const claims = claimAccountsOf(accounts)
  const { receivable, taxReductionReceivable, payable, vatCodes: _, ...others } = accounts
  if (payable === receivable || payable === taxReductionReceivable) return false
  return ![...claims].some(isPaymentAccount) && !Object.values(others).some((account) => claims.has(account))
}

/** Output and input VAT, their settlement (26xx, 1650), and the accounts of the VAT roles in this company. */
export const isVatAccount = (account: number, accounts: AccountMap): boolean =>
  isWithin(mainAccount(account), vatAccounts) || vatRoles.some((role) => accounts[role] === account)

const vatRoles = accountRoles.filter((role) => /Vat/.test(role))

export const isPaymentAccount = (account: number): boolean => isWithin(account, paymentAccounts)
