// The printed content of a document, computed from its record: lines with VAT treatment, totals, tax reduction.
import type { AccountMap } from '#ledger'
import { swedishVatNumber } from '#numbers/vat-number'
import type { Paper, PaperLine, PaperTax, PaperTaxReduction, VatTreatment } from '#paper'
import { atRate } from '#platform/decimal'
import { type Ore, percentOf } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { isInAccountingCurrency } from '#rule/currency'
import type { ReductionType } from '#rule/tax-reductions'
import { taxKeyOf } from '#sales/booking/booking.rules'
import type { Sale } from '#sales/booking/sale.rules'
import type { InvoiceRecord, LineRecord, SalesLine } from '#sales/invoices/invoice'
import { invoiceFaults as faults } from '#sales/invoices/invoice-refusals'
import { isSalesLine } from '#sales/invoices/line-draft.rules'
import type { KeptReduction } from '#sales/tax-reduction/reduction'
import { workPriceOf } from '#sales/tax-reduction/reduction.rules'
import { charactersOfOtherScripts } from '#text/scripts'
import { onlyOfRegistered, type TaxedBuyer, treatmentOf } from './vat.rules.ts'

/** Maximum number of characters in all texts of a document, about a hundred pages. */
const MAX_TEXT = 400_000
/** Maximum number of characters in texts with other scripts: rendering them is much slower. */
const MAX_OF_OTHER_SCRIPTS = 40_000

