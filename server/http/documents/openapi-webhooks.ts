// The webhooks of the OpenAPI document: a delivery for each kind of event.
import { named, type TSchema } from '#http/bodies/schema'

type Json = Record<string, unknown>

/** A kind of event: what it says, where its resource is read, and the scope that lets a receiver have it. */
type DeliveredKind = { kind: string; sentence: string; at: string; scope: string }

/** What is delivered, as its body is described, and the kinds. */
export type Webhooks = { body: TSchema; kinds: readonly DeliveredKind[] }

/** The names of the parts that all deliveries share, among the components. */
const SHARED = { id: 'DeliveryId', timestamp: 'DeliveryTimestamp', signature: 'DeliverySignature' }
const SCHEMA = 'WebhookMessage'

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
})

/** Headers of a delivery, and what its receiver answers. */
export const webhookComponents = (): { parameters: Json; responses: Json } => ({
  parameters: {
    [SHARED.id]: header(
      'webhook-id',
      'The same each time the delivery is sent',
      '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d',
    ),
    [SHARED.timestamp]: header('webhook-timestamp', 'When it was sent, in seconds since 1970', '1781085600'),
    [SHARED.signature]: header(
      'webhook-signature',
      'One signature, or two while the secret is being changed: `v1,` and HMAC-SHA256 of id, timestamp and body in base64',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  },
  responses: {
    Received: { description: 'The receiver has it; anything else than 2xx, and it is sent again for three days' },
    ReceiverGone: { description: 'The receiver wants no more: the webhook is disabled' },
  },
})

/** The deliveries by their kinds; the schema of the body is named. */
export const webhooksOf = ({ body, kinds }: Webhooks, hoisted: (schema: TSchema) => unknown): Json => {
  const common = hoisted(named(SCHEMA, body))
  return Object.fromEntries(kinds.map((one) => [one.kind, { post: deliveryOf(one, common) }]))
}

const deliveryOf = ({ kind, sentence, at, scope }: DeliveredKind, common: unknown): Json => ({
  operationId: `on${kind.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  summary: kind,
  description: `${sentence} Read it at \`${at}\`.\n\nScope: \`${scope}\``,
  'x-scope': scope,
  security: [],
  parameters: Object.values(SHARED).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { allOf: [common, { type: 'object', properties: { type: { const: kind } } }] } },
    },
  },
  responses: {
    '2XX': { $ref: '#/components/responses/Received' },
    '410': { $ref: '#/components/responses/ReceiverGone' },
  },
})
