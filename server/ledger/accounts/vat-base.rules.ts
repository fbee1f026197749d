// The VAT base of a sale or purchase whose account does not count towards the right box: it is booked on an account
// that does, with a contra account on the other side, so that base and tax are declared together for any cost or income
// account (SKV 4700). Pure.
import { ledgerPhrases, ledgerRefusals } from '#ledger/refusals'
import type { AccountMap } from './account-map.rules.ts'

/** Two extra accounts for an amount: `account` counts towards the box, `against` is its contra account. */
export type BasePair = { account: number; against: number }

/** The BAS accounts for bases of reverse-charge purchases, by box and rate. */
const purchaseBases = {
  '20': { 25: 4515, 12: 4516, 6: 4517 },
  '21': { 25: 4535, 12: 4536, 6: 4537 },
  '22': { 25: 4531, 12: 4532, 6: 4533 },
  '23': { 25: 4415, 12: 4416, 6: 4417 },
  '24': { 25: 4425, 12: 4426, 6: 4427 },
  '50': { 25: 4545, 12: 4546, 6: 4547 },
} as const satisfies Record<string, Record<number, number>>

/** A box of the VAT return for the base of a reverse-charge purchase. */
export type PurchaseBox = keyof typeof purchaseBases
type TaxedRate = keyof (typeof purchaseBases)['20']

/** The box for the base of output VAT on sales. */
const SALES_BOX = '05'

/** Every account that an automatic entry may need for a base; added to charts that lack it. */
export const usualBaseAccounts: ReadonlySet<number> = new Set([
  ...Object.values(purchaseBases).flatMap((byRate) => Object.values(byRate)),
  4598,
  4549,
  3098,
  3099,
  2427,
  2428,
])

/**
 * The account pair for the base of a reverse-charge purchase; null if the cost account itself counts towards the box.
 * If it counts towards another box, the contra amount is booked there.
 */
export const purchaseBasePair = (
  { account, box, taxRate }: { account: number; box: PurchaseBox; taxRate: number },
  accounts: AccountMap,
): BasePair | null => {
  const code = accounts.vatCodes.get(account) ?? null
  if (code === box) return null
  const usual = purchaseBases[box][taxRate as TaxedRate]
  if (usual === undefined) throw new Error(`No purchase is declared in box ${box} at ${taxRate} %`)
  const contra = box === '50' ? accounts.importBaseContra : accounts.reverseBaseContra
  const against = isPurchaseBox(code) ? account : countingNowhere(box, contra, accounts)
  return { account: countingTowards(box, usual, accounts), against }
}

/**
 * The account pair for the base of a taxed sale; null if the account has a VAT code, since the company has then decided
 * where it is declared.
 */
export const saleBasePair = (account: number, accounts: AccountMap): BasePair | null => {
  if ((accounts.vatCodes.get(account) ?? null) !== null) return null
  const onBalanceSheet = /^[12]/.test(String(account))
  const usual = onBalanceSheet ? accounts.taxedAdvanceBase : accounts.taxedIncomeBase
  const contra = onBalanceSheet ? accounts.taxedAdvanceBaseContra : accounts.taxedIncomeBaseContra
  return { account: countingTowards(SALES_BOX, usual, accounts), against: countingNowhere(SALES_BOX, contra, accounts) }
}

const isPurchaseBox = (code: string | null): boolean => code !== null && Object.hasOwn(purchaseBases, code)

/** A contra account; one that counted towards a box itself would take the base out of it, or declare it twice. */
const countingNowhere = (box: string, account: number, { vatCodes }: AccountMap): number => {
  const code = vatCodes.get(account) ?? null
  if (code === null) return account
  const reason = ledgerPhrases.contraDeclared({ account, box: code })
  throw ledgerRefusals.documentNotBookable({ what: ledgerPhrases.baseOfBox({ box }), reason })
}

/**
 * The usual account, or, if the company uses it for something else, the first of its own accounts of the same class
 * with the VAT code.
 */
const countingTowards = (box: string, usual: number, { vatCodes }: AccountMap): number => {
  const code = vatCodes.get(usual)
  // An account missing from the chart is added with its usual code; an inactive one is refused by its number.
  if (code === undefined || code === box) return usual
  const isOwn = (account: number) => !usualBaseAccounts.has(account) && String(account)[0] === String(usual)[0]
  const other = [...vatCodes].find(([account, each]) => each === box && isOwn(account))
  if (!other) {
    const reason = ledgerPhrases.noBaseAccount({ account: usual, box })
    throw ledgerRefusals.documentNotBookable({ what: ledgerPhrases.baseOfBox({ box }), reason })
  }
  return other[0]
}
