// The endpoints of reminders.
import {
  Amount,
  DateOnly,
  DateTime,
  failureProperties,
  Id,
  named,
  nameOfSentence,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  Sentence,
  type Static,
  SumOfAmounts,
  saying,
  Type,
  valuesOfSentence,
} from '#http'
import { type Call, serviceTime } from '#platform/call'
import { addDays, momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { failureOf } from '#platform/sentences'
import { MAX_REASON } from '#rule/limits'
import { MAX_RECIPIENTS, salesContribution, sendingStates } from '#sales'
import type { Claim } from './claim.ts'
import { type DueInvoice, dueStatuses, listOverdue } from './due.ts'
import { holdRows } from './hold-routes.ts'
import { stateOfMailing } from './mailing.ts'
import { reminderFaults as faults, reminderRefusals as refusals } from './refusals.ts'
import {
  cancelReminder,
  getReminder,
  type Reminder as Kept,
  listReminders,
  makeReminder,
  previewReminder,
  sheetOfReminder,
} from './reminder.ts'
import { reminderSettingsRows } from './settings-routes.ts'
import { sheetAnswer } from './sheet.ts'

const all = '/companies/{companyId}/reminders'
const one = `${all}/{reminderId}`
const ofInvoice = '/companies/{companyId}/invoices/{invoiceId}'
const tag = 'Reminders'
const reads = 'invoices:read'
const writes = 'invoices:write'

const MAX_ADDRESS = 254
/** The highest reminder number. */
const MAX_NUMBER = 100

const Percent = (description: string) => Type.Number({ examples: [11.5], description })

const InterestSpan = named(
  'InterestSpan',
  object({
    firstDate: DateOnly,
    lastDate: DateOnly,
    days: Type.Integer({ examples: [30] }),
    unpaidAmount: { ...SumOfAmounts, description: 'What was unpaid on these days, in SEK' },
    rate: Percent('Percent a year; a day is one of 365'),
    referenceRate: nullable(
      Percent('The reference rate in it, 8 percentage points below; null where a rate was agreed on'),
    ),
    isRateKnown: Type.Boolean({
      description: 'False where the rate of the half-year is not entered, and the latest one is taken',
    }),
  }),
)

const claimed = {
  number: Type.Integer({ minimum: 1, examples: [1], description: '1 is the first reminder of the invoice' }),
  date: DateOnly,
  dueDate: { ...DateOnly, description: 'When it is to be paid by now' },
  unpaidAmount: { ...SumOfAmounts, description: 'What is unpaid of the invoice itself, in SEK' },
  fee: { ...Amount, description: 'The fee of this reminder' },
  fees: { ...SumOfAmounts, description: 'All fees that are claimed, with those of earlier reminders' },
  interest: { ...SumOfAmounts, description: 'Late interest up to and with the date, rounded once' },
  totalAmount: { ...SumOfAmounts, description: 'What is to be paid' },
  spans: Type.Array(InterestSpan, { description: 'The days of interest, with what was unpaid and the rate of each' }),
}

const InvoiceRef = object({ id: Id, number: Type.String({ examples: ['1001'] }) })
const CustomerRef = object({ id: nullable(Id), name: Type.String({ examples: ['Kund AB'] }) })

const ReminderPreview = named(
  'ReminderPreview',
  object({
    invoiceRef: InvoiceRef,
    customerRef: CustomerRef,
    invoiceDueDate: DateOnly,
    ...claimed,
    interestFromDate: nullable({
      ...DateOnly,
      description: 'Interest is of the days after it; null where none runs yet',
    }),
    emailAddress: nullable(Type.String({ description: 'Where the customer gets mail; null when nowhere' })),
  }),
)

const Reminder = named(
  'Reminder',
  object({
    id: Id,
    invoiceRef: InvoiceRef,
    customerRef: CustomerRef,
    ...claimed,
    isAutomatic: Type.Boolean({ description: 'Whether it was sent by itself' }),
    madeBy: Type.String({ examples: ['Anna Andersson'] }),
    madeDateTime: DateTime,
    mails: Type.Array(
      object({
        recipient: Type.String({ examples: ['kund@example.com'] }),
        state: Type.Enum([...sendingStates]),
        ...failureProperties('Why it failed, came back or is late'),
      }),
      { description: 'Empty where it was printed' },
    ),
    cancelledDateTime: nullable(DateTime),
    cancelledBy: nullable(Type.String()),
    cancelReason: nullable(Sentence({ description: 'What people wrote, or why the service cancelled it' })),
    cancelReasonName: nameOfSentence('reminder-mail.settled-before'),
    cancelReasonValues: valuesOfSentence,
    modifiedDateTime: DateTime,
  }),
)

const ReminderWrite = named(
  'ReminderWrite',
  object({
    delivery: Type.Enum(['mail', 'none'], { description: 'By mail with its PDF, or none: it is printed' }),
    to: Type.Optional(
      Type.Array(Type.String({ maxLength: MAX_ADDRESS, examples: ['kund@example.com'] }), {
        maxItems: MAX_RECIPIENTS,
        description: "The customer's address when left out",
      }),
    ),
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_NUMBER,
        examples: [1],
        description: 'Which reminder it is to be, as the preview said: where another is next by now, nothing is sent',
      }),
    ),
  }),
)

