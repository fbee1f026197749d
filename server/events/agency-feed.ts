// The feed of an agency: the events of its client companies and its own, in one order. The order is a list of spans of
// event numbers per tenant; readers extend it, so that writers need not know of it.
import { createHash } from 'node:crypto'
import type { AgencyCall, OwnRights } from '#http'
import { programIdOf } from '#platform/call'
import { databaseAt } from '#platform/db'
import type { Kind } from '#platform/event-kinds'
import { type EventRow, type EventSpan, eventsWithin } from '#platform/event-log'
import { invalidWith } from '#platform/refusal'
import { sql } from '#platform/sql'
import { keptFrom } from './agency-order.ts'
import { askedOf, DEFAULT_EVENTS, type Event, type EventRequest, type Found, kindsFor, show } from './feed.ts'
import { eventFaults, eventRefusals } from './refusals.ts'
import type { Reader } from './resource.ts'

/** `companyId` is null for events of the agency itself. `cursor` is the position after the event. */
type AgencyEvent = Event & { companyId: string | null; cursor: string }

/** `after` is the cursor of the next request. */
export type AgencyEventPage = { items: AgencyEvent[]; after: string; hasMore: boolean }

/** Read the resources of companies' events, and of the agency's own. */
type Readers = { company: Reader; agency: Reader }

/** Most spans that are considered for one answer. */
const MOST_SPANS = 500
/** Most events that are searched for one answer, besides those of its last span. */
const MOST_LOOKED_AT = 10_000

/** The scope that the caller needs in a client to see its events, as for the client's own feed. */
const FEED_SCOPE = 'events:read'

/** The events after a cursor, in the order of the agency; only those that the caller may read. */
export const readAgencyEvents = async (
  call: AgencyCall,
  { after, limit = DEFAULT_EVENTS, types }: EventRequest,
  readers: Readers,
): Promise<AgencyEventPage> => {
  const { db, agencyId } = call
  const asked = askedOf(types)
  const from = positionOf(agencyId, after)
  await db.rows(sql`select events.note_news(${agencyId})`, 'note-news-of-agency')
  const { last, first, spans } = await spansAfter(call, from)
  const cursor = (position: number) => cursorOf(agencyId, position)
  if (from === 'latest') return { items: [], after: cursor(last), hasMore: false }
  const isGone = from !== null && (from < first - 1 || spans.some((span) => span.first < span.toldFrom))
  const gone = () => eventRefusals.gone({ after: after ?? '', last: cursor(last) })
  if (isGone) throw gone()
  // A position beyond the end is from another copy of the data.
  if (from !== null && from > last) throw invalidWith([eventFaults.badCursor('after')])
  const looked = lookedAt(spans)
  const rights = await rightsFor(call, looked)
  const found = await eventsOf(call, { spans: looked, rights, asked, readers, limit: limit + 1 })
  // Events that were deleted since the spans were read are missing here.
  if (from !== null && (await isForgotten(call, looked))) throw gone()
  const shown = found.slice(0, limit)
  const isWhole = looked.length === spans.length && spans.length < MOST_SPANS
  const end = found.length > limit ? shown.at(-1)?.position : isWhole ? last : looked.at(-1)?.upto
  const items = (await show(shown)).map((event, index) => ({
    ...event,
    companyId: shown[index]?.companyId ?? null,
    cursor: cursor(shown[index]?.position ?? last),
  }))
  return { items, after: cursor(end ?? last), hasMore: found.length > limit || !isWhole }
}

/** The clients of the agency, whose events are news for its followers. */
export const clientsOf = async ({ db, agencyId }: Pick<AgencyCall, 'db' | 'agencyId'>): Promise<string[]> => {
  const clients = await db.rows<{ id: string }>(
    sql`select company_id as id from identity.agency_company_view where agency_id = ${agencyId}`,
    'clients-of-agency',
  )
  return clients.map(({ id }) => id)
}

/** `toldFrom` is the first event number of the tenant that is still kept. */
type Span = { tenantId: string; first: number; last: number; upto: number; toldFrom: number }

/** `first` is the first position still available, `last` the last one. One statement, thus one snapshot. */
const spansAfter = async (
  { db, agencyId }: AgencyCall,
  from: number | 'latest' | null,
): Promise<{ first: number; last: number; spans: Span[] }> => {
  const after = from === 'latest' ? Number.MAX_SAFE_INTEGER : (from ?? 0)
  const rows = await db.rows<SpanRow>(
    sql`
    select o.last_position as last, o.kept_from as kept, s.*
    from events.agency_order o left join (
      select s.tenant_id, s.first_number, s.last_number, s.last_position as upto, c.kept_from as told_from
      from events.agency_span s join platform.event_counter_view c on c.tenant_id = s.tenant_id
      where s.agency_id = ${agencyId} and s.last_position > greatest(${after}::bigint,
          (select k.kept_from - 1 from events.agency_order k where k.agency_id = ${agencyId}))
        and (s.tenant_id = ${agencyId} or exists (
          select 1 from identity.agency_company_view k where k.agency_id = ${agencyId} and k.company_id = s.tenant_id))
      order by s.last_position limit ${MOST_SPANS}
    ) s on true
    where o.agency_id = ${agencyId} order by s.upto`,
    'read-spans-of-agency',
  )
  const [order] = rows
  const first = Number(order?.kept ?? 1n)
  const begin = Math.max(first, after + 1)
  const spans = rows.flatMap((row) => {
    const { tenant_id: tenantId } = row
    if (tenantId === null) return []
    const [last, upto] = [Number(row.last_number), Number(row.upto)]
    // Of the span at the reader's position, only the rest.
    const first = Math.max(Number(row.first_number), last - (upto - begin))
    return [{ tenantId, first, last, upto, toldFrom: Number(row.told_from) }]
  })
  return { first, last: Number(order?.last ?? 0n), spans }
}

