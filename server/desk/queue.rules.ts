// The queue: the order of its items, and its pages. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import type { QueueKind } from '#todo/todo'

/** The kind of document in a to-do of sales. */
export type DocumentType = 'invoice' | 'creditNote'

/** An item; `date` is its due day, or the day since which it waits. */
export type Waiting = {
  kind: QueueKind
  id: string
  name: string
  number: string | null
  documentType: DocumentType | null
  ore: Ore | null
  currency: string
  date: Day
  /** The days of a period. */
  from: Day | null
  to: Day | null
  /** Of an unpaid invoice: whether the service reminds of it. */
  isRemindable?: boolean
}

/** The sort key of an item: earliest day first, then kind and id, which makes it unique. */
export type Place = readonly [date: string, kind: string, id: string]

export const placeOf = ({ date, kind, id }: Pick<Waiting, 'date' | 'kind' | 'id'>): Place => [date, kind, id]

const comparePlaces = (one: Place, other: Place): number => {
  for (const [at, part] of one.entries()) {
    const against = other[at] ?? ''
    if (part !== against) return part < against ? -1 : 1
  }
  return 0
}

/** At most `limit` items after a place, in order, and whether more follow. */
export const pageAfter = <One extends Pick<Waiting, 'date' | 'kind' | 'id'>>(
  waiting: readonly One[],
  { after, limit }: { after: Place | null; limit: number },
): { items: One[]; more: boolean } => {
  const rest = waiting
    .filter((one) => after === null || comparePlaces(placeOf(one), after) > 0)
    .sort((one, other) => comparePlaces(placeOf(one), placeOf(other)))
  return { items: rest.slice(0, limit), more: rest.length > limit }
}

/** The number of items of each kind. */
export const countsOf = (waiting: readonly Pick<Waiting, 'kind'>[]): { kind: QueueKind; count: number }[] => {
  const counts = new Map<QueueKind, number>()
  for (const { kind } of waiting) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((one, other) => (one.kind < other.kind ? -1 : 1))
}

/** The number of items of a kind, and how many are overdue. */
export type KindWaiting = { kind: QueueKind; count: number; overdueCount: number }

/** The same for each kind with items, by name. */
export const kindsWaiting = (waiting: readonly Pick<Waiting, 'kind' | 'date'>[], today: Day): KindWaiting[] =>
  countsOf(waiting).map(({ kind, count }) => ({
    kind,
    count,
    overdueCount: waiting.filter((one) => one.kind === kind && one.date < today).length,
  }))
