// How an e-invoice may be booked: a line for each rate of its tax, on the account of last time where there is one. It
// is a proposal; nothing is booked before somebody has looked at it. Pure.
import { isEuCountry } from '#numbers'
import { numberFromOre, oreFromNumber } from '#platform/money'
import type { BookedBefore, VatTreatment } from '#purchasing'
import type { EInvoiceContent, EInvoiceTax } from './e-invoice.rules.ts'

/** A line as recording takes it; without an account somebody has to choose it. */
export type ProposedLine = {
  account: number | null
  netAmount: number
  taxRate: number
  taxAmount?: number
  vatTreatment: VatTreatment
}

/** What the proposal stands on: the lines of last time, and the accounts that may be booked on. */
export type Habits = { before: readonly BookedBefore[]; isActive: (account: number) => boolean }

type Invoice = Pick<EInvoiceContent, 'kind' | 'seller' | 'taxes'>

/** The lines, of which there is one for each way to deal with the tax. */
export const proposalOf = (invoice: Invoice, habits: Habits): ProposedLine[] => {
  const sign = invoice.kind === 'creditNote' ? -1n : 1n
  const groups = new Map<string, { taxRate: number; vatTreatment: VatTreatment; net: bigint; tax: bigint }>()
  for (const tax of invoice.taxes) {
    const { taxRate, vatTreatment } = taxingOf(tax, invoice.seller)
    const [net, charged] = [ore(tax.netAmount) * sign, ore(tax.taxAmount) * sign]
    const isDeducted = vatTreatment === 'domestic'
    const key = `${vatTreatment} ${taxRate}`
    const group = groups.get(key) ?? { taxRate, vatTreatment, net: 0n, tax: 0n }
    groups.set(key, {
      ...group,
      net: group.net + net + (isDeducted ? 0n : charged),
      tax: group.tax + (isDeducted ? charged : 0n),
    })
  }
  return [...groups.values()].flatMap(({ taxRate, vatTreatment, net, tax }) =>
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
const accountFor = ({ taxRate, vatTreatment }: Taxing, { before, isActive }: Habits): number | null => {
  const usable = before.filter(({ account }) => isActive(account))
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
