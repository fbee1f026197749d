// The endpoints of webhooks.
import {
  type CompanyRowCall,
  DateTime,
  httpContribution,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  row,
  saying,
  Type,
} from '#http'
import { momentText } from '#platform/day'
import type { Kind } from '#platform/event-kinds'
import { toldKinds } from '#platform/event-places'
import {
  type Delivery,
  deliveryStates,
  listDeliveries,
  MAX_REDELIVERED,
  readDelivery,
  redeliver,
  redeliverRange,
} from './delivery.ts'
import { webhookFaults as faults, webhookRefusals as refusals } from './refusals.ts'
import { MAX_URL, MAX_WEBHOOKS, TEST_KIND } from './subscription.rules.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateSecret,
  testWebhook,
  type Webhook as WebhookRecord,
} from './subscription.ts'

const path = '/companies/{companyId}/webhooks'
const one = `${path}/{webhookId}`
const tag = 'Webhooks'

const KINDS = [...toldKinds.company.keys()]
const KindOfEvent = Type.Enum(KINDS, { examples: ['invoice.published'] })

const url = saying(
  faults.urlTooLong('', { limit: MAX_URL }),
  Type.String({
    maxLength: MAX_URL,
    examples: ['https://example.com/hooks/grundbok'],
    description: 'Where deliveries are sent: a public address, by https',
  }),
)

const kinds = Type.Array(KindOfEvent, {
  maxItems: KINDS.length,
  description: 'The events it is told of; empty: everything that its scopes let it read',
})

/** The state of a webhook. */
const notifications = {
  disabledBecause: readOnly(
    nullable(
      Type.Enum(['failing', 'gone', 'no-access'], {
        description: 'Why it was switched off, unless a user switched it off',
      }),
    ),
  ),
  madeBy: readOnly(Type.String({ examples: ['Karin Ek'], description: 'The integration, private token or person' })),
  lastEventNumber: readOnly(Type.Integer({ description: 'The number of the last event that was looked at' })),
  failingSinceDateTime: readOnly(nullable(DateTime)),
  createdDateTime: readOnly(DateTime),
  modifiedDateTime: readOnly(DateTime),
}

/** Properties that change with every event of the company, and with the availability of the receiver. */
const passing = ['lastEventNumber', 'failingSinceDateTime'] as const

/** The displayed properties of a webhook. */
export const webhook = { id: Id, url, kinds, isActive: Type.Boolean(), ...notifications }
const Webhook = named('Webhook', object(webhook))
const Secret = Type.String({ examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] })

const Form = named(
  'WebhookForm',
  object({
    id: readOnly(Id),
    url,
    kinds: Type.Optional(kinds),
    isActive: Type.Optional(Type.Boolean()),
    ...notifications,
    secret: readOnly(Secret),
  }),
)

/** The displayed properties of a delivery, besides its contents. */
export const deliveryFacts = {
  id: Type.String({ description: 'The webhook-id header of each attempt', format: 'uuid' }),
  kind: Type.Enum([...KINDS, TEST_KIND]),
  eventNumber: nullable(Type.Integer()),
  state: Type.Enum([...deliveryStates]),
  attempts: Type.Integer(),
  createdDateTime: DateTime,
  lastAttemptDateTime: nullable(DateTime),
  deliveredDateTime: nullable(DateTime),
  status: nullable(Type.Integer({ description: 'What the receiver answered' })),
  durationMs: nullable(Type.Integer()),
  answer: nullable(Type.String({ description: 'The beginning of what the receiver answered' })),
  error: nullable(Type.String()),
}

const DeliveryShown = named(
  'WebhookDelivery',
  object({ ...deliveryFacts, body: Type.String({ description: 'As it is sent and signed' }) }),
)

export const webhookShown = ({ ownerName, position, failingSince, createdAt, changedAt, ...rest }: WebhookRecord) => {
  const { id, url, kinds, isActive, disabledBecause } = rest
  return {
    id,
    url,
    kinds,
    isActive,
    disabledBecause,
    madeBy: ownerName,
    lastEventNumber: Number(position),
    failingSinceDateTime: failingSince && momentText(failingSince),
    createdDateTime: momentText(createdAt),
    modifiedDateTime: momentText(changedAt),
  }
}

