// The endpoints of set-offs between a supplier's invoices and credit notes.
import { Amount, DateOnly, DateTime, Id, named, object, pageOf, pageQuery, type Row, readOnly, row, Type } from '#http'
import { ledgerRefusals } from '#ledger'
import { purchaseBookingRefusals as refusals } from '#purchasing/invoices/booking-refusals'
import { supplierInvoiceRefusals } from '#purchasing/invoices/supplier-invoice-refusals'
import {
  examineSupplierSetOff,
  getSupplierSetOff,
  listSupplierSetOffs,
  setOffSupplierInvoices,
  takeBackSupplierSetOff,
} from './set-off.ts'

const setOffs = '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/set-offs'
const { supplierInvoiceNotFound } = supplierInvoiceRefusals

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

export const supplierSetOffRows: readonly Row[] = [
  row({
    method: 'POST',
    path: setOffs,
    operationId: 'setOffSupplierInvoice',
    tag: 'Supplier invoices',
    summary: 'Set off a supplier invoice against a credit note',
    description:
      'Without money: a credit note of a supplier pays an invoice of the same supplier in the same currency. Either of them may be the one in the address; both are recorded and approved. Both get a payment, booked at once on the day over the account of the role setOff (1680), which is left as it was; under the cash method the tax of both is declared with that day.',
    scope: 'supplier-invoices:write',
    body: SupplierInvoiceSetOff,
    answer: { json: SupplierInvoiceSetOff },
    events,
    refusals: [
      ...[supplierInvoiceNotFound, refusals.supplierInvoiceNotApproved, refusals.supplierInvoiceNotRecorded],
      ...[refusals.tooManySupplierPayments, ledgerRefusals.documentNotBookable],
    ],
    example: {
      body: { supplierInvoiceRef: { id: '019a9d2c-5a00-7c3e-9b1f-000000000001' }, date: '2026-06-09', amount: 250 },
    },
    examine: examineSupplierSetOff,
    run: (call, { params, body }) => setOffSupplierInvoices(call, params.supplierInvoiceId ?? '', body),
  }),
  row({
    method: 'GET',
    path: setOffs,
    operationId: 'listSupplierInvoiceSetOffs',
    tag: 'Supplier invoices',
    summary: 'List the set-offs of a supplier invoice',
    description: 'Newest first; each is a payment of it too. `query` filters on date, amount and modifiedDateTime.',
    scope: 'supplier-invoices:read',
    query: pageQuery('date>=2026-01-01&&amount>10'),
    answer: { json: pageOf(SupplierInvoiceSetOff) },
    refusals: [supplierInvoiceNotFound],
    run: (call, { params, query }) => listSupplierSetOffs(call, params.supplierInvoiceId ?? '', query),
  }),
  row({
    method: 'GET',
    path: `${setOffs}/{setOffId}`,
    operationId: 'getSupplierInvoiceSetOff',
    tag: 'Supplier invoices',
    summary: 'Read a set-off of a supplier invoice',
    description: 'One set-off of the supplier invoice.',
    scope: 'supplier-invoices:read',
    answer: { json: SupplierInvoiceSetOff },
    refusals: [refusals.setOffNotFound],
    run: (call, { params }) => getSupplierSetOff(call, params.supplierInvoiceId ?? '', params.setOffId ?? ''),
  }),
  row({
    method: 'POST',
    path: `${setOffs}/{setOffId}/reversal`,
    operationId: 'reverseSupplierInvoiceSetOff',
    tag: 'Supplier invoices',
    summary: 'Take a set-off of a supplier invoice back',
    description: 'Once, and whole: two payments the other way, booked at once. The answer is the one on this document.',
    scope: 'supplier-invoices:write',
    body: TakenBackSupplierSetOff,
    answer: { json: SupplierInvoiceSetOff },
    events,
    refusals: [
      ...[supplierInvoiceNotFound, refusals.setOffNotFound, refusals.setOffTakenBack],
      ...[refusals.tooManySupplierPayments, ledgerRefusals.documentNotBookable],
    ],
    example: { body: { date: '2026-06-09' } },
    run: (call, { params, body }) =>
      takeBackSupplierSetOff(
        call,
        { supplierInvoiceId: params.supplierInvoiceId ?? '', id: params.setOffId ?? '' },
        body,
      ),
  }),
]
