// The endpoints of tax reductions.
import { Amount, DateOnly, named, object, type Row, row, Type } from '#http'
import { ledgerContribution } from '#ledger'
import { dayFrom } from '#platform/day'
import { reductionTypes } from '#rule/tax-reductions'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { taxReductionRefusals as refusals } from '#sales/tax-reduction/refusals'
import { taxReductionStatuses } from '#sales/tax-reduction/schema'
import { payTaxReduction, refuseTaxReduction, submitTaxReduction } from './tax-reduction-decision.ts'
import { exportTaxReductions } from './tax-reduction-request.ts'

/** Maximum part number of a file. */
const MAX_PARTS = 1000

const Standing = named(
  'TaxReductionStanding',
  object({
    status: Type.Enum([...taxReductionStatuses]),
    paid: { ...Amount, description: 'What the tax authority has paid' },
    refused: { ...Amount, description: 'What it has refused' },
    unanswered: { ...Amount, description: 'What was submitted, and is neither paid nor refused' },
  }),
)

const ofAnswer = {
  amount: Type.Optional({ ...Amount, description: 'In SEK; all that is unanswered if left out' }),
  date: Type.Optional({ ...DateOnly, description: 'The day of the entry; today if left out' }),
}
const RefusedReduction = named('RefusedTaxReduction', object(ofAnswer))
const PaidReduction = named(
  'PaidTaxReduction',
  object({
    ...ofAnswer,
    bookkeepingAccountNumber: Type.Optional(
      Type.Integer({
        minimum: 1000,
        maximum: 9999,
        examples: [1930],
        description: 'Where it came in; 1930 if left out',
      }),
    ),
  }),
)

const path = '/companies/{companyId}/invoices/{invoiceId}/tax-reduction'

/** Common to all steps: taken by the company's people after the request has left the service. */
const step = {
  method: 'POST',
  tag: 'Invoices',
  by: 'people',
  scope: 'invoices:settle',
  answer: { json: Standing },
} as const
const answered = [
  invoiceRefusals.invoiceNotFound,
  refusals.none,
  refusals.notSubmitted,
  refusals.notRecorded,
  ledgerContribution.refusals.documentNotBookable,
]

const answerIn = (invoiceId = '', { amount, date }: { amount?: number; date?: string }) => ({
  invoiceId,
  ...(amount === undefined ? {} : { amount }),
  ...(date === undefined ? {} : { date: dayFrom(date) }),
})

export const taxReductionRows: readonly Row[] = [
  row({
    ...step,
    path: `${path}/submitted`,
    operationId: 'submitTaxReduction',
    summary: 'Note that a tax reduction was asked for',
    description:
      'All that can be asked for on the invoice has been sent to the tax authority: it is in no later file. An invoice that was paid in two years has cases in the file of each. Say with `amount` what you have asked for: unless that is all, nothing is noted.',
    query: object({
      amount: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1e12,
          examples: [500],
          description: 'The kronor that the cases of the invoice in what you sent ask for; all of them if left out',
        }),
      ),
    }),
    events: ['tax-reduction.submitted', 'invoice.changed'],
    refusals: [
      invoiceRefusals.invoiceNotFound,
      refusals.none,
      refusals.notReady,
      refusals.partOfIt,
      refusals.moreThanAll,
      refusals.unreadableNumbers,
    ],
    run: (call, { params, query: { amount } }) => submitTaxReduction(call, params.invoiceId ?? '', amount),
  }),
  row({
    ...step,
    path: `${path}/paid`,
    operationId: 'payTaxReduction',
    summary: 'Book what the tax authority has paid',
    description: 'Against the claim on the tax authority; under the cash method as income and tax in proportion.',
    body: PaidReduction,
    events: ['tax-reduction.paid', 'invoice.changed', 'journal-entry.booked'],
    refusals: answered,
    example: { body: { date: '2026-06-09', amount: 100 } },
    run: (call, { params: { invoiceId }, body: { bookkeepingAccountNumber: account, ...given } }) =>
      payTaxReduction(call, { ...answerIn(invoiceId, given), ...(account === undefined ? {} : { account }) }),
  }),
  row({
    ...step,
    path: `${path}/refused`,
    operationId: 'refuseTaxReduction',
    summary: 'Book what the tax authority has refused',
    description: 'The customer owes it again.',
    body: RefusedReduction,
    events: ['tax-reduction.refused', 'invoice.changed', 'journal-entry.booked'],
    refusals: answered,
    example: { body: { date: '2026-06-09', amount: 100 } },
    run: (call, { params: { invoiceId }, body }) => refuseTaxReduction(call, answerIn(invoiceId, body)),
  }),
  row({
    method: 'GET',
    path: '/companies/{companyId}/invoices/tax-reductions/export',
    operationId: 'exportTaxReductions',
    tag: 'Invoices',
    summary: "Download the tax authority's request file",
    description:
      'The request for payment of the tax reductions (rot, rut or green) that are readyToSubmit: those whose customer paid between `from` and `to`. It is the XML file that the e-service of Skatteverket reads (schema Begaran 6.0; of green technology Begaran 1.0, one case for each kind of installation): a case for each person, in whole kronor, with personal numbers in clear. A file has one type, one year and at most 100 cases; when there are more, ask for each `part`: the cases of an invoice stand in the same one. Downloading changes nothing: note what you sent as submitted afterwards. What is left is then parted anew, from 1.',
    scope: 'invoices:read',
    query: object({
      type: Type.Optional(
        Type.Enum([...reductionTypes], {
          examples: ['rut'],
          description: 'May be left out when only one of them is waiting',
        }),
      ),
      from: Type.Optional({ ...DateOnly, description: 'The first day of payment; 1 January if left out' }),
      to: Type.Optional({ ...DateOnly, description: 'The last day of payment; 31 December if left out' }),
      part: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PARTS, description: 'Which of the files, from 1' })),
    }),
    answer: { file: 'application/xml' },
    refusals: [refusals.nothingToSubmit, refusals.tooManyCases, refusals.tooManyInvoices, refusals.unreadableNumbers],
    snapshot: true,
    run: (call, { query }) => exportTaxReductions(call, query),
  }),
]
