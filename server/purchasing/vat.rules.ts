// Value added tax on a purchase: who owes it, and on which accounts it stands.
import { type AccountMap, type AccountRole, type BasePair, type PurchaseBox, purchaseBasePair } from '#ledger'

/** Percent. */
export const taxRates = [25, 12, 6, 0] as const

/** How the tax of a line is dealt with. */
export const vatTreatments = [
  'domestic',
  'exempt',
  'euGoods',
  'euServices',
  'nonEuServices',
  'domesticGoodsReverseCharge',
  'domesticServicesReverseCharge',
  'import',
] as const
export type VatTreatment = (typeof vatTreatments)[number]

type Reversed = { input: AccountRole; output: 'reverseOutputVat' | 'importOutputVat'; box: PurchaseBox }

/**
 * Where the buyer owes the tax (omvänd betalningsskyldighet, mervärdesskattelagen 2023:200, 16 kap., and import, which
 * is declared with it): the roles of what is deducted, and of what is owed at each rate; and the box of the VAT return
 * (SKV 4700) that its base is declared in.
 */
const reversed: Readonly<Partial<Record<VatTreatment, Reversed>>> = {
  euGoods: { input: 'reverseInputVat', output: 'reverseOutputVat', box: '20' },
  euServices: { input: 'reverseInputVat', output: 'reverseOutputVat', box: '21' },
  nonEuServices: { input: 'reverseInputVat', output: 'reverseOutputVat', box: '22' },
  domesticGoodsReverseCharge: { input: 'reverseInputVatDomestic', output: 'reverseOutputVat', box: '23' },
  domesticServicesReverseCharge: { input: 'reverseInputVatDomestic', output: 'reverseOutputVat', box: '24' },
  import: { input: 'reverseInputVat', output: 'importOutputVat', box: '50' },
}

/** Whether the buyer owes the tax, so that the invoice charges none. */
export const isReversed = (treatment: VatTreatment): boolean => reversed[treatment] !== undefined

const owedAtOnce: readonly VatTreatment[] = ['euGoods', 'import']

/**
 * Whether the tax waits for no payment under the cash method either: on goods from other member states it belongs to
 * the period of the invoice, both sides (mervärdesskattelagen 2023:200, 7 kap. 26 and 40 §§), and on imports to that
 * of the bill from Customs.
 */
export const isOwedAtOnce = (treatment: VatTreatment): boolean => owedAtOnce.includes(treatment)

/** The accounts of a tax that the buyer owes: what is deducted, and what is owed. */
export const reversedAccounts = (
  treatment: VatTreatment,
  taxRate: number,
  accounts: AccountMap,
): { input: number; output: number } => {
  const { input, output } = requireReversed(treatment)
  if (taxRate !== 25 && taxRate !== 12 && taxRate !== 6) throw new Error(`No tax is reversed at ${taxRate} %`)
  return { input: accounts[input], output: accounts[`${output}${taxRate}`] }
}

/**
 * Where the base of a tax that the buyer owes is declared from, beside what was bought on this account: null where the
 * account counts towards the box itself.
 */
export const reversedBase = (
  { account, vatTreatment, taxRate }: { account: number; vatTreatment: VatTreatment; taxRate: number },
  accounts: AccountMap,
): BasePair | null => purchaseBasePair({ account, taxRate, box: requireReversed(vatTreatment).box }, accounts)

const requireReversed = (treatment: VatTreatment): Reversed => {
  const found = reversed[treatment]
  if (!found) throw new Error(`No tax is reversed by ${treatment}`)
  return found
}

/** The rate of a line that names none. */
export const usualRateOf = (treatment: VatTreatment): number => (treatment === 'exempt' ? 0 : 25)
