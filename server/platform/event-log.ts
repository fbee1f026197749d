// Events that were written: read in the order of their numbers, and forgotten in time. Those that are also in the
// processing history stay there but are no longer returned as events.
import type { Actor } from './actor.ts'
import { type Db, groupByPlace } from './db.ts'
import type { Kind, ResourceName } from './event-kinds.ts'
import { sql } from './sql.ts'

export type EventRow = {
  number: bigint
  kind: Kind
  resource_id: string
  of_id: string | null
  happened_at: Date
  actor_kind: Actor['kind']
  actor_id: string
  actor_name: string
}

/**
 * `programId` is the integration or private token that reads; null for people, who see the resources of every program.
 */
type AskedEvents = {
  tenantId: string
  after: number
  kinds: readonly Kind[]
  limit: number
  programId: string | null
}

/** Resources that a program creates for itself: among programs, only their creator sees them. */
const ownedResources: readonly ResourceName[] = ['bank-payment', 'payment-file']

/** Filters out resources that other programs created for themselves. */
const isSeenBy = (programId: string | null) =>
  sql`(${programId}::uuid is null or split_part(kind, '.', 1) <> all(${ownedResources}::text[]) or owner_id = ${programId})`

/** `first` is the first number still available, `last` the last number assigned. */
type FoundEvents = { first: number; last: number; events: EventRow[] }

/** Events of some kinds. One statement, thus one snapshot: all events up to `last` are in it. */
export const eventsAfter = async (
  db: Db,
  { tenantId, after, kinds, limit, programId }: AskedEvents,
): Promise<FoundEvents> => {
  const rows = await db.rows<EventRow & { last: bigint; first: bigint }>(
    sql`
    select c.last_number as last, c.kept_from as first, e.*
    from platform.event_counter c left join lateral (
      select number, kind, resource_id, of_id, happened_at, actor_kind, actor_id, actor_name
      from platform.event
      where tenant_id = c.tenant_id and number > greatest(${after}::bigint, c.kept_from - 1)
        and kind = any(${kinds}::text[]) and resource_id is not null and ${isSeenBy(programId)}
      order by number limit ${limit}
    ) e on true
    where c.tenant_id = ${tenantId} order by e.number`,
    'read-events',
  )
  const [counter] = rows
  const events = rows.filter(({ number }) => number !== null)
  return { last: Number(counter?.last ?? 0n), first: Number(counter?.first ?? 1n), events }
}

/** The number of the last event of a tenant; 0 without any. */
export const lastEventNumber = async (db: Db, tenantId: string): Promise<bigint> => {
  const found = await db.maybe<{ last: bigint }>(sql`
    select last_number as last from platform.event_counter where tenant_id = ${tenantId}`)
  return found?.last ?? 0n
}

/** All events of a tenant after a number, of every kind. */
export const everyEventAfter = (
  db: Db,
  tenantId: string,
  after: bigint,
): Promise<{ kind: string; resource_id: string | null; of_id: string | null }[]> =>
  db.rows(sql`
    select kind, resource_id, of_id from platform.event
    where tenant_id = ${tenantId} and number > ${after} order by number`)

/** Events of one tenant by number, first and last included; `kinds` is an index into the sets of kinds. */
export type EventSpan = { tenantId: string; first: number; last: number; kinds: number }

type AskedSpans<Span = EventSpan> = {
  spans: readonly Span[]
  kinds: readonly (readonly Kind[])[]
  limit: number
  programId: string | null
}
type PlacedEvent = EventRow & { place: bigint }

/** The events of several spans, in the order of the spans, each with the index of its span. */
export const eventsWithin = async (db: Db, asked: AskedSpans): Promise<PlacedEvent[]> => {
  const spans = asked.spans.map((span, index) => ({ ...span, place: index + 1 }))
  const tenants = new Set(spans.map(({ tenantId }) => tenantId))
  const parts = await groupByPlace(db, [...tenants])
  const found = await Promise.all(
    parts.map((part) => {
      const own = new Set(part.companyIds)
      return eventsAt(part.db, { ...asked, spans: spans.filter(({ tenantId }) => own.has(tenantId)) })
    }),
  )
  const all = found.flat()
  if (parts.length > 1) all.sort((one, other) => Number(one.place - other.place || one.number - other.number))
  return all.slice(0, asked.limit)
}

