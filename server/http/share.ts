// The share of each tenant in the connections to the database: whatever one of them does, others are served. Each
// machine of a spread database has connections of its own: whoever waits for one machine takes nothing from another.
import { type InTurn, type TurnOptions, turns } from '#platform/turns'

export type Share = {
  read: InTurn
  write: InTurn
  /** The same of what goes together by a name: it is where this company is. */
  writeAt: (companyId: string) => InTurn
  /** Reads that last: as long as somebody takes what they send, or until a large file is made. */
  long: InTurn
  /** Those that last longest, apart from the others: they make the files of a whole year or company. */
  longest: InTurn
  /** Work that goes one after the other by its key. It waits without a connection. */
  queue: InTurn
}

/** How long a request waits for its turn at a connection, in milliseconds: longer than for a lock. */
const TURN_MS = 40_000
/** How long one waits behind what lasts, or in a queue, in milliseconds: each before it may take its time. */
const QUEUE_MS = 120_000
/**
 * How long one waits behind what lasts longest, in milliseconds. Those before it may take minutes, and nobody hears
 * anything meanwhile: clients and proxies, which often have half a minute, would give up and not know why.
 */
const LONGEST_TURN_MS = 25_000

/**
 * One tenant has half of the connections at most, and half of these for writing, so that its own reads go on while its
 * writes wait for each other. `placeOf` names the machine of a tenant; what is of none that is known goes by ''.
 */
export const newShare = (
  connections: number,
  placeOf: (tenantId: string) => string,
  longestTurnMs = LONGEST_TURN_MS,
): Share => {
  const half = (count: number) => Math.max(1, Math.floor(count / 2))
  const most = half(connections)
  const inPlaces = (limit: number, most: number, others: TurnOptions = {}) => {
    const places = new Map<string, InTurn>()
    return (place: string): InTurn => {
      const inTurn = places.get(place) ?? turns(limit, { most, maxWaitMs: TURN_MS, ...others })
      places.set(place, inTurn)
      return inTurn
    }
  }
  const read = inPlaces(connections, most)
  const writes = inPlaces(connections, half(most))
  // One tenant has one of each, and all together leave half of the connections to others, where there are four or more.
  const some = half(half(connections))
  const longOnes = inPlaces(some, 1, { maxWaitMs: QUEUE_MS })
  const longestOnes = inPlaces(some, 1, { maxWaitMs: longestTurnMs, late: 'lasting' })
  const behind =
    (first: (place: string) => InTurn, place: string): InTurn =>
    (tenantId, work) =>
      first(place)(tenantId, () => read(place)(tenantId, work))
  return {
    read: (tenantId, work) => read(placeOf(tenantId))(tenantId, work),
    write: (tenantId, work) => behind(writes, placeOf(tenantId))(tenantId, work),
    writeAt: (companyId) => behind(writes, placeOf(companyId)),
    long: (tenantId, work) => behind(longOnes, placeOf(tenantId))(tenantId, work),
    longest: (tenantId, work) => behind(longestOnes, placeOf(tenantId))(tenantId, work),
    queue: turns(Number.POSITIVE_INFINITY, { most: 1, maxWaitMs: QUEUE_MS }),
  }
}
