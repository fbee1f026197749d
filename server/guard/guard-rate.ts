// Rate limits per token. A request is only counted once its token is known to be valid, so that strangers can neither
// use up a limit nor fill our memory with invalid tokens. A token over its limit is remembered by its digest until its
// next request would be admitted, and refused meanwhile without a look-up.
import { type Brand, httpContribution } from '#http'
import type { Refusal } from '#platform/refusal'
import { digestOf } from '#secrets/secret'
import type { Limiter } from '#threads/limit'

type Tell = (headers: Record<string, string>) => void

export type RateGate = {
  /** Requests per minute for a token. */
  limit: number
  /** Headers for responses to requests that were not counted. */
  untouched: Record<string, string>
  /** Throws if this token is known to be over its limit. */
  refuseKnown(token: string, tell: Tell): void
  /** Counts a request of a valid token; throws if it exceeds the limit. */
  take(token: string, tokenId: string, tell: Tell): Promise<void>
}

/** Most tokens that are remembered as over their limit. */
const MOST_REMEMBERED = 10_000

export const newRateGate = (limiter: Limiter, brand: Brand, clock: () => number): RateGate => {
  /** The interval in which each token is refused, in milliseconds. */
  const refusedFor = new Map<string, { from: number; until: number }>()
  const headersOf = (remaining: number) => ({
    [brand.rateLimit]: String(limiter.limit),
    [brand.rateRemaining]: String(remaining),
  })
  const refused = (waitMs: number, tell: Tell): Refusal => {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    tell(headersOf(0))
    return httpContribution.refusals.tooManyRequests({ limit: limiter.limit, seconds }, [], { 'retry-after': seconds })
  }
  const keep = (token: string, waitMs: number) => {
    const now = clock()
    if (refusedFor.size >= MOST_REMEMBERED) {
      for (const [key, { until }] of refusedFor) if (until <= now) refusedFor.delete(key)
    }
    if (refusedFor.size < MOST_REMEMBERED) refusedFor.set(nameOf(token), { from: now, until: now + waitMs })
  }
  return {
    limit: limiter.limit,
    untouched: headersOf(limiter.limit),
    refuseKnown(token, tell) {
      if (refusedFor.size === 0) return
      const name = nameOf(token)
      const known = refusedFor.get(name)
      if (!known) return
      const now = clock()
      // If the clock was turned back, the interval may begin in the future and is ignored.
      if (now >= known.from && now < known.until) throw refused(known.until - now, tell)
      refusedFor.delete(name)
    },
    async take(token, tokenId, tell) {
      const { admitted, remaining, waitMs } = await limiter.take(tokenId)
      if (admitted) return tell(headersOf(remaining))
      keep(token, waitMs)
      throw refused(waitMs, tell)
    },
  }
}

/** The digest that represents a token. */
const nameOf = (token: string): string => digestOf(token).toString('base64')
