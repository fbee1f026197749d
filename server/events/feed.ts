// The feed: the events of a company in the order of their numbers, each with the current state of its resource. Readers
// who continue from their last number miss nothing and see nothing out of order, even with concurrent writes.
import type { Actor } from '#platform/actor'
import { type Call, type CompanyCall, programIdOf } from '#platform/call'
import { momentText } from '#platform/day'
import { type Kind, resources } from '#platform/event-kinds'
import { type EventRow, eventsAfter } from '#platform/event-log'
import { kindsSeenBy, type ResourceRef, resourceOf, type Whose } from '#platform/event-places'
import { invalidWith } from '#platform/refusal'
import { eventFaults, eventRefusals } from './refusals.ts'
import { type Reader, readResources } from './resource.ts'

export type Event = {
  number: number
  kind: string
  happenedAt: string
  actor: Actor
  resource: ResourceRef
  /** The current resource as the caller may see it; null if it no longer exists. */
  current: Record<string, unknown> | null
}

/** `after` is the number for the next request. */
export type EventPage = { items: Event[]; after: number; hasMore: boolean }

/** An event, its tenant, and the call with the rights for reading its resource. */
export type Found = { event: EventRow; tenantId: string; call: Call; reader: Reader }

export type EventRequest = { after?: string; limit?: number; types?: string }

export const DEFAULT_EVENTS = 100
export const MAX_EVENTS = 500

/** The events after a number, oldest first; only those that the caller may read. */
export const readEvents = async (
  call: CompanyCall & { scopes: ReadonlySet<string> },
  { after, limit = DEFAULT_EVENTS, types }: EventRequest,
  reader: Reader,
): Promise<EventPage> => {
  const kinds = kindsFor(call.scopes, askedOf(types), 'company')
  const from = numberOf(after)
  const { last, first, events } = await eventsAfter(call.db, {
    tenantId: call.companyId,
    after: positionOf(from),
    kinds,
    limit: limit + 1,
    programId: programIdOf(call),
  })
  if (from === 'latest') return { items: [], after: last, hasMore: false }
  if (from !== null && from < first - 1) throw eventRefusals.gone({ after: from, last })
  // A number beyond the end is from another company or another copy of the data.
  if (from !== null && from > last) throw invalidWith([eventFaults.badAfter('after')])
  const shown = events.slice(0, limit)
  const hasMore = events.length > limit
  const items = await show(shown.map((event) => ({ event, tenantId: call.companyId, call, reader })))
  return { items, after: hasMore ? Number(shown.at(-1)?.number) : last, hasMore }
}

/** `latest` is after every event. */
const positionOf = (from: number | 'latest' | null): number =>
  from === 'latest' ? Number.MAX_SAFE_INTEGER : (from ?? 0)

const numberOf = (after: string | undefined): number | 'latest' | null => {
  if (after === undefined || after === 'latest') return after ?? null
  if (!/^\d{1,15}$/.test(after)) throw invalidWith([eventFaults.badAfter('after')])
  return Number(after)
}

/** The resources and kinds requested; null means all. */
export const askedOf = (types: string | undefined): readonly string[] | null => {
  if (types === undefined) return null
  const asked = types.split(',').map((type) => type.trim())
  const unknown = asked.find((type) => !isKnown(type))
  if (unknown !== undefined) throw invalidWith([eventFaults.unknownType('types', { type: unknown })])
  return asked
}

const isKnown = (type: string): boolean => {
  if (!type.includes('.')) return Object.hasOwn(resources, type)
  return Object.hasOwn(resourceOf(type)?.kinds ?? {}, type.slice(type.indexOf('.') + 1))
}

/** The requested kinds for which the caller has the scope. */
export const kindsFor = (scopes: ReadonlySet<string>, asked: readonly string[] | null, whose: Whose): Kind[] => {
  const all = kindsSeenBy(scopes, whose)
  return asked === null ? all : all.filter((kind) => asked.some((type) => type === kind || kind.startsWith(`${type}.`)))
}

/** Events as readers get them, each with its resource. */
export const show = async (found: readonly Found[]): Promise<Event[]> => {
  const wanted = found.map(({ event, tenantId, call, reader }) => ({
    ref: reader.refOf(tenantId, event),
    call,
    reader,
  }))
  const current = await readResources(wanted)
  return found.map(({ event }, index) => ({
    number: Number(event.number),
    kind: event.kind,
    happenedAt: momentText(event.happened_at),
    actor: { kind: event.actor_kind, id: event.actor_id, name: event.actor_name },
    resource: wanted[index]?.ref as ResourceRef,
    current: (current[index] ?? null) as Event['current'],
  }))
}
