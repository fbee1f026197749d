// The share of each tenant in the connections to the database: whatever one of them does, others are served.
import { type InTurn, turns } from '#platform/turns'

export type Share = {
  read: InTurn
  write: InTurn
  /** Reads that last as long as somebody takes what they send. */
  stream: InTurn
  /** Work that goes one after the other by its key. It waits without a connection. */
  queue: InTurn
}

/** How long a request waits for its turn at a connection, in milliseconds: longer than for a lock. */
const TURN_MS = 40_000
/** How long one waits in a queue, in milliseconds: each before it may take its time. */
const QUEUE_MS = 120_000

/**
 * One tenant has half of the connections at most, and half of these for writing, so that its own reads go on while its
 * writes wait for each other.
 */
export const newShare = (connections: number): Share => {
  const half = (count: number) => Math.max(1, Math.floor(count / 2))
  const most = half(connections)
  const read = turns(connections, { most, maxWaitMs: TURN_MS })
  const writes = turns(connections, { most: half(most), maxWaitMs: TURN_MS })
  // One tenant has one of them, and all streams together leave most connections to others.
  const streams = turns(Math.max(2, half(half(connections))), { most: 1, maxWaitMs: TURN_MS })
  return {
    read,
    write: (tenantId, work) => writes(tenantId, () => read(tenantId, work)),
    stream: (tenantId, work) => streams(tenantId, () => read(tenantId, work)),
    queue: turns(Number.POSITIVE_INFINITY, { most: 1, maxWaitMs: QUEUE_MS }),
  }
}
