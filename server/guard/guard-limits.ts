// The rate limits and the monthly quota of the guard. They are opened and closed with the app.
import type { FastifyInstance } from 'fastify'
import type { Brand } from '#http'
import { plansService } from '#plans'
import type { Database } from '#platform/db'
import { type CountTogether, type Limiter, newLimiter } from '#threads/limit'
import type { GuardOptions } from './guard.ts'
import { newRateGate, type RateGate } from './guard-rate.ts'

/** Rate limit and monthly quota of calls; 0 turns either off. */
export type LimitSettings = {
  perMinute: number
  monthlyQuota: number
  redisUrl?: string | undefined
  /** Overrides how long to wait for an answer of Redis, in milliseconds. */
  redisAnswerMs?: number
  /** The counter that the processes of one service share. */
  together?: CountTogether | undefined
  /** Overrides the length of the minute, in seconds. */
  windowSeconds?: number
}

/**
 * Maximum number of tokens that an integration may request per minute. Each token has its own rate limit, so that
 * without this an integration could multiply its limit by requesting more tokens.
 */
const TOKENS_PER_MINUTE = 60

/**
 * Maximum number of clients that register themselves from one address, and of their documents that one person has read,
 * within so many seconds. It holds without a rate limit too.
 */
const REGISTRATIONS = 30
const REGISTRATION_SECONDS = 3600

/** The rate limit of a person's session as a multiple of a token's: a page sends several requests at once. */
const PEOPLE_FACTOR = 5

type TakeToken = (integrationId: string) => Promise<{ headers: Record<string, string>; refused: boolean }>
type TakeRegistration = (key: string) => Promise<{ seconds: number } | null>
type Limits = Pick<GuardOptions, 'rate' | 'monthly'> & {
  ratePeople: RateGate | null
  takeToken: TakeToken | null
  takeRegistration: TakeRegistration
}

type LimitOptions = { database: Database; brand: Brand; clock: () => Date; limits: LimitSettings }

/**
 * Opens the limits. Every response states the rate limit, including those to unauthenticated callers. When the app has
 * closed, all counts are in the database.
 */
export const openLimits = async (
  app: FastifyInstance,
  { database, brand, clock, limits }: LimitOptions,
): Promise<Limits> => {
  const { perMinute, monthlyQuota: quota, redisUrl, redisAnswerMs, together, windowSeconds } = limits
  const milliseconds = () => clock().getTime()
  const report = (sentence: string) => app.log.warn(sentence)
  const window = windowSeconds === undefined ? {} : { windowSeconds }
  const counted = { redisUrl, redisAnswerMs, together, clock: milliseconds, report, ...window }
  const open = async (limit: number) => (perMinute === 0 ? null : newLimiter({ limit, ...counted }))
  const limiter = await open(perMinute)
  const ofPeople = await open(perMinute * PEOPLE_FACTOR)
  const tokens = await open(TOKENS_PER_MINUTE)
  const registrations = await newLimiter({ ...counted, limit: REGISTRATIONS, windowSeconds: REGISTRATION_SECONDS })
  const rate = limiter && newRateGate(limiter, brand, milliseconds)
  const ratePeople = ofPeople && newRateGate(ofPeople, brand, milliseconds)
  const failed = (cause: unknown) => app.log.error({ err: cause }, 'Unused monthly quota could not be returned yet')
  const monthly = quota === 0 ? null : { quota, usage: plansService.newUsage(database, quota, failed) }
  if (rate) {
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (!reply.hasHeader(brand.rateLimit)) reply.headers(rate.untouched)
      done()
    })
  }
  app.addHook('onClose', async () => {
    await Promise.all([limiter, ofPeople, tokens, registrations].map((one) => one?.close()))
    await monthly?.usage.close().catch(failed)
  })
  const takeRegistration: TakeRegistration = async (key) => {
    const { admitted, waitMs } = await registrations.take(key)
    return admitted ? null : { seconds: Math.max(1, Math.ceil(waitMs / 1000)) }
  }
  return { rate, ratePeople, monthly, takeToken: tokens && tokenGate(tokens, brand), takeRegistration }
}

/**
 * Counts the requests of an integration to the token endpoint, and returns the same rate limit headers as other
 * requests have.
 */
const tokenGate =
  (limiter: Limiter, brand: Brand): TakeToken =>
  async (integrationId) => {
    const { admitted, remaining, waitMs } = await limiter.take(`tokens of ${integrationId}`)
    const headers = { [brand.rateLimit]: String(limiter.limit), [brand.rateRemaining]: String(remaining) }
    if (admitted) return { headers, refused: false }
    const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)))
    return { headers: { ...headers, [brand.rateRetryAfter]: seconds, 'retry-after': seconds }, refused: true }
  }
