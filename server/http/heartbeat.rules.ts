// The times of heartbeats in streams.

/** The interval of heartbeats, in milliseconds. */
export const HEARTBEAT_MS = 15_000

/**
 * How long until the next heartbeat of a tenant's streams, in milliseconds: at the same moment for all of them, so that
 * equal reads are combined, and at different moments for different tenants.
 */
export const untilHeartbeat = (tenantId: string, nowMs: number): number => {
  const phase = Number.parseInt(tenantId.slice(-PHASE_DIGITS), 16) || 0
  return HEARTBEAT_MS - ((nowMs + (phase % HEARTBEAT_MS)) % HEARTBEAT_MS)
}

/** The last digits of an id are random. */
const PHASE_DIGITS = 4
