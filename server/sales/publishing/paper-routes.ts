// The endpoints for documents as they were sent: the PDF, and the e-invoice.
import { object, type Row, row, Type } from '#http'
import { paperRefusals } from '#paper'
import type { CompanyCall } from '#platform/call'
import { archiveContribution } from '#sales/archive/contribution'
import type { DocumentKind } from '#sales/invoices/invoice'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { downloadElectronic, downloadPaper, previewPaper } from './paper.ts'
import { downloadRefusals } from './paper-refusals.ts'

const format = object({
  format: Type.Optional(
    Type.Enum(['pdf', 'ubl'], {
      default: 'pdf',
      description: 'The PDF, or the e-invoice as UBL 2.1 (Peppol BIS Billing 3)',
    }),
  ),
})

const description =
  'Published documents only. The PDF is made once, of what the document was at publication, and its bytes never change; ' +
  '`format=ubl` gives the same content as an e-invoice.'

const refusals = [downloadRefusals.notPublished, paperRefusals.noElectronicInvoice]

const download = (call: CompanyCall, id = '', kind: DocumentKind, format: 'pdf' | 'ubl' = 'pdf') =>
  format === 'ubl' ? downloadElectronic(call, id, kind) : downloadPaper(call, id, kind)

export const paperRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/invoices/{invoiceId}/download',
    operationId: 'downloadInvoice',
    tag: 'Invoices',
    summary: 'Download an invoice',
    description,
    scope: 'invoices:read',
    query: format,
    answer: { file: ['application/pdf', 'application/xml'] },
    refusals: [invoiceRefusals.invoiceNotFound, archiveContribution.refusals.keyMissing, ...refusals],
    run: (call, { params, query }) => download(call, params.invoiceId, 'invoice', query.format),
  }),
  row({
    method: 'GET',
    path: '/companies/{companyId}/invoices/{invoiceId}/preview',
    operationId: 'previewInvoice',
    tag: 'Invoices',
    summary: 'See what an invoice will look like',
    description:
      'The PDF that a draft would be if it were published now, marked as a draft, without number, payment code and attachments. Nothing of it is kept. A published invoice answers its PDF.',
    scope: 'invoices:read',
    answer: { file: ['application/pdf'] },
    refusals: [
      invoiceRefusals.invoiceNotFound,
      archiveContribution.refusals.keyMissing,
      downloadRefusals.noCustomer,
      downloadRefusals.textsTooLong,
      downloadRefusals.signsUnknown,
    ],
    run: (call, { params }) => previewPaper(call, params.invoiceId ?? ''),
  }),
  row({
    method: 'GET',
    path: '/companies/{companyId}/credit-notes/{creditNoteId}/download',
    operationId: 'downloadCreditNote',
    tag: 'Credit notes',
    summary: 'Download a credit note',
    description,
    scope: 'credit-notes:read',
    query: format,
    answer: { file: ['application/pdf', 'application/xml'] },
    refusals: [invoiceRefusals.creditNoteNotFound, ...refusals],
    run: (call, { params, query }) => download(call, params.creditNoteId, 'creditNote', query.format),
  }),
]