/** The events of tenants that are in one place. */
const eventsAt = (
  db: Db,
  { spans, kinds, limit, programId }: AskedSpans<EventSpan & { place: number }>,
): Promise<PlacedEvent[]> =>
  // The sets are sent once each, as text, because a parameter cannot be an array of arrays with different lengths.
  db.rows(
    sql`
    select asked.place, e.*
    from unnest(${spans.map(({ tenantId }) => tenantId)}::uuid[], ${spans.map(({ first }) => first)}::bigint[],
      ${spans.map(({ last }) => last)}::bigint[], ${spans.map((span) => span.kinds + 1)}::int[],
      ${spans.map(({ place }) => place)}::bigint[]) as asked (tenant_id, first_number, last_number, kinds, place)
    cross join lateral (
      select number, kind, resource_id, of_id, happened_at, actor_kind, actor_id, actor_name
      from platform.event
      where tenant_id = asked.tenant_id and number between asked.first_number and asked.last_number
        and kind = any((${kinds.map((set) => `{${set.join(',')}}`)}::text[])[asked.kinds]::text[])
        and resource_id is not null and ${isSeenBy(programId)}
      order by number limit ${limit}
    ) e
    order by asked.place, e.number limit ${limit}`,
    'read-events-of-spans',
  )

/** The number of the last event of each tenant that has any. */
export const lastNumbers = async (db: Db, tenantIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> => {
  const counters = await db.rows<{ id: string; last: bigint }>(sql`
    select tenant_id as id, last_number as last from platform.event_counter where tenant_id = any(${[...tenantIds]})`)
  return new Map(counters.map(({ id, last }) => [id, last]))
}

/** How long events are kept, in milliseconds (90 days). */
const EVENTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** Most events of a tenant deleted by one statement, and most tenants found by one. */
const STEP = 10_000
const MOST_TENANTS = 1000

/** A tenant's events that are too old: from the first available number up to `upto`, exclusive. */
type OldSpan = { tenantId: string; first: bigint; upto: bigint }

/**
 * Deletes events that are too old; returns how many. A later run does not look at them again, and continues where a
 * signal stopped this one.
 */
export const forgetEvents = async (db: Db, now: Date, signal?: AbortSignal): Promise<number> => {
  const before = new Date(now.getTime() - EVENTS_KEPT_MS)
  for (let gone = 0; ; ) {
    const spans = await oldSpans(db, before)
    if (spans.length === 0) return gone
    for (const span of spans) {
      if (signal?.aborted) return gone
      gone += await forgetSpan(db, span)
    }
  }
}

/** The next spans to delete, at most one per tenant. */
const oldSpans = (db: Db, before: Date): Promise<OldSpan[]> =>
  db.rows(sql`
    select s.tenant_id as "tenantId", s.first, s.upto
    from (
      select c.tenant_id, c.kept_from as first, coalesce(
        (select e.number from platform.event e where e.tenant_id = c.tenant_id and e.number >= c.kept_from
          and e.number < c.kept_from + ${STEP} and e.happened_at > ${before} order by e.number limit 1),
        least(c.kept_from + ${STEP}, c.last_number + 1)) as upto
      from platform.event_counter c where c.kept_from <= c.last_number
    ) s
    where s.first < s.upto limit ${MOST_TENANTS}`)

/**
 * Deletes a span. The first available number moves past it in the same statement, so that readers notice the gap and no
 * event is left behind. The counter, which every writer needs, is locked only at the end.
 */
const forgetSpan = async (db: Db, { tenantId, first, upto }: OldSpan): Promise<number> => {
  const gone = await db.rows(sql`
    with gone as (
      delete from platform.event
      where tenant_id = ${tenantId} and number >= ${first} and number < ${upto} and id is null returning 1
    ), moved as (
      update platform.event_counter set kept_from = ${upto}
      where tenant_id = ${tenantId} and kept_from < ${upto} returning 1
    )
    select 1 from gone`)
  return gone.length
}
