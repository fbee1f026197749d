// Rate limits over a rolling window: at most so many calls in any interval of the window's length. Counters reset at
// fixed times would admit twice as many around a reset, so every admission is kept for one window: in this process, in
// the supervisor of several processes, or in a shared Redis.
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Whether a request is admitted, how many more would be, and in how many milliseconds the next one will be. */
export type Taken = { admitted: boolean; remaining: number; waitMs: number }

export type Limiter = {
  /** Requests per window. */
  limit: number
  take(key: string): Promise<Taken>
  close(): Promise<void>
}

/** A request to count: its key, and the limit per window. */
export type Asked = { limit: number; windowSeconds: number; key: string }

/** Counts in a place shared by several processes; null if it does not answer. */
export type CountTogether = (asked: Asked) => Promise<Taken | null>

export type LimiterOptions = {
  limit: number
  windowSeconds?: number
  /** Used unless there is a Redis. */
  together?: CountTogether | undefined
  /** Counts in this Redis, together with its other users. */
  redisUrl?: string | undefined
  /** Overrides the timeout for its answers, in milliseconds. */
  redisAnswerMs?: number | undefined
  /** The clock for counting in this process, in milliseconds. */
  clock: () => number
  report: (sentence: string) => void
}

const WINDOW_SECONDS = 60
/** How long Redis may take to answer a request, and to accept a connection, in milliseconds. */
const REDIS_ANSWER_MS = 250
const REDIS_CONNECT_MS = 1000
/** How long Redis is not asked after a failure, and the longest pause between reconnects, in milliseconds. */
const REDIS_REST_MS = 2000

export const newLimiter = async (options: LimiterOptions): Promise<Limiter> => {
  const { limit, windowSeconds = WINDOW_SECONDS, redisUrl, together, clock } = options
  const own = new RollingMemory(limit, windowSeconds, clock)
  const elsewhere = together && {
    take: (key: string) => together({ limit, windowSeconds, key }),
    close: async () => {},
  }
  const shared = redisUrl === undefined ? elsewhere : await newShared({ ...options, windowSeconds, redisUrl })
  return {
    limit,
    take: async (key) => (shared ? await shared.take(key) : null) ?? (await taken(own, key)),
    close: async () => shared?.close(),
  }
}

/** Counts in this process on behalf of several. */
export const newCounting = (clock: () => number): ((asked: Asked) => Promise<Taken>) => {
  const memories = new Map<string, RollingMemory>()
  return ({ limit, windowSeconds, key }) => {
    const kind = `${limit} in ${windowSeconds}`
    const memory = memories.get(kind) ?? new RollingMemory(limit, windowSeconds, clock)
    memories.set(kind, memory)
    return taken(memory, key)
  }
}

/** The result of the library. It throws a refusal as an object that is not an Error; other exceptions are failures. */
const taken = async (limiter: RateLimiterMemory | RateLimiterRedis, key: string): Promise<Taken> => {
  try {
    const { remainingPoints } = await limiter.consume(key)
    return { admitted: true, remaining: remainingPoints, waitMs: 0 }
  } catch (cause) {
    if (cause instanceof RateLimiterRes) return { admitted: false, remaining: 0, waitMs: cause.msBeforeNext }
    throw cause
  }
}

/** Counts in this process: the times of the last admissions of each key. */
class RollingMemory extends RateLimiterMemory {
  readonly #admitted = new Map<string, number[]>()
  readonly #clock: () => number
  #swept: number

  constructor(limit: number, windowSeconds: number, clock: () => number) {
    super({ points: limit, duration: windowSeconds })
    this.#clock = clock
    this.#swept = clock()
  }

