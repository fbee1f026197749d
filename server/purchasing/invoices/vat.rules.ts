// VAT on purchases: who owes it, and its accounts.
import { type AccountMap, type AccountRole, type BasePair, type PurchaseBox, purchaseBasePair } from '#ledger'
import { reverseCharge } from '#rule/reverse-charge'
import { isVatRate, USUAL_RATE } from '#rule/vat-rates'

export { taxRates } from '#rule/vat-rates'

/** The VAT treatments of a line. */
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
 * Reverse charge (omvänd betalningsskyldighet, mervärdesskattelagen 2023:200, 16 kap., and import, declared in the same
 * way): the roles of deducted and owed VAT, by rate, and the box of the VAT return (SKV 4700) for its base.
 */
const reversed: Readonly<Partial<Record<VatTreatment, Reversed>>> = {
  euGoods: { input: 'reverseInputVat', output: 'reverseOutputVat', box: reverseCharge.euGoods.base },
  euServices: { input: 'reverseInputVat', output: 'reverseOutputVat', box: reverseCharge.euServices.base },
  nonEuServices: { input: 'reverseInputVat', output: 'reverseOutputVat', box: reverseCharge.nonEuServices.base },
  domesticGoodsReverseCharge: {
    input: 'reverseInputVatDomestic',
    output: 'reverseOutputVat',
    box: reverseCharge.domesticGoodsReverseCharge.base,
  },
  domesticServicesReverseCharge: {
    input: 'reverseInputVatDomestic',
    output: 'reverseOutputVat',
    box: reverseCharge.domesticServicesReverseCharge.base,
  },
  import: { input: 'reverseInputVat', output: 'importOutputVat', box: reverseCharge.import.base },
}

/** Whether the buyer owes the VAT, so that the invoice charges none. */
export const isReversed = (treatment: VatTreatment): boolean => reversed[treatment] !== undefined

const owedAtOnce: readonly VatTreatment[] = ['euGoods', 'import']

/**
 * Whether VAT is due before payment under the cash method too: on goods from other member states it belongs to the
 * period of the invoice, both output and input VAT (mervärdesskattelagen 2023:200, 7 kap. 26 and 40 §§), and on imports
 * to the period of the bill from Customs.
 */
export const isOwedAtOnce = (treatment: VatTreatment): boolean => owedAtOnce.includes(treatment)

/** The accounts of reverse-charge VAT: deducted and owed. */
export const reversedAccounts = (
  treatment: VatTreatment,
  taxRate: number,
  accounts: AccountMap,
): { input: number; output: number } => {
  const { input, output } = requireReversed(treatment)
  if (!isVatRate(taxRate)) throw new Error(`No reverse charge at ${taxRate} %`)
  return { input: accounts[input], output: accounts[`${output}${taxRate}`] }
}

/**
 * The accounts that declare a reverse-charge base beside the purchase on this account; null if the account itself
 * counts towards the box.
 */
export const reversedBase = (
  { account, vatTreatment, taxRate }: { account: number; vatTreatment: VatTreatment; taxRate: number },
  accounts: AccountMap,
): BasePair | null => purchaseBasePair({ account, taxRate, box: requireReversed(vatTreatment).box }, accounts)

const requireReversed = (treatment: VatTreatment): Reversed => {
  const found = reversed[treatment]
  if (!found) throw new Error(`${treatment} is not a reverse charge`)
  return found
}

/** The default rate of a line. */
export const usualRateOf = (treatment: VatTreatment): number => (treatment === 'exempt' ? 0 : USUAL_RATE)
