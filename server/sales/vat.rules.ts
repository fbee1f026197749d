// Value added tax on a sale: how it is dealt with on a line, and on which account the line's income stands.

import type { AccountMap, AccountRole } from '#ledger'
import { isCountry, isEuCountry } from '#numbers'
import { marginSchemeIn, type VatTreatment } from '#paper'
import { pointer } from '#platform/json'
import type { FieldError } from '#platform/refusal'
import { publishFaults as faults, publishDoubts } from './publish-refusals.ts'

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
  const named = countryIn(vatNumber ?? SWEDEN)
  return isCountry(named) ? named : SWEDEN
}

/** The country that a VAT number begins with. */
const countryIn = (vatNumber: string): string => {
  const prefix = vatNumber.slice(0, 2)
  if (prefix === 'EL') return 'GR'
  return prefix === NORTHERN_IRELAND ? 'GB' : prefix
}

/**
 * How a line's tax is dealt with. Without a rate the buyer owes it (construction and the like, triangular trade, and
 * services to businesses in other member states that have a VAT number), or goods go to such a business, or the sale is
 * export; otherwise it is exempt. Paper and VAT return say the same: an account that is chosen for the line counts
 * towards a box, which tells what only the seller knows.
 */
export const treatmentOf = (line: TaxedLine, buyer: TaxedBuyer, accounts: AccountMap): VatTreatment => {
  if (line.taxRate > 0) return 'rate'
  const byBuyer = treatmentFor(line, buyer)
  const account = line.account ?? (byBuyer === 'euGoods' ? accounts.salesEuGoods : null)
  if (account === null) return byBuyer
  if (account === accounts.salesReverseCharge) return 'reverseCharge'
  const byBox = treatmentIn(accounts.vatCodes.get(account) ?? null)
  return byBox && (byBox.of === null || byBox.of.includes(byBuyer)) ? byBox.treatment : byBuyer
}

/** By what is sold to whom. */
const treatmentFor = ({ productType }: TaxedLine, buyer: TaxedBuyer): VatTreatment => {
  const { type, vatNumber } = buyer
  const home = countryOf(buyer)
  const isGoods = productType === 'goods'
  if (home === SWEDEN) return 'exempt'
  if (isGoods && type === 'company' && vatNumber?.startsWith(NORTHERN_IRELAND)) return 'euGoods'
  if (!isEuCountry(home)) return isGoods ? 'exportGoods' : 'exportServices'
  // A Swedish number identifies the buyer here, and not in another member state (directive 2006/112/EC, article 138).
  if (type === 'private' || !isOfOtherState(vatNumber, { isGoods })) return 'exempt'
  return isGoods ? 'euGoods' : 'euServices'
}

/** Whether a VAT number is that of another member state; for goods Northern Ireland is one. */
const isOfOtherState = (vatNumber: string | null, { isGoods }: { isGoods: boolean }): boolean => {
  if (vatNumber === null) return false
  const country = countryIn(vatNumber)
  return (isEuCountry(country) && country !== SWEDEN) || (isGoods && vatNumber.startsWith(NORTHERN_IRELAND))
}

type Boxed = { treatment: VatTreatment; of: readonly VatTreatment[] | null }

/**
 * What a box of the VAT return makes of a sale without tax; `of` is what it may be by its buyer. Freight that is sold
 * with goods is where they are.
 */
const treatmentIn = (box: string | null): Boxed | undefined => (box === null ? undefined : boxed[box])

const boxed: Readonly<Record<string, Boxed>> = {
  '07': { treatment: 'marginScheme', of: null },
  '35': { treatment: 'euGoods', of: ['euGoods', 'euServices'] },
  '36': { treatment: 'exportGoods', of: ['exportGoods', 'exportServices'] },
  '38': { treatment: 'triangular', of: null },
  '39': { treatment: 'euServices', of: ['euGoods', 'euServices'] },
  '40': { treatment: 'exportServices', of: ['exportGoods', 'exportServices'] },
  '41': { treatment: 'reverseCharge', of: null },
  '42': { treatment: 'exempt', of: null },
}

/** What only a registered company sells. What is sold elsewhere or is exempt others may sell as well. */
export const onlyOfRegistered: readonly VatTreatment[] = [
  ...(['rate', 'reverseCharge', 'euGoods', 'triangular', 'euServices', 'marginScheme'] as const),
]

/** What of a document is judged before it is published; lines of text have their place and nothing else. */
export type TaxedDocument = {
  lines: readonly (TaxedLine | null)[]
  buyer: TaxedBuyer
  vatExemptionReason: string | null
  /** Where goods are taken, if that is not where the buyer is. */
  deliveryCountry: string | null
  /** Whether the seller has said not to be registered for the tax. */
  isUnregistered: boolean
}

