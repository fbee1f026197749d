// How purchases are booked: pure rules that turn a supplier invoice and its payments into the items of an entry. A
// credit note is a negative invoice, with debit and credit swapped.
import {
  type AccountMap,
  apportionStep,
  type DocumentItem,
  inBaseCurrency,
  type PortionRule,
  proportion,
  type Rate,
  sumOfPortions,
} from '#ledger'
import { type Ore, rounded, size } from '#platform/money'
import { roundsToWhole } from '#rule/currency'
import { isReversed, reversedAccounts, reversedBase, type VatTreatment } from './vat.rules.ts'

/** A recorded line, in the invoice's currency. `taxOre` is only the VAT that the invoice charges. */
export type BookedLine = {
  account: number
  netOre: Ore
  taxRate: number
  taxOre: Ore
  vatTreatment: VatTreatment
}

/** The input for booking an invoice: its totals in its currency and in SEK, and its lines with their rate. */
export type BookedPurchase = {
  totalOre: Ore
  totalBaseOre: Ore
  currencyRate: Rate
  lines: readonly BookedLine[]
}

/**
 * A part of an invoice's total, in SEK; positive in debit. Reverse-charge VAT, and its base if the cost account does
 * not declare it, is debited to `account` and credited to `against`, and adds nothing to the total.
 */
export type Part = { key: string; kind: 'cost' | 'tax' | 'rounding'; account: number; ore: Ore } | ReversedPart
type ReversedPart = { key: string; kind: 'reversed'; account: number; against: number; ore: Ore }

/** The parts of an invoice, which add up to its total in SEK. */
export const partsOf = ({ totalBaseOre, currencyRate, lines }: BookedPurchase, accounts: AccountMap): Part[] => {
  const costs = [...summed(lines, ({ account }) => account)].map(([account, { netOre }]): Part => {
    return { key: `account ${account}`, kind: 'cost', account, ore: inBaseCurrency(netOre, currencyRate) }
  })
  const charged = lines.reduce((sum, { taxOre }) => sum + taxOre, 0n)
  const tax: Part = { key: 'tax', kind: 'tax', account: accounts.inputVat, ore: inBaseCurrency(charged, currencyRate) }
  const owed = lines.filter(({ vatTreatment }) => isReversed(vatTreatment))
  const groups = summed(owed, ({ vatTreatment, taxRate }) => `${vatTreatment} ${taxRate}`)
  const reversed = [...groups].map(([key, { vatTreatment, taxRate, netOre }]): Part => {
    const { input, output } = reversedAccounts(vatTreatment, taxRate, accounts)
    // VAT is computed on the base in SEK, since both are declared in SEK.
    const ore = taxOn(inBaseCurrency(netOre, currencyRate), taxRate)
    return { key, kind: 'reversed', account: input, against: output, ore }
  })
  const byAccount = summed(owed, ({ account, vatTreatment, taxRate }) => `base ${account} ${vatTreatment} ${taxRate}`)
  const bases = [...byAccount].flatMap(([key, line]): Part[] => {
    const pair = reversedBase(line, accounts)
    return pair ? [{ key, kind: 'reversed', ...pair, ore: inBaseCurrency(line.netOre, currencyRate) }] : []
  })
  const exact = [...costs, tax, ...reversed, ...bases]
  const rounding = totalBaseOre - sumOf(exact)
  return [...exact, { key: 'rounding', kind: 'rounding', account: accounts.rounding, ore: rounding }]
}

const summed = <Key>(lines: readonly BookedLine[], keyOf: (line: BookedLine) => Key): Map<Key, BookedLine> => {
  const sums = new Map<Key, BookedLine>()
  for (const line of lines) {
    const key = keyOf(line)
    sums.set(key, { ...line, netOre: line.netOre + (sums.get(key)?.netOre ?? 0n) })
  }
  return sums
}

/** The VAT on an amount, in öre; half an öre is rounded away from zero. */
export const taxOn = (net: Ore, taxRate: number): Ore => rounded(net * BigInt(taxRate), 100n)

