// The endpoints of attachments.
import { contentTypes, judgeOf } from '#documents'
import { DateTime, Id, named, object, pageOf, pageQuery, type Row, readOnly, row, Type } from '#http'
import { ofStorage } from '#storage'
import {
  createAttachment,
  deleteAttachment,
  downloadAttachment,
  getAttachment,
  listAttachments,
  lockAttachment,
  MAX_ATTACHMENT_BYTES,
} from './attachment.ts'
import { attachmentRefusals as refusals } from './attachment-refusals.ts'
import { invoiceRefusals } from './invoice-refusals.ts'

const attachments = '/companies/{companyId}/invoices/{invoiceId}/attachments'
const tag = 'Invoices'
const { invoiceNotFound, notDraft } = invoiceRefusals
const { attachmentNotFound, attachmentsTooLarge, tooManyAttachments } = refusals

const InvoiceAttachment = named(
  'InvoiceAttachment',
  object({
    id: readOnly(Id),
    invoiceId: readOnly(Id),
    fileName: readOnly(Type.String({ examples: ['tidrapport.pdf'] })),
    modifiedDateTime: readOnly(DateTime),
  }),
)

/** An attachment must fit an A4 page at 600 dpi, since it may become pages of the invoice. */
const contentLimits = { width: 4960, height: 7016, pdf: { pages: 100, copied: true, encrypted: false } }

export const attachmentRows: readonly Row[] = [
  row({
    method: 'POST',
    path: attachments,
    operationId: 'createInvoiceAttachment',
    tag,
    summary: 'Attach a file to an invoice',
    description:
      'A JPEG, PNG or PDF file, judged by its content, of at most 4 MB. It becomes further pages of the PDF. The invoice must be a draft. Pictures have at most 4960 × 7016 pixels (width × height), and PDF files at most 100 pages and no encryption. An invoice has at most 20 attachments, of 10 MB in all.',
    scope: 'invoices:write',
    upload: { field: 'file', limit: MAX_ATTACHMENT_BYTES, contentTypeOf: judgeOf(contentLimits) },
    answer: { json: InvoiceAttachment },
    tagged: true,
    events: ['invoice-attachment.created', 'invoice.changed', 'storage.nearly-full'],
    refusals: [invoiceNotFound, notDraft, attachmentsTooLarge, tooManyAttachments, ...ofStorage],
    run: (call, { params, file }) => createAttachment(call, params.invoiceId ?? '', file),
  }),
  row({
    method: 'GET',
    path: attachments,
    operationId: 'listInvoiceAttachments',
    tag,
    summary: 'List the attachments of an invoice',
    description: 'Newest first. `query` filters on fileName and modifiedDateTime.',
    scope: 'invoices:read',
    query: pageQuery('fileName~rapport'),
    answer: { json: pageOf(InvoiceAttachment) },
    refusals: [invoiceNotFound],
    run: (call, { params, query }) => listAttachments(call, params.invoiceId ?? '', query),
  }),
  row({
    method: 'GET',
    path: `${attachments}/{attachmentId}`,
    operationId: 'getInvoiceAttachment',
    tag,
    summary: 'Get an attachment',
    description: 'What is known about one attachment; its bytes have an endpoint of their own.',
    scope: 'invoices:read',
    answer: { json: InvoiceAttachment },
    tagged: true,
    refusals: [invoiceNotFound, attachmentNotFound],
    run: (call, { params }) => getAttachment(call, params.invoiceId ?? '', params.attachmentId ?? ''),
  }),
  row({
    method: 'GET',
    path: `${attachments}/{attachmentId}/download`,
    operationId: 'downloadInvoiceAttachment',
    tag,
    summary: 'Download an attachment',
    description: 'The exact bytes that were uploaded, with their media type.',
    scope: 'invoices:read',
    answer: { file: contentTypes },
    refusals: [invoiceNotFound, attachmentNotFound],
    run: (call, { params }) => downloadAttachment(call, params.invoiceId ?? '', params.attachmentId ?? ''),
  }),
  row({
    method: 'DELETE',
    path: `${attachments}/{attachmentId}`,
    operationId: 'deleteInvoiceAttachment',
    tag,
    summary: 'Remove an attachment',
    description: 'As long as the invoice is a draft.',
    scope: 'invoices:write',
    answer: 'nothing',
    current: (call, { params }) => lockAttachment(call, params.invoiceId ?? '', params.attachmentId ?? ''),
    events: ['invoice-attachment.deleted', 'invoice.changed'],
    refusals: [invoiceNotFound, notDraft, attachmentNotFound],
    run: async (call, { params }) => {
      await deleteAttachment(call, params.invoiceId ?? '', params.attachmentId ?? '')
      return undefined
    },
  }),
]