/**
 * A document must be able to say of its tax what the law wants, and cannot be mended later (EU Court, C-247/21). Who
 * charges tax, or leaves it to the buyer, is registered. The buyer who owes it is a business whose VAT number stands on
 * the paper (mervärdesskattelagen 2023:200, 16 kap. and 17 kap. 24 §), in a triangular trade that of another member
 * state. A margin scheme is named. To another member state a sale is exempt for what is known of the buyer, or for a
 * reason that only the seller knows.
 */
export const wrongInTreatment = (document: TaxedDocument, accounts: AccountMap): FieldError[] =>
  document.lines.flatMap((line, index) =>
    line === null ? [] : wrongInLine(line, pointer('lineItems', index, 'taxRate'), document, accounts),
  )

const wrongInLine = (line: TaxedLine, at: string, document: TaxedDocument, accounts: AccountMap): FieldError[] => {
  const { buyer, vatExemptionReason, deliveryCountry, isUnregistered } = document
  const country = countryOf(buyer)
  const treatment = treatmentOf(line, buyer, accounts)
  const errors: FieldError[] = []
  if (isUnregistered && treatment === 'rate') errors.push(faults.notRegistered(at))
  else if (isUnregistered && onlyOfRegistered.includes(treatment)) errors.push(faults.numberOfUnregistered(at))
  if (line.taxRate > 0 && line.account !== null && isForReverseCharge(line.account, accounts)) {
    errors.push(faults.reverseChargeWithTax(at, { account: line.account }))
  }
  if (treatment === 'reverseCharge' || treatment === 'triangular') {
    const isTriangular = treatment === 'triangular'
    const isKnown = isTriangular ? isOfOtherState(buyer.vatNumber, { isGoods: true }) : buyer.vatNumber !== null
    const missing = isTriangular ? faults.triangularWithoutNumber : faults.reverseChargeWithoutNumber
    if (buyer.type !== 'company') errors.push(faults.reverseChargeOfPerson(at))
    else if (!isKnown) errors.push(missing(at))
  }
  if (treatment === 'marginScheme' && !marginSchemeIn(vatExemptionReason)) errors.push(faults.unnamedMarginScheme(at))
  // Goods are free of tax when they leave the country (articles 138, 141 and 146).
  const leaves = treatment === 'euGoods' || treatment === 'triangular' || treatment === 'exportGoods'
  if (leaves && deliveryCountry === SWEDEN && !vatExemptionReason) errors.push(faults.untaxedAtHome(at))
  const isUnexplained = treatment === 'exempt' && country !== SWEDEN && !vatExemptionReason
  if (isUnexplained) errors.push(faults.untaxedInUnion(at, { country }))
  return errors
}

/**
 * What is doubtful of a sale without tax: it counts by the address of the buyer, whose VAT number is another country's.
 * One that the seller gives a reason for has been thought about. The first line that is such a sale is told.
 */
export const doubtsInTreatment = (
  { lines, buyer, vatExemptionReason }: Omit<TaxedDocument, 'deliveryCountry' | 'isUnregistered'>,
  accounts: AccountMap,
): FieldError[] => {
  const { country, vatNumber } = buyer
  if (country === null || vatNumber === null || vatExemptionReason) return []
  const other = countryIn(vatNumber)
  if (!isCountry(other) || other === country) return []
  const index = lines.findIndex((line) => line !== null && byAddress.includes(treatmentOf(line, buyer, accounts)))
  const field = pointer('lineItems', index, 'taxRate')
  return index === -1 ? [] : [publishDoubts.untaxedByAddress(field, { country, number: vatNumber, other })]
}

/** What a sale is by where its buyer is, without regard to the buyer's VAT number. */
const byAddress: readonly VatTreatment[] = ['exempt', 'exportGoods', 'exportServices']

/** Whether the account is for sales under reverse charge, and for nothing else. */
const isForReverseCharge = (account: number, accounts: AccountMap): boolean => {
  const treatment = treatmentIn(accounts.vatCodes.get(account) ?? null)?.treatment
  if (treatment === 'reverseCharge' || treatment === 'triangular') return true
  return (
    account === accounts.salesReverseCharge && Object.values(accounts).filter((one) => one === account).length === 1
  )
}

/** The account of a line's income: its own, or the one of the role that its treatment, kind and rate have. */
export const incomeAccountOf = (line: TaxedLine, treatment: VatTreatment, accounts: AccountMap): number =>
  line.account ?? accounts[incomeRoleOf(line, treatment)]

const incomeRoleOf = ({ taxRate, productType }: TaxedLine, treatment: VatTreatment): AccountRole => {
  switch (treatment) {
    case 'reverseCharge':
      return 'salesReverseCharge'
    case 'euGoods':
    case 'triangular':
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
