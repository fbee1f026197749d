// When streams say that they are there.

/** How often a stream says that it is there, in milliseconds. */
export const HEARTBEAT_MS = 15_000

/**
 * How long until the streams of a tenant say so next, in milliseconds: all of them at the same moment, so that those
 * who ask the same also look together; those of other tenants at other moments.
 */
export const untilHeartbeat = (tenantId: string, nowMs: number): number => {
  const phase = Number.parseInt(tenantId.slice(-PHASE_DIGITS), 16) || 0
  return HEARTBEAT_MS - ((nowMs + (phase % HEARTBEAT_MS)) % HEARTBEAT_MS)
}

/** The last digits of an id are random. */
const PHASE_DIGITS = 4