/** The sum of the parts owed to the supplier. */
export const sumOf = (parts: readonly Part[]): Ore => sumOfPortions(parts, ofPurchase)

/** The largest cost absorbs the rounding; reverse-charge VAT adds nothing to the debt. */
const ofPurchase: PortionRule<Part> = {
  takesRest: ({ kind }) => kind === 'cost',
  adds: ({ kind }) => kind !== 'reversed',
}

/** The paid part of the debt, in SEK as booked, when `paid` of the total is paid. */
const claimAt = ({ totalOre, totalBaseOre }: Pick<BookedPurchase, 'totalOre' | 'totalBaseOre'>, paid: Ore) =>
  proportion(totalBaseOre, paid, totalOre)

/** A payment in the invoice's currency, and the amount paid before it. */
export type Paying = { before: Ore; ore: Ore }

/**
 * The reduction of the debt by a payment, in SEK as booked. The last payment leaves no remainder, however many there
 * are.
 */
export const claimOf = (purchase: Pick<BookedPurchase, 'totalOre' | 'totalBaseOre'>, { before, ore }: Paying): Ore =>
  claimAt(purchase, before + ore) - claimAt(purchase, before)

/** The share of each part in a payment (kontantmetoden), after earlier payments. */
export const shareOf = (parts: readonly Part[], purchase: BookedPurchase, paying: Paying): Part[] =>
  apportionStep(parts, { ...paying, whole: purchase.totalOre, sumAt: (paid) => claimAt(purchase, paid) }, ofPurchase)

export const debitOf = (parts: readonly Part[]): DocumentItem[] =>
  parts.flatMap((part): DocumentItem[] => {
    const debit = { account: part.account, debit: part.ore }
    return part.kind === 'reversed' ? [debit, { account: part.against, credit: part.ore }] : [debit]
  })

/** An invoice as a debt to the supplier (faktureringsmetoden), or its unpaid remainder at year-end. */
export const invoiceItems = (parts: readonly Part[], payable: number): DocumentItem[] => [
  ...debitOf(parts),
  { account: payable, credit: sumOf(parts) },
]

/** A payment in SEK that differs from the remainder by less than this pays all of it: payments are in whole kronor. */
const ROUNDING_LIMIT: Ore = 100n

/**
 * The amount paid by a payment in SEK, beside a discount: the whole remainder if it differs by less than one krona
 * (öresutjämning), otherwise the amount itself.
 */
export const paidOf = (
  invoice: { totalOre: Ore; paidOre: Ore; currency: string; currencyRate: string },
  { ore, discount }: { ore: Ore; discount: Ore },
): Ore => {
  const remaining = invoice.totalOre - invoice.paidOre - discount
  const isClose = roundsToWhole(invoice) && size(remaining - ore) < ROUNDING_LIMIT && size(remaining) >= ROUNDING_LIMIT
  return isClose && remaining > 0n === ore > 0n ? remaining : ore
}

/** A payment: the amount paid beside a discount, in the invoice's currency, and its money in SEK. */
export type MadePayment = { ore: Ore; baseOre: Ore }

/**
 * The amount, usually negative, that returned money takes back: all that the payment of the same size in SEK had paid,
 * which may differ by rounded öre or by currency. Among several, the latest not yet returned; null if there is none, or
 * if less than that remains paid. `payments` are in order.
 */
export const takenBackOf = (
  { totalOre, paidOre }: { totalOre: Ore; paidOre: Ore },
  payments: readonly MadePayment[],
  baseOre: Ore,
): Ore | null => {
  const there: Ore[] = []
  for (const one of payments) {
    if (one.baseOre === -baseOre) there.push(one.ore)
    // If none paid the same amount, lastIndexOf returns -1 and the last one is removed.
    else if (one.baseOre === baseOre) there.splice(there.lastIndexOf(-one.ore), 1)
  }
  const last = there.at(-1)
  return last === undefined || isBeyond(paidOre - last, totalOre) ? null : -last
}

