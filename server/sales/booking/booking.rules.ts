// How sales are booked: pure rules that turn a document, and anything that reduces the customer's debt, into the items
// of an entry. All amounts are öre in SEK.
import {
  type AccountMap,
  apportion,
  type BasePair,
  type DocumentItem,
  NO_BOX,
  type PortionRule,
  portionsByKey,
  portionsLess,
  proportion,
  saleBasePair,
} from '#ledger'
import type { VatTreatment } from '#paper'
import { atRate } from '#platform/decimal'
import { type Ore, percentOf, size } from '#platform/money'
import { ROUNDING_LIMIT } from '#sales/invoices/invoice-status.rules'
import { incomeAccountOf, outputVatRoleOf, restingVatRoleOf } from '#sales/publishing/vat.rules'

/** A published line. */
export type BookedLine = {
  netOre: Ore
  taxRate: number
  /** The member state whose VAT is charged under the union scheme; absent for Swedish VAT. */
  unionCountry?: string
  productType: 'goods' | 'services'
  account: number | null
  treatment: VatTreatment
}

/**
 * The input for booking a document: its total in SEK, and the lines in its own currency with the rate as decimal text.
 * `kept` holds the part amounts fixed at publication: for a credit note, they depend on earlier credit notes.
 */
type BookedDocument = {
  totalBaseOre: Ore
  currencyRate: string
  lines: readonly BookedLine[]
  kept?: ReadonlyMap<string, Ore> | null
  /** An advance invoice (förskott): a payment before delivery is not yet income. */
  isAdvance?: boolean
}

/**
 * A part of a document's total: income, output VAT, or rounding. A positive amount is a credit. `key` identifies the
 * part each time the document is booked, even if the account map has changed in between. `isUntaxed` marks income
 * without VAT. Two parts of kind `base` cancel each other out: income on an account that counts towards no sales box is
 * declared through one that does. `isUnion` marks income and tax of another member state, which are in no box of the
 * return: such a tax has no `taxRate`, since that is Swedish.
 */
export type Part = {
  key: string
  kind: 'income' | 'tax' | 'base' | 'rounding'
  account: number
  ore: Ore
  taxRate?: number
  isUntaxed?: boolean
  isUnion?: true
}

/** The part key of a line's income. */
export const incomeKeyOf = ({ account, treatment, productType, taxRate }: Omit<BookedLine, 'netOre'>): string =>
  account === null ? `income ${treatment} ${productType} ${taxRate}` : `account ${account}`

/** The part key of the output VAT of a rate. */
export const taxKeyOf = (taxRate: number): string => `tax ${taxRate}`

/** The part key for the VAT base of a line whose income account does not declare it. */
export const baseKeyOf = (line: Omit<BookedLine, 'netOre'>): string => `base ${basedOn(line)}`

const basedOn = (line: Omit<BookedLine, 'netOre'>): string => `${incomeKeyOf(line)} at ${line.taxRate}`

/**
 * The parts of a document, which add up to its total. VAT is computed on the sum of each rate, as the document shows
 * it.
 */
export const partsOf = (
  { totalBaseOre, currencyRate, lines, kept = null, isAdvance = false }: BookedDocument,
  accounts: AccountMap,
): Part[] => {
  const inBase = (key: string, ore: Ore) => kept?.get(key) ?? atRate(ore, currencyRate)
  const income = new Map<string, Part>()
  const nets = new Map<number, Ore>()
  const taxed = new Map<string, { account: number; ore: Ore }>()
  // A document has the VAT of one country.
  const union = lines.some(({ unionCountry }) => unionCountry) ? UNION : {}
  for (const line of lines) {
    const usual = isAdvance ? accounts.invoicedAdvance : incomeAccountOf(line, line.treatment, accounts)
    const account = line.account ?? usual
    const key = incomeKeyOf(line)
    const { ore, isUntaxed } = income.get(key) ?? { ore: 0n, isUntaxed: true }
    const sum = { ore: ore + line.netOre, isUntaxed: isUntaxed === true && line.taxRate === 0 }
    income.set(key, { key, kind: 'income', account, ...sum, ...(sum.isUntaxed ? {} : union) })
    nets.set(line.taxRate, (nets.get(line.taxRate) ?? 0n) + line.netOre)
    if (line.taxRate === 0 || line.unionCountry) continue
    const base = basedOn(line)
    taxed.set(base, { account, ore: (taxed.get(base)?.ore ?? 0n) + line.netOre })
  }
  const taxes = [...nets]
    .filter(([taxRate]) => taxRate > 0)
    .sort(([left], [right]) => right - left)
    .map(([taxRate, net]): Part => {
      const key = taxKeyOf(taxRate)
      const ore = inBase(key, percentOf(net, taxRate))
      if (union.isUnion) return { key, kind: 'tax', account: accounts.unionVat, ore, ...union }
      return { key, kind: 'tax', account: accounts[outputVatRoleOf(taxRate)], ore, taxRate }
    })
  const parts = [...income.values()].map((part) => ({ ...part, ore: inBase(part.key, part.ore) }))
  const bases = [...taxed].flatMap(([key, { account, ore }]) => {
    const pair = saleBasePair(account, accounts)
    return pair ? baseParts(key, pair, inBase(`base ${key}`, ore)) : []
  })
  const exact = [...parts, ...taxes, ...bases]
  const rounding = totalBaseOre - sumOf(exact)
  return [...exact, { key: 'rounding', kind: 'rounding', account: accounts.rounding, ore: rounding }]
}

