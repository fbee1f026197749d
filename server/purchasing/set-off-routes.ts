// The endpoints of set-offs between a supplier's invoices and credit notes.
import { Amount, DateOnly, DateTime, Id, named, object, pageQuery, partRows, type Row, readOnly, Type } from '#http'
import { ledgerContribution } from '#ledger'
import { advanceRefusals } from '#purchasing/advances/advance-refusals'
import { purchaseBookingRefusals as refusals } from '#purchasing/invoices/booking-refusals'
import { supplierInvoiceRefusals } from '#purchasing/invoices/supplier-invoice-refusals'
import {
  examineSupplierSetOff,
  getSupplierSetOff,
  listSupplierSetOffs,
  setOffSupplierInvoices,
  takeBackSupplierSetOff,
} from './set-off.ts'

const SupplierInvoiceSetOff = named(
  'SupplierInvoiceSetOff',
  object({
    id: readOnly({ ...Id, description: 'That of the payment that it is on this document' }),
    supplierInvoiceId: readOnly(Id),
    supplierInvoiceRef: object({
      id: {
        ...Id,
        description: 'The other one, of the same supplier: a credit note, or the invoice where this is one',
      },
    }),
    date: Type.Optional({ ...DateOnly, description: 'The day of the entries; today if left out' }),
    amount: Type.Optional({
      ...Amount,
      description:
        "In the documents' currency; all that both have if left out. Above zero where it is asked for; in answers below zero on the credit note",
    }),
    journalEntryRef: readOnly(object({ id: Id })),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const TakenBackSupplierSetOff = named(
  'TakenBackSupplierSetOff',
  object({ date: Type.Optional({ ...DateOnly, description: 'The day of the entries; today if left out' }) }),
)

const events = [
  ...(['journal-entry.booked', 'journal-entry.changed', 'supplier-invoice-payment.created'] as const),
  ...(['supplier-invoice.paid', 'upload.changed', 'account.created'] as const),
]

const { create, list, read, act } = partRows({
  tag: 'Supplier invoices',
  scope: 'supplier-invoices',
  path: '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/set-offs',
  ids: ['supplierInvoiceId', 'setOffId'],
  notFound: [supplierInvoiceRefusals.supplierInvoiceNotFound, refusals.setOffNotFound],
  answer: SupplierInvoiceSetOff,
})

export const supplierSetOffRows: readonly Row[] = [
  create({
    operationId: 'setOffSupplierInvoice',
    summary: 'Set off a supplier invoice against a credit note',
    description:
      'Without money: a credit note of a supplier pays an invoice of the same supplier in the same currency. Either of them may be the one in the address; both are recorded and approved. Both get a payment, booked at once on the day over the account of the role setOff (1680), which is left as it was; under the cash method the tax of both is declared with that day.',
    body: SupplierInvoiceSetOff,
    events,
    refusals: [
      refusals.supplierInvoiceNotApproved,
      refusals.supplierInvoiceNotRecorded,
      refusals.tooManySupplierPayments,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: {
      body: { supplierInvoiceRef: { id: '019a9d2c-5a00-7c3e-9b1f-000000000001' }, date: '2026-06-09', amount: 250 },
    },
    examine: examineSupplierSetOff,
    run: setOffSupplierInvoices,
  }),
  list({
    operationId: 'listSupplierInvoiceSetOffs',
    summary: 'List the set-offs of a supplier invoice',
    description: 'Newest first; each is a payment of it too. `query` filters on date, amount and modifiedDateTime.',
    query: pageQuery('date>=2026-01-01&&amount>10'),
    run: listSupplierSetOffs,
  }),
  read({
    operationId: 'getSupplierInvoiceSetOff',
    summary: 'Read a set-off of a supplier invoice',
    description: 'One set-off of the supplier invoice.',
    run: getSupplierSetOff,
  }),
  act({
    word: 'reversal',
    operationId: 'reverseSupplierInvoiceSetOff',
    summary: 'Take a set-off of a supplier invoice back',
    description: 'Once, and whole: two payments the other way, booked at once. The answer is the one on this document.',
    body: TakenBackSupplierSetOff,
    events,
    refusals: [
      refusals.setOffTakenBack,
      advanceRefusals.paymentNeeded,
      refusals.tooManySupplierPayments,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: { body: { date: '2026-06-09' } },
    run: (call, supplierInvoiceId, id, body) => takeBackSupplierSetOff(call, { supplierInvoiceId, id }, body),
  }),
]
