// Answers that are given again as they were while nothing has happened in their company. A write leaves an event in its
// transaction, so the number of the last event, which the guard reads with who calls, tells whether anything has.
import { LRUCache } from 'lru-cache'
import { aheadBy, dayOf } from '#platform/day'
import type { Reply } from './reply.ts'
import { type Input, type OwnRights, type Row, type Tenant, tenantIdOf } from './row.ts'

/** What was asked, and in which state of the company: what was kept in another state is not given again. */
export type Moment = { key: string; state: string }

export type Memory = {
  recall(moment: Moment): Reply | null
  keep(moment: Moment, reply: Reply): void
}

/** The most that is kept of all companies together, in bytes of text; what was asked longest ago goes first. */
const MAX_BYTES = 32 * 1024 * 1024
/** The longest answer that is kept, in bytes: no company can take the room of all others with a few. */
const MAX_ANSWER_BYTES = 256 * 1024
/** How long an answer may be given again, in milliseconds, so that a database put back to an earlier day is noticed. */
const MAX_AGE_MS = 300_000

/** What an entry takes beside its text, about, in bytes. */
const BESIDE = 512

export const newMemory = (): Memory => {
  const kept = new LRUCache<string, { state: string; reply: Reply }>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ANSWER_BYTES,
    ttl: MAX_AGE_MS,
    sizeCalculation: ({ reply: { body } }, key) => BESIDE + key.length + 2 * (body as string).length,
  })
  return {
    recall({ key, state }) {
      const found = kept.get(key)
      return found?.state === state ? found.reply : null
    },
    keep({ key, state }, reply) {
      if (reply.status === 200 && typeof reply.body === 'string') kept.set(key, { state, reply })
    },
  }
}

/**
 * What is asked of a row, in the state that its company was in when the caller was let in. That was before the answer
 * is read, so what is kept for a state is never older than it.
 */
export const momentOf = (
  { operationId }: Row,
  tenant: Tenant,
  { language, params, query }: Input<unknown, unknown>,
  now: Date,
): Moment => {
  const { clockDays = 0, lastEvent = '' } = tenant as Partial<OwnRights>
  return {
    key: `${operationId} ${tenantIdOf(tenant)} ${language} ${JSON.stringify([params, query])}`,
    state: `${lastEvent} ${dayOf(aheadBy(now, clockDays))}`,
  }
}

/** Whether a client will have nothing that was kept (RFC 9111 §5.2.1.4). */
export const wantsAnew = (cacheControl: string | undefined): boolean =>
  cacheControl !== undefined && /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(cacheControl)
