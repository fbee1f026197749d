// The endpoints of payments.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageQuery,
  partRows,
  type Row,
  readOnly,
  Type,
} from '#http'
import { AccountNumber, ledgerContribution } from '#ledger'
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

const InvoicePayment = named(
  'InvoicePayment',
  object({
    id: readOnly(Id),
    invoiceId: readOnly(Id),
    date: DateOnly,
    amount: Type.Optional({
      ...Amount,
      description:
        'What it settles in the currency of the invoice, where that is not the accounting currency. The difference between the sum and that debt at the rate of the invoice is then booked with the payment, as a settlement of type currency; when left out, the sum counts at the rate of the invoice',
    }),
    sumBaseCurrency: {
      ...Amount,
      description: 'What was paid, in the accounting currency; below zero when it was paid back',
    },
    bookkeepingAccountNumber: AccountNumber({
      examples: [1930],
      description: 'A payment account: 19xx, 1580, 1630, 1686, 2018 or 2893',
    }),
    journalEntryRef: readOnly(nullable(object({ id: Id }))),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const { create, list, read, remove, act } = partRows({
  tag: 'Payments',
  scope: 'invoices',
  path: '/companies/{companyId}/invoices/{invoiceId}/payments',
  ids: ['invoiceId', 'paymentId'],
  notFound: [invoiceRefusals.invoiceNotFound, refusals.paymentNotFound],
  answer: InvoicePayment,
  tagged: true,
})

export const paymentRows: readonly Row[] = [
  create({
    operationId: 'createInvoicePayment',
    summary: 'Add a payment',
    description:
      'A payment of a published invoice. It affects the outstanding amount and the status at once, and is booked when it is recorded.',
    body: InvoicePayment,
    events: ['invoice-payment.created', 'invoice-settlement.created', 'invoice.paid'],
    refusals: [refusals.noMoneyOnDraft, refusals.tooMany],
    example: { body: { date: '2026-06-09', sumBaseCurrency: 1250, bookkeepingAccountNumber: 1930 } },
    examine: examinePayment,
    run: createPayment,
  }),
  list({
    operationId: 'listInvoicePayments',
    summary: 'List the payments of an invoice',
    description: 'Newest first. `query` filters on date, sumBaseCurrency and modifiedDateTime.',
    query: pageQuery('date>=2026-01-01&&sumBaseCurrency>1000'),
    run: listPayments,
  }),
  read({
    operationId: 'getInvoicePayment',
    summary: 'Read a payment',
    description: 'One payment of the invoice.',
    run: getPayment,
  }),
  remove({
    operationId: 'deleteInvoicePayment',
    summary: 'Remove a payment',
    description: 'Only if it is not recorded yet.',
    events: ['invoice-payment.deleted', 'invoice-settlement.deleted', 'invoice.paid'],
    refusals: [refusals.recordedPaymentStays, refusals.settlementTakenBack, refusals.settlementNeeded],
    hold: lockPayment,
    run: deletePayment,
  }),
  act({
    word: 'record',
    operationId: 'recordInvoicePayment',
    summary: 'Record a payment',
    description:
      'Books it on its day: against the receivable of a recorded invoice, or of one that is booked as it is paid (cash method) as sales and output tax, in proportion. An overpayment is a debt to the customer, and a difference below one krona is rounding, when the invoice is in the accounting currency. In another currency the exchange difference of a payment with an amount is booked at the same time; without one, what differs stays on the receivable until a settlement of type currency clears it.',
    events: [
      ...(['journal-entry.booked', 'invoice.recorded', 'invoice-payment.recorded'] as const),
      ...(['invoice-settlement.created', 'invoice-settlement.recorded', 'invoice.paid'] as const),
    ],
    refusals: [refusals.paymentRecorded, refusals.invoiceNotRecorded, ledgerContribution.refusals.documentNotBookable],
    run: (call, invoiceId, id) => recordPayment(call, invoiceId, id),
  }),
]