const deliveryShown = ({ body, ...rest }: Delivery) => ({ ...deliveryFactsShown(rest), body })

export const deliveryFactsShown = (delivery: Omit<Delivery, 'body'>) => {
  const { createdAt, lastAttemptAt, deliveredAt, eventNumber, ...rest } = delivery
  const { id, kind, state, attempts, status, durationMs, answer, error } = rest
  return {
    id,
    kind,
    eventNumber: eventNumber === null ? null : Number(eventNumber),
    state,
    attempts,
    createdDateTime: momentText(createdAt),
    lastAttemptDateTime: lastAttemptAt && momentText(lastAttemptAt),
    deliveredDateTime: deliveredAt && momentText(deliveredAt),
    status,
    durationMs,
    answer,
    error,
  }
}

const formOf = ({ url, kinds = [], isActive = true }: { url: string; kinds?: Kind[]; isActive?: boolean }) => ({
  url,
  kinds: [...new Set(kinds)],
  isActive,
})

const example = { body: { url: 'https://example.com/hooks/grundbok', kinds: ['invoice.published', 'invoice.paid'] } }

const { list, read, replace, remove } = resourceRows({
  tag,
  scope: 'webhooks',
  path,
  idName: 'webhookId',
  passing,
  answer: Webhook,
  shown: webhookShown,
  notFound: refusals.webhookNotFound,
})
const hold = (call: CompanyRowCall, id: string) => readWebhook(call, id, { lock: true })

const subscriptions: readonly Row[] = [
  list({
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description:
      "Newest first. A token sees those that it, or its integration, has made; a person sees all of the company's. `query` filters on url and modifiedDateTime.",
    query: pageQuery('url~example.com'),
    run: listWebhooks,
  }),
  row({
    method: 'POST',
    path,
    operationId: 'createWebhook',
    tag,
    summary: 'Add a webhook',
    description: `It is told of what happens from now on. The answer is the only place where its secret can be read. At most ${MAX_WEBHOOKS} for each integration or private token, and as many made by people.`,
    scope: 'webhooks:write',
    body: Form,
    answer: { json: named('NewWebhook', object({ ...webhook, secret: Secret })) },
    events: ['webhook.created'],
    untried: httpContribution.refusals.untriedSecret,
    refusals: [refusals.tooManyWebhooks],
    example,
    run: async (call, { body }) => {
      const { secret, ...made } = await createWebhook(call, formOf(body))
      return { ...webhookShown(made), secret }
    },
  }),
  read({
    operationId: 'getWebhook',
    summary: 'Read a webhook',
    description: 'All of it except its secret, which only the answer that created it shows.',
    run: (call, id) => readWebhook(call, id),
  }),
  replace({
    operationId: 'changeWebhook',
    summary: 'Change a webhook, or switch it on or off',
    description:
      'When it is switched on again, it goes on where it was, with what has happened since: events are kept for 90 days.',
    body: Form,
    events: ['webhook.changed'],
    example,
    hold,
    run: (call, id, body) => changeWebhook(call, { id, form: formOf(body) }),
  }),
  remove({
    operationId: 'deleteWebhook',
    summary: 'Remove a webhook and its deliveries',
    description: 'A delivery that is being sent at that moment still arrives.',
    events: ['webhook.deleted'],
    hold,
    run: deleteWebhook,
  }),
]

