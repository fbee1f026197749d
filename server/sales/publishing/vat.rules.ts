// VAT on a sale: the treatment of a line, and the account of its income.
import type { AccountMap, AccountRole } from '#ledger'
import { isCountry, isEuCountry } from '#numbers/country'
import { marginSchemeIn, type VatTreatment } from '#paper'
import type { FieldError } from '#platform/refusal'
import { countryOfVatNumber, NORTHERN_IRELAND } from '#rule/member-states'
import { type TaxRate, taxRates } from '#rule/vat-rates'
import { pointer } from '#text/json'
import { publicationFaults as faults, publicationWarnings } from './publication-refusals.ts'

/** The fields of a line that determine its VAT: the rate, the product type, and the chosen account, if any. */
type TaxedLine = {
  taxRate: number
  /** The member state whose VAT is charged under the union scheme; absent for Swedish VAT. */
  unionCountry?: string
  productType: 'goods' | 'services'
  account: number | null
}

/** The fields of the buyer that determine VAT; `country` is ISO 3166-1 alpha-2, Sweden if unknown. */
export type TaxedBuyer = { country: string | null; type: 'company' | 'private'; vatNumber: string | null }

const SWEDEN = 'SE'

/** The buyer's country: by address, otherwise by VAT number, otherwise Sweden. */
const countryOf = ({ country, vatNumber }: TaxedBuyer): string => {
  if (country !== null) return country
  const named = countryOfVatNumber(vatNumber ?? SWEDEN)
  return isCountry(named) ? named : SWEDEN
}

/**
 * The VAT treatment of a line. Without a rate, it is reverse charge (construction and the like, triangular trade, and
 * services to businesses in other member states with a VAT number), goods to such a business, or export; otherwise
 * exempt. The printed document and the VAT return agree: an account chosen for the line counts towards a box, which
 * expresses what only the seller knows.
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

/** By product type and buyer. */
const treatmentFor = ({ productType }: TaxedLine, buyer: TaxedBuyer): VatTreatment => {
  const { type, vatNumber } = buyer
  const home = countryOf(buyer)
  const isGoods = productType === 'goods'
  if (home === SWEDEN) return 'exempt'
  if (isGoods && type === 'company' && vatNumber?.startsWith(NORTHERN_IRELAND)) return 'euGoods'
  if (!isEuCountry(home)) return isGoods ? 'exportGoods' : 'exportServices'
  // A Swedish VAT number does not identify the buyer in another member state (directive 2006/112/EC, article 138).
  if (type === 'private' || !isOfOtherState(vatNumber, { isGoods })) return 'exempt'
  return isGoods ? 'euGoods' : 'euServices'
}

/** Whether a VAT number is of another member state; for goods this includes Northern Ireland. */
const isOfOtherState = (vatNumber: string | null, { isGoods }: { isGoods: boolean }): boolean => {
  if (vatNumber === null) return false
  const country = countryOfVatNumber(vatNumber)
  return (isEuCountry(country) && country !== SWEDEN) || (isGoods && vatNumber.startsWith(NORTHERN_IRELAND))
}

/** The box of the margin scheme, whose invoices show no tax (mervärdesskattelagen 2023:200, 20 kap.). */
const MARGIN_BOX = '07'

type Boxed = { treatment: VatTreatment; of: readonly VatTreatment[] | null }

/**
 * The treatment of an untaxed sale in a VAT box; `of` restricts it by buyer. Freight sold with goods has the box of the
 * goods.
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

/** Treatments that only a registered company uses. Sales abroad and exempt sales are open to others too. */
export const onlyOfRegistered: readonly VatTreatment[] = [
  ...(['rate', 'reverseCharge', 'euGoods', 'triangular', 'euServices', 'marginScheme'] as const),
]

/** The fields of a document checked before publication; text lines are null, to keep the indexes. */
export type TaxedDocument = {
  lines: readonly (TaxedLine | null)[]
  buyer: TaxedBuyer
  vatExemptionReason: string | null
  /** The country goods are delivered to, if different from the buyer's. */
  deliveryCountry: string | null
  /** Whether the seller has declared not to be registered for VAT. */
  isUnregistered: boolean
}

