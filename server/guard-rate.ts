// How often a token may call. Counted by token once it is known to be a good one, so that a stranger can neither use up
// somebody's limit nor fill our memory with made-up tokens. A token over the limit is remembered by its digest until
// its next request would be accepted, and refused meanwhile without any look-up.
import { type Brand, httpRefusals } from '#http'
import type { Limiter } from '#platform/limit'
import type { Refusal } from '#platform/refusal'
import { digestOf } from '#platform/secret'

type Tell = (headers: Record<string, string>) => void

export type RateGate = {
  /** How many requests a token may make in a minute. */
  limit: number
  /** The headers of an answer to somebody of whom nothing was counted. */
  untouched: Record<string, string>
  /** Throws when this token is known to be over its limit. */
  refuseKnown(token: string, tell: Tell): void
  /** Counts a request of a good token; throws when it is one too many. */
  take(token: string, tokenId: string, tell: Tell): Promise<void>
}

/** Maximum number of tokens that are remembered as over their limit. */
const MOST_REMEMBERED = 10_000

export const newRateGate = (limiter: Limiter, brand: Brand, clock: () => number): RateGate => {
  /** From when and until when each token is refused, in milliseconds. */
  const refusedFor = new Map<string, { from: number; until: number }>()
  const headersOf = (remaining: number) => ({
    [brand.rateLimit]: String(limiter.limit),
    [brand.rateRemaining]: String(remaining),
  })
  const refused = (waitMs: number, tell: Tell): Refusal => {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    tell(headersOf(0))
    return httpRefusals.tooManyRequests({ limit: limiter.limit, seconds }, [], { 'retry-after': seconds })
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
      // A clock that was put back knows nothing of the time that it told before.
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

/** What a token is remembered by: never itself. */
const nameOf = (token: string): string => digestOf(token).toString('base64')
