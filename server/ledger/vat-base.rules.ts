// Where the base of a tax stands when the account of what was bought or sold does not count towards its box: on an
// account that does, with a contra account on the other side, so that base and tax are declared together whatever
// account a cost or an income is on (SKV 4700). Pure.
import type { AccountMap } from './account-map.rules.ts'
import { ledgerPhrases, ledgerRefusals } from './refusals.ts'

/** Two accounts beside an amount: `account` counts towards the box, `against` takes it back. */
export type BasePair = { account: number; against: number }

/** The accounts in the BAS plan that purchases are declared from where the buyer owes the tax, by box and rate. */
const purchaseBases = {
  '20': { 25: 4515, 12: 4516, 6: 4517 },
  '21': { 25: 4535, 12: 4536, 6: 4537 },
  '22': { 25: 4531, 12: 4532, 6: 4533 },
  '23': { 25: 4415, 12: 4416, 6: 4417 },
  '24': { 25: 4425, 12: 4426, 6: 4427 },
  '50': { 25: 4545, 12: 4546, 6: 4547 },
} as const satisfies Record<string, Record<number, number>>

/** A box of the VAT return with the base of what the buyer owes the tax of. */
export type PurchaseBox = keyof typeof purchaseBases
type TaxedRate = keyof (typeof purchaseBases)['20']

/** The box that the base of output tax on sales is in. */
const SALES_BOX = '05'

/** Every account that an automatic entry may need for a base: it is added to a chart that lacks it. */
export const usualBaseAccounts: ReadonlySet<number> = new Set([
  ...Object.values(purchaseBases).flatMap((byRate) => Object.values(byRate)),
  ...[4598, 4549, 3098, 3099, 2427, 2428],
])

/**
 * The pair for the base of a purchase whose tax the buyer owes; null where the account of the cost counts towards the
 * box itself. One that counts towards another box takes the base back from there.
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
  return { account: countingTowards(box, usual, accounts), against: isPurchaseBox(code) ? account : contra }
}

/**
 * The pair for the base of a sale with tax; null where the account has a VAT code: the company has said then where what
 * is on it is declared.
 */
export const saleBasePair = (account: number, accounts: AccountMap): BasePair | null => {
  if ((accounts.vatCodes.get(account) ?? null) !== null) return null
  const onBalanceSheet = /^[12]/.test(String(account))
  const usual = onBalanceSheet ? accounts.taxedAdvanceBase : accounts.taxedIncomeBase
  const contra = onBalanceSheet ? accounts.taxedAdvanceBaseContra : accounts.taxedIncomeBaseContra
  return { account: countingTowards(SALES_BOX, usual, accounts), against: contra }
}

const isPurchaseBox = (code: string | null): boolean => code !== null && Object.hasOwn(purchaseBases, code)

/**
 * The usual account, or where the company uses that for something else the first of its own of the same class that has
 * the VAT code.
 */
const countingTowards = (box: string, usual: number, { vatCodes }: AccountMap): number => {
  const code = vatCodes.get(usual)
  // An account that the chart lacks is added with its usual code; one that is not active is refused with its number.
  if (code === undefined || code === box) return usual
  const isOwn = (account: number) => !usualBaseAccounts.has(account) && String(account)[0] === String(usual)[0]
  const other = [...vatCodes].find(([account, each]) => each === box && isOwn(account))
  if (!other) {
    const reason = ledgerPhrases.noBaseAccount({ account: usual, box })
    throw ledgerRefusals.documentNotBookable({ what: ledgerPhrases.baseOfBox({ box }), reason })
  }
  return other[0]
}
