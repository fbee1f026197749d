// The endpoints for booking supplier invoices: recording, and payments.
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
  row,
  saying,
  Type,
} from '#http'
import { AccountNumber, ledgerContribution, MAX_RATE } from '#ledger'
import { advanceRefusals } from '#purchasing/advances/advance-refusals'
import {
  createSupplierPayment,
  examineSupplierPayment,
  getSupplierPayment,
  listSupplierPayments,
} from '#purchasing/payment'
import { purchaseBookingRefusals as refusals } from './booking-refusals.ts'
import { recordOf } from './purchase.ts'
import { MAX_RECORD_LINES } from './record.rules.ts'
import { examineRecord, recordSupplierInvoice } from './record.ts'
import { shownSupplierInvoice } from './supplier-invoice.ts'
import { supplierInvoiceFaults, supplierInvoiceRefusals } from './supplier-invoice-refusals.ts'
import { SupplierInvoiceGet } from './supplier-invoice-routes.ts'
import { taxRates, vatTreatments } from './vat.rules.ts'

const invoice = '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}'
const { supplierInvoiceNotFound, supplierInvoiceRecorded } = supplierInvoiceRefusals

const MAX_DESCRIPTION_LENGTH = 500

const SupplierInvoiceLine = named(
  'SupplierInvoiceLine',
  object({
    account: AccountNumber({ examples: [6110], description: 'The account that is debited for what was bought' }),
    netAmount: {
      ...Amount,
      description: "Without tax, in the invoice's currency; below zero for a discount and on a credit note",
    },
    taxRate: Type.Optional(
      Type.Enum([...taxRates], { description: 'Percent; 25 when left out, and 0 for exempt purchases' }),
    ),
    taxAmount: Type.Optional({
      ...Amount,
      examples: [250],
      description:
        'The tax that the invoice charges, for domestic purchases; calculated from the net amounts of each rate when left out',
    }),
    vatTreatment: Type.Optional(
      Type.Enum([...vatTreatments], { description: 'Who owes the tax, and why; domestic when left out' }),
    ),
    description: Type.Optional(nullable(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH }))),
  }),
)

const SupplierInvoiceRecord = named(
  'SupplierInvoiceRecord',
  object({
    date: Type.Optional({ ...DateOnly, description: 'The day of the entry; the invoice date when left out' }),
    currencyRate: Type.Optional(
      saying(
        supplierInvoiceFaults.badRate('', { limit: MAX_RATE }),
        Type.Number({
          exclusiveMinimum: 0,
          exclusiveMaximum: MAX_RATE,
          examples: [11.0625],
          description:
            'What one unit of another currency costs in the accounting currency, instead of the rate of the invoice date',
        }),
      ),
    ),
    lines: Type.Array(SupplierInvoiceLine, { minItems: 1, maxItems: MAX_RECORD_LINES }),
  }),
)

const RecordedSupplierInvoice = named(
  'RecordedSupplierInvoice',
  object({
    lines: Type.Array(
      object({
        account: AccountNumber({ examples: [6110] }),
        netAmount: { ...Amount, description: "Without tax, in the invoice's currency" },
        taxRate: Type.Enum([...taxRates], { description: 'Percent; 0 for exempt purchases' }),
        taxAmount: Type.Optional({
          ...Amount,
          description: 'The tax that the invoice charges; left out where the buyer owes it, or there is none',
        }),
        vatTreatment: Type.Enum([...vatTreatments], { description: 'Who owes the tax, and why' }),
        description: nullable(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH })),
      }),
    ),
  }),
)

