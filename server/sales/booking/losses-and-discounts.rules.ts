// What losses and discounts reduce of a sale, and how they are booked: pure rules. All amounts are öre in SEK.
import {
  type AccountMap,
  apportion,
  type DocumentItem,
  isVatAccount,
  portionsByKey,
  portionsLess,
  proportion,
} from '#ledger'
import type { Ore } from '#platform/money'
import { atMost, type Part, portionOf, shareOf, sumOf, withoutBases } from './booking.rules.ts'

/** The booked effect of discounts: on the sale, and on amounts beside it under the cash method. */
export type DiscountsGiven = { ofSale: readonly DebitItem[]; beside: readonly DebitItem[] }

/**
 * The state that losses and discounts apply to: the parts of a sale or advance as `sold` less credit notes, and what is
 * `left` after earlier losses and discounts. The VAT of an advance that `isResting` is deferred and declared with its
 * base on payment. `discounted` is what booked discounts have reduced, and `discounts` how they are booked, for
 * reversal. `beside` is the part of the settlement that does not concern the sale.
 */
export type ReducibleSale = {
  sold: readonly Part[]
  left: readonly Part[]
  isAdvance: boolean
  isResting: boolean
  discounted: readonly Part[]
  discounts: DiscountsGiven
  beside: Ore
}

/** The debit items of a settlement, and the reduction of each part of the sale. */
export type Settled = { debit: DocumentItem[]; lowered: readonly Part[] }

/**
 * A discount first reverses earlier discounts of the opposite sign: first of its own kind, beside or of the sale, then
 * of the other. The remainder reduces the sale, as far as it concerns the sale.
 */
export const discountOf = (sum: Ore, isStated: boolean, sale: ReducibleSale, accounts: AccountMap): Settled => {
  const { ofSale, beside } = sale.discounts
  const first = takenBackItems(beside, sale.beside, accounts)
  const then = takenBackItems(ofSale, sum - debitOf(first), accounts)
  const last = takenBackItems([...beside, ...first], sum - debitOf([...first, ...then]), accounts)
  const back = [...first, ...then, ...last]
  const undone = portionOf(sale.discounted, { ore: debitOf(then), whole: debitOf(ofSale) })
  const left = sum - debitOf(back)
  const leftOfSale = left - (sale.beside - debitOf(first))
  const now = { ...sale, left: portionsLess(sale.left, portionsByKey(undone)) }
  const share = leftOfSale * sum > 0n ? reductionSharesOf(now, leftOfSale) : []
  const items = sale.isAdvance ? lessAdvancedItems(share, sale) : discountItems(share, isStated, accounts)
  const untaxed = { account: accounts.badDebtUntaxed, debit: left - sumOf(share) }
  return { debit: [...back, ...items, untaxed], lowered: [...undone, ...share] }
}

/**
 * The reduction of each part by `sum`; the last one leaves no remainder. An amount beyond the sale, such as a fee or an
 * excess repayment, has no VAT. A negative `sum` restores earlier reductions that are not booked yet.
 */
export const reductionSharesOf = ({ sold, left }: ReducibleSale, sum: Ore): Part[] => {
  const parts = sum > 0n ? left : sold
  const ore = sum > 0n ? atMost(sumOf(left), sum) : sum
  return ore === 0n || sumOf(parts) === 0n ? [] : shareOf(parts, ore)
}

/**
 * A loss (kundförlust): the output VAT is reversed, the rest is the cost. It reduces the VAT base only where there was
 * VAT: untaxed losses have their own account, which counts towards no VAT box.
 */
export const lossItems = (share: readonly Part[], accounts: AccountMap): DebitItem[] =>
  loweredItems(share, {
    taxed: accounts.badDebt,
    untaxed: () => accounts.badDebtUntaxed,
    union: accounts.badDebtUntaxed,
  })

/**
 * A discount reduces income on one account; untaxed sales are reduced on their own account, since each of these counts
 * towards its own VAT box. Amounts that were not income go with these, or to the account of untaxed losses. Output VAT
 * is reduced only if the invoice states the discount: otherwise it stays until it is credited (mervärdesskattelagen
 * 2023:200, 17 kap. 23 §), and so does its base.
 */
const discountItems = (share: readonly Part[], isStated: boolean, accounts: AccountMap): DebitItem[] => {
  const sold = share.find((part) => part.isUntaxed && isIncome(part))
  const other = sold?.account ?? accounts.badDebtUntaxed
  const untaxed = (part: Part) => (isIncome(part) ? part.account : other)
  const tax = (part: Part) => (isStated ? part.account : accounts.cashDiscount)
  const lowered = share.map((part) => (part.kind === 'tax' ? { ...part, account: tax(part) } : part))
  const items = loweredItems(lowered, { taxed: accounts.cashDiscount, untaxed, union: accounts.cashDiscount })
  const kept = isStated
    ? debitOf(unionIn(share))
    : debitOf(items.filter(({ account }) => account === accounts.cashDiscount))
  return [...items, ...keptBase(kept, accounts)]
}

