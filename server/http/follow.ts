// Reads that can be followed: by a long poll, which waits until there is something new, or by a stream of server-sent
// events. A waiting request holds no database connection and no turn.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferencesIn } from '#http/answers/language'
import { httpRefusals } from '#http/answers/refusals'
import { isJson } from '#http/answers/sheet'
import type { EventNotifications } from '#platform/event-notifications'
import { Outage } from '#platform/outage'
import { Refusal } from '#platform/refusal'
import { untilHeartbeat } from './heartbeat.rules.ts'
import type { Follow } from './row.ts'

/** Longest wait of a request for something new, in seconds. */
export const MAX_WAIT_SECONDS = 30
/** How long a stream lasts, in milliseconds: clients then reconnect automatically, which counts as another request. */
const STREAM_MS = 60_000
/** How long an expired stream may take to send the rest before the connection is cut. */
const STREAM_END_MS = 30_000
/** The same when the service closes, in milliseconds. */
const CLOSING_MS = 2000
/** Approximate size of the chunks of a stream, in characters: no more is buffered for a slow reader. */
const PORTION = 65_536
/** How long a client waits before reconnecting, in milliseconds. */
const RETRY_MS = 200
/** Most waiting requests, per tenant in the whole service and in total per process. */
const MOST_WAITING_FOR_TENANT = 1000
const MOST_WAITING = 10_000

export const STREAM_TYPE = 'text/event-stream'

/** Whether the request accepts a stream, and does not prefer JSON. */
export const wantsStream = ({ headers }: FastifyRequest): boolean =>
  preferencesIn(headers.accept).find((type) => type === STREAM_TYPE || isJson(type)) === STREAM_TYPE

type Following<In, Answer> = {
  follow: Follow<In, Answer>
  told: EventNotifications
  tenantId: string
  /** Refuses a caller that has lost its rights; called before each read except the first. */
  judge: () => Promise<void>
  /** Subscribes the tenant to the notifications of all tenants that are news to it. Called before taking the mark. */
  listen: () => Promise<void>
  /** Reads once, within the tenant's turns. */
  read: (input: In) => Promise<Answer>
  /** The same after waking up; requests with the same question that wake up at this moment share one read. */
  readTogether: (input: In, mark: number) => Promise<Answer>
}

/** The answer to a request that may wait. */
export const waitFor = async <In, Answer>(
  reply: FastifyReply,
  input: In,
  following: Following<In, Answer>,
): Promise<Answer> => {
  const { follow, told: notifications, tenantId, judge, listen, read, readTogether } = following
  const until = performance.now() + follow.waitMs(input)
  const gone = goneOf(reply)
  if (follow.waitMs(input) > 0) await listen()
  let mark = notifications.mark(tenantId)
  let answer = await read(input)
  for (let at = input; ; ) {
    const left = until - performance.now()
    if (!follow.isEmpty(answer) || left <= 0) return answer
    requireRoom(notifications, tenantId)
    const isTold = await notifications.beyond(tenantId, mark, Math.min(left, notifications.patience()), gone)
    if (gone.aborted || (!isTold && notifications.isClosed())) return answer
    // The operator's commands send no notifications, so read again even without one.
    const newsAt = isTold ? notifications.newsAt(tenantId) : null
    // What was read is not of interest, so continue after it.
    at = follow.next(at, answer)
    await judge()
    await listen()
    mark = notifications.mark(tenantId)
    answer = await readTogether(at, mark)
    if (newsAt !== null) notifications.caughtUp(newsAt)
  }
}

