// The endpoint that records an invoice.
import { type Row, row } from '#http'
import { ledgerRefusals } from '#ledger'
import { bookingRefusals as refusals } from './booking-refusals.ts'
import { invoiceRefusals } from './invoice-refusals.ts'
import { Invoice } from './invoice-schema.ts'
import { showSale } from './invoice-shown.ts'
import { recordDocument } from './record.ts'

export const recordRows: readonly Row[] = [
  row({
    method: 'POST',
    path: '/companies/{companyId}/invoices/{invoiceId}/record',
    operationId: 'recordInvoice',
    tag: 'Invoices',
    summary: 'Record an invoice',
    description:
      'Books a published invoice on its day, by the accounts that the company has for each role; an account of the line itself goes before. In a fiscal year of the cash method nothing is booked: its payments are. A day that was closed with force gives way to the first open one. An entry of an invoice is not reversed, the invoice is credited.',
    scope: 'invoices:write',
    answer: { json: Invoice },
    tagged: true,
    events: ['journal-entry.booked', 'invoice.recorded'],
    refusals: [
      invoiceRefusals.invoiceNotFound,
      refusals.recordedDraft,
      refusals.recordedAlready,
      ledgerRefusals.documentNotBookable,
    ],
    run: async (call, { params }) => showSale(call, await recordDocument(call, params.invoiceId ?? '', 'invoice')),
  }),
]
