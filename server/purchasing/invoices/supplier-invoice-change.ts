// Adds, changes and deletes supplier invoices until they are recorded.
import { connectToSupplierInvoice, refusalOfUploadRef, releaseUploadsOf, wrongInUploadRef } from '#documents'
import { inBaseCurrency, MAX_RATE, rateFromText, rateOn } from '#ledger'
import { isOfApi } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { isId, newId } from '#platform/id'
import { MAX_AMOUNT, type Ore, size } from '#platform/money'
import { type FieldError, invalidWith, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { purchasingSettingsOf } from '#purchasing/settings'
import { findSupplier, type SupplierRecord } from '#purchasing/suppliers/supplier'
import { isInAccountingCurrency } from '#rule/currency'
import { MAX_RATE_AGE_DAYS } from '#rule/limits'
import { withdrawApprovals } from './approving.ts'
import {
  contentOf,
  type SupplierInvoiceBody,
  type SupplierInvoiceContent,
  wrongInSupplierInvoice,
} from './supplier-invoice.rules.ts'
import {
  type DuplicateKey,
  duplicateKeyOf,
  readSupplierInvoice,
  type SupplierInvoiceRecord,
} from './supplier-invoice.ts'
import { supplierInvoiceFaults as faults, supplierInvoiceRefusals as refusals } from './supplier-invoice-refusals.ts'

type NewSupplierInvoiceBody = SupplierInvoiceBody & { uploadRef?: { id?: string } | null }

/** Adds a supplier invoice, in the supplier's currency at its day's rate, with its receipt if there is one. */
export const createSupplierInvoice = async (
  call: CompanyCall,
  body: NewSupplierInvoiceBody,
): Promise<SupplierInvoiceRecord> => {
  const supplier = await holdSupplierOf(call, body)
  const uploadId = body.uploadRef?.id
  const wrong = wrongInSupplierInvoice(body)
  if (uploadId !== undefined) wrong.push(...(await wrongInUploadRef(call, '#/uploadRef/id', uploadId)))
  const { content, value } = await decide(call, body, supplier, wrong)
  const { approves } = await purchasingSettingsOf(call)
  const id = newId()
  await call.db.rows(sql`
    insert into purchasing.supplier_invoice (
      company_id, id, supplier_id, invoice_number, invoice_date, due_date, currency, currency_rate, total_ore,
      total_base_ore, approved_at, created_by_kind, created_by_id, created_at, modified_at)
    values (${call.companyId}, ${id}, ${content.supplierId}, ${content.invoiceNumber}, ${content.invoiceDate},
      ${content.dueDate}, ${value.currency}, ${value.currencyRate}, ${content.totalOre}, ${value.totalBaseOre},
      ${approves ? null : call.now}, ${call.actor.kind}, ${call.actor.id}, ${call.now}, ${call.now})`)
  if (uploadId !== undefined) await connectToSupplierInvoice(call, uploadId, id)
  recordEvent(call, 'supplier-invoice.created', { id }, { id, ...duplicateKeyOf(content) })
  return readSupplierInvoice(call, id)
}

/**
 * Replaces the content of a supplier invoice. Its rate is looked up again if its date or supplier changes. An approved
 * invoice with new content needs approval again.
 */
export const updateSupplierInvoice = async (
  call: CompanyCall,
  id: string,
  body: SupplierInvoiceBody,
): Promise<SupplierInvoiceRecord> => {
  const before = await readSupplierInvoice(call, id, { lock: true })
  refuseUnchangeable(call, before)
  const supplier = await holdSupplierOf(call, body)
  const { content, value } = await decide(call, body, supplier, wrongInSupplierInvoice(body), before)
  const from = duplicateKeyOf(before)
  const to = duplicateKeyOf(content)
  const changed = Object.keys(to).filter((name) => from[name] !== to[name])
  if (changed.length === 0) return before
  const { approves } = await purchasingSettingsOf(call)
  const waits = approves || before.approvedAt === null
  await call.db.rows(sql`
    update purchasing.supplier_invoice set supplier_id = ${content.supplierId},
      invoice_number = ${content.invoiceNumber}, invoice_date = ${content.invoiceDate}, due_date = ${content.dueDate},
      currency = ${value.currency}, currency_rate = ${value.currencyRate}, rate_is_manual = ${value.rateIsManual},
      total_ore = ${content.totalOre}, total_base_ore = ${value.totalBaseOre},
      approved_at = ${waits ? null : before.approvedAt}, approved_by = ${waits ? null : before.approvedBy},
      written_by_id = ${call.actor.id}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  await withdrawApprovals(call, id)
  const those = (of: DuplicateKey) => Object.fromEntries(changed.map((name) => [name, of[name]]))
  recordEvent(call, 'supplier-invoice.changed', { id }, { id, before: those(from), after: those(to) })
  return readSupplierInvoice(call, id)
}

/** Deletes a supplier invoice that is neither recorded nor paid. Its uploads are released. */
export const deleteSupplierInvoice = async (call: CompanyCall, id: string): Promise<void> => {
  const invoice = await readSupplierInvoice(call, id, { lock: true })
  refuseUnchangeable(call, invoice)
  await releaseUploadsOf(call, id)
  await call.db.rows(sql`
    delete from purchasing.supplier_invoice where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'supplier-invoice.deleted', { id }, { id, ...duplicateKeyOf(invoice) })
}

/**
 * Sets the rate of an invoice manually. Approval depends on the amount in SEK, so an approved invoice needs approval
 * again.
 */
export const setSupplierInvoiceRate = async (
  call: CompanyCall,
  { id, rate }: { id: string; rate: string },
): Promise<SupplierInvoiceRecord> => {
  const before = await readSupplierInvoice(call, id, { lock: true })
  refuseSettled(before)
  if (isInAccountingCurrency(before)) throw refusals.supplierInvoiceInSek({ id })
  const currencyRate = rateFromText(rate)
  if (currencyRate === null) refuseIfAny([faults.badRate('#/rate', { limit: MAX_RATE })])
  const totalBaseOre = inBaseCurrency(before.totalOre, currencyRate ?? '0')
  refuseIfAny(wrongInBase({ totalOre: before.totalOre, totalBaseOre }))
  await call.db.rows(sql`
    update purchasing.supplier_invoice set currency_rate = ${currencyRate}, rate_is_manual = true,
      total_base_ore = ${totalBaseOre}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  if (totalBaseOre !== before.totalBaseOre) await approveAgain(call, before)
  recordEvent(call, 'supplier-invoice.rate-set', { id }, { id, before: before.currencyRate, after: currencyRate })
  return readSupplierInvoice(call, id)
}

/** Requires new approval after a rate change; the person who changed it counts as a writer. */
const approveAgain = async (call: CompanyCall, { id, approvedAt }: SupplierInvoiceRecord): Promise<void> => {
  const waits = (await purchasingSettingsOf(call)).approves || approvedAt === null
  await call.db.rows(sql`
    update purchasing.supplier_invoice set written_by_id = ${call.actor.id},
      approved_at = case when ${!waits} then approved_at end, approved_by = case when ${!waits} then approved_by end
    where company_id = ${call.companyId} and id = ${id}`)
  await withdrawApprovals(call, id)
}

/** Errors in the body of a new supplier invoice, which may be any object. */
export const examineSupplierInvoice = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { supplierRef, uploadRef } = Object(body) as Record<string, unknown>
  const errors = wrongInSupplierInvoice(body)
  const supplierId = idIn(supplierRef)
  if (supplierId !== null && !(await findSupplier(call, supplierId))) {
    errors.push(faults.unknownSupplier('#/supplierRef/id', { id: supplierId }))
  }
  const uploadId = idIn(uploadRef)
  if (uploadId !== null) errors.push(...(await wrongInUploadRef(call, '#/uploadRef/id', uploadId)))
  return errors
}

const idIn = (reference: unknown): string | null => {
  const { id } = Object(reference) as Record<string, unknown>
  return typeof id === 'string' && isId(id.toLowerCase()) ? id.toLowerCase() : null
}

/** Integrations may change only their own invoices, people any; only until it is recorded or partly paid. */
export const refuseUnchangeable = (call: CompanyCall, invoice: SupplierInvoiceRecord): void => {
  refuseOfAnother(call, invoice)
  refuseSettled(invoice)
}

/** Integrations may change only what they added. */
export const refuseOfAnother = (
  { actor }: CompanyCall,
  { id, createdByKind, createdById }: SupplierInvoiceRecord,
): void => {
  if (!isOfApi(actor.kind)) return
  if (createdByKind !== actor.kind || createdById !== actor.id) throw refusals.supplierInvoiceOfAnother({ id })
}

const refuseSettled = ({ id, recordedAt, paidOre }: SupplierInvoiceRecord): void => {
  if (recordedAt !== null) throw refusals.supplierInvoiceRecorded({ id })
  if (paidOre !== 0n) throw refusals.supplierInvoicePaid({ id })
}

/** The supplier in a body, locked: invoices of one supplier are added one at a time. */
const holdSupplierOf = async (
  call: CompanyCall,
  { supplierRef }: SupplierInvoiceBody,
): Promise<SupplierRecord | null> => {
  await call.db.rows(sql`
    select from purchasing.supplier where company_id = ${call.companyId} and id = ${supplierRef.id}
    for no key update`)
  return findSupplier(call, supplierRef.id)
}

type Value = { currency: string; currencyRate: string; rateIsManual: boolean; totalBaseOre: Ore }

/** The stored form of a body, and its value in SEK. Refused with all errors, including `wrong`. */
const decide = async (
  call: CompanyCall,
  body: NewSupplierInvoiceBody,
  supplier: SupplierRecord | null,
  wrong: readonly FieldError[],
  before?: SupplierInvoiceRecord,
): Promise<{ content: SupplierInvoiceContent; value: Value }> => {
  const errors = [...wrong]
  if (supplier === null) errors.push(faults.unknownSupplier('#/supplierRef/id', { id: body.supplierRef.id }))
  if (supplier === null || wrongInSupplierInvoice(body).length > 0) throw invalidWith(errors)
  const content = contentOf(body)
  errors.push(...(await duplicatesOf(call, content, before)))
  const rate = await rateOf(call, content, supplier.currency, before)
  if (rate === null) {
    const { invoiceDate: date } = content
    errors.push(faults.noRate('#/invoiceDate', { currency: supplier.currency, date, days: MAX_RATE_AGE_DAYS }))
  }
  const totalBaseOre = inBaseCurrency(content.totalOre, rate?.currencyRate ?? '1')
  errors.push(...wrongInBase({ totalOre: content.totalOre, totalBaseOre }))
  // Other errors are reported together; if only the upload is wrong, it is reported as not found.
  if (errors.length > 0) throw refusalOfUploadRef(errors, body.uploadRef?.id)
  if (rate === null) throw new Error('A missing rate was not refused')
  return { content, value: { currency: supplier.currency, ...rate, totalBaseOre } }
}

/** The rate of the invoice's date; the existing rate if date and supplier are unchanged. */
const rateOf = async (
  call: CompanyCall,
  { supplierId, invoiceDate }: SupplierInvoiceContent,
  currency: string,
  before: SupplierInvoiceRecord | undefined,
): Promise<{ currencyRate: string; rateIsManual: boolean } | null> => {
  if (before && before.supplierId === supplierId && before.invoiceDate === invoiceDate) {
    const { currencyRate, rateIsManual } = before
    return { currencyRate, rateIsManual }
  }
  const currencyRate = await rateOn(call, currency, invoiceDate)
  return currencyRate === null ? null : { currencyRate, rateIsManual: false }
}

/** The fields that identify a supplier invoice. */
const IDENTITY = ['supplierId', 'invoiceNumber', 'invoiceDate', 'totalOre'] as const

/**
 * Finds the same invoice or credit note, which must not be added twice, since it would be paid or deducted twice. A
 * supplier may restart its numbers each year. A credit note may have the number of the invoice it credits, and so may
 * the next one: it is a duplicate only with the same date and amount. A change that leaves these fields unchanged is
 * never refused.
 */
const duplicatesOf = async (
  { db, companyId }: CompanyCall,
  content: SupplierInvoiceContent,
  before: SupplierInvoiceRecord | undefined,
): Promise<FieldError[]> => {
  const { supplierId, invoiceNumber, invoiceDate, totalOre } = content
  if (invoiceNumber === null || (before && IDENTITY.every((name) => before[name] === content[name]))) return []
  const other = await db.maybe<{ id: string; number: string; date: Day }>(sql`
    select * from (
      select id, invoice_number as number, invoice_date as date from purchasing.supplier_invoice
      where company_id = ${companyId} and supplier_id = ${supplierId}
        and ${totalOre < 0n ? sql`total_ore < 0` : sql`total_ore >= 0`}
        and upper(regexp_replace(invoice_number, '\\s', '', 'g'))
          = upper(regexp_replace(${invoiceNumber}, '\\s', '', 'g'))
        and extract(year from invoice_date) = extract(year from ${invoiceDate}::date)
        and (total_ore >= 0 or (invoice_date = ${invoiceDate}::date and total_ore = ${totalOre}::bigint))
        and id is distinct from ${before?.id ?? null} offset 0
    ) alike
    order by id limit 1`)
  if (!other) return []
  return [(totalOre < 0n ? faults.duplicateCreditNote : faults.duplicate)('#/invoiceNumber', other)]
}

type Totals = Pick<SupplierInvoiceRecord, 'totalOre' | 'totalBaseOre'>

/** Errors in the value of an invoice in SEK, reported at the field that causes them. */
export const wrongInBase = ({ totalOre, totalBaseOre }: Totals, field = '#/totalAmount'): FieldError[] => {
  if (totalBaseOre === 0n && totalOre !== 0n) return [faults.nothingInSek(field)]
  return size(totalBaseOre) > MAX_BASE_ORE ? [faults.totalInSek(field, { limit: MAX_AMOUNT })] : []
}

const MAX_BASE_ORE: Ore = BigInt(MAX_AMOUNT) * 100n