const UNION: Pick<Part, 'isUnion'> = { isUnion: true }

const baseParts = (key: string, { account, against }: BasePair, ore: Ore): Part[] => [
  { key: `base ${key}`, kind: 'base', account, ore },
  { key: `contra ${key}`, kind: 'base', account: against, ore: -ore },
]

/** Whether the key names a part of kind `base`. */
export const isBaseKey = (key: string): boolean => /^(?:base|contra) /.test(key)

/**
 * The parts of an unpaid advance invoice: its VAT is booked as deferred, since it is due when the advance is paid
 * (mervärdesskattelagen 2023:200, 7 kap.). Its base is declared at the same time, so neither is booked before.
 */
export const restingParts = (parts: readonly Part[], accounts: AccountMap): Part[] =>
  parts.map((part) =>
    part.taxRate === undefined ? part : { ...part, account: accounts[restingVatRoleOf(part.taxRate)] },
  )

/** The parts without those that only declare a VAT base. */
export const withoutBases = (parts: readonly Part[]): Part[] => parts.filter(({ kind }) => kind !== 'base')

/** The state of an advance: its remaining parts, its credited parts, the amount paid, and the charges added to it. */
export type Advance = { left: readonly Part[]; credited: readonly Part[]; paid: Ore; charged: Ore }

/**
 * Moves the VAT of an advance between the deferred VAT account and output VAT, with its base, by the difference per
 * rate between what is due `after` and what was due `before`.
 */
export const owedItems = (before: Advance, after: Advance, accounts: AccountMap): DocumentItem[] =>
  owedBeside(owedTaxOf(before), after, accounts)

/** The booked amount of a part, by key. */
export type BookedPart = { key: string; ore: Ore }

/** As {@link owedItems}, given the parts already booked as output VAT. */
export const owedBeside = (booked: readonly BookedPart[], after: Advance, accounts: AccountMap): DocumentItem[] => {
  const was = portionsByKey(booked)
  const is = portionsByKey(owedTaxOf(after))
  return after.left.flatMap(({ key, kind, account, taxRate }) => {
    const owed = (is.get(key) ?? 0n) - (was.get(key) ?? 0n)
    if (kind === 'base') return [{ account, credit: owed }]
    if (taxRate === undefined) return []
    return [
      { account: accounts[restingVatRoleOf(taxRate)], debit: owed },
      { account: accounts[outputVatRoleOf(taxRate)], credit: owed },
    ]
  })
}

/**
 * Allocates payments to the remaining parts in proportion, then to charges, which have no VAT, and then to credited
 * parts until those are repaid. Returns the VAT that this makes due.
 */
export const owedTaxOf = ({ left, credited, paid, charged }: Advance): Part[] => {
  const came = paid > 0n ? paid : 0n
  const ofLeft = atMost(sumOf(left), came)
  const beyond = came - ofLeft
  const ofCredited = atMost(sumOf(credited), beyond - atMost(charged, beyond))
  return [...taxIn(left, ofLeft), ...taxIn(credited, ofCredited)]
}

