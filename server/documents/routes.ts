// Every endpoint of documents.
import { DateTime, Id, named, nullable, object, pageOf, pageQuery, type Row, readOnly, row, Type } from '#http'
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
} from './upload.ts'
import { uploadRefusals as refusals } from './upload-refusals.ts'

const uploads = '/companies/{companyId}/uploads'
const tag = 'Uploads'

/** Vouchers are kept as they came: the largest photos and thick reports too, and what only its reader can decrypt. */
export const contentLimits = { width: 16_384, height: 16_384, pdf: { pages: 5000, copied: false, encrypted: true } }

const description = Type.Optional(
  Type.String({
    maxLength: MAX_DESCRIPTION_LENGTH,
    examples: ['Kvitto 4711'],
    description: 'The file name if left out',
  }),
)

const Upload = named(
  'Upload',
  object({
    id: readOnly(Id),
    description: Type.String({ examples: ['Kvitto 4711'] }),
    contentType: Type.Enum([...keptTypes], { description: 'XML is an e-invoice, as it was received' }),
    journalEntryId: nullable(Id),
    modifiedDateTime: readOnly(DateTime),
  }),
)

/** Books stand above documents: who puts both together says how an entry is looked up. */
export const documentRows = (hasEntry: HasEntry): readonly Row[] => [
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
    answer: { json: Upload },
    tagged: true,
    events: ['upload.created', 'upload.connected', 'journal-entry.changed'],
    refusals: [],
    run: (call, { file, body }) => createUpload(call, file, body, hasEntry),
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
    answer: { json: pageOf(Upload) },
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
    answer: { json: Upload },
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