/** Whether a sum lies outside the range between zero and a total, which may be negative. */
export const isBeyond = (sum: Ore, total: Ore): boolean =>
  total > 0n ? sum < 0n || sum > total : sum > 0n || sum < total

/** Whether two amounts have the same sign, or are both zero. */
export const isOnSideOf = (one: Ore, other: Ore): boolean => one > 0n === other > 0n && one < 0n === other < 0n

/**
 * A payment in the accounting currency: the reduction of the debt, and the money that left the account; `isOwn` tells
 * whether the invoice is in it. `discount` holds the items of a discount, see {@link discountItems}; `credits` are what
 * pays in place of the account, such as an advance with its tax.
 */
type Paid = {
  claim: Ore
  base: Ore
  account: number
  isOwn?: boolean
  discount?: readonly DocumentItem[]
  credits?: readonly DocumentItem[] | undefined
}

/**
 * The items of a payment, with the debit against the debt. The exchange difference is a gain or loss; in the accounting
 * currency the difference is rounding.
 */
export const paymentItems = (
  { claim, base, account, isOwn = false, discount = [], credits = [{ account, credit: base }] }: Paid,
  against: readonly DocumentItem[],
  accounts: AccountMap,
): DocumentItem[] => {
  const difference = base - discount.reduce((sum, item) => sum + debitIn(item), claim)
  const exchange = difference > 0n ? accounts.currencyLoss : accounts.currencyGain
  return [...against, ...discount, { account: isOwn ? accounts.rounding : exchange, debit: difference }, ...credits]
}

/** The reduction of the debt by a discount, and whether the invoice states its terms, so that VAT is reduced too. */
type Discount = Paying & { termsOnInvoice: boolean }

/**
 * The credit items of a received cash discount (erhållen kassarabatt), by the parts it reduces. If the invoice states
 * the terms, deducted VAT is reduced too, and so is a reverse-charge base, on the account that declares it. Otherwise
 * the VAT stays until the supplier credits it (mervärdesskattelagen 2023:200, 17 kap. 23 §).
 */
export const discountItems = (
  purchase: BookedPurchase,
  { termsOnInvoice, ...paying }: Discount,
  accounts: AccountMap,
): DocumentItem[] => {
  const share = shareOf(partsOf(purchase, accounts), purchase, paying)
  const received = accounts.cashDiscountReceived
  if (!termsOnInvoice) return [{ account: received, credit: sumOf(share) }]
  const { lines } = purchase
  const declared = new Set(lines.filter((line) => isDeclaring(line, accounts)).map(({ account }) => account))
  return share.flatMap((part): DocumentItem[] => {
    const { kind, account, ore } = part
    if (kind === 'reversed')
      return [
        { account, credit: ore },
        { account: part.against, debit: ore },
      ]
    return [{ account: kind === 'tax' || declared.has(account) ? account : received, credit: ore }]
  })
}

/** Whether the cost account itself counts towards a reverse-charge box, or cancels it there. */
const isDeclaring = (line: BookedLine, accounts: AccountMap): boolean => {
  if (!isReversed(line.vatTreatment)) return false
  const pair = reversedBase(line, accounts)
  return pair === null || pair.against === line.account
}

/** The items to book in addition to an entry so that the books equal another set of items. */
export const itemsInstead = (booked: readonly DocumentItem[], wanted: readonly DocumentItem[]): DocumentItem[] => {
  const sums = new Map<number, Ore>()
  const add = (item: DocumentItem, sign: bigint) => {
    sums.set(item.account, (sums.get(item.account) ?? 0n) + sign * debitIn(item))
  }
  for (const item of wanted) add(item, 1n)
  for (const item of booked) add(item, -1n)
  return [...sums].map(([account, debit]) => ({ account, debit }))
}

/** Whether the items add up to zero on every account. */
export const areNothing = (items: readonly DocumentItem[]): boolean => items.every((item) => debitIn(item) === 0n)

const debitIn = (item: DocumentItem): Ore => ('debit' in item ? item.debit : -item.credit)
