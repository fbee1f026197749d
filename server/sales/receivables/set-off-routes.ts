// The endpoints of set-offs between invoices of a customer.
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
import { ledgerContribution } from '#ledger'
import { bookingRefusals as refusals } from '#sales/booking/booking-refusals'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { examineSetOff, getSetOff, listSetOffs, setOffInvoices, takeBackSetOff } from './set-off.ts'

const InvoiceSetOff = named(
  'InvoiceSetOff',
  object({
    id: readOnly({ ...Id, description: 'That of the payment that it is on this invoice' }),
    invoiceId: readOnly(Id),
    invoiceRef: object({
      id: { ...Id, description: 'The other invoice, of the same customer and in the same currency' },
    }),
    date: Type.Optional({ ...DateOnly, description: 'The day of the entries; today if left out' }),
    amount: Type.Optional({
      ...Amount,
      description:
        'In the currency of both invoices, where that is not the accounting currency, instead of sumBaseCurrency; signed as that is',
    }),
    sumBaseCurrency: Type.Optional({
      ...Amount,
      description:
        'In the accounting currency; all that both have if left out. Above zero where it is asked for; in answers below zero on the invoice that it is taken from',
    }),
    journalEntryRef: readOnly(nullable(object({ id: Id }))),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const TakenBackSetOff = named(
  'TakenBackSetOff',
  object({ date: Type.Optional({ ...DateOnly, description: 'The day of the entries; today if left out' }) }),
)

const events = [
  ...(['journal-entry.booked', 'invoice.recorded', 'invoice-payment.created', 'invoice-payment.recorded'] as const),
  ...(['invoice-settlement.created', 'invoice-settlement.recorded', 'invoice.paid', 'account.created'] as const),
]

const { create, list, read, act } = partRows({
  tag: 'Payments',
  scope: 'invoices',
  path: '/companies/{companyId}/invoices/{invoiceId}/set-offs',
  ids: ['invoiceId', 'setOffId'],
  notFound: [invoiceRefusals.invoiceNotFound, refusals.setOffNotFound],
  answer: InvoiceSetOff,
})

export const setOffRows: readonly Row[] = [
  create({
    operationId: 'setOffInvoice',
    summary: 'Set off two invoices of a customer',
    description:
      'Without money: what was paid too much on one invoice, or credited after it was paid, pays another one of the same customer in the same currency. Either of them may be the one in the address. Both get a payment, booked at once on the day over the account of the role setOff (1680), which is left as it was. In another currency than SEK both give the same amount of it, at what the debt stands at, and what the other invoice stands at beside that is an exchange difference. Under the cash method the tax of both is declared with that day.',
    body: InvoiceSetOff,
    events,
    refusals: [
      refusals.noMoneyOnDraft,
      refusals.tooMany,
      refusals.invoiceNotRecorded,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: {
      body: { invoiceRef: { id: '019a9d2c-5a00-7c3e-9b1f-000000000001' }, date: '2026-06-09', sumBaseCurrency: 250 },
    },
    examine: examineSetOff,
    run: setOffInvoices,
  }),
  list({
    operationId: 'listInvoiceSetOffs',
    summary: 'List the set-offs of an invoice',
    description:
      'Newest first; each is a payment of the invoice too. `query` filters on date, sumBaseCurrency and modifiedDateTime.',
    query: pageQuery('date>=2026-01-01&&sumBaseCurrency>10'),
    run: listSetOffs,
  }),
  read({
    operationId: 'getInvoiceSetOff',
    summary: 'Read a set-off',
    description: 'One set-off of the invoice.',
    run: getSetOff,
  }),
  act({
    word: 'reversal',
    operationId: 'reverseInvoiceSetOff',
    summary: 'Take a set-off back',
    description: 'Once, and whole: two payments the other way, booked at once. The answer is the one on this invoice.',
    body: TakenBackSetOff,
    events,
    refusals: [refusals.setOffTakenBack, refusals.tooMany, ledgerContribution.refusals.documentNotBookable],
    example: { body: { date: '2026-06-09' } },
    run: (call, invoiceId, id, body) => takeBackSetOff(call, { invoiceId, id }, body),
  }),
]
