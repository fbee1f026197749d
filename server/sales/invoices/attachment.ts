// Attachments of invoices: files appended to its PDF as further pages, stored byte for byte by digest.
import { type FileNamespace, fetchFile, readFile, safeNameOf, storeFile } from '#documents'
import type { FileAnswer, ReceivedFile } from '#http'
import type { CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { sql } from '#platform/sql'
import { attachmentRefusals as refusals } from './attachment-refusals.ts'
import { readInvoice } from './invoice.ts'
import { invoiceRefusals } from './invoice-refusals.ts'
import { touchDocument } from './invoice-store.ts'

/**
 * Maximum number of bytes in one attachment (4 MiB) and in all attachments of an invoice (10 MiB), and their number.
 */
export const MAX_ATTACHMENT_BYTES = 4 * 1024 * 1024
const MAX_ATTACHMENTS_BYTES = 10 * 1024 * 1024
const MAX_ATTACHMENTS = 20

/** The storage folder of attachments. */
export const attachmentFiles: FileNamespace = {
  name: 'attachments',
  kind: 'attachment',
  thing: 'attachment',
  table: sql`sales.attachment`,
  has: sql`true`,
  dropped: sql`sales.dropped_file`,
}

type Attachment = { id: string; invoiceId: string; fileName: string; modifiedDateTime: string }

/** A stored attachment; its bytes are stored by digest. */
export type KeptAttachment = { id: string; fileName: string; contentType: string; size: number; digest: Buffer }

/** Adds a file to a draft invoice. The caller has validated the file. */
export const createAttachment = async (
  call: CompanyCall,
  invoiceId: string,
  file: ReceivedFile,
): Promise<Attachment> => {
  await requireDraft(call, invoiceId)
  const { count, size } = await call.db.one<{ count: bigint; size: bigint }>(sql`
    select count(*), coalesce(sum(size), 0)::bigint as size from sales.attachment
    where company_id = ${call.companyId} and invoice_id = ${invoiceId}`)
  if (count >= MAX_ATTACHMENTS) throw refusals.tooManyAttachments({ limit: MAX_ATTACHMENTS })
  const together = Number(size) + file.size
  if (together > MAX_ATTACHMENTS_BYTES) {
    throw refusals.attachmentsTooLarge({ id: invoiceId, size: together, limit: MAX_ATTACHMENTS_BYTES })
  }
  const id = newId()
  await storeFile(
    call,
    attachmentFiles,
    file,
    sql`
      insert into sales.attachment (company_id, id, invoice_id, file_name, content_type, size, digest, created_at)
      values (${call.companyId}, ${id}, ${invoiceId}, ${file.name}, ${file.contentType}, ${file.size}, ${file.digest},
        ${call.now})`,
  )
  await touchDocument(call, invoiceId)
  recordEvent(call, 'invoice-attachment.created', { id, of: invoiceId })
  recordEvent(call, 'invoice.changed', { id: invoiceId })
  return { id, invoiceId, fileName: file.name, modifiedDateTime: momentText(call.now) }
}

/** The attachments of an invoice, newest first. */
export const listAttachments = async (
  call: CompanyCall,
  invoiceId: string,
  request: PageRequest,
): Promise<Page<Attachment>> => {
  await requireInvoice(call, invoiceId)
  return listPage(call, listOf(call.companyId, invoiceId), request)
}

/** The attachments of all invoices, newest first. */
export const everyAttachment = (call: CompanyCall, request: PageRequest): Promise<Page<Attachment>> =>
  listPage(
    call,
    { ...listOf(call.companyId, ''), name: 'all attachments', where: sql`a.company_id = ${call.companyId}` },
    request,
  )

/** One attachment; refused as not found if it does not exist. */
export const getAttachment = async (call: CompanyCall, invoiceId: string, id: string): Promise<Attachment> => {
  return shown({ ...(await findAttachment(call, invoiceId, id)), invoiceId })
}

/** The current attachment; its invoice is locked until the transaction ends. */
export const lockAttachment = async (call: CompanyCall, invoiceId: string, id: string): Promise<Attachment> => {
  await readInvoice(call, invoiceId, 'invoice', { lock: true })
  return getAttachment(call, invoiceId, id)
}

/** Deletes an attachment of a draft invoice. */
export const deleteAttachment = async (call: CompanyCall, invoiceId: string, id: string): Promise<void> => {
  await requireDraft(call, invoiceId)
  await getAttachment(call, invoiceId, id)
  await call.db.rows(sql`
    delete from sales.attachment
    where company_id = ${call.companyId} and invoice_id = ${invoiceId} and id = ${id}`)
  await touchDocument(call, invoiceId)
  recordEvent(call, 'invoice-attachment.deleted', { id, of: invoiceId })
  recordEvent(call, 'invoice.changed', { id: invoiceId })
}

/** The original bytes with the original content type, under a safe file name. */
export const downloadAttachment = async (call: CompanyCall, invoiceId: string, id: string): Promise<FileAnswer> => {
  const { fileName: name, contentType, size, digest } = await findAttachment(call, invoiceId, id)
  return { name: safeNameOf(name, contentType), size, contentType, ...(await fetchFile(call, attachmentFiles, digest)) }
}

/** The attachments of an invoice in upload order, as the PDF needs them. */
export const keptAttachments = ({ db, companyId }: CompanyCall, invoiceId: string): Promise<KeptAttachment[]> =>
  db.rows<KeptAttachment>(sql`
    select ${keptColumns} from sales.attachment a
    where a.company_id = ${companyId} and a.invoice_id = ${invoiceId} order by a.id`)

/** The original bytes of an attachment. */
export const bytesOfAttachment = (call: CompanyCall, { digest }: KeptAttachment): Promise<Buffer> =>
  readFile(call, attachmentFiles, digest)

const keptColumns = sql`a.id, a.file_name as "fileName", a.content_type as "contentType", a.size, a.digest`

type FoundAttachment = KeptAttachment & { createdAt: Date }

const findAttachment = async (call: CompanyCall, invoiceId: string, id: string): Promise<FoundAttachment> => {
  const row = await call.db.maybe<FoundAttachment>(sql`
    select ${keptColumns}, a.created_at as "createdAt" from sales.attachment a
    where a.company_id = ${call.companyId} and a.invoice_id = ${invoiceId} and a.id = ${id}`)
  if (row) return row
  await requireInvoice(call, invoiceId)
  throw refusals.attachmentNotFound({ id })
}

type ListedAttachment = { id: string; invoiceId: string; fileName: string; createdAt: Date }

const shown = ({ id, invoiceId, fileName, createdAt }: ListedAttachment): Attachment => ({
  id,
  invoiceId,
  fileName,
  modifiedDateTime: momentText(createdAt),
})

const listOf = (companyId: string, invoiceId: string): List<ListedAttachment, Attachment> => ({
  name: `attachments of ${invoiceId}`,
  columns: sql`a.id, a.invoice_id as "invoiceId", a.file_name as "fileName", a.created_at as "createdAt"`,
  from: sql`sales.attachment a`,
  where: sql`a.company_id = ${companyId} and a.invoice_id = ${invoiceId}`,
  key: [sql`a.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      fileName: { type: 'string', column: sql`a.file_name` },
      modifiedDateTime: { type: 'datetime', column: sql`a.created_at` },
    },
  },
  itemOf: shown,
})

/** Locks the invoice, so that its attachments change one at a time and never during publication. */
const requireDraft = async (call: CompanyCall, invoiceId: string): Promise<void> => {
  const { number } = await readInvoice(call, invoiceId, 'invoice', { lock: true })
  if (number !== null) throw invoiceRefusals.notDraft({ id: invoiceId, number: String(number) })
}

const requireInvoice = async ({ db, companyId }: CompanyCall, id: string): Promise<void> => {
  const found = await db.maybe(sql`
    select from sales.invoice where company_id = ${companyId} and id = ${id} and kind = 'invoice'`)
  if (!found) throw invoiceRefusals.invoiceNotFound({ id })
}
