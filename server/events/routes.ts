// The endpoints of this context.
import {
  type AgencyCall,
  agencyRow,
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
import { placeOf, type Whose } from '#platform/event-places'
import { type AgencyEventPage, clientsOf, readAgencyEvents } from './agency-feed.ts'
import { DEFAULT_EVENTS, type EventPage, MAX_EVENTS, readEvents } from './feed.ts'
import { eventRefusals } from './refusals.ts'
import { readerOf } from './resource.ts'

const eventParts = {
  number: Type.Integer({
    minimum: 1,
    description: 'Numbers the events without gaps; you may lack the right to read some of them',
  }),
  kind: Type.String({ examples: ['invoice.published'], description: 'A resource, and what happened to it' }),
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
        'The resource as it is now, as its own endpoint shows it; null when it no longer exists. It may already show what a later event reports.',
    }),
  ),
}

const Event = named('Event', object(eventParts))

const hasMore = Type.Boolean({ description: 'Whether there are more already' })

const Events = named(
  'Events',
  object({
    items: Type.Array(Event),
    after: Type.Integer({ minimum: 0, description: 'Where the next request goes on' }),
    hasMore,
  }),
)

const AgencyEvent = named(
  'AgencyEvent',
  object({
    ...eventParts,
    companyId: nullable({ ...Id, description: 'The client company where it happened; null: at the agency itself' }),
    cursor: Type.String({ description: 'Where to go on after this event' }),
  }),
)

const AgencyEvents = named(
  'AgencyEvents',
  object({
    items: Type.Array(AgencyEvent),
    after: Type.String({ description: 'Where the next request goes on' }),
    hasMore,
  }),
)

const shared = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EVENTS, default: DEFAULT_EVENTS })),
  types: Type.Optional(
    Type.String({
      maxLength: 1000,
      examples: ['invoice,customer.changed'],
      description: 'Resources and kinds, separated by commas; all when left out',
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
}

const AFTER =
  'The `after` of the previous answer; `latest` begins with what happens from now on. Left out: begins with the first event that is kept.'
const Query = object({
  after: Type.Optional(Type.String({ maxLength: 15, examples: ['42'], description: AFTER })),
  ...shared,
})
const MAX_CURSOR_LENGTH = 100
const AgencyQuery = object({
  after: Type.Optional(Type.String({ maxLength: MAX_CURSOR_LENGTH, examples: ['latest'], description: AFTER })),
  ...shared,
})

type Asked = Parameters<Follow['next']>[0] & { query: Static<typeof Query> }
type Page = EventPage | AgencyEventPage

const follow: Follow<Asked, Page> = {
  waitMs: ({ query }) => (query.wait ?? 0) * 1000,
  isEmpty: ({ items, hasMore }) => items.length === 0 && !hasMore,
  from: (input, lastEventId) => ({ ...input, query: { ...input.query, after: lastEventId } }),
  next: (input, { after }) => ({ ...input, query: { ...input.query, after: String(after) } }),
  messages: ({ items }) =>
    items.map((event) => ({ id: 'cursor' in event ? event.cursor : String(event.number), data: event })),
  position: ({ after }) => String(after),
}

/** The kinds with their descriptions, for the manual. */
const kindsInWords = (whose: Whose): string =>
  Object.entries(resources)
    .filter(([, resource]) => placeOf(resource, whose) !== null)
    .map(([name, { kinds }]) => `\`${name}\`: ${Object.keys(kinds).join(', ')}`)
    .join('; ')

const HOW =
  'Go on with the `after` of each answer: nothing is missed, and nothing comes out of order. With `wait` the request waits until there is something new; with `Accept: text/event-stream` events come as server-sent events, and `Last-Event-ID` resumes after a break. Events are kept for 90 days; an older `after` gets a 410 that says how to start again.'

/** The endpoints of events of companies and agencies, about the resources of these rows. */
export const eventRows = (rows: readonly Row[]): readonly Row[] => {
  const readers = { company: readerOf(rows, 'company'), agency: readerOf(rows, 'agency') }
  return [
    row({
      method: 'GET',
      path: '/companies/{companyId}/events',
      operationId: 'listEvents',
      tag: 'Events',
      summary: 'Follow what happens',
      description: `What has happened to the resources that the caller's scopes can read, oldest first. ${HOW} Resources and their kinds: ${kindsInWords('company')}.`,
      scope: 'events:read',
      query: Query,
      answer: { json: Events },
      refusals: [eventRefusals.gone],
      follow: follow as unknown as Follow,
      run: (call, { query }) => readEvents(call, query, readers.company),
    }),
    agencyRow({
      method: 'GET',
      path: '/agencies/{agencyId}/events',
      operationId: 'listAgencyEvents',
      tag: 'Events',
      summary: 'Follow what happens in all client companies',
      description: `What has happened in the agency's client companies and at the agency itself, in one order. Of a client company the caller sees what its own feed would show, which takes \`events:read\`; a general token sees none of it. ${HOW} Resources of the agency itself and their kinds: ${kindsInWords('agency')}.`,
      scope: 'agency-events:read',
      query: AgencyQuery,
      answer: { json: AgencyEvents },
      refusals: [eventRefusals.gone],
      follow: { ...(follow as unknown as Follow), hears: (call) => clientsOf(call as AgencyCall) },
      run: (call, { query }) => readAgencyEvents(call, query, readers),
    }),
  ]
}
