// The endpoints of recurring invoices.
import {
  type CompanyRowCall,
  DateOnly,
  DateTime,
  failureProperties,
  Id,
  kindsOf,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  row,
  type Static,
  saying,
  Type,
} from '#http'
import { type Day, isDay, momentText } from '#platform/day'
import { failureOf } from '#platform/sentences'
import { documentBody, InvoiceItemWrite } from '#sales'
import { dismissOccurrence, makeNow, occurrencesOf, previewOf, retryOccurrence } from './making.ts'
import {
  createRecurring,
  deleteRecurring,
  endRecurring,
  examineRecurring,
  getRecurring,
  listRecurring,
  type Occurrence as Made,
  pauseRecurring,
  type Recurring,
  type RecurringBody,
  resumeRecurring,
  updateRecurring,
} from './recurring.ts'
import { recurringFaults as faults, recurringRefusals as refusals } from './refusals.ts'
import { units } from './schedule.rules.ts'

const all = '/companies/{companyId}/recurring-invoices'
const one = `${all}/{recurringInvoiceId}`
const tag = 'Recurring invoices'
const reads = 'invoices:read'
const writes = 'invoices:write'

/** Limits of a schedule, of its price changes, and of a preview. */
const MAX_EVERY = 120
const MAX_TIMES = 1000
const MAX_TERMS_DAYS = 365
const MAX_PRICE_CHANGES = 100
const MAX_PERCENT = 1000
const MAX_PREVIEW = 60
const USUAL_PREVIEW = 12
const MAX_LINE = 1000
const MAX_PRICE = 1_000_000_000

const RecurringSchedule = named(
  'RecurringSchedule',
  object({
    every: Type.Integer({ minimum: 1, maximum: MAX_EVERY, examples: [1] }),
    unit: Type.Enum([...units], { examples: ['months'] }),
    dayOfMonth: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: 31,
          examples: [31],
          description: 'Of months and years; 31 is the last day of each month. That of the first date when left out',
        }),
      ),
    ),
    firstDate: DateOnly,
    lastDate: Type.Optional(nullable(DateOnly)),
    times: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: MAX_TIMES,
          examples: [12],
          description: 'How many dates there are; those that are skipped count',
        }),
      ),
    ),
    invoiced: Type.Optional(
      Type.Enum(['inAdvance', 'inArrears'], {
        default: 'inAdvance',
        description:
          'Which period an invoice is for. Months and years are whole months: in advance those that begin with the month of a date up to the 15th, of a later date with the next month; in arrears those that end just before',
      }),
    ),
  }),
)

const Percent = saying(
  faults.percentDecimals(''),
  Type.Number({ minimum: -100, maximum: MAX_PERCENT, examples: [3.5], description: 'At most two decimals' }),
)
const RecurringPriceChange = named(
  'RecurringPriceChange',
  kindsOf(
    'kind',
    [
      named('RecurringPercentChange', object({ kind: Type.Literal('percent'), fromDate: DateOnly, percent: Percent })),
      named(
        'RecurringNewPrice',
        object({
          kind: Type.Literal('price'),
          fromDate: DateOnly,
          line: Type.Integer({ minimum: 1, maximum: MAX_LINE, examples: [1], description: 'The first line is 1' }),
          unitPrice: Type.Number({ minimum: -MAX_PRICE, maximum: MAX_PRICE, examples: [1250] }),
        }),
      ),
    ],
    {
      description:
        'From a day on: so many percent on all prices that lines have of their own, rounded to öre, or a new price of one line',
      examples: [{ kind: 'percent', fromDate: '2027-01-01', percent: 3.5 }],
    },
  ),
)

const RecurringOccurrence = named(
  'RecurringOccurrence',
  object({
    date: DateOnly,
    outcome: Type.Enum(['none', 'draft', 'published', 'sent']),
    invoiceRef: nullable(object({ id: Id })),
    ...failureProperties('Why it is less than what was asked for; null where all went as it should'),
    madeDateTime: DateTime,
    handledDateTime: nullable({ ...DateTime, description: 'When the failure was marked as dealt with' }),
  }),
)
const { deliveryDate: _, ...invoiceBody } = documentBody

