// Distributes the database connections among tenants, and among people and integrations across tenants, so that none of
// them blocks others. In a distributed database each machine has separate connections, and waiting for one machine
// takes nothing from another.
import { type FairLimit, type FairLimitOptions, newFairLimit, type WorkOwners } from '#platform/fair-limit'

export type ConnectionShares = {
  read: FairLimit
  write: FairLimit
  /** The same for a named batch: it runs in the place of this company. */
  writeAt: (companyId: string) => FairLimit
  /** Long reads: until the response is sent, or a large file is created. They do not include a turn to read. */
  long: FairLimit
  /** The longest reads, limited separately: they create the files of a whole year or company. */
  longest: FairLimit
  /** Work that runs one at a time per key. It waits without a connection. */
  queue: FairLimit
  /** Takes a turn on each machine, like a tenant without other requests; an outage if that takes longer. */
  reach: (withinMs: number) => Promise<void>
}

/** How long to wait for a turn, in milliseconds. */
export type ConnectionTimeouts = {
  /** For a connection: longer than for a lock. */
  turnMs: number
  /** For a long read, or in a queue: each one ahead may take long. */
  queueMs: number
  /**
   * For one of the longest reads. Those ahead may take minutes without any output, and clients and proxies, often with
   * a timeout of half a minute, would give up without a reason.
   */
  longestTurnMs: number
}

const PATIENCE: ConnectionTimeouts = { turnMs: 40_000, queueMs: 120_000, longestTurnMs: 25_000 }

/** The owner of the turns that {@link ConnectionShares.reach} takes; no tenant has this id. */
const WATCH = 'watch'

/**
 * A tenant gets at most half of the connections, and half of these for writing, so that its reads continue while its
 * writes wait for each other. `placeOf` returns the machine of a tenant, or '' if it is unknown.
 */
export const newConnectionShares = (
  connections: number,
  placeOf: (tenantId: string) => string,
  patience: Partial<ConnectionTimeouts> = {},
): ConnectionShares => {
  const { turnMs, queueMs, longestTurnMs } = { ...PATIENCE, ...patience }
  const half = (count: number) => Math.max(1, Math.floor(count / 2))
  const most = half(connections)
  const inPlaces = (limit: number, most: number, others: FairLimitOptions = {}) => {
    const places = new Map<string, FairLimit>()
    const at = (place: string): FairLimit => {
      const inTurn = places.get(place) ?? newFairLimit(limit, { most, maxWaitMs: turnMs, ...others })
      places.set(place, inTurn)
      return inTurn
    }
    return { at, places: () => places.keys() }
  }
  const read = inPlaces(connections, most)
  const writes = inPlaces(connections, half(most))
  // Each tenant gets one of each kind; together they leave half of the connections to others, if there are four or
  // more.
  const some = half(half(connections))
  const longOnes = inPlaces(some, 1, { maxWaitMs: queueMs })
  const longestOnes = inPlaces(some, 1, { maxWaitMs: longestTurnMs, late: 'lasting' })
  const writeIn =
    (place: string): FairLimit =>
    (whose, work, own) =>
      writes.at(place)(whose, () => read.at(place)(whose, work, own), own)
  const inPlaceOf =
    (at: (place: string) => FairLimit): FairLimit =>
    (whose, work, own) =>
      at(placeOf(tenantOf(whose)))(whose, work, own)
  return {
    read: inPlaceOf(read.at),
    write: inPlaceOf(writeIn),
    writeAt: (companyId) => writeIn(placeOf(companyId)),
    long: inPlaceOf(longOnes.at),
    longest: inPlaceOf(longestOnes.at),
    queue: newFairLimit(Number.POSITIVE_INFINITY, { most: 1, maxWaitMs: queueMs }),
    async reach(withinMs) {
      const places = new Set(['', ...read.places()])
      await Promise.all([...places].map((place) => writeIn(place)(WATCH, async () => {}, { maxWaitMs: withinMs })))
    },
  }
}

const tenantOf = (whose: WorkOwners): string => (typeof whose === 'string' ? whose : whose[0])