const ReminderCancellation = named(
  'ReminderCancellation',
  object({
    reason: saying(
      faults.noReason('', { limit: MAX_REASON }),
      Type.String({ minLength: 1, maxLength: MAX_REASON, pattern: '\\S', examples: ['Betalningen hade kommit in'] }),
    ),
  }),
)

const InvoiceToRemind = named(
  'InvoiceToRemind',
  object({
    id: Id,
    number: Type.String({ examples: ['1001'] }),
    customerRef: CustomerRef,
    invoiceDate: DateOnly,
    dueDate: DateOnly,
    daysOverdue: Type.Integer({ examples: [12] }),
    unpaidAmount: SumOfAmounts,
    reminders: Type.Integer({ description: 'How many it has had, without those that were cancelled' }),
    lastReminderDate: nullable(DateOnly),
    lastReminderDueDate: nullable(DateOnly),
    nextDate: nullable({ ...DateOnly, description: 'When the next is due by the settings; null after the last' }),
    status: Type.Enum([...dueStatuses], {
      description: 'due: it is time for the next; waiting: not yet; done: it had all; held, or notBooked: it gets none',
    }),
    holdRef: nullable(object({ id: Id })),
    holdReason: nullable(Type.String()),
    hasAddress: Type.Boolean({ description: 'Whether the customer can be reached by mail' }),
  }),
)

type Counted = Pick<Kept, 'number' | 'date' | 'dueDate' | 'unpaidOre' | 'feeOre' | 'feesOre' | 'interestOre'> & {
  spans: readonly (Omit<Claim['spans'][number], 'unpaidOre'> & { unpaidOre: bigint | string })[]
}

const shownClaim = ({ number, date, dueDate, unpaidOre, feeOre, feesOre, interestOre, spans }: Counted) => ({
  number,
  date,
  dueDate,
  unpaidAmount: numberFromOre(unpaidOre),
  fee: numberFromOre(feeOre),
  fees: numberFromOre(feesOre),
  interest: numberFromOre(interestOre),
  totalAmount: numberFromOre(unpaidOre + feesOre + interestOre),
  spans: spans.map(({ fromDate, toDate, days, unpaidOre: owed, rate, referenceRate, isRateKnown }) => ({
    firstDate: addDays(fromDate, 1),
    lastDate: toDate,
    days,
    unpaidAmount: numberFromOre(BigInt(owed)),
    rate: rate / 100,
    referenceRate: referenceRate === null ? null : referenceRate / 100,
    isRateKnown,
  })),
})

const shownPreview = (claim: Claim): Static<typeof ReminderPreview> => ({
  invoiceRef: { id: claim.invoice.id, number: claim.invoice.number },
  customerRef: { id: claim.invoice.customerId, name: claim.invoice.customerName },
  invoiceDueDate: claim.invoice.dueDate,
  ...shownClaim(claim),
  interestFromDate: claim.interestFrom,
  emailAddress: claim.invoice.email,
})

const shown = (call: Call, kept: Kept): Static<typeof Reminder> => ({
  id: kept.id,
  invoiceRef: { id: kept.invoiceId, number: kept.invoiceNumber },
  customerRef: { id: kept.customerId, name: kept.customerName },
  ...shownClaim(kept),
  isAutomatic: kept.isAutomatic,
  madeBy: kept.madeBy,
  madeDateTime: momentText(kept.madeAt),
  mails: kept.mails.map((mail) => ({
    recipient: mail.recipient,
    state: stateOfMailing(mail, serviceTime(call)),
    ...failureOf(mail.failure, mail.failureSaid),
  })),
  cancelledDateTime: kept.cancelledAt && momentText(kept.cancelledAt),
  cancelledBy: kept.cancelledBy,
  cancelReason: kept.cancelReason,
  cancelReasonName: kept.cancelSaid?.reason ?? null,
  cancelReasonValues: kept.cancelSaid?.values ?? {},
  modifiedDateTime: momentText(kept.modifiedAt),
})

const shownDue = (due: DueInvoice): Static<typeof InvoiceToRemind> => ({
  id: due.id,
  number: due.number,
  customerRef: { id: due.customerId, name: due.customerName },
  invoiceDate: due.date,
  dueDate: due.dueDate,
  daysOverdue: due.daysOverdue,
  unpaidAmount: numberFromOre(due.unpaidOre),
  reminders: due.reminders,
  lastReminderDate: due.lastDate,
  lastReminderDueDate: due.lastDueDate,
  nextDate: due.nextDate,
  status: due.status,
  holdRef: due.holdId === null ? null : { id: due.holdId },
  holdReason: due.holdReason,
  hasAddress: due.hasAddress,
})

