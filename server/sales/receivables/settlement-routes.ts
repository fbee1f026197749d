// The endpoints of settlements.
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
  Type,
} from '#http'
import { ledgerContribution } from '#ledger'
import { dayFrom } from '#platform/day'
import { bookingRefusals as refusals } from '#sales/booking/booking-refusals'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { apiSettlements, consoleSettlements, vatSchemes } from './settlement.rules.ts'
import {
  type ConsoleSettlement,
  createSettlement,
  deleteSettlement,
  examineSettlement,
  getSettlement,
  listSettlements,
  lockSettlement,
  recordSettlement,
  settleInConsole,
} from './settlement.ts'

const { invoiceNotFound } = invoiceRefusals

const details = object({
  date: DateOnly,
  sumBaseCurrency: {
    ...Amount,
    description: 'Lowers the outstanding amount, in the accounting currency; below zero it raises it',
  },
  vatScheme: Type.Optional(
    Type.Enum([...vatSchemes], {
      description: "How tax is handled on a payment service's fee; required for that type, and only for it",
    }),
  ),
  termsOnInvoice: Type.Optional(
    Type.Boolean({
      description:
        'For cashDiscount only: whether the invoice states the terms of the discount, so that output tax falls as well; when left out true, or, below zero, as the discount was given',
    }),
  ),
})

const around = {
  id: readOnly(Id),
  invoiceId: readOnly(Id),
  invoiceSettlementDetails: details,
  journalEntryRef: readOnly(nullable(object({ id: Id }))),
  modifiedDateTime: readOnly(DateTime),
}

const InvoiceSettlementRead = named(
  'InvoiceSettlementRead',
  object({ ...around, type: Type.Enum([...apiSettlements, ...consoleSettlements]) }),
)
const InvoiceSettlementWrite = named(
  'InvoiceSettlementWrite',
  object({ ...around, type: Type.Enum([...apiSettlements]) }),
)

const DecidedSettlement = named(
  'DecidedSettlement',
  object({
    date: Type.Optional({ ...DateOnly, description: 'The day of the entry; today if left out' }),
    sumBaseCurrency: Type.Optional({
      ...Amount,
      description: 'In the accounting currency; everything outstanding if left out',
    }),
  }),
)

const { create, list, read, remove, act } = partRows({
  tag: 'Settlements',
  scope: 'invoices',
  path: '/companies/{companyId}/invoices/{invoiceId}/settlements',
  ids: ['invoiceId', 'settlementId'],
  notFound: [invoiceNotFound, refusals.settlementNotFound],
  answer: InvoiceSettlementRead,
  tagged: true,
})

export const settlementRows: readonly Row[] = [
  create({
    operationId: 'createInvoiceSettlement',
    summary: 'Add a settlement',
    description:
      'Accounts for money that does not come in: a currency difference (not on an invoice in the accounting currency), a bank fee, the fee of a payment service, which includes its tax when the scheme is domestic, or a cash discount, at most what is outstanding. Below zero it is what a late customer owes in addition to the invoice: reminderFee and lateInterest, without tax. It affects the outstanding amount at once, and is booked when it is recorded. Losses and balance adjustments are made by people, at the endpoints bad-debt and balance-adjustment.',
    body: InvoiceSettlementWrite,
    events: ['invoice-settlement.created', 'invoice.paid'],
    refusals: [refusals.noMoneyOnDraft, refusals.tooMany],
    example: {
      body: {
        type: 'paymentServiceFee',
        invoiceSettlementDetails: { date: '2026-06-09', sumBaseCurrency: 9, vatScheme: 'domestic' },
      },
    },
    examine: examineSettlement,
    run: createSettlement,
  }),
  list({
    operationId: 'listInvoiceSettlements',
    summary: 'List the settlements of an invoice',
    description:
      'Newest first, including those that people have made. `query` filters on date, sumBaseCurrency and modifiedDateTime.',
    query: pageQuery('date>=2026-01-01&&sumBaseCurrency>10'),
    run: listSettlements,
  }),
  read({
    operationId: 'getInvoiceSettlement',
    summary: 'Read a settlement',
    description: 'One settlement of the invoice.',
    run: getSettlement,
  }),
  remove({
    operationId: 'deleteInvoiceSettlement',
    summary: 'Remove a settlement',
    description:
      'Only one that is not recorded yet, that is not the exchange difference of a payment, and that no other settlement, credit note or loss of the invoice relies on.',
    events: ['invoice-settlement.deleted', 'invoice.paid'],
    refusals: [
      refusals.recordedSettlementStays,
      refusals.settlementOfPayment,
      refusals.settlementTakenBack,
      refusals.settlementNeeded,
    ],
    hold: lockSettlement,
    run: deleteSettlement,
  }),
  act({
    word: 'record',
    operationId: 'recordInvoiceSettlement',
    summary: 'Record a settlement',
    description:
      'Books it on its day against the receivable of a recorded invoice, or of one that is booked as it is paid (cash method) against sales and output tax. A currency difference is a loss, or below zero a gain. A cash discount lowers income and output tax for each rate. On the fee of a payment service abroad the company owes the tax itself: 25 percent, which it also deducts.',
    events: ['journal-entry.booked', 'invoice.recorded', 'invoice-settlement.recorded'],
    refusals: [
      refusals.settlementRecorded,
      refusals.invoiceNotRecorded,
      ledgerContribution.refusals.documentNotBookable,
    ],
    run: (call, invoiceId, id) => recordSettlement(call, invoiceId, id),
  }),
  byPeople('bad-debt', 'badDebt', {
    operationId: 'writeOffInvoice',
    summary: 'Write off a bad debt',
    description:
      'Books what is outstanding on an invoice, or a part of it, as a loss (konstaterad kundförlust), with its output tax, at once.',
    refusals: [refusals.lossOfAdvance, refusals.lossBeyondClaim],
  }),
  byPeople('balance-adjustment', 'balanceAdjustment', {
    operationId: 'adjustInvoiceBalance',
    summary: 'Adjust what is outstanding on an invoice',
    description:
      'Books everything that is outstanding, or was overpaid, as an adjustment, at once; a sum below zero raises what is outstanding.',
    refusals: [],
  }),
]

/** A settlement made in the console only: it is booked at once, so there is nothing to record or remove. */
function byPeople(
  word: string,
  type: ConsoleSettlement['type'],
  told: Pick<Row, 'operationId' | 'summary' | 'description' | 'refusals'>,
): Row {
  return row({
    method: 'POST',
    path: `/companies/{companyId}/invoices/{invoiceId}/${word}`,
    tag: 'Settlements',
    by: 'people',
    scope: 'invoices:settle',
    events: [
      ...(['invoice.recorded', 'invoice-settlement.created', 'invoice-settlement.recorded', 'invoice.paid'] as const),
      'journal-entry.booked',
    ],
    body: DecidedSettlement,
    answer: { json: InvoiceSettlementRead },
    tagged: true,
    ...told,
    refusals: [
      invoiceNotFound,
      refusals.noMoneyOnDraft,
      refusals.tooMany,
      refusals.nothingToSettle,
      ...told.refusals,
      refusals.invoiceNotRecorded,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: { body: { date: '2026-06-09', sumBaseCurrency: 50 } },
    run: (call, { params, body: { date, sumBaseCurrency: sum } }) =>
      settleInConsole(call, {
        invoiceId: params.invoiceId ?? '',
        type,
        sum,
        date: date === undefined ? undefined : dayFrom(date),
      }),
  })
}
