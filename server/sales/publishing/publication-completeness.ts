// Checks before publication, after which an invoice cannot be corrected: why no VAT is charged, and whether the legally
// required content is present.
import { type Book, lawInBooks } from '#ledger'
import { type CompanyCall, warnOf } from '#platform/call'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { missingContent } from '#rule/invoice-content'
import { lawOn } from '#rule/law'
import type { Sale } from '#sales/booking/sale.rules'
import type { CustomerRecord } from '#sales/customers/customer'
import type { InvoiceRecord } from '#sales/invoices/invoice'
import { isSalesLine } from '#sales/invoices/line-draft.rules'
import { warningsInRates } from '#sales/items/food.rules'
import { publicationFaults as faults, publicationWarnings as warnings } from './publication-refusals.ts'
import type { Seller } from './seller.ts'
import { warningsInTreatment, wrongInTreatment } from './vat.rules.ts'

/**
 * Refuses an invoice whose VAT treatment cannot be justified or contradicts the seller's registration. Other missing
 * content is a warning, or an error if the company has chosen so. A credit note repeats its invoice.
 */
export const requireCompleteForPublication = async (
  call: CompanyCall,
  book: Book,
  { record }: Sale,
  customer: CustomerRecord,
  seller: Seller,
): Promise<void> => {
  if (record.kind === 'creditNote') return
  const { roles } = book
  const buyer = { ...customer, country: customer.address?.country ?? null }
  const lines = record.lines.map((line) => (isSalesLine(line) ? line : null))
  const { vatExemptionReason, deliveryAddress } = record
  const deliveryCountry = deliveryAddress?.country ?? null
  const isUnregistered = seller.vatSetting === 'notRegisteredForVat'
  const errors = wrongInTreatment({ lines, buyer, vatExemptionReason, deliveryCountry, isUnregistered }, roles)
  const missing = missingIn(record, customer, seller, await isSimplified(call, book, record))
  refuseIfAny(seller.settings.refusesIncomplete ? [...errors, ...missing] : errors)
  const asksForReduction = lines.some((line) => (line?.reductionType ?? null) !== null)
  const supplyDay = record.deliveryDate ?? record.date
  warnOf(call, [
    ...missing,
    ...(asksForReduction && !seller.settings.fTax ? [warnings.reductionWithoutFTax('#/taxReduction')] : []),
    ...warningsInRates(lines, supplyDay),
    ...warningsInTreatment({ lines, buyer, vatExemptionReason }, roles),
  ])
}

/** Whether an invoice is small enough to lack addresses; one whose worth in kronor is unknown is not. */
const isSimplified = async (
  call: CompanyCall,
  { currency }: Book,
  { date, totalBaseOre }: InvoiceRecord,
): Promise<boolean> => {
  const most = await lawInBooks(call, { currency, ore: lawOn(date).ore('invoice.simplified'), date })
  return most !== null && totalBaseOre <= most
}

const missingIn = (
  { type, totalBaseOre }: InvoiceRecord,
  customer: CustomerRecord,
  { settings: { bankgiro, plusgiro, iban }, company: { address } }: Seller,
  isSimple: boolean,
): FieldError[] =>
  missingContent({
    type,
    totalOre: totalBaseOre,
    isSimple,
    seller: address,
    buyerHasAddress: customer.address !== null,
    accounts: [bankgiro, plusgiro, iban],
  }).map((what) => faults[what](what === 'buyerAddress' ? '#/customerRef' : '#'))
