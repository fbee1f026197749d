// The endpoints of this context.
import {
  DateTime,
  type Follow,
  Id,
  MAX_WAIT_SECONDS,
  named,
  nullable,
  object,
  type Row,
  row,
  type Static,
  Type,
} from '#http'
import { resources } from '#platform/event-kinds'
import { DEFAULT_EVENTS, type EventPage, MAX_EVENTS, readEvents } from './feed.ts'
import { eventRefusals } from './refusals.ts'
import { readerOf } from './resource.ts'

const Event = named(
  'Event',
  object({
    number: Type.Integer({
      minimum: 1,
      description: "Counts the company's events without holes; others may not be yours to read",
    }),
    kind: Type.String({ examples: ['invoice.published'], description: 'A resource, and what became of it' }),
    happenedAt: DateTime,
    actor: object({
      kind: Type.Enum(['token', 'integration', 'user', 'operator']),
      id: Id,
      name: Type.String({ examples: ['Anna Ek'] }),
    }),
    resource: object({
      type: Type.String({ examples: ['invoice'] }),
      id: Type.String({ examples: ['019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'] }),
      path: Type.String({ description: 'Where it is, below the version' }),
    }),
    current: nullable(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description:
          'The resource as it is now, as its own endpoint answers it; null when it is there no more. It may already hold what a later event tells of.',
      }),
    ),
  }),
)

const Events = named(
  'Events',
  object({
    items: Type.Array(Event),
    after: Type.Integer({ minimum: 0, description: 'Where the next request goes on' }),
    hasMore: Type.Boolean({ description: 'Whether there are more by now' }),
  }),
)

const Query = object({
  after: Type.Optional(
    Type.String({
      maxLength: 15,
      examples: ['42'],
      description:
        'The `after` of the answer before; `latest` begins with what happens from now on. Left out: the first event that is kept.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EVENTS, default: DEFAULT_EVENTS })),
  types: Type.Optional(
    Type.String({
      maxLength: 1000,
      examples: ['invoice,customer.changed'],
      description: 'Resources and kinds, with commas between; all when left out',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'How long to wait when there is nothing yet, in seconds',
    }),
  ),
})

type Asked = Parameters<Follow['next']>[0] & { query: Static<typeof Query> }

const follow: Follow<Asked, EventPage> = {
  waitMs: ({ query }) => (query.wait ?? 0) * 1000,
  isEmpty: ({ items, hasMore }) => items.length === 0 && !hasMore,
  from: (input, lastEventId) => ({ ...input, query: { ...input.query, after: lastEventId } }),
  next: (input, { after }) => ({ ...input, query: { ...input.query, after: String(after) } }),
  messages: ({ items }) => items.map((event) => ({ id: String(event.number), data: event })),
  position: ({ after }) => String(after),
}

/** The kinds that are told, each with what it says, for the manual. */
const kindsInWords = (): string =>
  Object.entries(resources)
    .filter(([, resource]) => 'at' in resource)
    .map(([name, { kinds }]) => `\`${name}\`: ${Object.keys(kinds).join(', ')}`)
    .join('; ')

/** The events of a company, about the resources of these endpoints. */
export const eventRows = (rows: readonly Row[]): readonly Row[] => {
  const reader = readerOf(rows)
  return [
    row({
      method: 'GET',
      path: '/companies/{companyId}/events',
      operationId: 'listEvents',
      tag: 'Events',
      summary: 'Follow what happens',
      description: `What has happened, the oldest first, of the resources that the caller's scopes read. Go on with \`after\` of each answer: nothing is missed, and nothing comes out of order. With \`wait\` the request waits until there is something new; with \`Accept: text/event-stream\` events come as server-sent events, and \`Last-Event-ID\` goes on after a break. Events are kept for 90 days; an \`after\` before that is a 410, which says how to begin anew. Resources and their kinds: ${kindsInWords()}.`,
      scope: 'events:read',
      query: Query,
      answer: { json: Events },
      refusals: [eventRefusals.gone],
      follow: follow as unknown as Follow,
      run: (call, { query }) => readEvents(call, query, reader),
    }),
  ]
}
