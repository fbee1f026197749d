// Value added tax on a sale: how it is dealt with on a line, and on which account the line's income stands.

import type { AccountMap, AccountRole } from '#ledger'
import { isCountry, isEuCountry } from '#numbers'
import type { VatTreatment } from '#paper'
import { pointer } from '#platform/json'
import type { FieldError } from '#platform/refusal'
import { publishFaults as faults } from './publish-refusals.ts'

/** Percent. */
export const taxRates = [25, 12, 6, 0] as const
export type TaxRate = (typeof taxRates)[number]

/** What of a line decides: the rate, what is sold, and the account that was chosen for it, if one was. */
export type TaxedLine = { taxRate: number; productType: 'goods' | 'services'; account: number | null }

/** What of the buyer decides; `country` is ISO 3166-1 alpha-2, and Sweden when nothing is known of it. */
export type TaxedBuyer = { country: string | null; type: 'company' | 'private'; vatNumber: string | null }

const SWEDEN = 'SE'
/** Prefix of VAT numbers in Northern Ireland, which is in the Union for goods (protocol on Ireland, article 8). */
const NORTHERN_IRELAND = 'XI'

/** Where the buyer is: by the address, otherwise by the VAT number, otherwise at home. */
const countryOf = ({ country, vatNumber }: TaxedBuyer): string => {
  if (country !== null) return country
  const prefix = vatNumber?.slice(0, 2) ?? SWEDEN
  const named = prefix === 'EL' ? 'GR' : prefix === NORTHERN_IRELAND ? 'GB' : prefix
  return isCountry(named) ? named : SWEDEN
}

/**
 * How a line's tax is dealt with. Without a rate the buyer owes it (construction and the like, and businesses in other
 * member states that have a VAT number), or the sale is export; otherwise it is exempt.
 */
export const treatmentOf = (
  { taxRate, productType, account }: TaxedLine,
  buyer: TaxedBuyer,
  accounts: AccountMap,
): VatTreatment => {
  const { type, vatNumber } = buyer
  if (taxRate > 0) return 'rate'
  if (account === accounts.salesReverseCharge) return 'reverseCharge'
  const home = countryOf(buyer)
  const isGoods = productType === 'goods'
  if (home === SWEDEN) return 'exempt'
  if (isGoods && type === 'company' && vatNumber?.startsWith(NORTHERN_IRELAND)) return 'euGoods'
  if (!isEuCountry(home)) return isGoods ? 'exportGoods' : 'exportServices'
  // A Swedish number identifies the buyer here, and not in another member state (directive 2006/112/EC, article 138).
  if (type === 'private' || !vatNumber || vatNumber.startsWith(SWEDEN)) return 'exempt'
  return isGoods ? 'euGoods' : 'euServices'
}

/** What of a document is judged before it is published; lines of text have their place and nothing else. */
export type TaxedDocument = {
  lines: readonly (TaxedLine | null)[]
  buyer: TaxedBuyer & { orgNumber: string | null }
  vatExemptionReason: string | null
  /** Where goods are taken, if that is not where the buyer is. */
  deliveryCountry: string | null
}

/**
 * Where no tax is charged the document must be able to say why: the buyer owes it, who must be a business that is known
 * by a number (mervärdesskattelagen 2023:200, 16 kap.), or the sale is exempt. To another member state a sale is exempt
 * for what is known of the buyer, or for a reason that only the seller knows.
 */
export const wrongInTreatment = (
  { lines, buyer, vatExemptionReason, deliveryCountry }: TaxedDocument,
  accounts: AccountMap,
): FieldError[] => {
  const country = countryOf(buyer)
  const errors: FieldError[] = []
  for (const [index, line] of lines.entries()) {
    if (line === null) continue
    const at = pointer('lineItems', index, 'taxRate')
    const treatment = treatmentOf(line, buyer, accounts)
    if (line.taxRate > 0 && line.account !== null && isForReverseCharge(line.account, accounts)) {
      errors.push(faults.reverseChargeWithTax(at, { account: line.account }))
    }
    if (treatment === 'reverseCharge') {
      if (buyer.type !== 'company') errors.push(faults.reverseChargeOfPerson(at))
      else if (!buyer.vatNumber && !buyer.orgNumber) errors.push(faults.reverseChargeWithoutNumber(at))
    }
    const isUnexplained = treatment === 'exempt' && country !== SWEDEN && !vatExemptionReason
    // Goods are free of tax when they leave the country (articles 138 and 146).
    const leaves = treatment === 'euGoods' || treatment === 'exportGoods'
    if (leaves && deliveryCountry === SWEDEN && !vatExemptionReason) errors.push(faults.untaxedAtHome(at))
    if (isUnexplained) errors.push(faults.untaxedInUnion(at, { country }))
  }
  return errors
}

/** Whether the account is for sales under reverse charge, and for nothing else. */
const isForReverseCharge = (account: number, accounts: AccountMap): boolean =>
  account === accounts.salesReverseCharge && Object.values(accounts).filter((one) => one === account).length === 1

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