const SupplierInvoicePayment = named(
  'SupplierInvoicePayment',
  object({
    id: readOnly(Id),
    supplierInvoiceId: readOnly(Id),
    date: DateOnly,
    amount: {
      ...Amount,
      description:
        "What is paid, in the invoice's currency; below zero when it came back, 0 when only a discount is booked; in the accounting currency, exactly the money of a payment takes back what that payment paid, its rounding included",
    },
    cashDiscount: Type.Optional({
      ...Amount,
      examples: [20],
      description:
        'A discount for paying early, in the currency of the invoice: it lowers the debt in addition to the amount and is booked as a discount received (4731); below zero one is taken back',
    }),
    termsOnInvoice: Type.Optional(
      Type.Boolean({
        description:
          'For a cash discount only: whether the invoice states the terms of the discount, so that input tax falls as well; true when left out',
      }),
    ),
    sumBaseCurrency: Type.Optional({
      ...Amount,
      description:
        'What left the account, in the accounting currency; may be left out only for an invoice in the accounting currency',
    }),
    bookkeepingAccountNumber: Type.Optional(
      AccountNumber({
        examples: [1930],
        description: 'A payment account: 19xx, 1580, 1630, 1686, 2018 or 2893; 1930 when left out',
      }),
    ),
    journalEntryRef: readOnly(object({ id: Id })),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const payments = partRows({
  tag: 'Supplier invoices',
  scope: 'supplier-invoices',
  path: `${invoice}/payments`,
  ids: ['supplierInvoiceId', 'paymentId'],
  notFound: [supplierInvoiceNotFound, refusals.supplierPaymentNotFound],
  answer: SupplierInvoicePayment,
  tagged: true,
})

export const supplierInvoiceBookingRows: readonly Row[] = [
  row({
    method: 'POST',
    path: `${invoice}/record`,
    operationId: 'recordSupplierInvoice',
    tag: 'Supplier invoices',
    summary: 'Record a supplier invoice',
    description:
      'Says what was bought, and books it as a debt to the supplier: the accounts of the lines and input tax are debited, with the accounts that the company has for each role. Net amounts and tax add up to the total; in the accounting currency a difference below one krona is rounding. Where the buyer owes the tax (euGoods, euServices, nonEuServices, the domestic reverse charges and import) the invoice charges none: input and output tax are calculated on the net amounts. In a fiscal year under the cash method nothing is booked until it is paid, unless the tax does not wait: an invoice with euGoods or import among its lines, or for 0, is booked at once under both methods. What Customs bills is an invoice for 0, or for the duty: the base it states with vatTreatment import (4545), and the same amount below zero as exempt (4549). An invoice whose lines are all on the account of the role supplierAdvance (1480) is for an advance: its tax is deducted, or declared where the buyer owes it, when it is paid, and it becomes one of the supplier advances; lines below zero on that account deduct advances that were paid before. A recorded invoice stays as it is; the supplier credits what was wrong, or an entry corrects it.',
    scope: 'supplier-invoices:write',
    body: SupplierInvoiceRecord,
    answer: { json: SupplierInvoiceGet },
    tagged: true,
    events: [
      'journal-entry.booked',
      'journal-entry.changed',
      'supplier-invoice.recorded',
      'supplier-invoice.rate-set',
      'supplier-advance.created',
      'supplier-advance.used',
      'account.created',
      'upload.changed',
    ],
    refusals: [supplierInvoiceNotFound, supplierInvoiceRecorded, ledgerContribution.refusals.documentNotBookable],
    example: { body: { lines: [{ account: 6110, netAmount: 10_000, taxRate: 25, description: 'Papper' }] } },
    examine: examineRecord,
    run: async (call, { params, body }) =>
      shownSupplierInvoice(await recordSupplierInvoice(call, params.supplierInvoiceId ?? '', body)),
  }),
  row({
    method: 'GET',
    path: `${invoice}/record`,
    operationId: 'getSupplierInvoiceRecord',
    tag: 'Supplier invoices',
    summary: 'Read how a supplier invoice was recorded',
    description:
      'Its lines, each with its account and how its tax was dealt with: the treatment and the rate, and what the invoice charges where it is domestic. No lines before it is recorded.',
    scope: 'supplier-invoices:read',
    answer: { json: RecordedSupplierInvoice },
    refusals: [supplierInvoiceNotFound],
    run: (call, { params }) => recordOf(call, params.supplierInvoiceId ?? ''),
  }),
  payments.create({
    operationId: 'createSupplierInvoicePayment',
    summary: 'Pay a supplier invoice',
    description:
      'A payment of a recorded and approved invoice, booked at once on its day and never for more than what remains: against the debt of an invoice that is booked, otherwise (cash method) as what was bought, in proportion to what is paid. If its rate differs from that of the invoice, the difference is a currency gain or loss. A booked payment stays; money that comes back is a payment below zero.',
    body: SupplierInvoicePayment,
    events: [
      'journal-entry.booked',
      'journal-entry.changed',
      'supplier-invoice-payment.created',
      'supplier-invoice.paid',
      'upload.changed',
    ],
    refusals: [
      refusals.supplierInvoiceNotApproved,
      refusals.supplierInvoiceNotRecorded,
      refusals.beyondRemaining,
      refusals.discountBeyond,
      advanceRefusals.paymentNeeded,
      advanceRefusals.discountOfAdvance,
      refusals.tooManySupplierPayments,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: { body: { date: '2026-06-09', amount: 100, bookkeepingAccountNumber: 1930 } },
    examine: examineSupplierPayment,
    run: createSupplierPayment,
  }),
  payments.list({
    operationId: 'listSupplierInvoicePayments',
    summary: 'List the payments of a supplier invoice',
    description: 'Newest first. `query` filters on date, amount, sumBaseCurrency and modifiedDateTime.',
    query: pageQuery('date>=2026-01-01&&amount>1000'),
    run: listSupplierPayments,
  }),
  payments.read({
    operationId: 'getSupplierInvoicePayment',
    summary: 'Read a payment of a supplier invoice',
    description: 'One payment of the supplier invoice.',
    run: getSupplierPayment,
  }),
]
