// The endpoints of payments.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  readOnly,
  row,
} from '#http'
import { AccountNumber, ledgerRefusals } from '#ledger'
import { bookingRefusals as refusals } from '#sales/booking/booking-refusals'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import {
  createPayment,
  deletePayment,
  examinePayment,
  getPayment,
  listPayments,
  lockPayment,
  recordPayment,
} from './payment.ts'

const payments = '/companies/{companyId}/invoices/{invoiceId}/payments'
const { invoiceNotFound } = invoiceRefusals

const InvoicePayment = named(
  'InvoicePayment',
  object({
    id: readOnly(Id),
    invoiceId: readOnly(Id),
    date: DateOnly,
    sumBaseCurrency: {
      ...Amount,
      description: 'What was paid, in SEK; below zero when it was paid back',
    },
    bookkeepingAccountNumber: AccountNumber({
      examples: [1930],
      description: 'A payment account: 19xx, 1580, 1630, 1686, 2018 or 2893',
    }),
    journalEntryRef: readOnly(nullable(object({ id: Id }))),
    modifiedDateTime: readOnly(DateTime),
  }),
)

export const paymentRows: readonly Row[] = [
  row({
    method: 'POST',
    path: payments,
    operationId: 'createInvoicePayment',
    tag: 'Payments',
    summary: 'Add a payment',
    description:
      'A payment of a published invoice. It affects the outstanding amount and the status at once, and is booked when it is recorded.',
    scope: 'invoices:write',
    body: InvoicePayment,
    answer: { json: InvoicePayment },
    tagged: true,
    events: ['invoice-payment.created', 'invoice-settlement.created', 'invoice.paid'],
    refusals: [invoiceNotFound, refusals.noMoneyOnDraft, refusals.tooMany],
    example: { body: { date: '2026-06-09', sumBaseCurrency: 1250, bookkeepingAccountNumber: 1930 } },
    examine: examinePayment,
    run: (call, { params, body }) => createPayment(call, params.invoiceId ?? '', body),
  }),
  row({
    method: 'GET',
    path: payments,
    operationId: 'listInvoicePayments',
    tag: 'Payments',
    summary: 'List the payments of an invoice',
    description: 'Newest first. `query` filters on date, sumBaseCurrency and modifiedDateTime.',
    scope: 'invoices:read',
    query: pageQuery('date>=2026-01-01&&sumBaseCurrency>1000'),
    answer: { json: pageOf(InvoicePayment) },
    refusals: [invoiceNotFound],
    run: (call, { params, query }) => listPayments(call, params.invoiceId ?? '', query),
  }),
  row({
    method: 'GET',
    path: `${payments}/{paymentId}`,
    operationId: 'getInvoicePayment',
    tag: 'Payments',
    summary: 'Read a payment',
    description: 'One payment of the invoice.',
    scope: 'invoices:read',
    answer: { json: InvoicePayment },
    tagged: true,
    refusals: [refusals.paymentNotFound],
    run: (call, { params }) => getPayment(call, params.invoiceId ?? '', params.paymentId ?? ''),
  }),
  row({
    method: 'DELETE',
    path: `${payments}/{paymentId}`,
    operationId: 'deleteInvoicePayment',
    tag: 'Payments',
    summary: 'Remove a payment',
    description: 'Only if it is not recorded yet.',
    scope: 'invoices:write',
    answer: 'nothing',
    current: (call, { params }) => lockPayment(call, params.invoiceId ?? '', params.paymentId ?? ''),
    events: ['invoice-payment.deleted', 'invoice-settlement.deleted', 'invoice.paid'],
    refusals: [
      ...[invoiceNotFound, refusals.paymentNotFound, refusals.recordedPaymentStays],
      ...[refusals.settlementTakenBack, refusals.settlementNeeded],
    ],
    run: async (call, { params }) => {
      await deletePayment(call, params.invoiceId ?? '', params.paymentId ?? '')
      return undefined
    },
  }),
  row({
    method: 'POST',
    path: `${payments}/{paymentId}/record`,
    operationId: 'recordInvoicePayment',
    tag: 'Payments',
    summary: 'Record a payment',
    description:
      'Books it on its day: against the receivable of a recorded invoice, or of one that is booked as it is paid (cash method) as sales and output tax, in proportion. An overpayment is a debt to the customer, and a difference below one krona is rounding, when the invoice is in SEK. In another currency the difference stays on the receivable until a settlement of type currency clears it.',
    scope: 'invoices:write',
    answer: { json: InvoicePayment },
    tagged: true,
    events: [
      ...(['journal-entry.booked', 'invoice.recorded', 'invoice-payment.recorded'] as const),
      ...(['invoice-settlement.created', 'invoice-settlement.recorded', 'invoice.paid'] as const),
    ],
    refusals: [
      invoiceNotFound,
      refusals.paymentNotFound,
      refusals.paymentRecorded,
      refusals.invoiceNotRecorded,
      ledgerRefusals.documentNotBookable,
    ],
    run: (call, { params }) => recordPayment(call, params.invoiceId ?? '', params.paymentId ?? ''),
  }),
]
