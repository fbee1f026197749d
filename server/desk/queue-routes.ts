// The endpoint of the queue.
import { Proposal } from '#banking'
import { DateOnly, Id, named, object, type Row, row, SumOfAmounts, Type } from '#http'
import { MAX_CURSOR_LENGTH } from '#platform/page'
import { DEFAULT_QUEUE_SIZE, MAX_QUEUE_SIZE, MOST_OF_KIND, queueKinds, readQueue } from './queue.ts'

const kind = Type.Enum(Object.keys(queueKinds) as (keyof typeof queueKinds)[])

const QueueProposal = object(Proposal.properties, {
  description: 'Of a bank transaction: what it is most probably for, as its match takes it',
})

const QueueItem = named(
  'QueueItem',
  object({
    kind,
    id: Type.String({
      description: 'Of what it is about; of VAT the first day of the period',
      examples: ['019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'],
    }),
    name: Type.String({
      description: 'Who or what it is about; empty where it concerns no named party',
      examples: ['Kund AB'],
    }),
    number: Type.Optional(
      Type.String({ description: 'Of a document; drafts have none, nor has a transaction', examples: ['1024'] }),
    ),
    documentType: Type.Optional(
      Type.Enum(['invoice', 'creditNote'], { description: 'Of what is sold: which of both it is' }),
    ),
    statementId: Type.Optional({ ...Id, description: 'Of a bank transaction: the statement in its address' }),
    amount: Type.Optional({ ...SumOfAmounts, description: 'In the currency of what it is about' }),
    currency: Type.String({ examples: ['SEK'] }),
    date: { ...DateOnly, description: 'By which day it is to be done, or since which it waits' },
    from: Type.Optional({ ...DateOnly, description: 'The first day of a period' }),
    to: Type.Optional({ ...DateOnly, description: 'The last day of a period' }),
    isOverdue: Type.Boolean(),
    isRemindable: Type.Optional(
      Type.Boolean({
        description:
          'Of an unpaid invoice: false if it or the books are in another currency than kronor, so that the service does not remind of it',
      }),
    ),
    proposal: Type.Optional(QueueProposal),
  }),
)

const description = [
  'Worked out from the books, the longest due first: bank transactions to match, each with the best proposal and its',
  'reason, uploads without an entry, supplier invoices to approve and to pay, invoices to record, overdue ones that can be reminded of now and whose payment is not among the bank transactions,',
  'what is paid of invoices and not recorded under the cash method,',
  'drafts untouched for a week, invoices with a line that looks like food at a rate that food does not have, mails that did not arrive in the last 30 days, payments to sign, VAT to report, fiscal years to close, income tax',
  'returns and annual reports within 90 days of their last day, until they are noted as handed in.',
  `\`counts\` are of all kinds; ${MOST_OF_KIND} of each are looked at. \`nextCursor\` is there when more follows.`,
].join(' ')

export const queueRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/queue',
    operationId: 'readQueue',
    tag: 'Queue',
    summary: 'Read what is to be done in a company',
    description,
    by: 'people',
    scope: 'queue:read',
    query: object({
      kind: Type.Optional(kind),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_QUEUE_SIZE, default: DEFAULT_QUEUE_SIZE })),
      cursor: Type.Optional(Type.String({ default: '', maxLength: MAX_CURSOR_LENGTH })),
    }),
    answer: {
      json: named(
        'Queue',
        object({
          nextCursor: Type.Optional(Type.String({ examples: ['TlBxN0hLMlExNw'] })),
          counts: Type.Array(object({ kind, count: Type.Integer({ minimum: 1, examples: [41] }) })),
          items: Type.Array(QueueItem),
        }),
      ),
    },
    snapshot: true,
    refusals: [],
    run: (call, { query }) => readQueue(call, query),
  }),
]
