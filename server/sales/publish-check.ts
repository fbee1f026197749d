// What is judged of an invoice before it is published and can no longer be mended: why no tax is charged, and whether
// what the law asks for is there.
import { companyInformation } from '#identity'
import { accountMapOf } from '#ledger'
import { type CompanyCall, warnOf } from '#platform/call'
import type { Ore } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import type { CustomerRecord } from './customer.ts'
import type { InvoiceRecord } from './invoice.ts'
import { isSalesLine } from './line.rules.ts'
import { publishFaults as faults } from './publish-refusals.ts'
import { type SalesSettings, settingsOf } from './settings.ts'
import { wrongInTreatment } from './vat.rules.ts'

/** Up to here, in SEK with tax, an invoice may be simplified (mervärdesskattelagen 2023:200, 17 kap. 26 §). */
const SIMPLIFIED_LIMIT: Ore = 400_000n

/**
 * Refuses an invoice that claims of its tax what is not known. Of what else is missing whoever publishes is told, or
 * refused where the company wants that. A credit note says what its invoice said.
 */
export const requireComplete = async (
  call: CompanyCall,
  draft: InvoiceRecord,
  customer: CustomerRecord,
): Promise<void> => {
  if (draft.kind === 'creditNote') return
  const buyer = { ...customer, country: customer.address?.country ?? null }
  const lines = draft.lines.map((line) => (isSalesLine(line) ? line : null))
  const { vatExemptionReason } = draft
  const errors = wrongInTreatment({ lines, buyer, vatExemptionReason }, await accountMapOf(call))
  const settings = await settingsOf(call)
  const missing = await missingIn(call, draft, customer, settings)
  refuseIfAny(settings.refusesIncomplete ? [...errors, ...missing] : errors)
  warnOf(call, missing)
}

const missingIn = async (
  call: CompanyCall,
  { type, totalBaseOre }: InvoiceRecord,
  customer: CustomerRecord,
  { bankgiro, plusgiro, iban }: SalesSettings,
): Promise<FieldError[]> => {
  const missing: FieldError[] = []
  const isSimple = totalBaseOre <= SIMPLIFIED_LIMIT
  const { address } = await companyInformation(call)
  if (!isSimple && (!address.line1 || !address.city)) missing.push(faults.sellerAddress('#'))
  if (!isSimple && customer.address === null) missing.push(faults.buyerAddress('#/customerRef'))
  if (type !== 'cashInvoice' && totalBaseOre > 0n && !(bankgiro || plusgiro || iban)) {
    missing.push(faults.paymentAccount('#'))
  }
  return missing
}
