// What the guard counts with: opened with the app, closed with it.
import type { FastifyInstance } from 'fastify'
import type { Brand } from '#http'
import { newUsage } from '#plans'
import type { Database } from '#platform/db'
import { type CountTogether, type Limiter, newLimiter } from '#platform/limit'
import type { GuardOptions } from './guard.ts'
import { newRateGate, type RateGate } from './guard-rate.ts'

/** The settings of how often and how much may be called; 0 switches one off. */
export type LimitSettings = {
  perMinute: number
  monthlyQuota: number
  redisUrl?: string | undefined
  /** Another patience with that Redis, in milliseconds for an answer. */
  redisAnswerMs?: number
  /** Where the processes of one service count together. */
  together?: CountTogether | undefined
  /** Another length of the minute, in seconds. */
  windowSeconds?: number
}

/**
 * How many tokens an integration may ask for in a minute. The limit on calls is each token's, so a handful of tokens
 * more would otherwise be a handful of limits more.
 */
const TOKENS_PER_MINUTE = 60

/** How many times as often as a token the session of a person may call: a page asks for several things at once. */
const PEOPLE_FACTOR = 5

type TakeToken = (integrationId: string) => Promise<{ headers: Record<string, string>; refused: boolean }>
type Limits = Pick<GuardOptions, 'rate' | 'monthly'> & { ratePeople: RateGate | null; takeToken: TakeToken | null }

type LimitOptions = { database: Database; brand: Brand; clock: () => Date; limits: LimitSettings }

/** Every answer tells the limit, whoever got it. What was counted is in the database when the app has closed. */
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
  const rate = limiter && newRateGate(limiter, brand, milliseconds)
  const ratePeople = ofPeople && newRateGate(ofPeople, brand, milliseconds)
  const failed = (cause: unknown) =>
    app.log.error({ err: cause }, 'What was counted for this month and is not used could not be given back yet')
  const monthly = quota === 0 ? null : { quota, usage: newUsage(database, quota, failed) }
  if (rate) {
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (!reply.hasHeader(brand.rateLimit)) reply.headers(rate.untouched)
      done()
    })
  }
  app.addHook('onClose', async () => {
    await Promise.all([limiter, ofPeople, tokens].map((one) => one?.close()))
    await monthly?.usage.close().catch(failed)
  })
  return { rate, ratePeople, monthly, takeToken: tokens && tokenGate(tokens, brand) }
}

/** Counts what an integration asks for at the token endpoint, and tells it as every limit is told. */
const tokenGate =
  (limiter: Limiter, brand: Brand): TakeToken =>
  async (integrationId) => {
    const { admitted, remaining, waitMs } = await limiter.take(`tokens of ${integrationId}`)
    const headers = { [brand.rateLimit]: String(limiter.limit), [brand.rateRemaining]: String(remaining) }
    if (admitted) return { headers, refused: false }
    const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)))
    return { headers: { ...headers, [brand.rateRetryAfter]: seconds, 'retry-after': seconds }, refused: true }
  }
