// The endpoints of supplier invoices.
import { documentsContribution, UploadRef } from '#documents'
import {
  Amount,
  type CompanyRowCall,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  row,
  SumOfAmounts,
  Type,
} from '#http'
import {
  listSupplierInvoices,
  readSupplierInvoice,
  shownSupplierInvoice as shown,
  supplierInvoiceStatuses,
} from './supplier-invoice.ts'
import {
  createSupplierInvoice,
  deleteSupplierInvoice,
  examineSupplierInvoice,
  updateSupplierInvoice,
} from './supplier-invoice-change.ts'
import { supplierInvoiceRefusals as refusals } from './supplier-invoice-refusals.ts'
import { addUpload, MAX_UPLOADS, orderUploads, removeUpload } from './supplier-invoice-uploads.ts'

const MAX_NUMBER_LENGTH = 100

const totalAmount = {
  ...Amount,
  examples: [12500],
  description:
    "In the supplier's currency, tax included; below zero for a credit note, and 0 where Customs bills only tax",
}

const invoiceNumber = Type.String({ maxLength: MAX_NUMBER_LENGTH, examples: ['4711'] })

const written = {
  id: readOnly(Id),
  supplierRef: object({ id: Id, name: readOnly(Type.String()) }),
  invoiceNumber: Type.Optional(nullable({ ...invoiceNumber, description: "The supplier's number for it" })),
  invoiceDate: DateOnly,
  dueDate: DateOnly,
  totalAmount,
  remainingAmount: readOnly(SumOfAmounts),
  status: readOnly(Type.String()),
  approvals: readOnly(Type.Array(object({ name: Type.String(), approvedDateTime: DateTime }))),
  approvalsMissing: readOnly(Type.Integer()),
  currency: readOnly(Type.String()),
  currencyRate: readOnly(Type.Number()),
  journalEntryRef: readOnly(nullable(object({ id: Id }))),
  uploadRefs: readOnly(Type.Array(UploadRef)),
  modifiedDateTime: readOnly(DateTime),
}

const SupplierInvoiceCreate = named(
  'SupplierInvoiceCreate',
  object({
    ...written,
    uploadRef: Type.Optional(
      nullable(object({ id: Type.Optional(Id) }, { description: 'An upload that is not connected yet' })),
    ),
  }),
)

const SupplierInvoiceUpdate = named('SupplierInvoiceUpdate', object(written))

/** A supplier invoice in responses. */
export const SupplierInvoiceGet = named(
  'SupplierInvoiceGet',
  object({
    id: Id,
    supplierRef: object({ id: Id, name: Type.String() }),
    invoiceNumber: Type.Optional(invoiceNumber),
    invoiceDate: DateOnly,
    dueDate: DateOnly,
    totalAmount,
    remainingAmount: { ...SumOfAmounts, description: 'What is not paid yet, in the currency of the invoice' },
    status: Type.Enum([...supplierInvoiceStatuses], {
      description: 'What is to be done next: to approve, record or pay it; `paid` when nothing is',
    }),
    approvals: Type.Array(object({ name: Type.String({ examples: ['Karin Ek'] }), approvedDateTime: DateTime }), {
      description: 'Who has approved it as it is now; empty where no approval is needed',
    }),
    approvalsMissing: Type.Integer({ minimum: 0, maximum: 2, description: 'How many more people have to approve it' }),
    currency: Type.String({ examples: ['SEK'], description: "The supplier's" }),
    currencyRate: Type.Number({
      examples: [1],
      description: 'What one unit of the currency costs in the accounting currency',
    }),
    journalEntryRef: nullable(object({ id: Id })),
    uploadRefs: Type.Array(UploadRef),
    modifiedDateTime: DateTime,
  }),
)

const invoices = '/companies/{companyId}/supplier-invoices'
const common = { tag: 'Supplier invoices', refusals: [refusals.supplierInvoiceNotFound] }
const changing = [refusals.supplierInvoiceOfAnother, refusals.supplierInvoiceRecorded, refusals.supplierInvoicePaid]

const example = {
  supplierRef: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' },
  invoiceNumber: '4711',
  invoiceDate: '2026-06-01',
  dueDate: '2026-07-01',
  totalAmount: 12500,
}

const idOf = (params: Readonly<Record<string, string>>): string => params.supplierInvoiceId ?? ''

const { create, list, read, replace, remove } = resourceRows({
  tag: common.tag,
  scope: 'supplier-invoices',
  path: invoices,
  idName: 'supplierInvoiceId',
  answer: SupplierInvoiceGet,
  shown,
  notFound: refusals.supplierInvoiceNotFound,
})
const hold = (call: CompanyRowCall, id: string) => readSupplierInvoice(call, id, { lock: true })

