// Value added tax on a sale: how it is dealt with on a line, and on which account the line's income stands.

import type { AccountMap, AccountRole } from '#ledger'
import { isEuCountry } from '#numbers'
import type { VatTreatment } from '#paper'

/** Percent. */
export const taxRates = [25, 12, 6, 0] as const
export type TaxRate = (typeof taxRates)[number]

/** What of a line decides: the rate, what is sold, and the account that was chosen for it, if one was. */
export type TaxedLine = { taxRate: number; productType: 'goods' | 'services'; account: number | null }

/** What of the buyer decides; `country` is ISO 3166-1 alpha-2, and Sweden when nothing is known of it. */
export type TaxedBuyer = { country: string | null; type: 'company' | 'private'; vatNumber: string | null }

const SWEDEN = 'SE'

/**
 * How a line's tax is dealt with. Without a rate the buyer owes it (construction and the like, and businesses in other
 * member states that have a VAT number), or the sale is export; else it is exempt.
 */
export const treatmentOf = (
  { taxRate, productType, account }: TaxedLine,
  { country, type, vatNumber }: TaxedBuyer,
  accounts: AccountMap,
): VatTreatment => {
  if (taxRate > 0) return 'rate'
  if (account === accounts.salesReverseCharge) return 'reverseCharge'
  const home = country ?? SWEDEN
  const isGoods = productType === 'goods'
  if (home === SWEDEN) return 'exempt'
  if (!isEuCountry(home)) return isGoods ? 'exportGoods' : 'exportServices'
  if (type === 'private' || !vatNumber) return 'exempt'
  return isGoods ? 'euGoods' : 'euServices'
}

/** The account of a line's income: its own, or the one of the role that its treatment, kind and rate have. */
export const incomeAccountOf = (line: TaxedLine, treatment: VatTreatment, accounts: AccountMap): number =>
  line.account ?? accounts[incomeRoleOf(line, treatment)]

const incomeRoleOf = ({ taxRate, productType }: TaxedLine, treatment: VatTreatment): AccountRole => {
  switch (treatment) {
    case 'reverseCharge':
      return 'salesReverseCharge'
    case 'euGoods':
      return 'salesEuGoods'
    case 'euServices':
      return 'salesEuServices'
    case 'exportGoods':
      return 'salesExportGoods'
    case 'exportServices':
      return 'salesExportServices'
    default:
      return `${productType === 'goods' ? 'salesGoods' : 'salesServices'}${asTaxRate(taxRate)}`
  }
}

/** The role of the tax of a rate that rests (vilande) on an advance until the advance is paid. */
export const restingVatRoleOf = (taxRate: number): AccountRole => {
  const rate = asTaxRate(taxRate)
  if (rate === 0) throw new Error('There is no output tax on a sale without a rate')
  return `restingOutputVat${rate}`
}

/** The role of the output tax (utgående moms) of a rate above zero. */
export const outputVatRoleOf = (taxRate: number): AccountRole => {
  const rate = asTaxRate(taxRate)
  if (rate === 0) throw new Error('There is no output tax on a sale without a rate')
  return `outputVat${rate}`
}

const asTaxRate = (percent: number): TaxRate => {
  const rate = taxRates.find((each) => each === percent)
  if (rate === undefined) throw new Error(`${percent} is no rate of value added tax`)
  return rate
}