/** What of it was sold with the VAT of another member state, which only a credit note takes back. */
const unionIn = (share: readonly Part[]): DebitItem[] =>
  share.filter(({ isUnion }) => isUnion).map(({ account, ore: debit }) => ({ account, debit }))

/** Restores the base of VAT that is not reduced, if the discount account would reduce it. */
const keptBase = (debit: Ore, accounts: AccountMap): DebitItem[] => {
  if (accounts.vatCodes.get(accounts.cashDiscount) !== '05') return []
  const { taxedIncomeBase, taxedIncomeBaseContra } = accounts
  return debit === 0n
    ? []
    : [
        { account: taxedIncomeBase, debit: -debit },
        { account: taxedIncomeBaseContra, debit },
      ]
}

/**
 * A discount on an advance reduces the advance accounts. Nothing is sold yet, so no discount account is used, whose VAT
 * box is that of sales. Its VAT is due on the amount paid, so no VAT remains on the discount, whether or not the
 * invoice states it.
 */
const lessAdvancedItems = (share: readonly Part[], { isResting }: Pick<ReducibleSale, 'isResting'>): DebitItem[] =>
  (isResting ? withoutBases(share) : share).map(({ account, ore }) => ({ account, debit: ore }))

/** An amount on an account; debit is positive. */
export type DebitItem = { account: number; debit: Ore }

/**
 * The accounts for reductions apart from VAT: one for all taxed parts, one for each untaxed part, and one for what was
 * sold with the VAT of another member state, whose VAT stays: it is for that country to say when it may be taken back.
 */
type LoweredAccounts = { taxed: number; untaxed: (part: Part) => number; union: number }

/**
 * The items of a later reduction of a sale: VAT stays on its own accounts. Rounding is booked with the taxed parts, if
 * there are any. The account of taxed reductions declares the reduced base, for sales on any account.
 */
const loweredItems = (share: readonly Part[], { taxed, untaxed, union }: LoweredAccounts): DebitItem[] => {
  const isTaxed = share.some(({ taxRate, ore }) => taxRate !== undefined && ore !== 0n)
  return withoutBases(share).map((part) => {
    const { kind, account, ore, isUnion, isUntaxed = !isTaxed } = part
    if (isUnion) return { account: union, debit: ore }
    return { account: kind === 'tax' ? account : isUntaxed ? untaxed(part) : taxed, debit: ore }
  })
}

/** Whether the account is an income account (3xxx): the lines also include deducted advances. */
const isIncome = ({ kind, account }: Part): boolean => kind === 'income' && /^3/.test(String(account))

/**
 * The part of `sum` that reverses discounts of the opposite sign, in proportion on each account. The discounts are
 * negative if a reversal was recorded before the discount it reverses.
 */
const takenBackItems = (discounts: readonly DebitItem[], sum: Ore, accounts: AccountMap): DebitItem[] => {
  const whole = debitOf(discounts)
  const ore = whole > 0n ? atMost(-sum, whole) : -atMost(sum, -whole)
  if (ore === 0n) return []
  const portions = discounts.map(({ account, debit }) => ({ account, key: String(account), ore: debit }))
  const takesRest = ({ account }: { account: number }) =>
    !isVatAccount(account, accounts) && !isBaseAccount(account, accounts)
  const shares = apportion(portions, { ore, whole, sum: ore }, { takesRest })
  return shares.map(({ account, ore: debit }) => ({ account, debit: -debit }))
}

const isBaseAccount = (account: number, accounts: AccountMap): boolean =>
  [
    accounts.taxedIncomeBase,
    accounts.taxedIncomeBaseContra,
    accounts.taxedAdvanceBase,
    accounts.taxedAdvanceBaseContra,
  ].includes(account)

/** The sum of the items in debit. */
export const debitOf = (items: readonly DebitItem[]): Ore => items.reduce((sum, { debit }) => sum + debit, 0n)

/**
 * The items for recovering `ore` of a loss: the claim is restored, the reversed VAT is restored in proportion, and the
 * rest is booked as recovered. `loss` holds the loss items on accounts other than the receivable; `isUndone` selects
 * those that are reversed on their own account.
 */
export const recoveredItems = (
  loss: readonly DebitItem[],
  ore: Ore,
  isUndone: (item: DebitItem) => boolean,
  accounts: AccountMap,
): DocumentItem[] => {
  const whole = debitOf(loss)
  const back = loss
    .filter(isUndone)
    .map(({ account, debit }) => ({ account, credit: ore === whole ? debit : proportion(debit, ore, whole) }))
  const rest = ore - back.reduce((sum, { credit }) => sum + credit, 0n)
  return [{ account: accounts.receivable, debit: ore }, ...back, { account: accounts.badDebtRecovered, credit: rest }]
}
