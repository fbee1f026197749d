// The documents of a supplier invoice: connected, released until it is booked, and ordered.
import { connectToSupplierInvoice, giveEntryToUploadsOf, orderUploadsOf, releaseUpload } from '#documents'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { entryOf } from './purchase.ts'
import { readSupplierInvoice, type SupplierInvoiceRecord } from './supplier-invoice.ts'
import { refuseOfAnother, refuseUnchangeable } from './supplier-invoice-change.ts'
import { supplierInvoiceFaults as faults, supplierInvoiceRefusals as refusals } from './supplier-invoice-refusals.ts'

/** Maximum number of uploads of one supplier invoice. */
export const MAX_UPLOADS = 100

/** Connects an upload as the last one of a supplier invoice; if the invoice is booked, also to its entry. */
export const addUpload = async (
  call: CompanyCall,
  id: string,
  { id: uploadId }: { id: string },
): Promise<{ id: string }> => {
  const invoice = await hold(call, id)
  if (invoice.uploadIds.length >= MAX_UPLOADS) throw refusals.tooManyUploads({ limit: MAX_UPLOADS })
  await connectToSupplierInvoice(call, uploadId, id, '#/id')
  await touch(call, id)
  const entryId = await entryOf(call, invoice)
  if (entryId !== null) await giveEntryToUploadsOf(call, id, entryId)
  return { id: uploadId.toLowerCase() }
}

/** Lets go of one of its uploads, which is free again; what is recorded keeps them (bokföringslagen 5 kap. 6 §). */
export const removeUpload = async (call: CompanyCall, id: string, uploadId: string): Promise<void> => {
  refuseUnchangeable(call, await readSupplierInvoice(call, id, { lock: true }))
  await releaseUpload(call, uploadId, id)
  await touch(call, id)
  recordEvent(call, 'supplier-invoice.changed', { id })
}

/** Reorders the uploads. Refused if the ids differ from its current uploads, which another user may have changed. */
export const orderUploads = async (
  call: CompanyCall,
  id: string,
  { uploadRefs }: { uploadRefs: readonly { id: string }[] },
): Promise<{ uploadRefs: { id: string }[] }> => {
  const { uploadIds } = await hold(call, id)
  const ids = uploadRefs.map((one) => one.id.toLowerCase())
  const isWhole = ids.length === uploadIds.length && uploadIds.every((own) => ids.includes(own))
  if (!isWhole) refuseIfAny([faults.uploadOrder('#/uploadRefs', { count: uploadIds.length })])
  if (ids.some((one, place) => one !== uploadIds[place])) {
    await orderUploadsOf(call, id, ids)
    await touch(call, id)
    recordEvent(call, 'supplier-invoice.changed', { id })
  }
  return { uploadRefs: ids.map((one) => ({ id: one })) }
}

const hold = async (call: CompanyCall, id: string): Promise<SupplierInvoiceRecord> => {
  const invoice = await readSupplierInvoice(call, id, { lock: true })
  refuseOfAnother(call, invoice)
  return invoice
}

const touch = async ({ db, companyId, now }: CompanyCall, id: string): Promise<void> => {
  await db.rows(sql`
    update purchasing.supplier_invoice set modified_at = ${now} where company_id = ${companyId} and id = ${id}`)
}
