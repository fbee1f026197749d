// The connection of an upload: to one journal entry, or to one supplier invoice and then to its entry. It is made once;
// only a supplier invoice that is deleted before it is booked releases its uploads.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type FieldError, invalidWith, type Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { uploadFaults as faults, uploadRefusals } from './upload-refusals.ts'

/** The default field of an upload in a request. */
const FIELD = '#/uploadRef/id'

/** Why an upload cannot be connected, reported at its field; empty if it is free. */
export const wrongInUploadRef = async (
  { db, companyId }: CompanyCall,
  field: string,
  id: string,
): Promise<FieldError[]> => {
  const upload = await db.maybe<State>(sql`
    select journal_entry_id as "journalEntryId", supplier_invoice_id as "supplierInvoiceId",
      deleted_at is not null as "isDeleted"
    from documents.upload where company_id = ${companyId} and id = ${id}`)
  if (!upload) return [faults.unknownUpload(field, { id })]
  if (upload.isDeleted) return [faults.deletedUpload(field, { id })]
  const what = connectionOf(upload)
  return what === null ? [] : [faults.connectedUpload(field, { id, what })]
}

/** The refusal for these errors in a request with an upload: not found if only the upload is missing. */
export const refusalOfUploadRef = (errors: readonly FieldError[], id: string | undefined): Refusal => {
  const [only, ...others] = errors
  const isMissing =
    id !== undefined && others.length === 0 && only?.message === faults.unknownUpload('', { id }).message
  return isMissing ? uploadRefusals.uploadNotFound({ id }) : invalidWith(errors)
}

type State = { journalEntryId: string | null; supplierInvoiceId: string | null; isDeleted: boolean }

/** What an upload is connected to, as text; null if it is free. */
export const connectionOf = (upload: Pick<State, 'journalEntryId' | 'supplierInvoiceId'>): string | null => {
  if (upload.supplierInvoiceId !== null) return `supplier invoice ${upload.supplierInvoiceId}`
  return upload.journalEntryId === null ? null : `journal entry ${upload.journalEntryId}`
}

/** Connects a free upload to an entry; refused as in {@link wrongInUploadRef}. */
export const connectToEntry = (call: CompanyCall, id: string, entryId: string, field = FIELD): Promise<void> =>
  connect(call, id, { journalEntryId: entryId }, field)

/** The same to a supplier invoice. */
export const connectToSupplierInvoice = (
  call: CompanyCall,
  id: string,
  supplierInvoiceId: string,
  field = FIELD,
): Promise<void> => connect(call, id, { supplierInvoiceId }, field)

/** A concurrent request waits for the row lock, and then finds the upload connected. */
const connect = async (
  call: CompanyCall,
  id: string,
  to: { journalEntryId?: string; supplierInvoiceId?: string },
  field: string,
): Promise<void> => {
  const connected = await call.db.maybe(sql`
    update documents.upload
    set journal_entry_id = ${to.journalEntryId ?? null}, supplier_invoice_id = ${to.supplierInvoiceId ?? null},
      connected_at = ${call.now}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id} and connected_at is null and deleted_at is null
    returning id`)
  if (!connected) throw refusalOfUploadRef(await wrongInUploadRef(call, field, id), id)
  recordEvent(call, 'upload.connected', { id: id.toLowerCase() }, { id: id.toLowerCase(), ...to })
  if (to.journalEntryId) recordEvent(call, 'journal-entry.changed', { id: to.journalEntryId })
  if (to.supplierInvoiceId) recordEvent(call, 'supplier-invoice.changed', { id: to.supplierInvoiceId })
}

/** The uploads of supplier invoices, each with its invoice: in the user's order, then by arrival. */
export const uploadsOfSupplierInvoice = (
  { db, companyId }: CompanyCall,
  supplierInvoiceIds: readonly string[],
): Promise<{ id: string; supplierInvoiceId: string }[]> =>
  db.rows(sql`
    select id, supplier_invoice_id as "supplierInvoiceId" from documents.upload
    where company_id = ${companyId} and supplier_invoice_id = any(${supplierInvoiceIds}::uuid[])
    order by place, id`)

/** Whether a supplier invoice has this very file among its uploads. */
export const hasFile = async (
  { db, companyId }: CompanyCall,
  supplierInvoiceId: string,
  digest: Buffer,
): Promise<boolean> =>
  (await db.maybe(sql`
    select from documents.upload
    where company_id = ${companyId} and supplier_invoice_id = ${supplierInvoiceId} and digest = ${digest}
    limit 1`)) !== null

/** When a supplier invoice is booked, connects its uploads to the entry as well; those with an entry keep it. */
export const giveEntryToUploadsOf = async (
  call: CompanyCall,
  supplierInvoiceId: string,
  entryId: string,
): Promise<void> => {
  const given = await call.db.rows<{ id: string }>(sql`
    update documents.upload set journal_entry_id = ${entryId}, modified_at = ${call.now}
    where company_id = ${call.companyId} and supplier_invoice_id = ${supplierInvoiceId} and journal_entry_id is null
    returning id`)
  for (const { id } of given) recordEvent(call, 'upload.changed', { id })
  if (given.length > 0) recordEvent(call, 'journal-entry.changed', { id: entryId })
}

/** Releases the uploads of a supplier invoice that is about to be deleted. */
export const releaseUploadsOf = async (call: CompanyCall, supplierInvoiceId: string): Promise<void> => {
  const released = await call.db.rows<{ id: string }>(sql`
    update documents.upload set supplier_invoice_id = null, connected_at = null, place = null, modified_at = ${call.now}
    where company_id = ${call.companyId} and supplier_invoice_id = ${supplierInvoiceId} returning id`)
  for (const { id } of released) recordEvent(call, 'upload.changed', { id })
}

/** Releases one upload before the invoice is booked; refused if it belongs to another. */
export const releaseUpload = async (call: CompanyCall, id: string, supplierInvoiceId: string): Promise<void> => {
  const released = await call.db.maybe(sql`
    update documents.upload set supplier_invoice_id = null, connected_at = null, place = null, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id} and supplier_invoice_id = ${supplierInvoiceId} returning id`)
  if (!released) throw uploadRefusals.uploadOfAnother({ id })
  recordEvent(call, 'upload.changed', { id }, { id, before: { supplierInvoiceId }, after: { supplierInvoiceId: null } })
}

/** Reorders the uploads of a supplier invoice; `ids` are all of them. */
export const orderUploadsOf = async (
  { db, companyId }: CompanyCall,
  supplierInvoiceId: string,
  ids: readonly string[],
): Promise<void> => {
  await db.rows(sql`
    update documents.upload u set place = given.place
    from unnest(${[...ids]}::uuid[]) with ordinality as given (id, place)
    where u.company_id = ${companyId} and u.supplier_invoice_id = ${supplierInvoiceId} and u.id = given.id`)
}
