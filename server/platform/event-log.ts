// The events that were left: read in the order of their numbers, and forgotten in time. What is also in the processing
// history stays there, but is not told any more.
import type { Actor } from '#platform/call'
import { among, type Database, type Db } from '#platform/db'
import type { Kind } from '#platform/event-kinds'
import { sql } from '#platform/sql'

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

export type AskedEvents = { tenantId: string; after: number; kinds: readonly Kind[]; limit: number }

/** `first` is the first number that is told, `last` the last one that was given. */
export type FoundEvents = { first: number; last: number; events: EventRow[] }

/** Events of some kinds. One statement, and so one state: what it says is the last has all before it. */
export const eventsAfter = async (db: Db, { tenantId, after, kinds, limit }: AskedEvents): Promise<FoundEvents> => {
  const rows = await db.rows<EventRow & { last: bigint; first: bigint }>(
    sql`
    select c.last_number as last, c.kept_from as first, e.*
    from platform.event_counter c left join lateral (
      select number, kind, resource_id, of_id, happened_at, actor_kind, actor_id, actor_name
      from platform.event
      where tenant_id = c.tenant_id and number > greatest(${after}::bigint, c.kept_from - 1)
        and kind = any(${kinds}::text[]) and resource_id is not null
      order by number limit ${limit}
    ) e on true
    where c.tenant_id = ${tenantId} order by e.number`,
    'read-events',
  )
  const [counter] = rows
  const events = rows.filter(({ number }) => number !== null)
  return { last: Number(counter?.last ?? 0n), first: Number(counter?.first ?? 1n), events }
}

/** Events of one tenant by their numbers, first and last included; `kinds` is a place among the sets of kinds. */
export type EventSpan = { tenantId: string; first: number; last: number; kinds: number }

type AskedSpans<Span = EventSpan> = { spans: readonly Span[]; kinds: readonly (readonly Kind[])[]; limit: number }
type PlacedEvent = EventRow & { place: bigint }

/** The events of spans, in the order of these, each with the place of its span. */
export const eventsWithin = async (db: Db, asked: AskedSpans): Promise<PlacedEvent[]> => {
  const spans = asked.spans.map((span, index) => ({ ...span, place: index + 1 }))
  const tenants = new Set(spans.map(({ tenantId }) => tenantId))
  const parts = await among(db, [...tenants])
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

/** Those of tenants that are in one place. */
const eventsAt = (db: Db, { spans, kinds, limit }: AskedSpans<EventSpan & { place: number }>): Promise<PlacedEvent[]> =>
  // The sets go once each, as text: a parameter takes no lists of different lengths.
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
        and resource_id is not null
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

/** How long events are told, in milliseconds (90 days). */
const EVENTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** Most events forgotten in one statement. */
const STEP = 10_000

/** Forgets what is older; answers how many events are gone. */
export const forgetEvents = async (database: Database, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - EVENTS_KEPT_MS)
  await database.rows(sql`
    update platform.event_counter c set kept_from = kept.first
    from (
      select c.tenant_id, coalesce(
        (select e.number from platform.event e where e.tenant_id = c.tenant_id and e.number >= c.kept_from
          and e.happened_at > ${before} order by e.number limit 1),
        c.last_number + 1) as first
      from platform.event_counter c
    ) kept
    where kept.tenant_id = c.tenant_id and c.kept_from < kept.first`)
  for (let gone = 0; ; ) {
    const step = await database.rows(sql`
      delete from platform.event e using (
        select o.tenant_id, o.number from platform.event_counter c
        join platform.event o on o.tenant_id = c.tenant_id and o.number < c.kept_from
        where o.id is null limit ${STEP}
      ) old
      where e.tenant_id = old.tenant_id and e.number = old.number and e.id is null returning 1`)
    gone += step.length
    if (step.length < STEP) return gone
  }
}
