// The queue: in which order things are to be done, and where a page of it ends. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import type { QueueKind } from '#platform/todo'

/** Which kind of document a to-do of sales is about. */
export type DocumentType = 'invoice' | 'creditNote'

/** Something to do; `date` is the day by which, or since which, it waits. */
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
}

/** Where something stands: the longest due first, then by kind and id, so that each has one place. */
export type Place = readonly [date: string, kind: string, id: string]

export const placeOf = ({ date, kind, id }: Pick<Waiting, 'date' | 'kind' | 'id'>): Place => [date, kind, id]

const comparePlaces = (one: Place, other: Place): number => {
  for (const [at, part] of one.entries()) {
    const against = other[at] ?? ''
    if (part !== against) return part < against ? -1 : 1
  }
  return 0
}

/** What comes after a place, in order, at most `limit`; and whether more follows. */
export const pageAfter = <One extends Pick<Waiting, 'date' | 'kind' | 'id'>>(
  waiting: readonly One[],
  { after, limit }: { after: Place | null; limit: number },
): { items: One[]; more: boolean } => {
  const rest = waiting
    .filter((one) => after === null || comparePlaces(placeOf(one), after) > 0)
    .sort((one, other) => comparePlaces(placeOf(one), placeOf(other)))
  return { items: rest.slice(0, limit), more: rest.length > limit }
}

/** How many of each kind wait. */
export const countsOf = (waiting: readonly Pick<Waiting, 'kind'>[]): { kind: QueueKind; count: number }[] => {
  const counts = new Map<QueueKind, number>()
  for (const { kind } of waiting) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((one, other) => (one.kind < other.kind ? -1 : 1))
}

/** How many of a kind wait, and how many of these longer than they should. */
export type KindWaiting = { kind: QueueKind; count: number; overdueCount: number }

/** The same for each kind that something waits of, by name. */
export const kindsWaiting = (waiting: readonly Pick<Waiting, 'kind' | 'date'>[], today: Day): KindWaiting[] =>
  countsOf(waiting).map(({ kind, count }) => ({
    ...{ kind, count },
    overdueCount: waiting.filter((one) => one.kind === kind && one.date < today).length,
  }))