  override async consume(key: string): Promise<RateLimiterRes> {
    const now = this.#clock()
    const windowMs = this.duration * 1000
    this.#sweep(now, windowMs)
    let moments = this.#admitted.get(key) ?? []
    // If the clock was turned back, earlier times no longer count.
    if ((moments.at(-1) ?? now) > now) moments = []
    moments = moments.filter((moment) => moment > now - windowMs)
    const [oldest = now] = moments
    if (moments.length >= this.points) throw new RateLimiterRes(0, oldest + windowMs - now, moments.length)
    moments.push(now)
    this.#admitted.set(key, moments)
    return new RateLimiterRes(this.points - moments.length, windowMs, moments.length)
  }

  /** Removes keys without a call in the last window. */
  #sweep(now: number, windowMs: number): void {
    if (Math.abs(now - this.#swept) < windowMs) return
    this.#swept = now
    for (const [key, moments] of this.#admitted) {
      if ((moments.at(-1) ?? 0) <= now - windowMs) this.#admitted.delete(key)
    }
  }
}

/**
 * Replaces the library's script, which counts by fixed windows: keeps the times of the last admissions, newest first,
 * by the clock of Redis in microseconds, since truncated milliseconds could end a window almost one millisecond early.
 * ARGV: points, seconds, limit, seconds. Returns the number of admissions including this one (above the limit if
 * refused), and the milliseconds until the oldest expires.
 */
const ROLLING_SCRIPT = `
local time = redis.call('time')
local now = time[1] * 1000000 + time[2]
local window = ARGV[2] * 1000000
local oldest = tonumber(redis.call('lindex', KEYS[1], -1))
while oldest and (oldest <= now - window or oldest > now) do
  redis.call('rpop', KEYS[1])
  oldest = tonumber(redis.call('lindex', KEYS[1], -1))
end
local held = redis.call('llen', KEYS[1])
if held >= tonumber(ARGV[3]) then return {held + 1, math.ceil((oldest + window - now) / 1000)} end
redis.call('lpush', KEYS[1], string.format('%.0f', now))
redis.call('pexpire', KEYS[1], window / 1000)
return {held + 1, math.ceil(((oldest or now) + window - now) / 1000)}
`

type Shared = {
  /** Null if Redis is unreachable: then Redis refuses no request. */
  take(key: string): Promise<Taken | null>
  close(): Promise<void>
}

const newShared = async ({
  limit,
  windowSeconds = WINDOW_SECONDS,
  redisUrl,
  redisAnswerMs = REDIS_ANSWER_MS,
  report,
}: LimiterOptions & { redisUrl: string }): Promise<Shared> => {
  const { Redis } = await import('ioredis')
  const client = new Redis(redisUrl, {
    commandTimeout: redisAnswerMs,
    connectTimeout: REDIS_CONNECT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * REDIS_ANSWER_MS, REDIS_REST_MS),
  })
  const limiter = new RateLimiterRedis({
    storeClient: client,
    rejectIfRedisNotReady: true,
    keyPrefix: 'grundbok:rate',
    points: limit,
    duration: windowSeconds,
    customIncrTtlLuaScript: ROLLING_SCRIPT,
    // A key over the limit is blocked in memory until the next request would be admitted, without asking Redis.
    inMemoryBlockOnConsumed: limit + 1,
  })
  let failedAt: number | null = null
  const fail = ({ message }: Error) => {
    if (failedAt === null) report(`Redis is out of reach (${message}): requests are counted by this process alone`)
    failedAt = performance.now()
  }
  client.on('error', fail)
  // The first requests should be counted in Redis too, but an unreachable Redis must not delay the start.
  await new Promise<void>((resolve) => {
    for (const event of ['ready', 'error'] as const) client.once(event, () => resolve())
    setTimeout(resolve, REDIS_CONNECT_MS).unref()
  })
  return {
    async take(key) {
      const resting = failedAt !== null && performance.now() - failedAt < REDIS_REST_MS
      if (resting) return null
      try {
        const answer = await taken(limiter, key)
        if (failedAt !== null) report('Redis is reachable again: requests are counted together')
        failedAt = null
        return answer
      } catch (cause) {
        fail(cause as Error)
        return null
      }
    },
    async close() {
      client.disconnect()
    },
  }
}