const invoiceRows: readonly Row[] = [
  create({
    operationId: 'createSupplierInvoice',
    summary: 'Add a supplier invoice',
    description:
      "It is in the supplier's currency; the rate is that of its day, or of the latest day before it that has one, at most seven days back. A total below zero is a credit note. A number that another invoice from the supplier has in the same year is refused, and the error names that invoice, which might otherwise be paid twice. `uploadRef` connects an existing upload.",
    body: SupplierInvoiceCreate,
    events: ['supplier-invoice.created', 'upload.connected', 'supplier-invoice.changed'],
    refusals: [documentsContribution.uploadRefusals.uploadNotFound],
    example: { body: example },
    examine: examineSupplierInvoice,
    run: createSupplierInvoice,
  }),
  list({
    operationId: 'listSupplierInvoices',
    summary: 'List supplier invoices',
    description:
      'Newest first. `query` filters on supplierRef (the id, or with `~` the name), invoiceNumber, totalAmount, remainingAmount, status, currency, invoiceDate, dueDate and modifiedDateTime.',
    query: pageQuery('currency==SEK&&dueDate<=2026-06-30'),
    run: listSupplierInvoices,
  }),
  read({
    operationId: 'getSupplierInvoice',
    summary: 'Read a supplier invoice',
    description: 'One supplier invoice, with what remains to be paid and the uploads that are connected to it.',
    run: (call, id) => readSupplierInvoice(call, id),
  }),
  replace({
    operationId: 'updateSupplierInvoice',
    summary: 'Change a supplier invoice',
    description:
      'Only by the integration that added it, and until it is recorded or something is paid on it. What is left out is removed, except its uploads. When its date or supplier changes, the rate is looked up again. Where supplier invoices are approved, it has to be approved again.',
    body: SupplierInvoiceUpdate,
    events: ['supplier-invoice.changed'],
    refusals: changing,
    example: { body: { ...example, totalAmount: 12000 } },
    examine: examineSupplierInvoice,
    hold,
    run: updateSupplierInvoice,
  }),
  remove({
    operationId: 'deleteSupplierInvoice',
    summary: 'Remove a supplier invoice',
    description:
      'Only by the integration that added it, and until it is recorded or something is paid on it. Its uploads become free again.',
    events: ['supplier-invoice.deleted', 'upload.changed'],
    refusals: changing,
    hold,
    run: deleteSupplierInvoice,
  }),
]

const ofUploads = [...common.refusals, refusals.supplierInvoiceOfAnother]

const Order = object({ uploadRefs: Type.Array(UploadRef, { maxItems: MAX_UPLOADS }) })

const uploadRows: readonly Row[] = [
  row({
    ...common,
    method: 'POST',
    path: `${invoices}/{supplierInvoiceId}/uploads`,
    operationId: 'connectUploadToSupplierInvoice',
    summary: 'Connect an upload to a supplier invoice',
    description:
      'Only by the integration that added the invoice, and only an upload that is not connected yet. Possible after the invoice is recorded too: the upload then also supports its journal entry.',
    scope: 'supplier-invoices:write',
    body: UploadRef,
    answer: { json: UploadRef },
    events: ['upload.connected', 'upload.changed', 'supplier-invoice.changed', 'journal-entry.changed'],
    refusals: [...ofUploads, refusals.tooManyUploads, documentsContribution.uploadRefusals.uploadNotFound],
    example: { body: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' } },
    run: (call, { params, body }) => addUpload(call, idOf(params), body),
  }),
  row({
    ...common,
    method: 'PUT',
    path: `${invoices}/{supplierInvoiceId}/uploads`,
    operationId: 'orderUploadsOfSupplierInvoice',
    summary: 'Put the uploads of a supplier invoice in order',
    description:
      'Only by the integration that added the invoice. All of its uploads are named, each once: the first is shown beside it. `If-Match` has the ETag of the invoice.',
    scope: 'supplier-invoices:write',
    body: Order,
    answer: { json: Order },
    current: (call, { params }) => hold(call, idOf(params)).then(shown),
    events: ['supplier-invoice.changed'],
    refusals: ofUploads,
    example: { body: { uploadRefs: [{ id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' }] } },
    run: (call, { params, body }) => orderUploads(call, idOf(params), body),
  }),
  row({
    ...common,
    method: 'DELETE',
    path: `${invoices}/{supplierInvoiceId}/uploads/{uploadId}`,
    operationId: 'disconnectUploadFromSupplierInvoice',
    summary: 'Disconnect an upload from a supplier invoice',
    description:
      'Only by the integration that added the invoice, and until it is recorded or something is paid on it: the upload is free again. What is booked keeps its documents.',
    scope: 'supplier-invoices:write',
    answer: 'nothing',
    current: (call, { params }) => hold(call, idOf(params)).then(shown),
    events: ['upload.changed', 'supplier-invoice.changed'],
    refusals: [...common.refusals, ...changing, documentsContribution.uploadRefusals.uploadOfAnother],
    run: async (call, { params }) => {
      await removeUpload(call, idOf(params), params.uploadId ?? '')
      return undefined
    },
  }),
]

export const supplierInvoiceRows: readonly Row[] = [...invoiceRows, ...uploadRows]
