// What the guard counts with: opened with the app, closed with it.
import type { FastifyInstance } from 'fastify'
import type { Brand } from '#http'
import { newUsage } from '#plans'
import type { Database } from '#platform/db'
import { newLimiter } from '#platform/limit'
import type { GuardOptions } from './guard.ts'
import { newRateGate } from './guard-rate.ts'

/** The settings of how often and how much may be called; 0 switches one off. */
export type LimitSettings = {
  perMinute: number
  monthlyQuota: number
  redisUrl?: string | undefined
  /** Another length of the minute, in seconds. */
  windowSeconds?: number
}

type LimitOptions = { database: Database; brand: Brand; clock: () => Date; limits: LimitSettings }

/** Every answer tells the limit, whoever got it. What was counted is in the database when the app has closed. */
export const openLimits = async (
  app: FastifyInstance,
  { database, brand, clock, limits }: LimitOptions,
): Promise<Pick<GuardOptions, 'rate' | 'monthly'>> => {
  const { perMinute, monthlyQuota: quota, redisUrl, windowSeconds } = limits
  const milliseconds = () => clock().getTime()
  const report = (sentence: string) => app.log.warn(sentence)
  const window = windowSeconds === undefined ? {} : { windowSeconds }
  const limiter =
    perMinute === 0 ? null : await newLimiter({ limit: perMinute, redisUrl, clock: milliseconds, report, ...window })
  const rate = limiter && newRateGate(limiter, brand, milliseconds)
  const failed = (cause: unknown) =>
    app.log.error({ err: cause }, 'What was counted for this month and is not used could not be given back yet')
  const monthly = quota === 0 ? null : { quota, usage: newUsage(database, quota, failed) }
  if (rate) {
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader(brand.rateLimit)) reply.headers(rate.untouched)
    })
  }
  app.addHook('onClose', async () => {
    await limiter?.close()
    await monthly?.usage.close().catch(failed)
  })
  return { rate, monthly }
}
