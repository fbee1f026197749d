// The endpoints of holds: customers and invoices without reminders.
import { DateTime, Id, named, nullable, object, pageOf, pageQuery, type Row, row, type Static, Type } from '#http'
import { momentText } from '#platform/day'
import { MAX_REASON } from '#rule/limits'
import { getHold, type Hold, liftHold, listHolds, placeHold } from './hold.ts'
import { reminderRefusals as refusals } from './refusals.ts'

const all = '/companies/{companyId}/reminder-holds'
const one = `${all}/{reminderHoldId}`
const tag = 'Reminders'

const ReminderHold = named(
  'ReminderHold',
  object({
    id: Id,
    customerId: nullable(Id),
    invoiceId: nullable(Id),
    reason: Type.String({ examples: ['Fakturan är bestridd'] }),
    placedBy: Type.String({ examples: ['Anna Andersson'] }),
    modifiedDateTime: DateTime,
  }),
)

const ReminderHoldWrite = named(
  'ReminderHoldWrite',
  object({
    customerId: Type.Optional(nullable({ ...Id, description: 'Nothing of this customer is reminded of' })),
    invoiceId: Type.Optional(nullable({ ...Id, description: 'This invoice alone is not reminded of' })),
    reason: Type.Optional(Type.String({ maxLength: MAX_REASON, examples: ['Fakturan är bestridd'] })),
  }),
)

const shown = ({ placedAt, ...hold }: Hold): Static<typeof ReminderHold> => ({
  ...hold,
  modifiedDateTime: momentText(placedAt),
})

export const holdRows: readonly Row[] = [
  row({
    method: 'POST',
    path: all,
    operationId: 'placeReminderHold',
    tag,
    summary: 'Place a hold on reminders',
    description:
      'Of a customer, or of an invoice such as one that is disputed: no reminders are made, by hand or otherwise.',
    scope: 'invoices:write',
    body: ReminderHoldWrite,
    answer: { json: ReminderHold },
    tagged: true,
    events: ['reminder-hold.placed'],
    refusals: [refusals.alreadyHeld, refusals.tooManyHolds],
    example: { body: { invoiceId: '019737a1-0000-7000-8000-000000000000', reason: 'Fakturan är bestridd' } },
    run: (call, { body }) => placeHold(call, body).then(shown),
  }),
  row({
    method: 'GET',
    path: all,
    operationId: 'listReminderHolds',
    tag,
    summary: 'List the holds on reminders',
    description: 'Newest first. `query` filters on customerId, invoiceId and modifiedDateTime.',
    scope: 'invoices:read',
    query: pageQuery('modifiedDateTime>=2026-01-01T00:00:00Z'),
    answer: { json: pageOf(ReminderHold) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listHolds(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'GET',
    path: one,
    operationId: 'getReminderHold',
    tag,
    summary: 'Read a hold on reminders',
    description: 'Whom it is on, and why.',
    scope: 'invoices:read',
    answer: { json: ReminderHold },
    tagged: true,
    refusals: [refusals.holdNotFound],
    run: (call, { params }) => getHold(call, params.reminderHoldId ?? '').then(shown),
  }),
  row({
    method: 'DELETE',
    path: one,
    operationId: 'liftReminderHold',
    tag,
    summary: 'Lift a hold on reminders',
    description: 'What it was on is reminded of again.',
    scope: 'invoices:write',
    answer: 'nothing',
    current: (call, { params }) => getHold(call, params.reminderHoldId ?? '', { lock: true }).then(shown),
    events: ['reminder-hold.lifted'],
    refusals: [refusals.holdNotFound],
    run: async (call, { params }) => {
      await liftHold(call, params.reminderHoldId ?? '')
      return undefined
    },
  }),
]
