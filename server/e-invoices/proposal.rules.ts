// How an e-invoice may be booked: a line for each rate of its tax, on the account of last time where there is one. It
// is a proposal; nothing is booked before somebody has looked at it. Pure.
import { isEuCountry } from '#numbers'
import { numberFromOre, oreFromNumber, rounded, size } from '#platform/money'
import type { BookedBefore, VatTreatment } from '#purchasing'
import type { EInvoiceContent, EInvoiceTax } from './e-invoice.rules.ts'
import { totalOf } from './sums.rules.ts'

/** A line as recording takes it; without an account somebody has to choose it. */
export type ProposedLine = {
  account: number | null
  netAmount: number
  taxRate: number
  taxAmount?: number
  vatTreatment: VatTreatment
}

/** What the proposal stands on: the lines of last time, the accounts that may be booked on, and that of roundings. */
export type Habits = {
  /** Whether the company deducts tax; otherwise what is charged is a part of the cost. */
  deducts: boolean
  before: readonly BookedBefore[]
  isActive: (account: number) => boolean
  rounding: number
}

type Invoice = Pick<EInvoiceContent, 'kind' | 'seller' | 'taxes' | 'currency' | 'totals'>

/** What is dealt with in one way, below zero in a credit note; only what may be deducted is `tax`. */
type Group = Taxing & { net: bigint; tax: bigint }

/** From how much on, in öre, recording takes a difference for a mistake: of tax beyond its rate, of a total in SEK. */
const ROUNDING_LIMIT = 100n

/** The lines, of which there is one for each way to deal with the tax. */
export const proposalOf = (invoice: Invoice, habits: Habits): ProposedLine[] => {
  const groups = groupsOf(invoice, habits)
  const made = groups.reduce((sum, { net, tax }) => sum + net + tax, 0n)
  const lines = groups.flatMap(({ taxRate, vatTreatment, net, tax }): ProposedLine | ProposedLine[] =>
    net === 0n
      ? []
      : {
          account: accountFor({ taxRate, vatTreatment }, habits),
          netAmount: numberFromOre(net),
          taxRate,
          ...(vatTreatment === 'domestic' ? { taxAmount: numberFromOre(tax) } : {}),
          vatTreatment,
        },
  )
  return [...lines, ...roundingIn(invoice, made, habits)]
}

const groupsOf = ({ kind, seller, taxes }: Invoice, { deducts }: Habits): Group[] => {
  const sign = kind === 'creditNote' ? -1n : 1n
  const groups = new Map<string, Group>()
  const add = ({ taxRate, vatTreatment }: Taxing, net: bigint, tax: bigint) => {
    const key = `${vatTreatment} ${taxRate}`
    const before = groups.get(key) ?? { net: 0n, tax: 0n }
    groups.set(key, { taxRate, vatTreatment, net: before.net + net, tax: before.tax + tax })
  }
  for (const tax of taxes) {
    const found = taxingOf(tax, seller)
    const taxing = found.vatTreatment === 'domestic' && !deducts ? exempt : found
    const [net, charged] = [ore(tax.netAmount) * sign, ore(tax.taxAmount) * sign]
    if (taxing.vatTreatment === 'domestic') add(taxing, net, charged)
    else add(taxing, net + charged, 0n)
  }
  for (const group of [...groups.values()]) {
    // What is charged beyond its rate is nothing that is deducted, but a part of the cost.
    const beyond = group.tax - deductible(group)
    if (beyond !== 0n) add(group, 0n, -beyond)
    if (beyond !== 0n) add(exempt, beyond, 0n)
  }
  return [...groups.values()]
}

/** What of a tax recording takes as one: no more than its rate makes, but for rounding, and on the side of its net. */
const deductible = ({ net, tax, taxRate }: Group): bigint => {
  const side = net < 0n ? -1n : 1n
  const [charged, most] = [tax * side, rounded(net * side * BigInt(taxRate), 100n)]
  if (net === 0n || charged < 0n) return 0n
  return charged < most + ROUNDING_LIMIT ? tax : most * side
}

/** What is to be paid beside that: of kronor a rounding is booked by itself. */
const roundingIn = (invoice: Invoice, made: bigint, { rounding, isActive }: Habits): ProposedLine[] => {
  const left = ore(totalOf(invoice)) - made
  if (left === 0n || (invoice.currency === 'SEK' && size(left) < ROUNDING_LIMIT)) return []
  return [{ account: isActive(rounding) ? rounding : null, netAmount: numberFromOre(left), ...exempt }]
}

type Taxing = { taxRate: number; vatTreatment: VatTreatment }

const exempt: Taxing = { taxRate: 0, vatTreatment: 'exempt' }

/** The rates of Swedish tax (mervärdesskattelagen 2023:200, 9 kap.). */
const RATES = [25, 12, 6]

/** How the tax of a category of UNCL 5305 is dealt with, by where the seller is. */
const taxingOf = ({ category, taxRate }: EInvoiceTax, seller: EInvoiceContent['seller']): Taxing => {
  const { country } = seller.address
  const isAbroad = country !== 'SE'
  switch (category) {
    case 'S':
      return isForeignTax({ category, taxRate }, seller) ? exempt : { taxRate: taxRate ?? 0, vatTreatment: 'domestic' }
    case 'AE':
      if (!isAbroad) return { taxRate: 25, vatTreatment: 'domesticServicesReverseCharge' }
      return { taxRate: 25, vatTreatment: isEuCountry(country) ? 'euServices' : 'nonEuServices' }
    case 'K':
      return { taxRate: 25, vatTreatment: 'euGoods' }
    case 'O':
      return isAbroad && !isEuCountry(country) ? { taxRate: 25, vatTreatment: 'nonEuServices' } : exempt
    default:
      return exempt
  }
}

/** Whether tax is charged that is not Swedish: nobody deducts it here. */
export const isForeignTax = (
  { category, taxRate }: Pick<EInvoiceTax, 'category' | 'taxRate'>,
  { vatNumber, address }: EInvoiceContent['seller'],
): boolean => {
  if (category !== 'S') return false
  const isSwedish = vatNumber === null ? address.country === 'SE' : vatNumber.startsWith('SE')
  return !isSwedish || !RATES.includes(taxRate ?? 0)
}

/** What was dealt with in the same way last time; otherwise the first account of last time, or that of the chart. */
const accountFor = ({ taxRate, vatTreatment }: Taxing, { before, isActive, rounding }: Habits): number | null => {
  const usable = before.filter(({ account }) => account !== rounding && isActive(account))
  const same = usable.find((one) => one.vatTreatment === vatTreatment && one.taxRate === taxRate)
  if (same) return same.account
  const usual = usualAccounts[vatTreatment]
  if (usual !== undefined && isActive(usual)) return usual
  return usual === undefined ? (usable[0]?.account ?? null) : null
}

/**
 * The accounts of the BAS chart where the return has a box for what is bought; what is bought at home may be anything,
 * and nobody is helped by a wrong account.
 */
const usualAccounts: Readonly<Partial<Record<VatTreatment, number>>> = {
  euGoods: 4515,
  euServices: 4535,
  nonEuServices: 4531,
  domesticServicesReverseCharge: 4425,
}

const ore = (amount: number): bigint => {
  const found = oreFromNumber(amount)
  if (found === null) throw new Error(`An amount was kept that is none: ${amount}`)
  return found
}