/** A recurring invoice in requests. */
const RecurringInvoiceWrite = named(
  'RecurringInvoiceWrite',
  object({
    id: readOnly(Id),
    customerRef: object({
      id: Id,
      name: readOnly(Type.String({ description: 'Empty when the customer has been removed' })),
    }),
    contactDetailRef: Type.Optional(nullable(object({ id: Type.Optional(nullable(Id)) }))),
    ...invoiceBody,
    paymentTermsDays: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: MAX_TERMS_DAYS,
          examples: [30],
          description: "The customer's terms, or the company's, when left out",
        }),
      ),
    ),
    schedule: RecurringSchedule,
    missed: Type.Optional(
      Type.Enum(['skip', 'make'], {
        default: 'skip',
        description: 'What becomes of dates that pass while it is paused, when it is resumed',
      }),
    ),
    outcome: Type.Optional(
      Type.Enum(['draft', 'published', 'sent'], {
        default: 'draft',
        description: 'What is made: a draft, a published invoice, or one that is also mailed',
      }),
    ),
    language: Type.Optional(
      Type.Enum(['sv', 'en'], { default: 'sv', description: 'The language of the month in the texts of lines' }),
    ),
    priceChanges: Type.Optional(Type.Array(RecurringPriceChange, { maxItems: MAX_PRICE_CHANGES })),
    state: readOnly(Type.Enum(['active', 'paused', 'ended'])),
    nextDate: readOnly(nullable(DateOnly)),
    lastOccurrence: readOnly(nullable(RecurringOccurrence)),
    modifiedDateTime: readOnly(DateTime),
  }),
)

/** A line in responses, as it was sent. */
const RecurringInvoiceLine = named('RecurringInvoiceLine', object({ ...InvoiceItemWrite.properties }))
/** A recurring invoice in responses. */
const RecurringInvoice = named(
  'RecurringInvoice',
  object({ ...RecurringInvoiceWrite.properties, lineItems: Type.Array(RecurringInvoiceLine) }),
)

const RecurringOccurrences = named('RecurringOccurrences', object({ items: Type.Array(RecurringOccurrence) }))

const RecurringPreview = named(
  'RecurringPreview',
  object({
    items: Type.Array(
      object({
        date: DateOnly,
        period: object({ start: DateOnly, end: DateOnly }),
        lines: Type.Array(
          object({
            description: Type.String({ examples: ['Serviceavtal december 2026'] }),
            unitPrice: nullable(Type.Number({ description: 'Null where it is that of the item when it is made' })),
          }),
        ),
      }),
    ),
  }),
)

const shown = (recurring: Recurring): Static<typeof RecurringInvoice> => {
  const { id, invoice, paymentTermsDays, schedule, missed, outcome, language, priceChanges, last } = recurring
  return {
    id,
    ...invoice,
    customerRef: { id: invoice.customerRef.id, name: recurring.customerName ?? '' },
    paymentTermsDays,
    schedule,
    missed,
    outcome,
    language,
    priceChanges: [...priceChanges],
    lastOccurrence: last && shownMade(last),
    state: recurring.state,
    nextDate: recurring.nextDate,
    modifiedDateTime: momentText(recurring.modifiedAt),
  }
}
const shownMade = ({
  invoiceId,
  madeAt,
  handledAt,
  failureSaid,
  ...rest
}: Made): Static<typeof RecurringOccurrence> => ({
  ...rest,
  ...failureOf(rest.failure, failureSaid),
  invoiceRef: invoiceId === null ? null : { id: invoiceId },
  madeDateTime: momentText(madeAt),
  handledDateTime: handledAt && momentText(handledAt),
})

const idOf = ({ recurringInvoiceId = '' }: Readonly<Record<string, string>>): string => recurringInvoiceId

