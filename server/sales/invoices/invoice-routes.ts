// The endpoints of invoices.
import { pageOf, pageQuery, type Row, row } from '#http'
import { publishDocument } from '#sales/publishing/publish-document'
import { ofStorage } from '#storage'
import { addLine, createInvoice, deleteInvoice, examineInvoice, examineLine, updateInvoice } from './invoice-draft.ts'
import { invoiceRefusals as refusals } from './invoice-refusals.ts'
import { Invoice, InvoiceItem, InvoiceWrite, NewInvoiceItem } from './invoice-schema.ts'
import { getInvoice, listInvoices, showSale } from './invoice-shown.ts'

const invoices = '/companies/{companyId}/invoices'

const exampleLine = {
  description: 'Konsulttimmar',
  itemType: 'salesItem',
  productType: 'services',
  unitType: 'hour',
  quantity: 7.5,
  unitPrice: 1200,
  taxRate: 25,
}
const exampleInvoice = {
  invoiceDate: '2026-06-01',
  dueDate: '2026-07-01',
  buyerReference: 'Anna Ek',
  lineItems: [exampleLine, { description: 'Enligt offert', itemType: 'descriptionOnlyItem' }],
  metadata: { project: 'P-17' },
}

export const invoiceRows: readonly Row[] = [
  row({
    method: 'POST',
    path: invoices,
    operationId: 'createInvoice',
    tag: 'Invoices',
    summary: 'Make an invoice',
    description:
      "Makes a draft. Without dueDate the customer's payment terms apply if they are a number of days, otherwise the company's, otherwise 30 days. Without contactDetailRef the customer's default contact is used; null means none. Tax is calculated for each rate on the sum of its lines; totalAmount includes it.",
    scope: 'invoices:write',
    body: InvoiceWrite,
    answer: { json: Invoice },
    tagged: true,
    events: ['invoice.created'],
    refusals: [],
    example: { body: exampleInvoice },
    examine: (call, body) => examineInvoice(call, body),
    run: (call, { body }) => createInvoice(call, body),
  }),
  row({
    method: 'GET',
    path: invoices,
    operationId: 'listInvoices',
    tag: 'Invoices',
    summary: 'List invoices',
    description:
      'Newest first. `query` filters on type, customerRef (the id, or with `~` the name), orderNumberReference, projectReference, buyerReference, contractReference, currency, totalAmount, status, invoiceDate, dueDate and metadata.KEY, and on invoiceNumber, paymentReference, writtenOffAmount, taxReductionStatus, and sendingStatus: notSent, waiting, sent or failed, as it was sent by mail.',
    scope: 'invoices:read',
    query: pageQuery('status==overdue&&totalAmount>=1000'),
    answer: { json: pageOf(Invoice) },
    snapshot: true,
    refusals: [],
    run: (call, { query }) => listInvoices(call, query),
  }),
  row({
    method: 'GET',
    path: `${invoices}/{invoiceId}`,
    operationId: 'getInvoice',
    tag: 'Invoices',
    summary: 'Read an invoice',
    description: 'One invoice with its lines. Its status follows from what is paid, settled and credited, and the day.',
    scope: 'invoices:read',
    answer: { json: Invoice },
    tagged: true,
    snapshot: true,
    refusals: [refusals.invoiceNotFound],
    run: (call, { params }) => getInvoice(call, params.invoiceId ?? ''),
  }),
  row({
    method: 'PUT',
    path: `${invoices}/{invoiceId}`,
    operationId: 'updateInvoice',
    tag: 'Invoices',
    summary: 'Change a draft',
    description:
      'The body replaces the draft. Lines given with their id keep it, lines without one are new, and lines that are left out are removed.',
    scope: 'invoices:write',
    body: InvoiceWrite,
    answer: { json: Invoice },
    tagged: true,
    current: (call, { params }) => getInvoice(call, params.invoiceId ?? '', { lock: true }),
    events: ['invoice.changed'],
    refusals: [refusals.invoiceNotFound, refusals.notDraft],
    example: { body: exampleInvoice },
    examine: (call, body, params) => examineInvoice(call, body, params.invoiceId),
    run: (call, { params, body }) => updateInvoice(call, params.invoiceId ?? '', body),
  }),
  row({
    method: 'DELETE',
    path: `${invoices}/{invoiceId}`,
    operationId: 'deleteInvoice',
    tag: 'Invoices',
    summary: 'Remove a draft',
    description: 'A published invoice cannot be removed, only credited.',
    scope: 'invoices:write',
    answer: 'nothing',
    current: (call, { params }) => getInvoice(call, params.invoiceId ?? '', { lock: true }),
    events: ['invoice.deleted'],
    refusals: [refusals.invoiceNotFound, refusals.notDraft],
    run: async (call, { params }) => {
      await deleteInvoice(call, params.invoiceId ?? '')
      return undefined
    },
  }),
  row({
    method: 'POST',
    path: `${invoices}/{invoiceId}/line-items`,
    operationId: 'createInvoiceLineItem',
    tag: 'Invoices',
    summary: 'Add a line to a draft',
    description: 'The line is added last.',
    scope: 'invoices:write',
    body: NewInvoiceItem,
    answer: { json: InvoiceItem },
    events: ['invoice.changed'],
    refusals: [refusals.invoiceNotFound, refusals.notDraft, refusals.tooManyLines],
    example: { body: exampleLine },
    examine: examineLine,
    run: (call, { params, body }) => addLine(call, params.invoiceId ?? '', body),
  }),
  row({
    method: 'POST',
    path: `${invoices}/{invoiceId}/publish`,
    operationId: 'publishInvoice',
    tag: 'Invoices',
    summary: 'Publish an invoice',
    description:
      'Gives it the next number and a payment reference (OCR), makes the PDF and freezes the content, including the billing address. It needs a customer, a line that sells something, and a date in an open fiscal year that is not locked. The date may be in the future; the invoice can be recorded when that day comes. If-Match with the ETag of what was read keeps a draft that another has changed since from being published.',
    scope: 'invoices:write',
    answer: { json: Invoice },
    tagged: true,
    current: (call, { params }) => getInvoice(call, params.invoiceId ?? '', { lock: true }),
    queue: 'publishing',
    events: ['invoice.published', 'storage.nearly-full'],
    refusals: [refusals.invoiceNotFound, refusals.publishedAlready, refusals.notPublishable, ...ofStorage],
    run: async (call, { params }) => showSale(call, await publishDocument(call, params.invoiceId ?? '', 'invoice')),
  }),
]