/**
 * A document must state its VAT treatment as the law requires, and cannot be corrected later (EU Court, C-247/21). A
 * seller that charges VAT or uses reverse charge is registered. A reverse-charge buyer is a business whose VAT number
 * is on the document (mervärdesskattelagen 2023:200, 16 kap. and 17 kap. 24 §), in a triangular trade one of another
 * member state. A margin scheme is named. A sale to another member state is exempt because of the buyer, or for a
 * reason stated by the seller.
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
  if (line.unionCountry) errors.push(...wrongInUnion(line.unionCountry, line, at, document))
  if (line.taxRate > 0 && line.account !== null && accounts.vatCodes.get(line.account) === MARGIN_BOX) {
    errors.push(faults.marginWithTax(at, { account: line.account }))
  }
  if (treatment === 'reverseCharge' || treatment === 'triangular') {
    const isTriangular = treatment === 'triangular'
    const isKnown = isTriangular ? isOfOtherState(buyer.vatNumber, { isGoods: true }) : buyer.vatNumber !== null
    const missing = isTriangular ? faults.triangularWithoutNumber : faults.reverseChargeWithoutNumber
    if (buyer.type !== 'company') errors.push(faults.reverseChargeOfPerson(at))
    else if (!isKnown) errors.push(missing(at))
  }
  if (treatment === 'marginScheme' && !marginSchemeIn(vatExemptionReason)) errors.push(faults.unnamedMarginScheme(at))
  // Goods are exempt when they leave the country (articles 138, 141 and 146).
  const leaves = treatment === 'euGoods' || treatment === 'triangular' || treatment === 'exportGoods'
  if (leaves && deliveryCountry === SWEDEN && !vatExemptionReason) errors.push(faults.untaxedAtHome(at))
  const isUnexplained = treatment === 'exempt' && country !== SWEDEN && !vatExemptionReason
  if (isUnexplained) errors.push(faults.untaxedInUnion(at, { country }))
  return errors
}

/**
 * The union scheme is for consumers (directive 2006/112/EC, articles 369a and 369b): a business with a VAT number of
 * another member state buys without tax. Goods are taxed where they go.
 */
const wrongInUnion = (
  union: string,
  { productType }: TaxedLine,
  at: string,
  { buyer, deliveryCountry }: TaxedDocument,
): FieldError[] => {
  const errors: FieldError[] = []
  if (buyer.type === 'company' && isOfOtherState(buyer.vatNumber, { isGoods: false })) {
    errors.push(faults.unionToBusiness(at))
  }
  const country = deliveryCountry ?? buyer.country
  if (productType === 'goods' && country !== null && country !== union) {
    errors.push(faults.unionElsewhere(at, { union, country }))
  }
  return errors
}

/**
 * Warns about an untaxed sale that is treated by the buyer's address although the VAT number is of another country. A
 * stated exemption reason suppresses it. Only the first such line is reported.
 */
export const warningsInTreatment = (
  { lines, buyer, vatExemptionReason }: Omit<TaxedDocument, 'deliveryCountry' | 'isUnregistered'>,
  accounts: AccountMap,
): FieldError[] => {
  const { country, vatNumber } = buyer
  if (country === null || vatNumber === null || vatExemptionReason) return []
  const other = countryOfVatNumber(vatNumber)
  if (!isCountry(other) || other === country) return []
  const index = lines.findIndex((line) => line !== null && byAddress.includes(treatmentOf(line, buyer, accounts)))
  const field = pointer('lineItems', index, 'taxRate')
  return index === -1 ? [] : [publicationWarnings.untaxedByAddress(field, { country, number: vatNumber, other })]
}

/** The treatment by the buyer's address alone, ignoring the VAT number. */
const byAddress: readonly VatTreatment[] = ['exempt', 'exportGoods', 'exportServices']

/** Whether the account is only for reverse-charge sales. */
const isForReverseCharge = (account: number, accounts: AccountMap): boolean => {
  const treatment = treatmentIn(accounts.vatCodes.get(account) ?? null)?.treatment
  if (treatment === 'reverseCharge' || treatment === 'triangular') return true
  return (
    account === accounts.salesReverseCharge && Object.values(accounts).filter((one) => one === account).length === 1
  )
}

/** The account of a line's income: its own, or that of the role for its treatment, product type and rate. */
export const incomeAccountOf = (line: TaxedLine, treatment: VatTreatment, accounts: AccountMap): number =>
  line.account ?? accounts[line.unionCountry ? 'salesUnion' : incomeRoleOf(line, treatment)]

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

/** The role of deferred (vilande) VAT on an unpaid advance, by rate. */
export const restingVatRoleOf = (taxRate: number): AccountRole => {
  const rate = asTaxRate(taxRate)
  if (rate === 0) throw new Error('A sale without a rate has no output VAT')
  return `restingOutputVat${rate}`
}

/** The role of the output tax (utgående moms) of a rate above zero. */
export const outputVatRoleOf = (taxRate: number): AccountRole => {
  const rate = asTaxRate(taxRate)
  if (rate === 0) throw new Error('A sale without a rate has no output VAT')
  return `outputVat${rate}`
}

const asTaxRate = (percent: number): TaxRate => {
  const rate = taxRates.find((each) => each === percent)
  if (rate === undefined) throw new Error(`${percent} is not a VAT rate`)
  return rate
}
