// Every endpoint of documents.
import { DateTime, Id, named, nullable, object, pageOf, pageQuery, type Row, readOnly, row, Type } from '#http'
import type { CompanyCall } from '#platform/call'
import { ofStorage } from '#storage'
import { keptTypes } from './content.rules.ts'
import { judgeOf } from './content.ts'
import {
  createUpload,
  downloadUpload,
  getUpload,
  type HasEntry,
  listUploads,
  MAX_DESCRIPTION_LENGTH,
  MAX_UPLOAD_BYTES,
  type Upload,
} from './upload.ts'
import { uploadRefusals as refusals } from './upload-refusals.ts'

const uploads = '/companies/{companyId}/uploads'
const tag = 'Uploads'

/** Vouchers are stored as received, including very large photos, long reports and encrypted files. */
export const contentLimits = { width: 16_384, height: 16_384, pdf: { pages: 5000, copied: false, encrypted: true } }

const description = Type.Optional(
  Type.String({
    maxLength: MAX_DESCRIPTION_LENGTH,
    examples: ['Kvitto 4711'],
    description: 'The file name if left out',
  }),
)

const UploadGet = named(
  'Upload',
  object({
    id: readOnly(Id),
    description: Type.String({ examples: ['Kvitto 4711'] }),
    contentType: Type.Enum([...keptTypes], { description: 'XML is an e-invoice, as it was received' }),
    journalEntryId: nullable(Id),
    modifiedDateTime: readOnly(DateTime),
  }),
)

/** Supplied by higher contexts: the lookup of an entry, and what else happens with a new upload. */
type Above = { hasEntry: HasEntry; onUpload: (call: CompanyCall, upload: Upload) => Promise<void> }

export const documentRows = ({ hasEntry, onUpload }: Above): readonly Row[] => [
  row({
    method: 'POST',
    path: uploads,
    operationId: 'createUpload',
    tag,
    summary: 'Upload a supporting document',
    description:
      'A PDF, JPEG or PNG file, judged by its content, of at most 20 MiB, kept as it came. Pictures have at most 16384 × 16384 pixels, and PDF files at most 5000 pages. With `journalEntryId` it is connected to that entry at once; otherwise it is free until an entry or a supplier invoice refers to it.',
    scope: 'uploads:write',
    upload: {
      field: 'file',
      limit: MAX_UPLOAD_BYTES,
      fields: object({ description, journalEntryId: Type.Optional(Id) }),
      contentTypeOf: judgeOf(contentLimits),
    },
    answer: { json: UploadGet },
    tagged: true,
    events: ['upload.created', 'upload.connected', 'journal-entry.changed', 'storage.nearly-full'],
    refusals: [...ofStorage],
    run: async (call, { file, body }) => {
      const upload = await createUpload(call, file, body, hasEntry)
      await onUpload(call, upload)
      return upload
    },
  }),
  row({
    method: 'GET',
    path: uploads,
    operationId: 'listUploads',
    tag,
    summary: 'List the uploads',
    description:
      'Newest first. `query` filters on description, journalEntryId, modifiedDateTime and state (free or connected, to an entry or a supplier invoice).',
    scope: 'uploads:read',
    query: pageQuery('description~kvitto'),
    answer: { json: pageOf(UploadGet) },
    refusals: [],
    run: (call, { query }) => listUploads(call, query),
  }),
  row({
    method: 'GET',
    path: `${uploads}/{uploadId}`,
    operationId: 'getUpload',
    tag,
    summary: 'Read an upload',
    description: 'What is known about one upload; its bytes have an endpoint of their own.',
    scope: 'uploads:read',
    answer: { json: UploadGet },
    tagged: true,
    refusals: [refusals.uploadNotFound],
    run: (call, { params }) => getUpload(call, params.uploadId ?? ''),
  }),
  row({
    method: 'GET',
    path: `${uploads}/{uploadId}/download`,
    operationId: 'downloadUpload',
    tag,
    summary: 'Download an upload',
    description: 'The exact bytes that were uploaded, with their media type.',
    scope: 'uploads:read',
    answer: { file: keptTypes },
    refusals: [refusals.uploadNotFound],
    run: (call, { params }) => downloadUpload(call, params.uploadId ?? ''),
  }),
]