/** Why an invoice gets no reminder. */
const notReminded = [
  salesContribution.invoiceRefusals.invoiceNotFound,
  refusals.nothingToRemind,
  refusals.notDue,
  refusals.notInSek,
  refusals.inKronor,
  refusals.notBooked,
  refusals.customerHeld,
  refusals.invoiceHeld,
  refusals.remindedToday,
  refusals.tooManyReminders,
]

const idOf = ({ reminderId = '' }: Readonly<Record<string, string>>): string => reminderId

export const reminderRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/invoices-to-remind',
    operationId: 'listInvoicesToRemind',
    tag,
    summary: 'List the overdue invoices, and their reminders',
    description:
      'Invoices in SEK that are not paid and past their due date, the longest overdue first, and when the next reminder of each is due by the settings. `query` filters on status, invoiceNumber, customerId, customerRef (the name of the customer), dueDate and unpaidAmount.',
    scope: reads,
    query: pageQuery('status==due'),
    answer: { json: pageOf(InvoiceToRemind) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listOverdue(call, query)
      return { ...page, items: page.items.map(shownDue) }
    },
  }),
  row({
    method: 'GET',
    path: `${ofInvoice}/reminder-preview`,
    operationId: 'previewReminder',
    tag,
    summary: 'See what a reminder of an invoice would claim today',
    description:
      'What is unpaid, the fee, and interest for each span of days with one unpaid amount and one rate. Nothing is made. Refused with the reason where the invoice is not to be reminded of.',
    scope: reads,
    answer: { json: ReminderPreview },
    refusals: notReminded,
    run: (call, { params }) => previewReminder(call, params.invoiceId ?? '').then(shownPreview),
  }),
  row({
    method: 'POST',
    path: `${ofInvoice}/reminders`,
    operationId: 'createReminder',
    tag,
    summary: 'Remind of an invoice',
    description:
      'Claims what the preview shows, by mail with a PDF or to be printed. An invoice is reminded of once a day at most, and once with each number, also when several users do it at the same time. Fee and interest are booked when they are paid.',
    scope: writes,
    queue: 'publishing',
    body: ReminderWrite,
    answer: { json: Reminder },
    tagged: true,
    events: ['reminder.created'],
    refusals: [...notReminded, refusals.overtaken, refusals.noMailServer, refusals.tooManyReminderMails],
    example: { body: { delivery: 'none' } },
    run: (call, { params, body }) => makeReminder(call, params.invoiceId ?? '', body).then((made) => shown(call, made)),
  }),
  row({
    method: 'GET',
    path: all,
    operationId: 'listReminders',
    tag,
    summary: 'List the reminders',
    description:
      'Newest first, with those that were cancelled. `query` filters on invoiceId, invoiceNumber, customerId, customerRef (the name of the customer), date, dueDate, state (open or cancelled) and modifiedDateTime.',
    scope: reads,
    query: pageQuery('state==open&&date>=2026-01-01'),
    answer: { json: pageOf(Reminder) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listReminders(call, query)
      return { ...page, items: page.items.map((kept) => shown(call, kept)) }
    },
  }),
  row({
    method: 'GET',
    path: one,
    operationId: 'getReminder',
    tag,
    summary: 'Read a reminder',
    description: 'What it claimed, how its mails went, and whether it was cancelled.',
    scope: reads,
    answer: { json: Reminder },
    tagged: true,
    refusals: [refusals.reminderNotFound],
    run: (call, { params }) => getReminder(call, idOf(params)).then((kept) => shown(call, kept)),
  }),
  row({
    method: 'POST',
    path: `${one}/cancel`,
    operationId: 'cancelReminder',
    tag,
    summary: 'Cancel a reminder',
    description:
      'What it claimed is claimed no longer, and its number is free. Refused once fee or interest of it has been paid. A mail that still waits is withdrawn; one that has gone out is not called back.',
    scope: writes,
    body: ReminderCancellation,
    answer: { json: Reminder },
    tagged: true,
    events: ['reminder.cancelled'],
    refusals: [refusals.reminderNotFound, refusals.alreadyCancelled, refusals.claimPaid],
    example: { body: { reason: 'Betalningen hade kommit in' } },
    run: (call, { params, body }) => cancelReminder(call, idOf(params), body).then((kept) => shown(call, kept)),
  }),
  row({
    method: 'GET',
    path: `${one}/download`,
    operationId: 'downloadReminder',
    tag,
    summary: 'Download a reminder',
    description: 'The PDF that was sent, or that is to be printed.',
    scope: reads,
    answer: { file: ['application/pdf'] },
    refusals: [refusals.reminderNotFound],
    run: async (call, { params }) => sheetAnswer(call, await sheetOfReminder(call, idOf(params))),
  }),
  ...holdRows,
  ...reminderSettingsRows,
]