/** The VAT, with its base, in an amount of the parts. */
const taxIn = (parts: readonly Part[], ore: Ore): Part[] =>
  ore === 0n
    ? []
    : parts
        .filter(({ kind }) => kind === 'tax' || kind === 'base')
        .map((part) => ({ ...part, ore: proportion(part.ore, ore, sumOf(parts)) }))

export const sumOf = (parts: readonly { ore: Ore }[]): Ore => parts.reduce((sum, { ore }) => sum + ore, 0n)

/**
 * The share of each part in `ore`; the largest income absorbs the rounding, and the last payment leaves no remainder.
 */
export const shareOf = (parts: readonly Part[], ore: Ore): Part[] => {
  const whole = sumOf(parts)
  return ore === whole ? [...parts] : apportion(parts, { ore, whole, sum: ore }, ofIncome)
}

const ofIncome: PortionRule<Part> = { takesRest: ({ kind }) => kind === 'income' }

/** The share of each part in `ore` of a total that may differ from the sum of the parts. */
export const portionOf = (parts: readonly Part[], { ore, whole }: { ore: Ore; whole: Ore }): Part[] =>
  ore === 0n ? [] : apportion(parts, { ore, whole, sum: proportion(sumOf(parts), ore, whole) }, ofIncome)

export const creditOf = (parts: readonly Part[]): DocumentItem[] =>
  parts.map(({ account, ore, isUnion }) => ({ account, credit: ore, ...(isUnion ? { vatCode: NO_BOX } : {}) }))

/** The same items with debit and credit swapped. */
export const turned = (items: readonly DocumentItem[]): DocumentItem[] =>
  items.map((item) => {
    const { account, vatCode } = item
    const row = { account, ...(vatCode === undefined ? {} : { vatCode }) }
    return 'debit' in item ? { ...row, credit: item.debit } : { ...row, debit: item.credit }
  })

/** The unpaid amount of a document by debtor: the customer, and the tax authority. */
type Claim = { customer: Ore; taxAuthority: Ore }

/**
 * The items of a document under the accrual method, or of its unpaid remainder at year-end: the claim and its parts.
 */
export const documentItems = ({ customer, taxAuthority }: Claim, parts: readonly Part[], accounts: AccountMap) => [
  { account: accounts.receivable, debit: customer },
  { account: accounts.taxReductionReceivable, debit: taxAuthority },
  ...creditOf(parts),
]

/** How an amount from the customer is applied; the fields add up to the amount. */
export type Applied = {
  /** Reduces the claim on the customer. */
  claim: Ore
  /** Overpayment, owed to the customer; negative if repaid. */
  advance: Ore
  /** A difference below one krona that is written off; positive for a gain. */
  rounding: Ore
}

/** A customer's debt: the open claim, and any overpayment. */
export type Debt = {
  open: Ore
  advance: Ore
  /** Whether the invoice is in the accounting currency. */
  isOwn: boolean
  /** Whether a difference below one krona is rounding. */
  rounds: boolean
}

/**
 * Applies an amount. A remainder below the rounding limit closes the claim. A negative amount is a repayment, first of
 * any overpayment. `rounded` is the rounding of the payment being repaid, see {@link roundedWith}. In other currencies
 * an overpayment is unknown until a currency settlement is made.
 */
export const apply = (sum: Ore, { open, advance, isOwn, rounds }: Debt, rounded: Ore = 0n): Applied => {
  if (!isOwn) return { claim: sum, advance: 0n, rounding: 0n }
  const back = sum < 0n ? -least(-sum, advance) : 0n
  const left = sum - back
  if (left === 0n) return { claim: 0n, advance: back, rounding: 0n }
  if (rounds && size(open - left) < ROUNDING_LIMIT) return { claim: open, advance: back, rounding: left - open }
  if (left < 0n) return { claim: left + rounded, advance: back, rounding: -rounded }
  if (left <= open) return { claim: left, advance: back, rounding: 0n }
  const claim = open > 0n ? open : 0n
  return { claim, advance: left - claim, rounding: 0n }
}

const least = (left: Ore, right: Ore): Ore => (left < right ? left : right)

/** A booked payment: its amount, how much of it reduced the claim, and how much was overpayment. */
type BookedMoney = { sumBaseOre: Ore; claimBaseOre: Ore; advanceBaseOre: Ore }

