// The margin scheme (vinstmarginalbeskattning): the margin of a period by method and rate, and the entry that takes the
// tax out of the sales and leaves in box 07 what the tax is of. Mervärdesskattelagen 2023:200, 20 kap. (11 and 13 §§),
// directive 2006/112/EC, articles 312–325. Pure.
import { type Ore, rounded } from '#platform/money'
import type { VatRate } from '#rule/vat-rates'

/**
 * `perPeriod`: the sales of a period less its purchases, for goods of one rate (förenklad metod, article 318); what
 * purchases exceed is carried forward. `perItem`: the price of each item sold less what it was bought for (article
 * 315); the accounts have only what was sold at a profit, since a loss is never set off (20 kap. 13 §).
 */
export const marginMethods = ['perPeriod', 'perItem'] as const
export type MarginMethod = (typeof marginMethods)[number]

/** What an account has; sales at a loss are taken out of box 07, and have no tax. */
export const marginKinds = ['sales', 'salesAtLoss', 'purchases'] as const
export type MarginKind = (typeof marginKinds)[number]

/** The output tax of a rate on margins, in the BAS chart. */
export const MARGIN_TAX_ACCOUNTS: Readonly<Record<VatRate, number>> = { 25: 2616, 12: 2626, 6: 2636 }

/** The box of each rate. */
const TAX_BOXES: Readonly<Record<VatRate, string>> = { 25: '10', 12: '11', 6: '12' }
export const MARGIN_BOX = '07'

type Group = { method: MarginMethod; taxRate: VatRate }

/**
 * An account in a period, in öre. `amount`: sales as credit, purchases as debit, without the entries of margins;
 * `boxed`: what stands in box 07 on it, with those, credit positive.
 */
export type MarginSum = Group & { account: number; kind: MarginKind; amount: Ore; boxed: Ore }

/** A margin in öre: `sales - purchases - carriedIn`, with its `base` and `tax`; `carriedOut` is what is below zero. */
export type Margin = Group & {
  sales: Ore
  purchases: Ore
  carriedIn: Ore
  margin: Ore
  base: Ore
  tax: Ore
  carriedOut: Ore
}

export type CarriedMargin = { taxRate: VatRate; amount: Ore }

/** The margins of a period by method and rate, in the order of the methods, the highest rate first. */
export const marginsOf = (sums: readonly MarginSum[], carried: readonly CarriedMargin[]): Margin[] => {
  const groups = new Map<string, Group>()
  for (const { method, taxRate } of sums) groups.set(`${method} ${taxRate}`, { method, taxRate })
  for (const { taxRate } of carried) groups.set(`perPeriod ${taxRate}`, { method: 'perPeriod', taxRate })
  return [...groups.values()]
    .map((group) => marginOf(group, sums, carried))
    .toSorted((one, other) => place(one) - place(other))
}

const place = ({ method, taxRate }: Group): number => marginMethods.indexOf(method) * HUNDRED - taxRate
const HUNDRED = 100

const marginOf = (group: Group, sums: readonly MarginSum[], carried: readonly CarriedMargin[]): Margin => {
  const { method, taxRate } = group
  const total = (kind: MarginKind): Ore =>
    sums.reduce((sum, one) => (isOf(group, one) && one.kind === kind ? sum + one.amount : sum), 0n)
  const carriedIn =
    method === 'perPeriod' ? carried.reduce((sum, one) => (one.taxRate === taxRate ? sum + one.amount : sum), 0n) : 0n
  const sales = total('sales')
  const purchases = total('purchases')
  const margin = sales - purchases - carriedIn
  const tax = margin > 0n ? rounded(margin * BigInt(taxRate), BigInt(HUNDRED + taxRate)) : 0n
  const base = margin > 0n ? margin - tax : 0n
  return { ...group, sales, purchases, carriedIn, margin, base, tax, carriedOut: carriedOf(method, margin) }
}

const carriedOf = (method: MarginMethod, margin: Ore): Ore => (method === 'perPeriod' && margin < 0n ? -margin : 0n)

const isOf = (group: Group, one: Group): boolean => group.method === one.method && group.taxRate === one.taxRate

/** Whether anything was sold or bought under the scheme. */
export const isTraded = (margins: readonly Margin[], sums: readonly MarginSum[]): boolean =>
  margins.some(({ sales, purchases }) => sales !== 0n || purchases !== 0n) || sums.some(({ boxed }) => boxed !== 0n)

/** A line of the entry in öre, debit positive, with the box that it counts towards. */
export type MarginLine = { account: number; ore: Ore; vatCode: string }

/** The row of a line that counts towards no box. */
const NO_BOX = 'none'

/**
 * The lines that make box 07 the base of the margins and book their tax: what stands in the box on accounts of sales
 * moves out of it, the base of each margin is put in on the account with the largest sales, and the tax is taken from
 * there. `booked`: the tax that earlier calculations of the period have booked, by account; the rest is booked.
 */
export const marginLines = (
  margins: readonly Margin[],
  sums: readonly MarginSum[],
  booked: ReadonlyMap<number, Ore>,
): MarginLine[] => {
  const sellers = sums.filter(({ kind }) => kind !== 'purchases')
  const changes = new Map<number, { box: Ore; tax: Ore }>()
  for (const { account, boxed } of sellers) {
    changes.set(account, { box: (changes.get(account)?.box ?? 0n) - boxed, tax: 0n })
  }
  const taxes: MarginLine[] = []
  for (const margin of margins) {
    const { base } = margin
    const seller = largest(sellers.filter((one) => one.kind === 'sales' && isOf(margin, one)))
    const change = seller && changes.get(seller.account)
    if (change) change.box += base
  }
  for (const [rate, account] of Object.entries(MARGIN_TAX_ACCOUNTS)) {
    const taxRate = Number(rate) as VatRate
    const tax = margins.reduce((sum, one) => (one.taxRate === taxRate ? sum + one.tax : sum), 0n)
    const due = tax - (booked.get(account) ?? 0n)
    const seller = largest(sellers.filter((one) => one.taxRate === taxRate)) ?? sellers[0]
    const change = seller && changes.get(seller.account)
    if (due === 0n || !change) continue
    change.tax += due
    taxes.push({ account, ore: -due, vatCode: TAX_BOXES[taxRate] })
  }
  const moved = [...changes].flatMap(([account, { box, tax }]): MarginLine[] => [
    { account, ore: -box, vatCode: MARGIN_BOX },
    { account, ore: box + tax, vatCode: NO_BOX },
  ])
  return [...moved, ...taxes].filter(({ ore }) => ore !== 0n)
}

const largest = (sellers: readonly MarginSum[]): MarginSum | undefined =>
  sellers.reduce<MarginSum | undefined>((most, one) => (most && most.amount >= one.amount ? most : one), undefined)

/** Whether two workings come to the same. */
export const areSame = (one: readonly Margin[], other: readonly Margin[]): boolean => textOf(one) === textOf(other)

const textOf = (margins: readonly Margin[]): string =>
  JSON.stringify(
    margins.map(({ method, taxRate, margin, tax, carriedOut }) => [
      method,
      taxRate,
      String(margin),
      String(tax),
      String(carriedOut),
    ]),
  )
