// Recording: a supplier invoice gets its lines and is booked as a debt under the accrual method. Under the cash method
// its payments are booked, unless its VAT is due before payment.
import { giveEntryToUploadsOf } from '#documents'
import {
  accountMapOf,
  bookDocument,
  bookOf,
  claimAccountsOf,
  inBaseCurrency,
  isPaymentAccount,
  rateFromNumber,
  roleAccountOf,
  yearAt,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, isDay } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { join, sql } from '#platform/sql'
import { keepInvoicedAdvance } from '#purchasing/advances/advance'
import { deferredParts, isForAdvance, wrongInAdvance } from '#purchasing/advances/advance.rules'
import { deductAdvances } from '#purchasing/advances/advance-use'
import { isInAccountingCurrency } from '#rule/currency'
import { invoiceItems, partsOf } from './booking.rules.ts'
import { purchaseBookingFaults as faults } from './booking-refusals.ts'
import { titleOf } from './purchase.ts'
import {
  isBookedAsPaid,
  type LineAccounts,
  linesOf,
  type RecordBody,
  type RecordedLine,
  wrongInRecord,
  wrongInSum,
} from './record.rules.ts'
import { readSupplierInvoice, type SupplierInvoiceRecord } from './supplier-invoice.ts'
import { setSupplierInvoiceRate, wrongInBase } from './supplier-invoice-change.ts'
import { supplierInvoiceRefusals } from './supplier-invoice-refusals.ts'

/** Records a supplier invoice, once: its lines are final, and it is booked unless it waits for payment. */
export const recordSupplierInvoice = async (
  call: CompanyCall,
  id: string,
  body: RecordBody,
): Promise<SupplierInvoiceRecord> => {
  const found = await readSupplierInvoice(call, id, { lock: true })
  if (found.recordedAt !== null) throw supplierInvoiceRefusals.supplierInvoiceRecorded({ id })
  const errors = await examineRecord(call, body)
  refuseIfAny(errors.length > 0 ? errors : wrongBeside(found, body))
  const invoice = await atGivenRate(call, found, body)
  const lines = linesOf(body)
  const advanceAccount = (await accountMapOf(call)).supplierAdvance
  refuseIfAny(wrongInAdvance(lines, invoice, advanceAccount))
  const isAdvance = isForAdvance(lines, invoice, advanceAccount)
  if (isAdvance) await roleAccountOf(call, 'restingInputVat')
  await keepLines(call, invoice, lines)
  const date = body.date === undefined || !isDay(body.date) ? invoice.invoiceDate : body.date
  const isOfCashYear = yearAt(await bookOf(call, true), date)?.method === 'cash'
  const waits = isOfCashYear && isBookedAsPaid(lines, invoice)
  const booked = waits ? null : await bookInvoice(call, invoice, { lines, date, isAdvance })
  await call.db.rows(sql`
    update purchasing.supplier_invoice set recorded_at = ${call.now}, recorded_on = ${date}, modified_at = ${call.now},
      journal_entry_id = ${booked?.entryId ?? null}::uuid, payable_account = ${booked?.payable ?? null}::integer
    where company_id = ${call.companyId} and id = ${id}`)
  if (isAdvance) await keepInvoicedAdvance(call, invoice, { date, account: advanceAccount })
  else await deductAdvances(call, invoice, { lines, date, account: advanceAccount })
  // Under the cash method, no entry shows who recorded it.
  recordEvent(call, 'supplier-invoice.recorded', { id }, { id, date, journalEntryId: booked?.entryId ?? null })
  return readSupplierInvoice(call, id)
}

/** All errors in a body, which may be any object; type errors that the schema reports are not repeated. */
export const examineRecord = async (call: CompanyCall, body: unknown): Promise<FieldError[]> =>
  wrongInRecord(body, await lineAccountsOf(call))

const lineAccountsOf = async (call: CompanyCall): Promise<LineAccounts> => {
  const { accounts: chart } = await bookOf(call, true)
  const claims = claimAccountsOf(await accountMapOf(call))
  return { chart, isTaken: (account) => claims.has(account) || isPaymentAccount(account) }
}

/** Errors in a body in relation to its invoice. */
const wrongBeside = (invoice: SupplierInvoiceRecord, body: RecordBody): FieldError[] => {
  const { currencyRate } = body
  const errors = wrongInSum(linesOf(body), invoice)
  if (currencyRate === undefined) return errors
  if (isInAccountingCurrency(invoice)) return [faults.rateOfSek('#/currencyRate'), ...errors]
  const { totalOre } = invoice
  const totalBaseOre = inBaseCurrency(totalOre, rateFromNumber(currencyRate) ?? '0')
  return [...wrongInBase({ totalOre, totalBaseOre }, '#/currencyRate'), ...errors]
}

const atGivenRate = async (call: CompanyCall, invoice: SupplierInvoiceRecord, { currencyRate }: RecordBody) => {
  const rate = currencyRate === undefined ? null : rateFromNumber(currencyRate)
  return rate === null ? invoice : setSupplierInvoiceRate(call, { id: invoice.id, rate })
}

const keepLines = async (
  { db, companyId }: CompanyCall,
  { id }: SupplierInvoiceRecord,
  lines: readonly RecordedLine[],
): Promise<void> => {
  const rows = lines.map(
    ({ account, description, netOre, taxRate, taxOre, vatTreatment }, index) =>
      sql`(${companyId}, ${id}, ${index + 1}, ${account}, ${description}, ${netOre}, ${taxRate}, ${taxOre}, ${vatTreatment})`,
  )
  await db.rows(sql`
    insert into purchasing.supplier_invoice_line (
      company_id, supplier_invoice_id, position, account, description, net_ore, tax_rate, tax_ore, vat_treatment)
    values ${join(rows)}`)
}

const bookInvoice = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  { lines, date, isAdvance }: { lines: readonly RecordedLine[]; date: Day; isAdvance: boolean },
): Promise<{ entryId: string; payable: number }> => {
  const accounts = await accountMapOf(call)
  const parts = partsOf({ ...invoice, lines }, accounts)
  const items = invoiceItems(isAdvance ? deferredParts(parts, accounts) : parts, accounts.payable)
  const { id: entryId } = await bookDocument(call, { title: titleOf(invoice), date, items })
  await giveEntryToUploadsOf(call, invoice.id, entryId)
  return { entryId, payable: accounts.payable }
}