/** Errors for texts that are too long to render. Texts in `repeated` may have any length. */
export const tooLongIn = (
  texts: readonly string[],
  { field = '#/lineItems', repeated = [] }: { field?: string; repeated?: readonly string[] } = {},
): FieldError[] => {
  const all = lengthOf(texts)
  const apart = charactersOfOtherScripts(texts)
  const limit = MAX_TEXT + lengthOf(repeated)
  const limitApart = MAX_OF_OTHER_SCRIPTS + charactersOfOtherScripts(repeated)
  return [
    ...(all > limit ? [faults.tooLong(field, { count: all, limit })] : []),
    ...(apart > limitApart ? [faults.tooLongInOtherScripts(field, { count: apart, limit: limitApart })] : []),
  ]
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

/** The same for the whole document. A credit note repeats the texts of its invoicewithout this limit. */
export const tooLongOn = (paper: Paper, credited: readonly LineRecord[] = []): FieldError[] =>
  tooLongIn(textsIn(paper), { repeated: credited.map(({ description }) => description) })

/** Every text in a value, at any depth. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Öre as a JSON number: amounts of documents are far below 2^53. */
const amountOf = (ore: Ore): number => {
  const amount = Number(ore)
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${ore} öre exceeds the range of a document amount`)
  return amount
}

/** The VAT treatment of a line. */
type Treat = (line: Omit<SalesLine, 'position'>) => VatTreatment

/** By the line and the buyer. */
export const treatFor =
  (buyer: TaxedBuyer, accounts: AccountMap): Treat =>
  (line) =>
    treatmentOf(line, buyer, accounts)

/** As on the credited document, whose line has the same id: the buyer's data at that time applies. */
export const treatAs = ({ record, treatments }: Pick<Sale, 'record' | 'treatments'>, other: Treat): Treat => {
  const known = new Map<number, VatTreatment>()
  for (const [index, { id }] of record.lines.filter(isSalesLine).entries()) {
    const treatment = treatments?.[index]
    if (treatment && treatment !== 'rate') known.set(id, treatment)
  }
  return (line) => (line.taxRate > 0 ? 'rate' : (known.get(line.id) ?? other(line)))
}

export const linesOf = (lines: readonly LineRecord[], treat: Treat): PaperLine[] =>
  lines.map((line) =>
    line.itemType === 'descriptionOnlyItem'
      ? { kind: 'text', description: line.description }
      : {
          kind: 'sale',
          description: line.description,
          productType: line.productType,
          quantity: line.quantity,
          unitType: line.unitType,
          unitPrice: line.unitPrice,
          taxRate: line.taxRate,
          ...(line.unionCountry ? { unionCountry: line.unionCountry } : {}),
          treatment: treat(line),
          net: amountOf(line.netOre),
          taxReduction: workOf(line),
        },
  )

const workOf = ({ reductionType, jobType }: SalesLine): { type: ReductionType; jobType: string } | null =>
  reductionType && jobType ? { type: reductionType, jobType } : null

/**
 * The VAT number of a registered company that has not entered one: it must be on every invoice (ML 2023:200, 17 kap. 24
 * §), and a company's first registration has the suffix 01.
 */
export const usualVatNumber = (organizationNumber: string): string | null =>
  swedishVatNumber(`SE${organizationNumber}${FIRST_REGISTRATION}`)

/** Whether any line is of a kind that only a registered company sells: with VAT, or with reverse charge. */
export const tellsOfRegistration = (lines: readonly PaperLine[]): boolean =>
  lines.some((line) => line.kind === 'sale' && onlyOfRegistered.includes(line.treatment))

const FIRST_REGISTRATION = '01'

/** The VAT of each rate and treatment, highest rate first: on the sum of its lines, or as credited by a credit note. */
export const taxesOf = (
  lines: readonly PaperLine[],
  record: Pick<InvoiceRecord, 'currency' | 'currencyRate' | 'creditedParts'>,
): PaperTax[] => {
  const { currencyRate, creditedParts } = record
  const groups = new Map<string, PaperTax>()
  for (const line of lines) {
    if (line.kind === 'text') continue
    const { taxRate, treatment, net, unionCountry } = line
    const union = unionCountry ? { unionCountry } : {}
    const key = `${taxRate} ${treatment}`
    const group = groups.get(key) ?? { taxRate, ...union, treatment, net: 0, tax: 0, baseTax: null }
    groups.set(key, { ...group, net: group.net + net })
  }
  return [...groups.values()]
    .sort((left, right) => right.taxRate - left.taxRate)
    .map((group) => {
      const { taxRate } = group
      const tax = creditedParts?.taxes.get(taxRate) ?? percentOf(BigInt(group.net), taxRate)
      const inBase = creditedParts?.parts.get(taxKeyOf(taxRate)) ?? atRate(tax, currencyRate)
      return { ...group, tax: amountOf(tax), baseTax: isInAccountingCurrency(record) ? null : amountOf(inBase) }
    })
}

/** The totals of a document; the amount requested from the tax authority is not payable by the buyer. */
export const amountsOf = (record: InvoiceRecord): Pick<Paper, 'net' | 'tax' | 'rounding' | 'total' | 'payable'> => ({
  net: amountOf(record.netOre),
  tax: amountOf(record.taxOre),
  rounding: amountOf(record.roundingOre),
  total: amountOf(record.totalOre),
  // A tax reduction is in SEK, and so is its invoice.
  payable: amountOf(record.totalOre - record.reductionBaseOre),
})

/** The tax reduction on the invoice, as required: work separate from other costs, and each person's share. */
export const reductionOf = (
  { totalOre, lines }: Pick<InvoiceRecord, 'totalOre' | 'lines'>,
  kept: KeptReduction | null,
): PaperTaxReduction | null => {
  if (!kept) return null
  const work = lines.filter(isSalesLine)
  const price = workPriceOf(work)
  const isGreen = kept.type === 'green'
  const material = isGreen ? workPriceOf(work.filter(({ productType }) => productType === 'goods')) : 0n
  const { type, description, propertyType, realEstateNumber, tenantOrgNumber, apartmentNumber, people } = kept
  return {
    type,
    description,
    propertyType,
    realEstateNumber,
    tenantOrgNumber,
    apartmentNumber,
    labour: amountOf(price - material),
    ...(isGreen ? { material: amountOf(material) } : {}),
    other: amountOf(totalOre - price),
    deductions: people.map(({ deductionOre }) => amountOf(deductionOre)),
    deduction: amountOf(people.reduce((sum, { deductionOre }) => sum + deductionOre, 0n)),
  }
}
