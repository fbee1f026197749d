// Value added tax on a purchase: who owes it, and on which accounts it stands.
import type { AccountMap, AccountRole } from '#ledger'

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

type ReversedRoles = { input: AccountRole; output: 'reverseOutputVat' | 'importOutputVat' }

/**
 * Where the buyer owes the tax (omvänd betalningsskyldighet, mervärdesskattelagen 2023:200, 16 kap., and import, which
 * is declared with it): the roles of what is deducted, and of what is owed at each rate.
 */
const reversed: Readonly<Partial<Record<VatTreatment, ReversedRoles>>> = {
  euGoods: { input: 'reverseInputVat', output: 'reverseOutputVat' },
  euServices: { input: 'reverseInputVat', output: 'reverseOutputVat' },
  nonEuServices: { input: 'reverseInputVat', output: 'reverseOutputVat' },
  domesticGoodsReverseCharge: { input: 'reverseInputVatDomestic', output: 'reverseOutputVat' },
  domesticServicesReverseCharge: { input: 'reverseInputVatDomestic', output: 'reverseOutputVat' },
  import: { input: 'reverseInputVat', output: 'importOutputVat' },
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
  const roles = reversed[treatment]
  if (!roles || (taxRate !== 25 && taxRate !== 12 && taxRate !== 6)) {
    throw new Error(`No tax is reversed by ${treatment} at ${taxRate} %`)
  }
  return { input: accounts[roles.input], output: accounts[`${roles.output}${taxRate}`] }
}

/** The rate of a line that names none. */
export const usualRateOf = (treatment: VatTreatment): number => (treatment === 'exempt' ? 0 : 25)
