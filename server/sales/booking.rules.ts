// How sales are booked: pure rules that turn a document, and what lowers the claim on its customer, into the items of
// an entry. All amounts are öre in SEK.
import {
  type AccountMap,
  apportion,
  type BasePair,
  type DocumentItem,
  type PortionRule,
  portionsByKey,
  portionsLess,
  proportion,
  saleBasePair,
} from '#ledger'
import type { VatTreatment } from '#paper'
import { atRate } from '#platform/decimal'
import { type Ore, percentOf, size } from '#platform/money'
import { ROUNDING_LIMIT } from './invoice-status.rules.ts'
import { incomeAccountOf, outputVatRoleOf, restingVatRoleOf } from './vat.rules.ts'

/** A line as it was published. */
export type BookedLine = {
  netOre: Ore
  taxRate: number
  productType: 'goods' | 'services'
  account: number | null
  treatment: VatTreatment
}

/**
 * What of a document is booked: its total in SEK, and the lines in its own currency with its rate as decimal text.
 * `kept` is what its parts come to where that was decided before: of a credit note, by what others have credited.
 */
export type BookedDocument = {
  totalBaseOre: Ore
  currencyRate: string
  lines: readonly BookedLine[]
  kept?: ReadonlyMap<string, Ore> | null
  /** An advance (förskott): what is paid before anything is delivered is no income yet. */
  isAdvance?: boolean
}

/**
 * A part of what a document comes to: income, output tax, or rounding. Above zero it stands in credit. `key` names the
 * same part whenever the document is booked, also when the account map was changed between. `isUntaxed` says of income
 * that there is no tax on it. Two parts of kind `base` take each other back: what is taxed on an account that counts
 * towards no box of sales is declared from one that does.
 */
export type Part = {
  key: string
  kind: 'income' | 'tax' | 'base' | 'rounding'
  account: number
  ore: Ore
  taxRate?: number
  isUntaxed?: boolean
}

/** The key of the part that the income of a line is. */
export const incomeKeyOf = ({ account, treatment, productType, taxRate }: Omit<BookedLine, 'netOre'>): string =>
  account === null ? `income ${treatment} ${productType} ${taxRate}` : `account ${account}`

/** The key of the part that the output tax of a rate is. */
export const taxKeyOf = (taxRate: number): string => `tax ${taxRate}`

/** The key of the part that declares the base of a line's tax, where the account of its income does not. */
export const baseKeyOf = (line: Omit<BookedLine, 'netOre'>): string => `base ${basedOn(line)}`

const basedOn = (line: Omit<BookedLine, 'netOre'>): string => `${incomeKeyOf(line)} at ${line.taxRate}`