/** Sends news as server-sent events. Errors in the request are refused before the first event. */
export const sendStream = async <In, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  given: In,
  following: Following<In, Answer>,
): Promise<FastifyReply> => {
  const { follow, told: notifications, tenantId, listen, read } = following
  const lastEventId = request.headers['last-event-id']
  const input = typeof lastEventId === 'string' ? follow.from(given, lastEventId) : given
  requireRoom(notifications, tenantId)
  const gone = goneOf(reply)
  await listen()
  const mark = notifications.mark(tenantId)
  const first = await read(input)
  const stream = Readable.from(messagesFrom(first, { ...following, input, mark, gone }), { highWaterMark: 1 })
  const hangUpIn = (ms: number) => setTimeout(() => reply.raw.destroy(), ms)
  let slow = hangUpIn(STREAM_MS + STREAM_END_MS)
  const forget = notifications.whenClosed(() => {
    clearTimeout(slow)
    slow = hangUpIn(CLOSING_MS)
  })
  stream.once('close', () => {
    clearTimeout(slow)
    forget()
  })
  return reply
    .headers(request.onSuccess ?? {})
    .header('content-type', STREAM_TYPE)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream)
}

type Streaming<In, Answer> = Following<In, Answer> & { input: In; mark: number; gone: AbortSignal }

async function* messagesFrom<In, Answer>(
  first: Answer,
  { follow, told: notifications, tenantId, judge, listen, readTogether, input, mark, gone }: Streaming<In, Answer>,
): AsyncGenerator<string> {
  const until = performance.now() + STREAM_MS
  yield `retry: ${RETRY_MS}\n\n`
  for (let [at, answer, seen] = [input, first, mark]; !gone.aborted; ) {
    let newsAt: number | null = null
    yield* textsOf(follow, answer)
    at = follow.next(at, answer)
    const left = until - performance.now()
    // A reconnect counts as a request, so a stream ends on time even if more is waiting.
    if (left <= 0 || notifications.isClosed()) return
    if (follow.isEmpty(answer)) {
      const patience = Math.min(untilHeartbeat(tenantId, Date.now()), left, notifications.patience())
      if (await notifications.beyond(tenantId, seen, patience, gone)) newsAt = notifications.newsAt(tenantId)
      else yield ': here\n\n'
    }
    try {
      await judge()
      await listen()
      seen = notifications.mark(tenantId)
      answer = await readTogether(at, seen)
      if (newsAt !== null) notifications.caughtUp(newsAt)
    } catch (cause) {
      // The headers are already sent; the status of the next request will tell the client what is wrong.
      if (!(cause instanceof Refusal || cause instanceof Outage)) throw cause
      return
    }
  }
}

/** The serialized chunks of an answer, shared by streams that send the same; made only as they are sent. */
const portions = new WeakMap<object, { made: string[]; rest: Iterator<string, undefined> }>()

/** The text of an answer, in chunks. */
function* textsOf<In, Answer>(follow: Follow<In, Answer>, answer: Answer): Generator<string> {
  const shared = portions.get(answer as object) ?? { made: [], rest: portionsOf(follow, answer) }
  portions.set(answer as object, shared)
  for (let at = 0; ; at += 1) {
    const next = shared.made[at] ?? shared.rest.next().value
    if (next === undefined) return
    shared.made[at] = next
    yield next
  }
}

/** The messages of an answer, and at the end an id without data, which advances the client's position. */
function* portionsOf<In, Answer>(follow: Follow<In, Answer>, answer: Answer): Generator<string, undefined> {
  let portion = ''
  for (const { id, data } of follow.messages(answer)) {
    portion += `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`
    if (portion.length < PORTION) continue
    yield portion
    portion = ''
  }
  yield `${portion}id: ${follow.position(answer)}\n\n`
  return undefined
}

/** Combines concurrent reads with the same key into one. */
export const newSharedReads = () => {
  const underWay = new Map<string, Promise<unknown>>()
  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = underWay.get(key) as Promise<T> | undefined
    if (known) return known
    const started = read().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}

const requireRoom = (notifications: EventNotifications, tenantId: string): void => {
  const { all, ofTenant } = notifications.waiting(tenantId)
  if (ofTenant < MOST_WAITING_FOR_TENANT && all < MOST_WAITING) return
  throw httpRefusals.tooManyWait({ limit: MOST_WAITING_FOR_TENANT }, [], { 'retry-after': MAX_WAIT_SECONDS })
}

/** Aborts when the client has disconnected. */
const goneOf = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => gone.abort())
  return gone.signal
}
