// How purchases are booked: pure rules that turn a supplier's invoice and what is paid on it into the items of an
// entry. A credit note is an invoice below zero, and stands on the other side of everything.
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
import { isReversed, reversedAccounts, reversedBase, type VatTreatment } from './vat.rules.ts'

/** A line as it was recorded, in the invoice's currency. Only what the invoice charges is `taxOre`. */
export type BookedLine = {
  account: number
  netOre: Ore
  taxRate: number
  taxOre: Ore
  vatTreatment: VatTreatment
}

/** What of an invoice is booked: its totals in its currency and in SEK, and its lines with their rate. */
export type BookedPurchase = {
  totalOre: Ore
  totalBaseOre: Ore
  currencyRate: Rate
  lines: readonly BookedLine[]
}

/**
 * A part of what an invoice comes to, in SEK and above zero in debit. A tax that the buyer owes, and its base where the
 * account of the cost does not declare it, stands in debit on `account` and in credit on `against`, and adds nothing to
 * the sum.
 */
export type Part = { key: string; kind: 'cost' | 'tax' | 'rounding'; account: number; ore: Ore } | ReversedPart
type ReversedPart = { key: string; kind: 'reversed'; account: number; against: number; ore: Ore }

/** The parts of an invoice; their sum is its total in SEK. */
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
    // The tax is calculated on the base in SEK, as both are declared.
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

/** The tax on an amount, in öre: half an öre goes away from zero. */
export const taxOn = (net: Ore, taxRate: number): Ore => rounded(net * BigInt(taxRate), 100n)

/** What parts add to what is owed to the supplier. */
export const sumOf = (parts: readonly Part[]): Ore => sumOfPortions(parts, ofPurchase)

/** The largest cost takes the rounding; a tax that stands on both sides adds nothing to the debt. */
const ofPurchase: PortionRule<Part> = {
  takesRest: ({ kind }) => kind === 'cost',
  adds: ({ kind }) => kind !== 'reversed',
}

/** How much of the debt, in SEK as it is booked, has been paid when so much of the total has. */
export const claimAt = ({ totalOre, totalBaseOre }: Pick<BookedPurchase, 'totalOre' | 'totalBaseOre'>, paid: Ore) =>
  proportion(totalBaseOre, paid, totalOre)

/** What a payment pays: how much, in the invoice's currency, after how much was paid before it. */
export type Paying = { before: Ore; ore: Ore }

/** What a payment lowers the debt by, in SEK as it is booked. The last one leaves nothing, however many there were. */
export const claimOf = (purchase: Pick<BookedPurchase, 'totalOre' | 'totalBaseOre'>, { before, ore }: Paying): Ore =>
  claimAt(purchase, before + ore) - claimAt(purchase, before)

/** What of the parts a payment makes up (kontantmetoden), after what was paid before it. */
export const shareOf = (parts: readonly Part[], purchase: BookedPurchase, paying: Paying): Part[] =>
  apportionStep(parts, { ...paying, whole: purchase.totalOre, sumAt: (paid) => claimAt(purchase, paid) }, ofPurchase)

export const debitOf = (parts: readonly Part[]): DocumentItem[] =>
  parts.flatMap((part): DocumentItem[] => {
    const debit = { account: part.account, debit: part.ore }
    return part.kind === 'reversed' ? [debit, { account: part.against, credit: part.ore }] : [debit]
  })

/** An invoice as a debt to the supplier (faktureringsmetoden), or what is left of it at the end of a year. */
export const invoiceItems = (parts: readonly Part[], payable: number): DocumentItem[] => [
  ...debitOf(parts),
  { account: payable, credit: sumOf(parts) },
]

/** Below how much a payment in SEK may differ from what remains and pay all of it: whole kronor are paid. */
export const ROUNDING_LIMIT: Ore = 100n

/**
 * What a payment in SEK pays beside a discount: all that remains, where it differs by less than a krona
 * (öresutjämning), otherwise its amount.
 */
export const paidOf = (
  { totalOre, paidOre }: { totalOre: Ore; paidOre: Ore },
  { ore, discount }: { ore: Ore; discount: Ore },
): Ore => {
  const remaining = totalOre - paidOre - discount
  const isClose = size(remaining - ore) < ROUNDING_LIMIT && size(remaining) >= ROUNDING_LIMIT
  return isClose && remaining > 0n === ore > 0n ? remaining : ore
}

