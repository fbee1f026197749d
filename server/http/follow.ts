// Reads that can be followed: a request waits until there is something new, or a stream of server-sent events tells it
// as it comes. A waiting request holds no connection to the database, and no turn at one.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Outage } from '#platform/outage'
import { Refusal } from '#platform/refusal'
import type { Told } from '#platform/told'
import { untilHeartbeat } from './heartbeat.rules.ts'
import { preferencesIn } from './language.ts'
import { httpRefusals } from './refusals.ts'
import type { Input, RowCall } from './row.ts'
import { isJson } from './sheet.ts'

/** How a read goes on. An input goes in, an answer comes out, and the next input stands behind that answer. */
export type Follow<In = Input<unknown, unknown>, Answer = unknown> = {
  /** How long the request would wait for something new, in milliseconds. */
  waitMs(input: In): number
  isEmpty(answer: Answer): boolean
  /** The input of who comes back after a message of the stream: the header Last-Event-ID. */
  from(input: In, lastEventId: string): In
  next(input: In, answer: Answer): In
  messages(answer: Answer): readonly { id: string; data: unknown }[]
  /** Where who comes back goes on after this answer: what Last-Event-ID then says. */
  position(answer: Answer): string
  /** Other tenants whose news are news here; told anew when something happens to the tenant itself. */
  hears?(call: RowCall): Promise<readonly string[]>
}

/** Longest a request waits for something new, in seconds. */
export const MAX_WAIT_SECONDS = 30
/** How long a stream lasts, in milliseconds: clients then come again by themselves, and are counted anew. */
const STREAM_MS = 60_000
/** How long a stream may take to send what is left when it has lasted: whoever does not read is hung up on. */
const STREAM_END_MS = 30_000
/** The same when the service closes, in milliseconds. */
const CLOSING_MS = 2000
/** About how much of an answer a stream makes ready at once, in characters: it holds no more for who does not read. */
const PORTION = 65_536
/** How long a client waits before it comes again, in milliseconds. */
const RETRY_MS = 200
/** Most that wait at once, for one tenant of the service and in one process. */
export const MOST_WAITING_FOR_TENANT = 1000
const MOST_WAITING = 10_000

export const STREAM_TYPE = 'text/event-stream'

/** Whether the request asks for a stream, and does not like JSON better. */
export const wantsStream = ({ headers }: FastifyRequest): boolean =>
  preferencesIn(headers.accept).find((type) => type === STREAM_TYPE || isJson(type)) === STREAM_TYPE

type Following<In, Answer> = {
  follow: Follow<In, Answer>
  told: Told
  tenantId: string
  /** Refuses who may not read any more: asked before each reading but the first. */
  judge: () => Promise<void>
  /** Has the tenant told of all that is news to it. It goes before the mark. */
  listen: () => Promise<void>
  /** Reads once, in turn with others of the tenant. */
  read: (input: In) => Promise<Answer>
  /** The same of who was woken, together with all who were woken at this moment and ask the same. */
  readTogether: (input: In, mark: number) => Promise<Answer>
}

/** The answer to a request that may wait. */
export const waitFor = async <In, Answer>(
  reply: FastifyReply,
  input: In,
  following: Following<In, Answer>,
): Promise<Answer> => {
  const { follow, told, tenantId, judge, listen, read, readTogether } = following
  const until = performance.now() + follow.waitMs(input)
  const gone = goneOf(reply)
  if (follow.waitMs(input) > 0) await listen()
  let mark = told.mark(tenantId)
  let answer = await read(input)
  for (let at = input; ; ) {
    const left = until - performance.now()
    if (!follow.isEmpty(answer) || left <= 0) return answer
    requireRoom(told, tenantId)
    const isTold = await told.beyond(tenantId, mark, Math.min(left, told.patience()), gone)
    if (gone.aborted || (!isTold && told.isClosed())) return answer
    // What the operator's commands do nobody tells: who was not told looks all the same.
    const newsAt = isTold ? told.newsAt(tenantId) : null
    // What is there is not of interest: it need not be looked through again.
    at = follow.next(at, answer)
    await judge()
    await listen()
    mark = told.mark(tenantId)
    answer = await readTogether(at, mark)
    if (newsAt !== null) told.caughtUp(newsAt)
  }
}

/** Sends what comes as server-sent events. What is wrong with the request is refused before the first of them. */
export const sendStream = async <In, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  given: In,
  following: Following<In, Answer>,
): Promise<FastifyReply> => {
  const { follow, told, tenantId, listen, read } = following
  const lastEventId = request.headers['last-event-id']
  const input = typeof lastEventId === 'string' ? follow.from(given, lastEventId) : given
  requireRoom(told, tenantId)
  const gone = goneOf(reply)
  await listen()
  const mark = told.mark(tenantId)
  const first = await read(input)
  const stream = Readable.from(messagesFrom(first, { ...following, input, mark, gone }), { highWaterMark: 1 })
  const hangUpIn = (ms: number) => setTimeout(() => reply.raw.destroy(), ms)
  let slow = hangUpIn(STREAM_MS + STREAM_END_MS)
  const forget = told.whenClosed(() => {
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
  { follow, told, tenantId, judge, listen, readTogether, input, mark, gone }: Streaming<In, Answer>,
): AsyncGenerator<string> {
  const until = performance.now() + STREAM_MS
  yield `retry: ${RETRY_MS}\n\n`
  for (let [at, answer, seen] = [input, first, mark]; !gone.aborted; ) {
    let newsAt: number | null = null
    yield* textsOf(follow, answer)
    at = follow.next(at, answer)
    const left = until - performance.now()
    // A client that reconnects is counted again, so a stream ends on time even when more is waiting.
    if (left <= 0 || told.isClosed()) return
    if (follow.isEmpty(answer)) {
      const patience = Math.min(untilHeartbeat(tenantId, Date.now()), left, told.patience())
      if (await told.beyond(tenantId, seen, patience, gone)) newsAt = told.newsAt(tenantId)
      else yield ': here\n\n'
    }
    try {
      await judge()
      await listen()
      seen = told.mark(tenantId)
      answer = await readTogether(at, seen)
      if (newsAt !== null) told.caughtUp(newsAt)
    } catch (cause) {
      // Headers are already sent: the next request learns from its status what is wrong.
      if (!(cause instanceof Refusal || cause instanceof Outage)) throw cause
      return
    }
  }
}

/** What is made of an answer: many streams send the same, and none makes more than it sends. */
const portions = new WeakMap<object, { made: string[]; rest: Iterator<string, undefined> }>()

/** The text of an answer, in portions. */
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

/** The messages of an answer; at the end the position alone, which tells nothing and is remembered all the same. */
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

/** Reads of the same by many at the same moment are one read. */
export const newTogether = () => {
  const underWay = new Map<string, Promise<unknown>>()
  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = underWay.get(key) as Promise<T> | undefined
    if (known) return known
    const started = read().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}

const requireRoom = (told: Told, tenantId: string): void => {
  const { all, ofTenant } = told.waiting(tenantId)
  if (ofTenant < MOST_WAITING_FOR_TENANT && all < MOST_WAITING) return
  throw httpRefusals.tooManyWait({ limit: MOST_WAITING_FOR_TENANT }, [], { 'retry-after': MAX_WAIT_SECONDS })
}

/** Aborts when the caller has hung up. */
const goneOf = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => gone.abort())
  return gone.signal
}
