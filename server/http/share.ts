// The share of each tenant, and of each person or integration in all tenants together, in the connections to the
// database: whatever one of them does, others are served. Each machine of a spread database has connections of its own:
// whoever waits for one machine takes nothing from another.
import { type InTurn, type TurnOptions, turns, type Whose } from '#platform/turns'

export type Share = {
  read: InTurn
  write: InTurn
  /** The same of what goes together by a name: it is where this company is. */
  writeAt: (companyId: string) => InTurn
  /** Reads that last: as long as it takes to send them, or until a large file is made. It is no turn to read. */
  long: InTurn
  /** Those that last longest, apart from the others: they make the files of a whole year or company. */
  longest: InTurn
  /** Work that goes one after the other by its key. It waits without a connection. */
  queue: InTurn
  /** Takes a turn on each machine, as a caller with nothing else under way; an outage when that takes longer. */
  reach: (withinMs: number) => Promise<void>
}

/** How long one waits for a turn, in milliseconds. */
export type TurnPatience = {
  /** At a connection: longer than for a lock. */
  turnMs: number
  /** Behind what lasts, or in a queue: each before it may take its time. */
  queueMs: number
  /**
   * Behind what lasts longest. Those before it may take minutes, and nobody hears anything meanwhile: clients and
   * proxies, which often have half a minute, would give up and not know why.
   */
  longestTurnMs: number
}

const PATIENCE: TurnPatience = { turnMs: 40_000, queueMs: 120_000, longestTurnMs: 25_000 }

/** The owner of the turns that {@link Share.reach} takes; no tenant has this id. */
const WATCH = 'watch'

/**
 * One tenant has half of the connections at most, and half of these for writing, so that its own reads go on while its
 * writes wait for each other. `placeOf` names the machine of a tenant; what is of none that is known goes by ''.
 */
export const newShare = (
  connections: number,
  placeOf: (tenantId: string) => string,
  patience: Partial<TurnPatience> = {},
): Share => {
  const { turnMs, queueMs, longestTurnMs } = { ...PATIENCE, ...patience }
  const half = (count: number) => Math.max(1, Math.floor(count / 2))
  const most = half(connections)
  const inPlaces = (limit: number, most: number, others: TurnOptions = {}) => {
    const places = new Map<string, InTurn>()
    const at = (place: string): InTurn => {
      const inTurn = places.get(place) ?? turns(limit, { most, maxWaitMs: turnMs, ...others })
      places.set(place, inTurn)
      return inTurn
    }
    return { at, places: () => places.keys() }
  }
  const read = inPlaces(connections, most)
  const writes = inPlaces(connections, half(most))
  // One tenant has one of each, and all together leave half of the connections to others, where there are four or more.
  const some = half(half(connections))
  const longOnes = inPlaces(some, 1, { maxWaitMs: queueMs })
  const longestOnes = inPlaces(some, 1, { maxWaitMs: longestTurnMs, late: 'lasting' })
  const writeIn =
    (place: string): InTurn =>
    (whose, work, own) =>
      writes.at(place)(whose, () => read.at(place)(whose, work, own), own)
  const inPlaceOf =
    (at: (place: string) => InTurn): InTurn =>
    (whose, work, own) =>
      at(placeOf(tenantOf(whose)))(whose, work, own)
  return {
    read: inPlaceOf(read.at),
    write: inPlaceOf(writeIn),
    writeAt: (companyId) => writeIn(placeOf(companyId)),
    long: inPlaceOf(longOnes.at),
    longest: inPlaceOf(longestOnes.at),
    queue: turns(Number.POSITIVE_INFINITY, { most: 1, maxWaitMs: queueMs }),
    async reach(withinMs) {
      const places = new Set(['', ...read.places()])
      await Promise.all([...places].map((place) => writeIn(place)(WATCH, async () => {}, { maxWaitMs: withinMs })))
    },
  }
}

const tenantOf = (whose: Whose): string => (typeof whose === 'string' ? whose : whose[0])