/** A payment as it was made: what it paid beside a discount, in the invoice's currency, and with how much in SEK. */
export type MadePayment = { ore: Ore; baseOre: Ore }

/**
 * What is paid, below zero for most, when this money comes back: all that the payment with just so much money paid,
 * which is another amount where öre were rounded away, or in another currency. Of several it is the last that has not
 * come back before; null where there is none, or where so much is not paid any more. `payments` are in the order in
 * which they were made.
 */
export const takenBackOf = (
  { totalOre, paidOre }: { totalOre: Ore; paidOre: Ore },
  payments: readonly MadePayment[],
  baseOre: Ore,
): Ore | null => {
  const there: Ore[] = []
  for (const one of payments) {
    if (one.baseOre === -baseOre) there.push(one.ore)
    // Where none paid just what came back, the last of them: its place is -1.
    else if (one.baseOre === baseOre) there.splice(there.lastIndexOf(-one.ore), 1)
  }
  const last = there.at(-1)
  return last === undefined || isBeyond(paidOre - last, totalOre) ? null : -last
}

/** Whether a sum is not between nothing and a total, which may be below zero. */
export const isBeyond = (sum: Ore, total: Ore): boolean =>
  total > 0n ? sum < 0n || sum > total : sum > 0n || sum < total

/** Whether two amounts are both above zero, both below, or both nothing. */
export const isOnSideOf = (one: Ore, other: Ore): boolean => one > 0n === other > 0n && one < 0n === other < 0n

/**
 * What is paid: what it lowers the debt by, and what left the account, both in SEK; `isInSek` as the invoice is. What
 * lowers the debt beside the money stands in `discount`, as {@link discountItems} makes it.
 */
export type Paid = { claim: Ore; base: Ore; account: number; isInSek?: boolean; discount?: readonly DocumentItem[] }

/**
 * A payment, with what stands in debit for the claim. What the rate has made of it since is a gain or a loss; in SEK
 * the difference is öre.
 */
export const paymentItems = (
  { claim, base, account, isInSek = false, discount = [] }: Paid,
  against: readonly DocumentItem[],
  accounts: AccountMap,
): DocumentItem[] => {
  const difference = base - discount.reduce((sum, item) => sum + debitIn(item), claim)
  const exchange = difference > 0n ? accounts.currencyLoss : accounts.currencyGain
  return [
    ...against,
    ...discount,
    { account: isInSek ? accounts.rounding : exchange, debit: difference },
    { account, credit: base },
  ]
}

/** What a discount lowers the debt by, and whether the invoice states its terms, so that its tax falls as well. */
export type Discount = Paying & { termsOnInvoice: boolean }

/**
 * A cash discount received (erhållen kassarabatt), in credit, by the parts that it makes up. Where the invoice states
 * the terms the tax that is deducted falls too, and so does the base of a tax that the buyer owes, on the account that
 * declares it. Otherwise the tax stays until the supplier credits it (mervärdesskattelagen 2023:200, 17
 * kap. 23 §).
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

/** Whether the account of the cost counts towards a box of what the buyer owes the tax of, or gives it back there. */
const isDeclaring = (line: BookedLine, accounts: AccountMap): boolean => {
  if (!isReversed(line.vatTreatment)) return false
  const pair = reversedBase(line, accounts)
  return pair === null || pair.against === line.account
}

/** What is to be booked beside one entry's items so that the books stand as if they had been others. */
export const itemsInstead = (booked: readonly DocumentItem[], wanted: readonly DocumentItem[]): DocumentItem[] => {
  const sums = new Map<number, Ore>()
  const add = (item: DocumentItem, sign: bigint) => {
    sums.set(item.account, (sums.get(item.account) ?? 0n) + sign * debitIn(item))
  }
  for (const item of wanted) add(item, 1n)
  for (const item of booked) add(item, -1n)
  return [...sums].map(([account, debit]) => ({ account, debit }))
}

/** Whether items book nothing. */
export const areNothing = (items: readonly DocumentItem[]): boolean => items.every((item) => debitIn(item) === 0n)

const debitIn = (item: DocumentItem): Ore => ('debit' in item ? item.debit : -item.credit)
