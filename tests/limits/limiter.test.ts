// The limiter by itself: no stretch of a window's length holds more than the limit, wherever it begins, and who waits
// as long as was said is let in. In one process the clock is stepped; with Redis it is Redis's own.
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, needs } from '#support/needs'
import { type Limiter, type LimiterOptions, newCounting, newLimiter } from '#threads/limit'
import { PATIENT_MS, startRedis, type TestRedis } from './redis-server.ts'

const WINDOW_MS = 60_000
const silent = () => {}

const stepped = async (limit: number) => {
  const clock = { now: 1_000_000 }
  return { clock, limiter: await newLimiter({ limit, clock: () => clock.now, report: silent }) }
}

describe('in one process', () => {
  test('admits the limit, then tells how long to wait, to the millisecond', async () => {
    const { clock, limiter } = await stepped(3)
    const take = async () => Object.values(await limiter.take('a'))
    expect(await take()).toEqual([true, 2, 0])
    clock.now += 10_000
    expect(await take()).toEqual([true, 1, 0])
    clock.now += 10_000
    expect(await take()).toEqual([true, 0, 0])
    expect(await take()).toEqual([false, 0, 40_000])
    clock.now += 39_999
    expect(await take()).toEqual([false, 0, 1])
    clock.now += 1
    expect(await take()).toEqual([true, 0, 0])
    expect(await take()).toEqual([false, 0, 10_000])
    clock.now += WINDOW_MS
    expect(await take()).toEqual([true, 2, 0])
  })

  test('counts each key by itself', async () => {
    const { limiter } = await stepped(1)
    expect([(await limiter.take('a')).admitted, (await limiter.take('b')).admitted]).toEqual([true, true])
    expect([(await limiter.take('a')).admitted, (await limiter.take('b')).admitted]).toEqual([false, false])
  })

  test('goes on after the clock was put back', async () => {
    const { clock, limiter } = await stepped(1)
    await limiter.take('a')
    clock.now -= 3_600_000
    expect((await limiter.take('a')).admitted).toBe(true)
    expect((await limiter.take('a')).waitMs).toBe(WINDOW_MS)
  })

  test('holds in every window, for any course of requests', async () => {
    const steps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30_000 })), { maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), steps, async (limit, course) => {
        const { clock, limiter } = await stepped(limit)
        const admitted: number[] = []
        for (const step of course) {
          clock.now += step
          const { admitted: isIn, waitMs } = await limiter.take('a')
          const recent = admitted.filter((moment) => moment > clock.now - WINDOW_MS).length
          // As many as may be, and no more.
          expect(isIn).toBe(recent < limit)
          if (isIn) admitted.push(clock.now)
          else expect((admitted.at(-limit) ?? 0) + WINDOW_MS - clock.now).toBe(waitMs)
        }
      }),
    )
  })
})

describe('in several processes that one of them counts for', () => {
  test('the limit is one for all, and each kind of limit is counted by itself', async () => {
    const clock = { now: 1_000_000 }
    const count = newCounting(() => clock.now)
    const open = (limit: number) => newLimiter({ limit, together: count, clock: () => clock.now, report: silent })
    const one = await open(2)
    const other = await open(2)
    const wider = await open(3)
    expect(await one.take('a')).toEqual({ admitted: true, remaining: 1, waitMs: 0 })
    clock.now += 1000
    expect(await other.take('a')).toEqual({ admitted: true, remaining: 0, waitMs: 0 })
    expect(await one.take('a')).toEqual({ admitted: false, remaining: 0, waitMs: WINDOW_MS - 1000 })
    expect(await wider.take('a')).toEqual({ admitted: true, remaining: 2, waitMs: 0 })
    expect(await other.take('b')).toEqual({ admitted: true, remaining: 1, waitMs: 0 })
  })

  test('without an answer, each process counts by itself', async () => {
    const limiter = await newLimiter({ limit: 1, together: async () => null, clock: () => 0, report: silent })
    expect([(await limiter.take('a')).admitted, (await limiter.take('a')).admitted]).toEqual([true, false])
  })
})

