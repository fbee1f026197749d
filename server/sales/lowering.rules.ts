// What losses and discounts lower of a sale, and what they are in the books: pure rules. All amounts are öre in SEK.
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

/** What discounts have in the books: of the sale, and of what is owed beside it under the cash method. */
export type DiscountsGiven = { ofSale: readonly DebitItem[]; beside: readonly DebitItem[] }

/**
 * What losses and discounts lower: the parts of a sale or of an advance, as they are `sold` less what is credited, and
 * what is `left` of them beside what others have lowered. The tax of an advance that `isResting` is declared with its
 * base when it is paid. `discounted` is what discounts in the books have lowered, and
 * `discounts` what they stand for there, which one the other way takes back. `beside` is what of the settlement is
 * nothing of the sale.
 */
export type Lowerable = {
  sold: readonly Part[]
  left: readonly Part[]
  isAdvance: boolean
  isResting: boolean
  discounted: readonly Part[]
  discounts: DiscountsGiven
  beside: Ore
}

/** What a settlement stands for, in debit, and what of the parts of its sale it lowers. */
export type Settled = { debit: DocumentItem[]; lowered: readonly Part[] }

/**
 * A discount takes back what others have booked the other way: first of its own kind, beside the sale or of it, and
 * then of the other. What is left of it lowers the sale, as far as it is of the sale.
 */
export const discountOf = (sum: Ore, isStated: boolean, sale: Lowerable, accounts: AccountMap): Settled => {
  const { ofSale, beside } = sale.discounts
  const first = takenBackItems(beside, sale.beside, accounts)
  const then = takenBackItems(ofSale, sum - debitOf(first), accounts)
  const last = takenBackItems([...beside, ...first], sum - debitOf([...first, ...then]), accounts)
  const back = [...first, ...then, ...last]
  const undone = portionOf(sale.discounted, { ore: debitOf(then), whole: debitOf(ofSale) })
  const left = sum - debitOf(back)
  const leftOfSale = left - (sale.beside - debitOf(first))
  const now = { ...sale, left: portionsLess(sale.left, portionsByKey(undone)) }
  const share = leftOfSale * sum > 0n ? loweredShareOf(now, leftOfSale) : []
  const items = sale.isAdvance ? lessAdvancedItems(share, sale) : discountItems(share, isStated, accounts)
  const untaxed = { account: accounts.badDebtUntaxed, debit: left - sumOf(share) }
  return { debit: [...back, ...items, untaxed], lowered: [...undone, ...share] }
}

/**
 * What of a sale `sum` lowers: the last one leaves nothing. What is beyond the sale, such as a fee, or money that was
 * paid back too much, had no tax. Below zero it raises again what is not in the books yet.
 */
export const loweredShareOf = ({ sold, left }: Lowerable, sum: Ore): Part[] => {
  const parts = sum > 0n ? left : sold
  const ore = sum > 0n ? atMost(sumOf(left), sum) : sum
  return ore === 0n || sumOf(parts) === 0n ? [] : shareOf(parts, ore)
}

/**
 * A loss (kundförlust): the output tax comes back, the rest is the cost. It lowers the base of tax only where there
 * was any: what had none has an account of its own, which counts towards no box of the VAT return.
 */
export const lossItems = (share: readonly Part[], accounts: AccountMap): DebitItem[] =>
  loweredItems(share, { taxed: accounts.badDebt, untaxed: () => accounts.badDebtUntaxed })

/**
 * A discount: income falls on one account; but what was sold without tax falls on the account where it was sold, since
 * each such account counts towards its own box of the VAT return. What was no income goes with that, or where a loss of
 * it would. The output tax falls only where the invoice states the discount: otherwise it stays until it is credited
 * (mervärdesskattelagen 2023:200, 17 kap. 23 §), and so does its base.
 */
const discountItems = (share: readonly Part[], isStated: boolean, accounts: AccountMap): DebitItem[] => {
  const sold = share.find((part) => part.isUntaxed && isIncome(part))
  const other = sold?.account ?? accounts.badDebtUntaxed
  const untaxed = (part: Part) => (isIncome(part) ? part.account : other)
  const tax = (part: Part) => (isStated ? part.account : accounts.cashDiscount)
  const lowered = share.map((part) => (part.kind === 'tax' ? { ...part, account: tax(part) } : part))
  const items = loweredItems(lowered, { taxed: accounts.cashDiscount, untaxed })
  return isStated ? items : [...items, ...keptBase(items, accounts)]
}

/** The base of a tax that stays, where the account of discounts would lower it. */
const keptBase = (items: readonly DebitItem[], accounts: AccountMap): DebitItem[] => {
  if (accounts.vatCodes.get(accounts.cashDiscount) !== '05') return []
  const debit = debitOf(items.filter(({ account }) => account === accounts.cashDiscount))
  const { taxedIncomeBase, taxedIncomeBaseContra } = accounts
  return debit === 0n
    ? []
    : [
        { account: taxedIncomeBase, debit: -debit },
        { account: taxedIncomeBaseContra, debit },
      ]
}

/**
 * A discount on an advance: less is owed for what was to be delivered, on the accounts where it stands. Nothing is sold
 * yet, so that no account of discounts is used, whose box of the VAT return is that of sales; and its tax is owed on
 * what is paid, so that none stays of what will not be, whether or not the invoice states the discount.
 */
const lessAdvancedItems = (share: readonly Part[], { isResting }: Pick<Lowerable, 'isResting'>): DebitItem[] =>
  (isResting ? withoutBases(share) : share).map(({ account, ore }) => ({ account, debit: ore }))

/** What stands on an account; in debit above zero. */
export type DebitItem = { account: number; debit: Ore }

/** The accounts of what lowers a sale beside its tax: one for all that has tax, and those of each part without. */
type LoweredAccounts = { taxed: number; untaxed: (part: Part) => number }

/**
 * What lowers a sale afterwards: its tax falls on its accounts. Rounding goes with what has tax, if anything has. The
 * account of what has tax declares what falls of the base, whatever account it was sold on.
 */
const loweredItems = (share: readonly Part[], { taxed, untaxed }: LoweredAccounts): DebitItem[] => {
  const isTaxed = share.some(({ taxRate, ore }) => taxRate !== undefined && ore !== 0n)
  return withoutBases(share).map((part) => {
    const { kind, account, ore, isUntaxed = !isTaxed } = part
    return { account: kind === 'tax' ? account : isUntaxed ? untaxed(part) : taxed, debit: ore }
  })
}

/** Whether it is income by its account (3xxx): an advance that is deducted stands among the lines as well. */
const isIncome = ({ kind, account }: Part): boolean => kind === 'income' && /^3/.test(String(account))

/**
 * What `sum` takes back of discounts that go the other way, each account in proportion and whatever is sold by now.
 * They are below zero where one that takes back was recorded before what it takes back.
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
    ...[accounts.taxedIncomeBase, accounts.taxedIncomeBaseContra],
    ...[accounts.taxedAdvanceBase, accounts.taxedAdvanceBaseContra],
  ].includes(account)

/** What stands on accounts, in debit. */
export const debitOf = (items: readonly DebitItem[]): Ore => items.reduce((sum, { debit }) => sum + debit, 0n)

/**
 * What is booked when `ore` of a loss comes in after all: the claim is there again, and so is the tax that had come
 * back, in proportion; what had no tax is lost no more; the rest is recovered. `loss` is what the loss has on
 * other accounts than the claim's, and `isUndone` tells what of it is taken back where it stands.
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
