// How money on an account is taxed: the rate, and who owes the tax; and what is usual for an account.
import type { Schema } from '#client'
import { vatRates as rates, type TaxRate } from '#rule/vat-rates'
import { dictionary } from '#words'

type VatTreatment = NonNullable<Schema<'SupplierInvoiceLine'>['vatTreatment']>

/** Where the buyer owes the tax. */
const reversedTreatments = [
  ...(['euGoods', 'euServices', 'nonEuServices'] as const),
  ...(['domesticGoodsReverseCharge', 'domesticServicesReverseCharge', 'import'] as const),
]
type Reversed = (typeof reversedTreatments)[number]

export type Tax = `${'domestic' | Reversed}${(typeof rates)[number]}` | 'exempt'

type Taxing = { taxRate: TaxRate; vatTreatment: VatTreatment }

/** The service's name of each. */
export const taxes: ReadonlyMap<Tax, Taxing> = new Map<Tax, Taxing>([
  ...rates.map((taxRate) => [`domestic${taxRate}`, { taxRate, vatTreatment: 'domestic' }] as const),
  ['exempt', { taxRate: 0, vatTreatment: 'exempt' }] as const,
  ...reversedTreatments.flatMap((vatTreatment) =>
    rates.map((taxRate) => [`${vatTreatment}${taxRate}`, { taxRate, vatTreatment }] as const),
  ),
])

const EXEMPT = { taxRate: 0, vatTreatment: 'exempt' } as const

/** The request fields of one. */
export const taxingOf = (tax: Tax): Taxing => taxes.get(tax) ?? EXEMPT

/** Which it is of what the service says. */
export const taxOf = ({ vatTreatment = 'exempt', taxRate = 0 }: { vatTreatment?: string; taxRate?: number }): Tax =>
  [...taxes].find(([, one]) => one.vatTreatment === vatTreatment && one.taxRate === taxRate)?.[0] ?? 'exempt'

const treatments = {
  sv: {
    domestic: '',
    euGoods: 'Varor från EU, omvänd',
    euServices: 'Tjänst från EU, omvänd',
    nonEuServices: 'Tjänst utanför EU, omvänd',
    domesticGoodsReverseCharge: 'Varor i Sverige, omvänd',
    domesticServicesReverseCharge: 'Byggtjänst, omvänd',
    import: 'Import, omvänd',
  },
  en: {
    domestic: '',
    euGoods: 'Goods from the EU, reverse',
    euServices: 'Service from the EU, reverse',
    nonEuServices: 'Service outside the EU, reverse',
    domesticGoodsReverseCharge: 'Goods in Sweden, reverse',
    domesticServicesReverseCharge: 'Construction, reverse',
    import: 'Import, reverse',
  },
} as const

export const taxWords = dictionary(
  { exempt: 'Ingen moms', of: treatments.sv as Record<string, string>, percent: (rate: number) => `${rate} %` },
  { exempt: 'No VAT', of: treatments.en as Record<string, string>, percent: (rate: number) => `${rate}%` },
)

/** How one is called. */
export const taxName = (tax: Tax, texts: (typeof taxWords)['sv']): string => {
  if (tax === 'exempt') return texts.exempt
  const { taxRate, vatTreatment } = taxingOf(tax)
  return [texts.of[vatTreatment], texts.percent(taxRate)].filter(Boolean).join(' ')
}

/** Accounts in the BAS plan on which purchases with reversed tax stand, by their rates. */
const usualTaxes: readonly (readonly [accounts: readonly [number, number, number], treatment: Reversed])[] = [
  [[4415, 4416, 4417], 'domesticGoodsReverseCharge'],
  [[4425, 4426, 4427], 'domesticServicesReverseCharge'],
  [[4515, 4516, 4517], 'euGoods'],
  [[4531, 4532, 4533], 'nonEuServices'],
  [[4535, 4536, 4537], 'euServices'],
  [[4545, 4546, 4547], 'import'],
]

/** How what was bought on an account is usually taxed; null when the account does not tell. */
export const usualTaxOf = (account: number): Tax | null => {
  for (const [accounts, treatment] of usualTaxes) {
    const rate = rates[accounts.indexOf(account)]
    if (rate !== undefined) return `${treatment}${rate}`
  }
  return null
}