describe('with Redis', () => {
  let redis: TestRedis
  const limiters: Limiter[] = []
  beforeAll(async () => {
    if (isHere('redis')) redis = await startRedis()
  })
  beforeEach(() => needs('redis'))
  afterAll(async () => {
    for (const limiter of limiters) await limiter.close()
    if (!isHere('redis')) return
    redis.wake()
    await redis.stop()
  })

  /** A Redis that answers late on a busy machine is there all the same, unless a test says how long it has. */
  const shared = async (limit: number, windowSeconds: number, more: Partial<LimiterOptions> = {}) => {
    const own = { limit, windowSeconds, redisUrl: redis.url, clock: Date.now, report: silent }
    const limiter = await newLimiter({ ...own, redisAnswerMs: PATIENT_MS, ...more })
    limiters.push(limiter)
    return limiter
  }

  test('several processes admit the limit together', async () => {
    const processes = await Promise.all([shared(20, 60), shared(20, 60), shared(20, 60)])
    const takes = processes.flatMap((limiter) => Array.from({ length: 20 }, () => limiter.take('together')))
    const taken = await Promise.all(takes)
    expect(taken.filter(({ admitted }) => admitted)).toHaveLength(20)
    const left = taken.filter(({ admitted }) => admitted).map(({ remaining }) => remaining)
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 20 }, (_, index) => 19 - index))
    for (const { admitted, waitMs } of taken) {
      if (!admitted) expect(waitMs > 0 && waitMs <= WINDOW_MS).toBe(true)
    }
  })

  test('no window has more, and a caller that waits is accepted', async () => {
    const first = await shared(5, 1)
    const second = await shared(5, 1)
    const admitted: { sent: number; answered: number }[] = []
    let waits = 0
    while (admitted.length < 20) {
      const sent = performance.now()
      const { admitted: isIn, waitMs } = await (admitted.length % 2 ? first : second).take('rolling')
      if (isIn) admitted.push({ sent, answered: performance.now() })
      else {
        waits += 1
        await pause(waitMs + 1)
      }
    }
    // Each was decided on between sending and answer, so this much is certain of the moments between.
    for (const [index, { answered }] of admitted.entries()) {
      const fifthBefore = admitted[index - 5]
      if (fifthBefore) expect(answered - fifthBefore.sent).toBeGreaterThanOrEqual(1000)
    }
    // A wait is answered by admission: each of the two is turned away at most once before each batch.
    expect(waits).toBeLessThanOrEqual(2 * 15)
  })

  test('out of reach, it admits and says so once; back again, it counts together', async () => {
    const said: string[] = []
    const limiter = await shared(2, 60, { report: (sentence) => said.push(sentence) })
    const take = async (key: string) => (await limiter.take(key)).admitted
    expect([await take('a'), await take('a'), await take('a')]).toEqual([true, true, false])
    await redis.stop()
    // Counted by this process alone, from nothing.
    expect([await take('b'), await take('b'), await take('b')]).toEqual([true, true, false])
    expect(said).toEqual([expect.stringMatching(/^Redis is out of reach \(.+\): requests are counted by this process/)])
    await redis.start()
    await expect.poll(async () => (await limiter.take('c')) && said.length, { timeout: 20_000 }).toBe(2)
    expect(said[1]).toBe('Redis is reachable again: requests are counted together')
  })

  test('a Redis that hangs holds no request up for long', async () => {
    const said: string[] = []
    const limiter = await shared(2, 60, { report: (sentence) => said.push(sentence), redisAnswerMs: undefined })
    redis.freeze()
    // Of these, those that come after the first has waited in vain do not wait at all.
    for (let count = 0; count < 50; count += 1) await limiter.take(`hanging ${count}`)
    redis.wake()
    expect(said[0]).toMatch(/^Redis is out of reach \(Command timed out\)/)
  })

  test('an address where no Redis is does not keep a service from starting', async () => {
    const said: string[] = []
    const report = (sentence: string) => said.push(sentence)
    const limiter = await newLimiter({ limit: 1, redisUrl: 'redis://127.0.0.1:1', clock: Date.now, report })
    limiters.push(limiter)
    expect([(await limiter.take('a')).admitted, (await limiter.take('a')).admitted]).toEqual([true, false])
    expect(said).toHaveLength(1)
  })
})
