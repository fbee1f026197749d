// What an upload underlies: one journal entry, or one supplier invoice, whose entry it then follows. It is connected
// once; only a supplier invoice that is removed before it is booked lets go of its uploads.
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'
import { type FieldError, invalidWith, type Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { uploadFaults as faults, uploadRefusals } from './upload-refusals.ts'

/** Where a request names an upload, when nothing else is said. */
const FIELD = '#/uploadRef/id'

/** What keeps an upload from being connected, on the field that names it; empty when it is free. */
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

/** The refusal for these errors of a request that names an upload: not found when nothing else is wrong with it. */
export const refusalOfUploadRef = (errors: readonly FieldError[], id: string | undefined): Refusal => {
  const [only, ...others] = errors
  const isMissing =
    id !== undefined && others.length === 0 && only?.message === faults.unknownUpload('', { id }).message
  return isMissing ? uploadRefusals.uploadNotFound({ id }) : invalidWith(errors)
}

type State = { journalEntryId: string | null; supplierInvoiceId: string | null; isDeleted: boolean }

/** What an upload is connected to, in words; null when it is free. */
export const connectionOf = (upload: Pick<State, 'journalEntryId' | 'supplierInvoiceId'>): string | null => {
  if (upload.supplierInvoiceId !== null) return `supplier invoice ${upload.supplierInvoiceId}`
  return upload.journalEntryId === null ? null : `journal entry ${upload.journalEntryId}`
}

/** Connects a free upload to an entry; refuses others as {@link wrongInUploadRef} tells. */
export const connectToEntry = (call: CompanyCall, id: string, entryId: string, field = FIELD): Promise<void> =>
  connect(call, id, { journalEntryId: entryId }, field)

/** The same to a supplier invoice. */
export const connectToSupplierInvoice = (
  call: CompanyCall,
  id: string,
  supplierInvoiceId: string,
  field = FIELD,
): Promise<void> => connect(call, id, { supplierInvoiceId }, field)

/** Whoever comes second waits for the row, and then finds it connected. */
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
  happen(call, 'upload.connected', { id: id.toLowerCase() }, { id: id.toLowerCase(), ...to })
  if (to.journalEntryId) happen(call, 'journal-entry.changed', { id: to.journalEntryId })
  if (to.supplierInvoiceId) happen(call, 'supplier-invoice.changed', { id: to.supplierInvoiceId })
}

/** The uploads of supplier invoices, each with its invoice: in the order that they were given, then as they came. */
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

/** Once a supplier invoice is booked, its uploads underlie that entry as well; those that have one keep it. */
export const giveEntryToUploadsOf = async (
  call: CompanyCall,
  supplierInvoiceId: string,
  entryId: string,
): Promise<void> => {
  const given = await call.db.rows<{ id: string }>(sql`
    update documents.upload set journal_entry_id = ${entryId}, modified_at = ${call.now}
    where company_id = ${call.companyId} and supplier_invoice_id = ${supplierInvoiceId} and journal_entry_id is null
    returning id`)
  for (const { id } of given) happen(call, 'upload.changed', { id })
  if (given.length > 0) happen(call, 'journal-entry.changed', { id: entryId })
}

/** Lets go of the uploads of a supplier invoice that is about to be removed: they are free again. */
export const releaseUploadsOf = async (call: CompanyCall, supplierInvoiceId: string): Promise<void> => {
  const released = await call.db.rows<{ id: string }>(sql`
    update documents.upload set supplier_invoice_id = null, connected_at = null, place = null, modified_at = ${call.now}
    where company_id = ${call.companyId} and supplier_invoice_id = ${supplierInvoiceId} returning id`)
  for (const { id } of released) happen(call, 'upload.changed', { id })
}

/** Lets go of one of them, before the invoice is booked; refused when it is of something else. */
export const releaseUpload = async (call: CompanyCall, id: string, supplierInvoiceId: string): Promise<void> => {
  const released = await call.db.maybe(sql`
    update documents.upload set supplier_invoice_id = null, connected_at = null, place = null, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id} and supplier_invoice_id = ${supplierInvoiceId} returning id`)
  if (!released) throw uploadRefusals.uploadOfAnother({ id })
  happen(call, 'upload.changed', { id }, { id, before: { supplierInvoiceId }, after: { supplierInvoiceId: null } })
}

/** Puts the uploads of a supplier invoice in this order; `ids` are all of them. */
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
