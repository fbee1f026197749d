// Caches answers until something happens in their company. Every write records an event in its transaction, so the
// number of the last event, which the guard reads with the caller, shows whether anything has changed.
import { LRUCache } from 'lru-cache'
import { aheadBy, dayOf } from '#platform/day'
import { type Input, type OwnRights, type Reply, type Row, type Tenant, tenantIdOf } from './row.ts'

/** The question, and the state of the company: an answer for another state is not returned. */
type CacheKey = { key: string; state: string }

export type AnswerCache = {
  recall(moment: CacheKey): Reply | null
  keep(moment: CacheKey, reply: Reply): void
}

/** Most bytes of text kept for all companies together; the least recently used go first. */
const MAX_BYTES = 32 * 1024 * 1024
/** The largest answer that is kept, in bytes, so that no company takes up all the space with a few. */
const MAX_ANSWER_BYTES = 256 * 1024
/** How long an answer may be returned, in milliseconds, so that a database restored to an earlier state is noticed. */
const MAX_AGE_MS = 300_000

/** Approximate overhead of an entry, in bytes. */
const BESIDE = 512

export const newAnswerCache = (): AnswerCache => {
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
 * The question to a row, with the state of its company at admission. That was before the answer is read, so an answer
 * is never older than the state it is kept for.
 */
export const cacheKeyOf = (
  { operationId }: Row,
  tenant: Tenant,
  { language, params, query }: Input<unknown, unknown>,
  now: Date,
): CacheKey => {
  const { clockDays = 0, lastEvent = '' } = tenant as Partial<OwnRights>
  return {
    key: `${operationId} ${tenantIdOf(tenant)} ${language} ${JSON.stringify([params, query])}`,
    state: `${lastEvent} ${dayOf(aheadBy(now, clockDays))}`,
  }
}

/** Whether a client refuses cached answers (RFC 9111 §5.2.1.4). */
export const refusesCached = (cacheControl: string | undefined): boolean =>
  cacheControl !== undefined && /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(cacheControl)