const line = {
  description: 'Serviceavtal {month} {year}',
  itemType: 'salesItem',
  productType: 'services',
  unitType: 'month',
  quantity: 1,
  unitPrice: 1500,
  taxRate: 25,
} as const
/** Its customer does not exist: examples of requests that refer to something get ids filled in. */
const example = {
  customerRef: { id: '019737a1-0000-7000-8000-000000000000' },
  lineItems: [line],
  schedule: { every: 1, unit: 'months', firstDate: '2098-12-01' },
  priceChanges: [{ kind: 'percent', fromDate: '2099-01-01', percent: 3.5 }],
}

const moves = [
  ['pause', 'paused', 'Pause a recurring invoice', 'It makes no invoices until it is resumed.', pauseRecurring],
  [
    ...(['resume', 'resumed', 'Resume a recurring invoice'] as const),
    'It makes invoices again. Dates that passed meanwhile are skipped, or made now, as `missed` says.',
    resumeRecurring,
  ],
  ['end', 'ended', 'End a recurring invoice', 'It makes no more invoices; it cannot be taken up again.', endRecurring],
] as const

/** An invalid date matches no occurrence. */
const dateOf = ({ date = '' }: Readonly<Record<string, string>>): Day => {
  if (!isDay(date)) throw refusals.occurrenceNotFound({ date })
  return date
}

/** The events of the invoice itself. */
const making = ['invoice.created', 'invoice.published', 'invoice.sending'] as const

const deeds = [
  [
    ...(['retry', 'retryRecurringOccurrence', 'Try again what failed of a recurring invoice'] as const),
    'Goes on where it failed: the invoice that was made is published and sent, or made if there is none. What is refused again is told in `failure`.',
    [...making, 'recurring-invoice.made', 'recurring-invoice.failed'],
    retryOccurrence,
  ],
  [
    ...(['dismiss', 'dismissRecurringOccurrence', 'Say that a failed recurring invoice is dealt with'] as const),
    'It is no longer to be done, and is not tried again; the reason is kept.',
    ['recurring-invoice.changed'],
    dismissOccurrence,
  ],
] as const

const { create, list, read, replace, remove } = resourceRows({
  tag,
  scope: 'invoices',
  path: all,
  idName: 'recurringInvoiceId',
  answer: RecurringInvoice,
  shown,
  notFound: refusals.recurringNotFound,
})
const hold = (call: CompanyRowCall, id: string) => getRecurring(call, id, { lock: true })

