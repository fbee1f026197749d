// Proposes how to book an e-invoice: a line for each VAT rate, on the account used last time, if any. Nothing is booked
// before a person has reviewed it. Pure.
import { isEuCountry } from '#numbers/country'
import { numberFromOre, oreFromNumber, rounded, size } from '#platform/money'
import type { BookedBefore, VatTreatment } from '#purchasing'
import { type AccountingCurrency, CURRENCY_OF_LAW } from '#rule/currency'
import { isVatRate, USUAL_RATE } from '#rule/vat-rates'
import type { EInvoiceContent, EInvoiceTax } from './e-invoice.rules.ts'
import { totalOf } from './sums.rules.ts'

/** A line in the form of recording; without an account, the user must choose one. */
export type ProposedLine = {
  account: number | null
  netAmount: number
  taxRate: number
  taxAmount?: number
  vatTreatment: VatTreatment
}

/** The basis of a proposal: the previous lines, the open accounts, and the rounding account. */
type Habits = {
  /** Whether the company deducts VAT; otherwise VAT is part of the cost. */
  deducts: boolean
  before: readonly BookedBefore[]
  isActive: (account: number) => boolean
  rounding: number
  accountingCurrency: AccountingCurrency
}

type Invoice = Pick<EInvoiceContent, 'kind' | 'seller' | 'taxes' | 'currency' | 'totals'>

/** Amounts with the same VAT treatment, negative in a credit note; `tax` is only the deductible VAT. */
type Group = Taxing & { net: bigint; tax: bigint }

/** From this difference in öre, recording reports an error: of VAT beyond its rate, or of a total in SEK. */
const ROUNDING_LIMIT = 100n

/** The lines, one for each VAT treatment and rate. */
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
    const net = ore(tax.netAmount) * sign
    const charged = ore(tax.taxAmount) * sign
    if (taxing.vatTreatment === 'domestic') add(taxing, net, charged)
    else add(taxing, net + charged, 0n)
  }
  for (const group of [...groups.values()]) {
    // VAT charged beyond its rate is not deductible and is part of the cost.
    const beyond = group.tax - deductible(group)
    if (beyond !== 0n) add(group, 0n, -beyond)
    if (beyond !== 0n) add(exempt, beyond, 0n)
  }
  return [...groups.values()]
}

/** The VAT that recording accepts: at most what its rate gives, apart from rounding, and with the sign of its net. */
const deductible = ({ net, tax, taxRate }: Group): bigint => {
  const side = net < 0n ? -1n : 1n
  const charged = tax * side
  const most = rounded(net * side * BigInt(taxRate), 100n)
  if (net === 0n || charged < 0n) return 0n
  return charged < most + ROUNDING_LIMIT ? tax : most * side
}

/** The remainder to pay: rounding to kronor is booked separately, in books in kronor. */
const roundingIn = (
  invoice: Invoice,
  made: bigint,
  { rounding, isActive, accountingCurrency }: Habits,
): ProposedLine[] => {
  const left = ore(totalOf(invoice)) - made
  const isInKronor = [invoice.currency, accountingCurrency].every((one) => one === CURRENCY_OF_LAW)
  if (left === 0n || (isInKronor && size(left) < ROUNDING_LIMIT)) return []
  return [{ account: isActive(rounding) ? rounding : null, netAmount: numberFromOre(left), ...exempt }]
}

type Taxing = { taxRate: number; vatTreatment: VatTreatment }

const exempt: Taxing = { taxRate: 0, vatTreatment: 'exempt' }

/** The VAT treatment of a UNCL 5305 category, by the seller's country. */
const taxingOf = ({ category, taxRate }: EInvoiceTax, seller: EInvoiceContent['seller']): Taxing => {
  const { country } = seller.address
  const isAbroad = country !== 'SE'
  switch (category) {
    case 'S':
      return isForeignTax({ category, taxRate }, seller) ? exempt : { taxRate: taxRate ?? 0, vatTreatment: 'domestic' }
    case 'AE':
      if (!isAbroad) return { taxRate: USUAL_RATE, vatTreatment: 'domesticServicesReverseCharge' }
      return { taxRate: USUAL_RATE, vatTreatment: isEuCountry(country) ? 'euServices' : 'nonEuServices' }
    case 'K':
      return { taxRate: USUAL_RATE, vatTreatment: 'euGoods' }
    case 'O':
      return isAbroad && !isEuCountry(country) ? { taxRate: USUAL_RATE, vatTreatment: 'nonEuServices' } : exempt
    default:
      return exempt
  }
}

/** Whether foreign VAT is charged, which is not deductible in Sweden. */
export const isForeignTax = (
  { category, taxRate }: Pick<EInvoiceTax, 'category' | 'taxRate'>,
  { vatNumber, address }: EInvoiceContent['seller'],
): boolean => {
  if (category !== 'S') return false
  const isSwedish = vatNumber === null ? address.country === 'SE' : vatNumber.startsWith('SE')
  return !isSwedish || !isVatRate(taxRate ?? 0)
}

/**
 * The account with the same treatment last time; otherwise the first account of last time, or the default of the chart.
 */
const accountFor = ({ taxRate, vatTreatment }: Taxing, { before, isActive, rounding }: Habits): number | null => {
  const usable = before.filter(({ account }) => account !== rounding && isActive(account))
  const same = usable.find((one) => one.vatTreatment === vatTreatment && one.taxRate === taxRate)
  if (same) return same.account
  const usual = usualAccounts[vatTreatment]
  if (usual !== undefined && isActive(usual)) return usual
  return usual === undefined ? (usable[0]?.account ?? null) : null
}

/**
 * The BAS accounts with a VAT box for purchases from abroad; domestic purchases have no default, since a wrong account
 * helps no one.
 */
const usualAccounts: Readonly<Partial<Record<VatTreatment, number>>> = {
  euGoods: 4515,
  euServices: 4535,
  nonEuServices: 4531,
  domesticServicesReverseCharge: 4425,
}

const ore = (amount: number): bigint => {
  const found = oreFromNumber(amount)
  if (found === null) throw new Error(`Not a stored amount: ${amount}`)
  return found
}