/** The parts of a document; their sum is its total. Tax is on the sum of each rate, as the document shows it. */
export const partsOf = (
  { totalBaseOre, currencyRate, lines, kept = null, isAdvance = false }: BookedDocument,
  accounts: AccountMap,
): Part[] => {
  const inBase = (key: string, ore: Ore) => kept?.get(key) ?? atRate(ore, currencyRate)
  const income = new Map<string, Part>()
  const nets = new Map<number, Ore>()
  const taxed = new Map<string, { account: number; ore: Ore }>()
  for (const line of lines) {
    const usual = isAdvance ? accounts.invoicedAdvance : incomeAccountOf(line, line.treatment, accounts)
    const account = line.account ?? usual
    const key = incomeKeyOf(line)
    const { ore, isUntaxed } = income.get(key) ?? { ore: 0n, isUntaxed: true }
    const sum = { ore: ore + line.netOre, isUntaxed: isUntaxed === true && line.taxRate === 0 }
    income.set(key, { key, kind: 'income', account, ...sum })
    nets.set(line.taxRate, (nets.get(line.taxRate) ?? 0n) + line.netOre)
    if (line.taxRate === 0) continue
    const base = basedOn(line)
    taxed.set(base, { account, ore: (taxed.get(base)?.ore ?? 0n) + line.netOre })
  }
  const taxes = [...nets]
    .filter(([taxRate]) => taxRate > 0)
    .sort(([left], [right]) => right - left)
    .map(([taxRate, net]): Part => {
      const key = taxKeyOf(taxRate)
      const ore = inBase(key, percentOf(net, taxRate))
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

const baseParts = (key: string, { account, against }: BasePair, ore: Ore): Part[] => [
  { key: `base ${key}`, kind: 'base', account, ore },
  { key: `contra ${key}`, kind: 'base', account: against, ore: -ore },
]

/** Whether it names a part of kind `base`. */
export const isBaseKey = (key: string): boolean => /^(?:base|contra) /.test(key)

/**
 * The parts of an advance that is not paid: its tax rests, since it is owed when the advance comes in
 * (mervärdesskattelagen 2023:200, 7 kap.), and its base is declared with it, so that neither is booked before.
 */
export const restingParts = (parts: readonly Part[], accounts: AccountMap): Part[] =>
  parts.map((part) =>
    part.taxRate === undefined ? part : { ...part, account: accounts[restingVatRoleOf(part.taxRate)] },
  )

/** The parts without those that only declare the base of a tax. */
export const withoutBases = (parts: readonly Part[]): Part[] => parts.filter(({ kind }) => kind !== 'base')

/** An advance in the books: what is left of it, what of it is credited, what is paid, and what is charged beside it. */
export type Advance = { left: readonly Part[]; credited: readonly Part[]; paid: Ore; charged: Ore }

/**
 * The tax of an advance goes from where it rests to output tax as it comes to be owed, and back, and its base is
 * declared with it: so much more is owed `after` than `before`, of each rate.
 */
export const owedItems = (before: Advance, after: Advance, accounts: AccountMap): DocumentItem[] =>
  owedBeside(owedTaxOf(before), after, accounts)

/** What of a part, which its key names, is booked. */
export type BookedPart = { key: string; ore: Ore }

/** The same where so much is output tax already. */
export const owedBeside = (booked: readonly BookedPart[], after: Advance, accounts: AccountMap): DocumentItem[] => {
  const [was, is] = [portionsByKey(booked), portionsByKey(owedTaxOf(after))]
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
 * What is paid is paid of what is left, by its rates, then of what is charged beside it, on which there is no tax, and
 * beyond that of what is credited, until it is paid back.
 */
export const owedTaxOf = ({ left, credited, paid, charged }: Advance): Part[] => {
  const came = paid > 0n ? paid : 0n
  const ofLeft = atMost(sumOf(left), came)
  const beyond = came - ofLeft
  const ofCredited = atMost(sumOf(credited), beyond - atMost(charged, beyond))
  return [...taxIn(left, ofLeft), ...taxIn(credited, ofCredited)]
}

/** The tax in so much of the parts, with its base. */
const taxIn = (parts: readonly Part[], ore: Ore): Part[] =>
  ore === 0n
    ? []
    : parts
        .filter(({ kind }) => kind === 'tax' || kind === 'base')
        .map((part) => ({ ...part, ore: proportion(part.ore, ore, sumOf(parts)) }))

export const sumOf = (parts: readonly { ore: Ore }[]): Ore => parts.reduce((sum, { ore }) => sum + ore, 0n)

/** What of the parts `ore` makes up; the largest income takes the rounding, and the last payment leaves nothing. */
export const shareOf = (parts: readonly Part[], ore: Ore): Part[] => {
  const whole = sumOf(parts)
  return ore === whole ? [...parts] : apportion(parts, { ore, whole, sum: ore }, ofIncome)
}

const ofIncome: PortionRule<Part> = { takesRest: ({ kind }) => kind === 'income' }

/** What of the parts goes with `ore` of a whole that they need not come to. */
export const portionOf = (parts: readonly Part[], { ore, whole }: { ore: Ore; whole: Ore }): Part[] =>
  ore === 0n ? [] : apportion(parts, { ore, whole, sum: proportion(sumOf(parts), ore, whole) }, ofIncome)

export const creditOf = (parts: readonly Part[]): DocumentItem[] =>
  parts.map(({ account, ore }) => ({ account, credit: ore }))

/** The same items on the other side. */
export const turned = (items: readonly DocumentItem[]): DocumentItem[] =>
  items.map((item) =>
    'debit' in item ? { account: item.account, credit: item.debit } : { account: item.account, debit: item.credit },
  )

/** What is still to be paid of a document, and by whom: the customer, and the tax authority. */
export type Claim = { customer: Ore; taxAuthority: Ore }

/** A document under the accrual method, or what is unpaid of it at the end of a year: the claim and its parts. */
export const documentItems = ({ customer, taxAuthority }: Claim, parts: readonly Part[], accounts: AccountMap) => [
  { account: accounts.receivable, debit: customer },
  { account: accounts.taxReductionReceivable, debit: taxAuthority },
  ...creditOf(parts),
]

/** What an amount that lowers what the customer owes is used for; together they are the amount. */
export type Applied = {
  /** Lowers the claim on the customer. */
  claim: Ore
  /** What was paid beyond the claim, and is owed to the customer; below zero when it is paid back. */
  advance: Ore
  /** Less than a krona that nobody will pay: above zero a gain. */
  rounding: Ore
}

/** How things stand with a customer's debt: what is left of the claim, and what was paid beyond it. */
export type Debt = { open: Ore; advance: Ore; isSek: boolean }

/**
 * Applies an amount. What comes near enough to the claim closes it. Below zero the customer gets money back: first of
 * what was paid too much. `rounded` is what was rounded with it, as {@link roundedWith} says. In other currencies
 * nobody knows what is too much until a currency settlement says so.
 */
export const apply = (sum: Ore, { open, advance, isSek }: Debt, rounded: Ore = 0n): Applied => {
  if (!isSek) return { claim: sum, advance: 0n, rounding: 0n }
  const back = sum < 0n ? -least(-sum, advance) : 0n
  const left = sum - back
  if (left === 0n) return { claim: 0n, advance: back, rounding: 0n }
  if (size(open - left) < ROUNDING_LIMIT) return { claim: open, advance: back, rounding: left - open }
  if (left < 0n) return { claim: left + rounded, advance: back, rounding: -rounded }
  if (left <= open) return { claim: left, advance: back, rounding: 0n }
  const claim = open > 0n ? open : 0n
  return { claim, advance: left - claim, rounding: 0n }
}

const least = (left: Ore, right: Ore): Ore => (left < right ? left : right)

/** Money as it was booked: how much it was, and what of it lowered the claim or was paid beyond that. */
export type BookedMoney = { sumBaseOre: Ore; claimBaseOre: Ore; advanceBaseOre: Ore }

/**
 * The öre that were rounded with the payment that this money takes back: the last one of just so much that has not come
 * back before. None where there is none, or where so much is not paid any more. `payments` are in the order in which
 * they were recorded.
 */
export const roundedWith = (payments: readonly BookedMoney[], sum: Ore): Ore => {
  const paid = payments.reduce((all, { sumBaseOre }) => all + sumBaseOre, 0n)
  if (sum >= 0n || paid + sum < 0n) return 0n
  const there: Ore[] = []
  for (const { sumBaseOre, claimBaseOre, advanceBaseOre } of payments) {
    const rounded = sumBaseOre - claimBaseOre - advanceBaseOre
    if (sumBaseOre === -sum) there.push(rounded)
    // Where none was rounded by just so much, the last of them: its place is -1.
    else if (sumBaseOre === sum) there.splice(there.lastIndexOf(-rounded), 1)
  }
  return there.at(-1) ?? 0n
}

/** What is lost is the claim, also what of it is not in the books yet, such as a fee: nothing is owed back for it. */
export const asClaim = ({ claim, advance, rounding }: Applied): Applied => ({
  claim: claim + advance,
  advance: 0n,
  rounding,
})

/** How things stand with an invoice that is booked as it is paid (kontantmetoden). */
export type CashState = {
  /** The parts of the invoice without those of its credit notes, and what of them is booked or lost. */
  parts: readonly Part[]
  booked: ReadonlyMap<string, Ore>
  /** What of them is sold, and can be taken back; what the tax authority has paid of that stays. */
  sold: ReadonlyMap<string, Ore>
  byTaxAuthority: Ore
  /**
   * What stands in credit on the receivable: paid beyond the invoice in another currency, or credited at year-end.
   * Below zero it is owed: more was paid back than had come in.
   */
  onReceivable: Ore
}

/** What a changed claim means under the cash method: income and tax in proportion, and what is beyond them. */
export type CashShare = { parts: Part[]; receivable: Ore }

/** The share of income and tax that a payment makes up: what is paid is sold, what is paid back is not. */
export const cashShareOf = (claim: Ore, state: CashState): CashShare =>
  claim >= 0n ? soldShareOf(claim, state) : takenBackShareOf(-claim, state)

const soldShareOf = (claim: Ore, state: CashState): CashShare => {
  const remaining = portionsLess(state.parts, state.booked)
  const sold = atMost(sumOf(remaining), claim - besideSaleOf(claim, state))
  return { parts: sold === 0n ? [] : shareOf(remaining, sold), receivable: claim - sold }
}

/** First what was paid beyond the invoice, then what is credited of it, then what was sold; the rest is owed. */
const takenBackShareOf = (back: Ore, state: CashState): CashShare => {
  const { parts, booked, sold, byTaxAuthority, onReceivable } = state
  const remaining = portionsLess(parts, booked)
  const beyond = atMost(onReceivable, back)
  const credited = atMost(-sumOf(remaining), back - beyond)
  const ofCredits = credited === 0n ? [] : shareOf(remaining, -credited)
  // What was taken back as credited is not sold any more: of the rest, no part is taken back twice.
  const uncredited = portionsByKey(ofCredits)
  const kept = parts.map((part) => ({ ...part, ore: (sold.get(part.key) ?? 0n) + (uncredited.get(part.key) ?? 0n) }))
  const undone = atMost(sumOf(kept) - byTaxAuthority, back - beyond - credited)
  return {
    parts: [...ofCredits, ...(undone === 0n ? [] : shareOf(kept, -undone))],
    receivable: credited + undone - back,
  }
}

/**
 * What of a claim is nothing of the sale under the cash method: what is owed beside it, such as a fee, which is paid
 * first; and what is owed again beyond what was sold.
 */
export const besideSaleOf = (claim: Ore, state: CashState): Ore =>
  claim >= 0n ? atMost(-state.onReceivable, claim) : takenBackShareOf(-claim, state).receivable

/** What there is, at most so much, and nothing where there is less than nothing. */
export const atMost = (there: Ore, most: Ore): Ore => (there <= 0n ? 0n : least(there, most))

/** What an applied amount stands against in the entry, in credit. */
export const appliedItems = (
  { advance, rounding }: Applied,
  against: readonly DocumentItem[],
  accounts: AccountMap,
): DocumentItem[] => [
  ...against,
  { account: accounts.customerAdvance, credit: advance },
  { account: accounts.rounding, credit: rounding },
]