const deliveries: readonly Row[] = [
  row({
    method: 'POST',
    path: `${one}/rotate-secret`,
    operationId: 'rotateWebhookSecret',
    tag,
    summary: 'Give a webhook a new secret',
    description: 'The previous one signs too for a day: deliveries then have two signatures.',
    scope: 'webhooks:write',
    answer: { json: named('WebhookSecret', object({ secret: Secret, earlierUntilDateTime: DateTime })) },
    events: ['webhook.secret-rotated'],
    untried: httpContribution.refusals.untriedSecret,
    refusals: [refusals.webhookNotFound],
    run: async (call, { params }) => {
      const { secret, earlierUntil } = await rotateSecret(call, params.webhookId ?? '')
      return { secret, earlierUntilDateTime: momentText(earlierUntil) }
    },
  }),
  row({
    method: 'POST',
    path: `${one}/test`,
    operationId: 'testWebhook',
    tag,
    summary: 'Send a test',
    description: `A delivery of the kind \`${TEST_KIND}\`. The log of deliveries soon shows what became of it.`,
    scope: 'webhooks:write',
    answer: { json: DeliveryShown },
    events: ['webhook.tested'],
    refusals: [refusals.webhookNotFound, refusals.notActive],
    run: async (call, { params: { webhookId = '' } }) =>
      deliveryShown(await readDelivery(call, webhookId, await testWebhook(call, webhookId))),
  }),
  row({
    method: 'GET',
    path: `${one}/deliveries`,
    operationId: 'listWebhookDeliveries',
    tag,
    summary: 'List the deliveries of a webhook',
    description: 'Newest first, kept for 30 days. `query` filters on state, kind and createdDateTime.',
    scope: 'webhooks:read',
    query: pageQuery('state==failed'),
    answer: { json: pageOf(DeliveryShown) },
    refusals: [refusals.webhookNotFound],
    run: async (call, { params, query }) => {
      const page = await listDeliveries(call, params.webhookId ?? '', query)
      return { ...page, items: page.items.map(deliveryShown) }
    },
  }),
  row({
    method: 'GET',
    path: `${one}/deliveries/{deliveryId}`,
    operationId: 'getWebhookDelivery',
    tag,
    summary: 'Read a delivery',
    description: 'With what the receiver answered last.',
    scope: 'webhooks:read',
    answer: { json: DeliveryShown },
    tagged: true,
    refusals: [refusals.webhookNotFound, refusals.deliveryNotFound],
    run: async (call, { params: { webhookId = '', deliveryId = '' } }) =>
      deliveryShown(await readDelivery(call, webhookId, deliveryId)),
  }),
  row({
    method: 'POST',
    path: `${one}/deliveries/{deliveryId}/redeliver`,
    operationId: 'redeliverWebhookDelivery',
    tag,
    summary: 'Send a delivery again',
    description:
      'The same body under the same id, even if the data has changed since, with its full number of attempts.',
    scope: 'webhooks:write',
    answer: { json: DeliveryShown },
    events: ['webhook.redelivered'],
    refusals: [refusals.webhookNotFound, refusals.deliveryNotFound, refusals.onItsWay, refusals.notActive],
    run: async (call, { params: { webhookId = '', deliveryId = '' } }) => {
      await redeliver(call, webhookId, deliveryId)
      return deliveryShown(await readDelivery(call, webhookId, deliveryId))
    },
  }),
  row({
    method: 'POST',
    path: `${one}/redeliver`,
    operationId: 'redeliverWebhookDeliveries',
    tag,
    summary: 'Send a range of deliveries again',
    description: `Those made from one moment until another, oldest first, at most ${MAX_REDELIVERED}. \`states\` narrows them; \`failed\` only when left out.`,
    scope: 'webhooks:write',
    body: named(
      'WebhookRedelivery',
      object({
        createdFrom: DateTime,
        createdTo: DateTime,
        states: Type.Optional(Type.Array(Type.Enum(['delivered', 'failed']), { minItems: 1, maxItems: 2 })),
      }),
    ),
    answer: { json: named('WebhookRedelivered', object({ count: Type.Integer() })) },
    events: ['webhook.redelivered'],
    refusals: [refusals.webhookNotFound, refusals.notActive],
    example: { body: { createdFrom: '2026-06-01T00:00:00Z', createdTo: '2026-07-01T00:00:00Z' } },
    run: async (call, { params, body }) => {
      const { createdFrom, createdTo, states = ['failed'] } = body
      const range = { createdFrom: new Date(createdFrom), createdTo: new Date(createdTo), states }
      return { count: await redeliverRange(call, params.webhookId ?? '', range) }
    },
  }),
]

export const webhookRows: readonly Row[] = [...subscriptions, ...deliveries]
