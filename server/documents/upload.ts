// Uploads: vouchers as received, stored byte for byte by digest. A connected one is permanent; the operator may delete
// others, which are then not found.
import type { FileAnswer, ReceivedFile } from '#http'
import { type CompanyTerm, type Comparison, companiesAtFault, faultsOf } from '#integrity/comparison'
import { countComparison, countOf } from '#integrity/count'
import type { CompanyCall, SetCall } from '#platform/call'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { connectionOf } from './connection.ts'
import type { KeptType } from './content.rules.ts'
import { safeNameOf } from './safe-name.rules.ts'
import {
  companiesWrongInFiles,
  type FileNamespace,
  fetchFile,
  readFile,
  storeFile,
  verifyFiles,
} from './stored-file.ts'
import { uploadFaults as faults, uploadRefusals as refusals } from './upload-refusals.ts'

/** Maximum number of bytes in one upload (20 MiB), and of characters in its description. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024
export const MAX_DESCRIPTION_LENGTH = 500

export type Upload = {
  id: string
  description: string
  contentType: KeptType
  journalEntryId: string | null
  modifiedDateTime: string
}

/** The fields beside the file. */
type NewUpload = { description?: string; journalEntryId?: string }

/** The storage folder of uploads. */
export const uploadFiles: FileNamespace = {
  name: 'uploads',
  kind: 'upload',
  thing: 'upload',
  table: sql`documents.upload`,
  has: sql`deleted_at is null`,
  dropped: sql`documents.dropped_file`,
}

/** Whether the company has this journal entry; supplied by the ledger. */
export type HasEntry = (call: CompanyCall, id: string) => Promise<boolean>

/** Stores a file. The caller has validated it. */
export const createUpload = async (
  call: CompanyCall,
  file: ReceivedFile,
  given: NewUpload,
  hasEntry: HasEntry = async () => false,
): Promise<Upload> => {
  const journalEntryId = given.journalEntryId?.toLowerCase() ?? null
  if (journalEntryId !== null && !(await hasEntry(call, journalEntryId))) {
    refuseIfAny([faults.unknownEntry('#/journalEntryId', { id: journalEntryId })])
  }
  const id = newId()
  const { name, size, digest } = file
  // The validation has returned one of these types.
  const contentType = file.contentType as KeptType
  const description = given.description?.trim() || name
  const connectedAt = journalEntryId === null ? null : call.now
  await storeFile(
    call,
    uploadFiles,
    file,
    sql`
      insert into documents.upload (
        company_id, id, description, file_name, content_type, size, digest, journal_entry_id, connected_at,
        created_by_kind, created_by_id, created_by_name, created_at, modified_at)
      values (${call.companyId}, ${id}, ${description}, ${name}, ${contentType}, ${size}, ${digest}, ${journalEntryId},
        ${connectedAt}, ${call.actor.kind}, ${call.actor.id}, ${call.actor.name}, ${call.now},
        ${call.now})`,
  )
  recordEvent(call, 'upload.created', { id })
  if (journalEntryId !== null) {
    recordEvent(call, 'upload.connected', { id }, { id, journalEntryId })
    recordEvent(call, 'journal-entry.changed', { id: journalEntryId })
  }
  return { id, description, contentType, journalEntryId, modifiedDateTime: momentText(call.now) }
}

/** The uploads of a company, latest first. */
export const listUploads = (call: CompanyCall, request: PageRequest): Promise<Page<Upload>> =>
  listPage(call, listOf(call.companyId), request)

/** All faults of a company's uploads, as text: their files, and their number. */
export const verifyUploads = async (call: CompanyCall): Promise<string[]> => [
  ...(await verifyFiles(call, uploadFiles)),
  ...(await faultsOf(call.db, countComparisons(call.companyId))),
]

const countComparisons = (companyId: CompanyTerm): readonly Comparison[] => [
  countComparison(
    companyId,
    'upload',
    'uploads',
    sql`documents.upload where company_id = ${companyId} and deleted_at is null`,
  ),
]