/**
 * The rounding of the payment that a negative amount repays: the latest payment of the same size that was not repaid
 * before. Zero if there is none, or if less than that remains paid. `payments` are in recording order.
 */
export const roundedWith = (payments: readonly BookedMoney[], sum: Ore): Ore => {
  const paid = payments.reduce((all, { sumBaseOre }) => all + sumBaseOre, 0n)
  if (sum >= 0n || paid + sum < 0n) return 0n
  const there: Ore[] = []
  for (const { sumBaseOre, claimBaseOre, advanceBaseOre } of payments) {
    const rounded = sumBaseOre - claimBaseOre - advanceBaseOre
    if (sumBaseOre === -sum) there.push(rounded)
    // If none had the same rounding, lastIndexOf returns -1 and the last one is removed.
    else if (sumBaseOre === sum) there.splice(there.lastIndexOf(-rounded), 1)
  }
  return there.at(-1) ?? 0n
}

/** Treats the whole amount of a loss as claim, including charges not yet booked: no overpayment arises. */
export const asClaim = ({ claim, advance, rounding }: Applied): Applied => ({
  claim: claim + advance,
  advance: 0n,
  rounding,
})

/** The state of an invoice that is booked when it is paid (kontantmetoden). */
export type CashState = {
  /** The parts of the invoice less its credit notes, and how much of them is booked or lost. */
  parts: readonly Part[]
  booked: ReadonlyMap<string, Ore>
  /** The parts booked as sold, which a repayment can reverse; the tax authority's share cannot be reversed. */
  sold: ReadonlyMap<string, Ore>
  byTaxAuthority: Ore
  /**
   * The credit balance on the receivable: overpaid in another currency, or credited at year-end. Negative if more was
   * repaid than had been paid.
   */
  onReceivable: Ore
}

/** A change in the claim under the cash method: income and VAT in proportion, and the remainder on the receivable. */
export type CashShare = { parts: Part[]; receivable: Ore }

/** The income and VAT that a payment books as sold, or that a repayment reverses. */
export const cashShareOf = (claim: Ore, state: CashState): CashShare =>
  claim >= 0n ? soldShareOf(claim, state) : takenBackShareOf(-claim, state)

const soldShareOf = (claim: Ore, state: CashState): CashShare => {
  const remaining = portionsLess(state.parts, state.booked)
  const sold = atMost(sumOf(remaining), claim - besideSaleOf(claim, state))
  return { parts: sold === 0n ? [] : shareOf(remaining, sold), receivable: claim - sold }
}

/** A repayment reverses first any overpayment, then credited parts, then sold parts; the remainder is owed again. */
const takenBackShareOf = (back: Ore, state: CashState): CashShare => {
  const { parts, booked, sold, byTaxAuthority, onReceivable } = state
  const remaining = portionsLess(parts, booked)
  const beyond = atMost(onReceivable, back)
  const credited = atMost(-sumOf(remaining), back - beyond)
  const ofCredits = credited === 0n ? [] : shareOf(remaining, -credited)
  // Parts already reversed as credited are excluded, so that no part is reversed twice.
  const uncredited = portionsByKey(ofCredits)
  const kept = parts.map((part) => ({ ...part, ore: (sold.get(part.key) ?? 0n) + (uncredited.get(part.key) ?? 0n) }))
  const undone = atMost(sumOf(kept) - byTaxAuthority, back - beyond - credited)
  return {
    parts: [...ofCredits, ...(undone === 0n ? [] : shareOf(kept, -undone))],
    receivable: credited + undone - back,
  }
}

/**
 * The part of a claim that does not concern the sale under the cash method: charges such as fees, which are paid first,
 * and amounts owed again beyond what was sold.
 */
export const besideSaleOf = (claim: Ore, state: CashState): Ore =>
  claim >= 0n ? atMost(-state.onReceivable, claim) : takenBackShareOf(-claim, state).receivable

/** The smaller of the two amounts, or zero if `there` is negative. */
export const atMost = (there: Ore, most: Ore): Ore => (there <= 0n ? 0n : least(there, most))

/** The credit side of an applied amount. */
export const appliedItems = (
  { advance, rounding }: Applied,
  against: readonly DocumentItem[],
  accounts: AccountMap,
): DocumentItem[] => [
  ...against,
  { account: accounts.customerAdvance, credit: advance },
  { account: accounts.rounding, credit: rounding },
]
