// The endpoint that records an invoice.
import { type Row, row } from '#http'
import { ledgerContribution } from '#ledger'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { Invoice } from '#sales/invoices/invoice-schema'
import { showSale } from '#sales/invoices/invoice-shown'
import { bookingRefusals as refusals } from './booking-refusals.ts'
import { recordDocument } from './record.ts'

export const recordRows: readonly Row[] = [
  row({
    method: 'POST',
    path: '/companies/{companyId}/invoices/{invoiceId}/record',
    operationId: 'recordInvoice',
    tag: 'Invoices',
    summary: 'Record an invoice',
    description:
      "Books a published invoice on its day, with the accounts that the company has for each role; a line's own account comes first. In a fiscal year under the cash method nothing is booked until it is paid, but for what is sold without tax to businesses in other member states, and what comes to nothing: such an invoice is recorded before it is paid, or with the first payment, settlement or credit note of it that is recorded. If its day was closed with force, the first open day is used. The entry of an invoice cannot be reversed; credit the invoice instead.",
    scope: 'invoices:write',
    answer: { json: Invoice },
    tagged: true,
    events: ['journal-entry.booked', 'invoice.recorded'],
    refusals: [
      invoiceRefusals.invoiceNotFound,
      refusals.recordedDraft,
      refusals.recordedAlready,
      ledgerContribution.refusals.documentNotBookable,
    ],
    run: async (call, { params }) => showSale(call, await recordDocument(call, params.invoiceId ?? '', 'invoice')),
  }),
]