export const recurringRows: readonly Row[] = [
  create({
    operationId: 'createRecurringInvoice',
    summary: 'Add a recurring invoice',
    description:
      'Lines and references are those of an invoice. A line without a price takes that of its item at the time. In texts of lines `{period}`, `{month}` and `{year}` are filled with the period that the invoice is for. Invoices are made by themselves on the day, in Sweden; one that is made late is dated the day it is made.',
    body: RecurringInvoiceWrite,
    events: ['recurring-invoice.created'],
    refusals: [refusals.tooManyRecurring],
    example: { body: example },
    examine: (call, body) => examineRecurring(call, body),
    run: (call, body) => createRecurring(call, body as RecurringBody),
  }),
  list({
    operationId: 'listRecurringInvoices',
    summary: 'List the recurring invoices',
    description:
      'Newest first. `query` filters on customerId, customerRef (the name of the customer), state, outcome, nextDate and modifiedDateTime.',
    query: pageQuery('state==active'),
    run: listRecurring,
  }),
  read({
    operationId: 'getRecurringInvoice',
    summary: 'Read a recurring invoice',
    description: 'One recurring invoice with its lines, its schedule and its next date.',
    run: (call, id) => getRecurring(call, id),
  }),
  replace({
    operationId: 'updateRecurringInvoice',
    summary: 'Change a recurring invoice',
    description:
      'All that it says is replaced, and holds for what is made from then on. Dates that were made are not made again. `Service-Warning` says so when the next invoice is for days that are invoiced already, or leaves days out.',
    body: RecurringInvoiceWrite,
    events: ['recurring-invoice.changed'],
    refusals: [refusals.recurringEnded],
    example: { body: example },
    examine: (call, body) => examineRecurring(call, body, 'unknown'),
    hold,
    run: (call, id, body) => updateRecurring(call, id, body as RecurringBody),
  }),
  remove({
    operationId: 'deleteRecurringInvoice',
    summary: 'Remove a recurring invoice',
    description: 'Invoices that were made of it stay as they are.',
    events: ['recurring-invoice.deleted'],
    hold,
    run: deleteRecurring,
  }),
  ...moves.map(([name, event, summary, description, run]) =>
    row({
      method: 'POST',
      path: `${one}/${name}`,
      operationId: `${name}RecurringInvoice`,
      tag,
      summary,
      description,
      scope: writes,
      answer: { json: RecurringInvoice },
      tagged: true,
      events: [`recurring-invoice.${event}` as const],
      refusals: [
        refusals.recurringNotFound,
        refusals.recurringEnded,
        ...(name === 'end' ? [] : [refusals.recurringNotActive]),
      ],
      run: (call, { params }) => run(call, idOf(params)).then(shown),
    }),
  ),
  row({
    method: 'POST',
    path: `${one}/make-now`,
    operationId: 'makeRecurringInvoice',
    tag,
    summary: 'Make the next invoice now',
    description:
      'Makes what the next date would have made, with that date, and goes on to the date after it. What is refused on the way is told in `failure`. With `date` nothing is made where another date is next by now.',
    scope: writes,
    queue: 'publishing',
    query: object({
      date: Type.Optional({ ...DateOnly, description: 'Which date it is to be made for, as `nextDate` said' }),
    }),
    answer: { json: RecurringOccurrence },
    events: [...making, 'recurring-invoice.made', 'recurring-invoice.failed'],
    refusals: [refusals.recurringNotFound, refusals.recurringEnded, refusals.recurringNotActive, refusals.overtaken],
    run: (call, { params, query }) => makeNow(call, idOf(params), query.date).then(shownMade),
  }),
  ...deeds.map(([name, operationId, summary, description, events, run]) =>
    row({
      method: 'POST',
      path: `${one}/occurrences/{date}/${name}`,
      operationId,
      tag,
      summary,
      description,
      scope: writes,
      ...(name === 'retry' ? { queue: 'publishing' as const } : {}),
      answer: { json: RecurringOccurrence },
      events: [...events],
      refusals: [refusals.recurringNotFound, refusals.occurrenceNotFound, refusals.occurrenceNotFailed],
      run: (call, { params }) => run(call, { id: idOf(params), date: dateOf(params) }).then(shownMade),
    }),
  ),
  row({
    method: 'GET',
    path: `${one}/occurrences`,
    operationId: 'getRecurringOccurrences',
    tag,
    summary: 'See what was made of a recurring invoice',
    description: 'The latest 200 dates, newest first, with their invoices and what failed.',
    scope: reads,
    answer: { json: RecurringOccurrences },
    refusals: [refusals.recurringNotFound],
    run: async (call, { params }) => ({ items: (await occurrencesOf(call, idOf(params))).map(shownMade) }),
  }),
  row({
    method: 'GET',
    path: `${one}/preview`,
    operationId: 'previewRecurringInvoice',
    tag,
    summary: 'See the next dates of a recurring invoice',
    description: 'The next dates, the period of each, and what the lines say and cost then. Nothing is made.',
    scope: reads,
    query: object({
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PREVIEW, default: USUAL_PREVIEW, examples: [12] })),
    }),
    answer: { json: RecurringPreview },
    refusals: [refusals.recurringNotFound],
    example: { query: { count: '12' } },
    run: async (call, { params, query }) => ({
      items: await previewOf(call, idOf(params), query.count ?? USUAL_PREVIEW),
    }),
  }),
]