type SpanRow = { last: bigint; kept: bigint; tenant_id: string | null } & {
  [Column in 'first_number' | 'last_number' | 'upto' | 'told_from']: bigint | null
}

/** As many spans as are considered for one answer. */
const lookedAt = (spans: readonly Span[]): Span[] => {
  let count = 0
  const end = spans.findIndex(({ first, last }) => {
    count += last - first + 1
    return count > MOST_LOOKED_AT
  })
  return spans.slice(0, end < 0 ? spans.length : Math.max(1, end))
}

/** Whether some events of these spans were deleted. */
const isForgotten = async ({ db }: AgencyCall, spans: readonly Span[]): Promise<boolean> => {
  if (spans.length === 0) return false
  const kept = await keptFrom(
    db,
    spans.map(({ tenantId }) => tenantId),
  )
  return spans.some(({ tenantId, first }) => first < Number(kept.get(tenantId) ?? 0n))
}

/** The caller's rights in the clients of these spans. */
const rightsFor = (call: AgencyCall, spans: readonly Span[]): Promise<ReadonlyMap<string, OwnRights>> => {
  const clients = [...new Set(spans.map(({ tenantId }) => tenantId))].filter((id) => id !== call.agencyId)
  return clients.length === 0 ? Promise.resolve(new Map()) : call.rightsIn(clients)
}

type Looking = {
  spans: readonly Span[]
  rights: ReadonlyMap<string, OwnRights>
  asked: readonly string[] | null
  readers: Readers
  limit: number
}

type Placed = Found & { companyId: string | null; position: number }

const eventsOf = async (call: AgencyCall, looking: Looking): Promise<Placed[]> => {
  const { spans, limit } = looking
  const sets = new Map<string, { place: number; kinds: Kind[] }>()
  const notifications = spans.flatMap((span): (EventSpan & { span: Span })[] => {
    const kinds = kindsIn(call, span, looking)
    if (kinds.length === 0) return []
    const { place } = sets.get(kinds.join()) ?? { place: sets.size }
    sets.set(kinds.join(), { place, kinds })
    return [{ ...span, kinds: place, span }]
  })
  if (notifications.length === 0) return []
  const kinds = [...sets.values()].map((set) => set.kinds)
  const rows = await eventsWithin(call.db, { spans: notifications, kinds, limit, programId: programIdOf(call) })
  return Promise.all(
    rows.map((event) => placed(call, notifications[Number(event.place) - 1]?.span as Span, event, looking)),
  )
}

/** The kinds of a span's events that the caller sees. */
const kindsIn = ({ agencyId, scopes }: AgencyCall, { tenantId }: Span, { rights, asked }: Looking): Kind[] => {
  if (tenantId === agencyId) return kindsFor(scopes, asked, 'agency')
  const own = rights.get(tenantId)
  return own?.scopes.has(FEED_SCOPE) ? kindsFor(own.scopes, asked, 'company') : []
}

const placed = async (call: AgencyCall, span: Span, event: EventRow, { rights, readers }: Looking): Promise<Placed> => {
  const { tenantId, last, upto } = span
  const position = upto - (last - Number(event.number))
  if (tenantId === call.agencyId) return { event, tenantId, call, reader: readers.agency, companyId: null, position }
  const own = { ...call, ...rights.get(tenantId), companyId: tenantId, db: await databaseAt(call.db, tenantId) }
  return { event, tenantId, call: own, reader: readers.company, companyId: tenantId, position }
}

/** Ties a cursor to its agency, so that it is refused elsewhere. */
const markOf = (agencyId: string): string =>
  createHash('sha256').update(`${agencyId}\nevents`).digest('base64url').slice(0, MARK_LENGTH)

const MARK_LENGTH = 8
const MOST_DIGITS = 15

/**
 * A position for clients. Unlike the cursors of lists it is not signed, because it must survive a change of the secret
 * key and reveals nothing beyond the answers.
 */
const cursorOf = (agencyId: string, position: number): string =>
  Buffer.from(`${markOf(agencyId)}${position}`).toString('base64url')

const positionOf = (agencyId: string, after: string | undefined): number | 'latest' | null => {
  if (after === undefined || after === 'latest') return after ?? null
  const text = Buffer.from(after, 'base64url').toString('latin1')
  const digits = text.slice(MARK_LENGTH)
  const position = Number(digits)
  const isPosition = digits.length <= MOST_DIGITS && /^\d+$/.test(digits)
  if (!isPosition || cursorOf(agencyId, position) !== after) throw invalidWith([eventFaults.badCursor('after')])
  return position
}