/** The companies of a set that have any such fault. */
export const companiesWrongInUploads = async (call: SetCall): Promise<string[]> => [
  ...(await companiesWrongInFiles(call, uploadFiles)),
  ...(await companiesAtFault(call.db, call.companyIds, countComparisons)),
]

/** One upload; refused as not found. */
export const getUpload = async (call: CompanyCall, id: string): Promise<Upload> => uploadOf(await findUpload(call, id))

/** The original bytes, with their content type and a matching name. */
export const downloadUpload = async (call: CompanyCall, id: string): Promise<FileAnswer> => {
  const { fileName, contentType, size, digest } = await findUpload(call, id)
  return { name: safeNameOf(fileName, contentType), contentType, size, ...(await fetchFile(call, uploadFiles, digest)) }
}

/** The bytes and type of an upload; null if it is deleted. */
export const fetchUpload = async (
  call: CompanyCall,
  id: string,
): Promise<{ bytes: Buffer; contentType: KeptType } | null> => {
  const row = await call.db.maybe<Pick<UploadRow, 'contentType' | 'digest'>>(sql`
    select content_type as "contentType", digest from documents.upload
    where company_id = ${call.companyId} and id = ${id} and deleted_at is null`)
  return row && { bytes: await readFile(call, uploadFiles, row.digest), contentType: row.contentType }
}

/** Deletes an unconnected upload; its row is kept as a record, the file is deleted later. */
export const deleteUpload = async (call: CompanyCall, id: string): Promise<void> => {
  await call.db.rows(sql`
    select from documents.upload where company_id = ${call.companyId} and id = ${id} for no key update`)
  const upload = await findUpload(call, id)
  const what = connectionOf(upload)
  if (what !== null) throw refusals.uploadConnected({ id, what })
  await call.db.rows(sql`
    update documents.upload set deleted_at = ${call.now}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  const { description, fileName, digest } = upload
  recordEvent(call, 'upload.deleted', { id }, { id, description, fileName, digest: digest.toString('hex') })
}

type UploadRow = Omit<Upload, 'modifiedDateTime'> & {
  modifiedAt: Date
  supplierInvoiceId: string | null
  fileName: string
  size: number
  digest: Buffer
}

const columns = sql`
  u.id, u.description, u.content_type as "contentType", u.journal_entry_id as "journalEntryId",
  u.supplier_invoice_id as "supplierInvoiceId", u.file_name as "fileName", u.size, u.digest,
  u.modified_at as "modifiedAt"`

const uploadOf = ({ id, description, contentType, journalEntryId, modifiedAt }: UploadRow): Upload => ({
  id,
  description,
  contentType,
  journalEntryId,
  modifiedDateTime: momentText(modifiedAt),
})

const findUpload = async ({ db, companyId }: CompanyCall, id: string): Promise<UploadRow> => {
  const row = await db.maybe<UploadRow>(sql`
    select ${columns} from documents.upload u
    where u.company_id = ${companyId} and u.id = ${id} and u.deleted_at is null`)
  if (!row) throw refusals.uploadNotFound({ id })
  return row
}

const listOf = (companyId: string): List<UploadRow, Upload> => ({
  name: 'uploads',
  columns,
  from: sql`documents.upload u`,
  where: sql`u.company_id = ${companyId} and u.deleted_at is null`,
  count: countOf(companyId, 'upload'),
  key: [sql`u.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      description: { type: 'string', column: sql`u.description` },
      journalEntryId: { type: 'id', column: sql`u.journal_entry_id` },
      state: {
        type: { oneOf: ['free', 'connected'] },
        column: sql`(
          case when u.journal_entry_id is null and u.supplier_invoice_id is null then 'free' else 'connected' end)`,
      },
      modifiedDateTime: { type: 'datetime', column: sql`u.modified_at` },
    },
  },
  itemOf: uploadOf,
})
