// Carries requests to the service as a careful program does: an answer that is lost is asked for again under the same
// Idempotency-Key. What comes back is judged: trouble is a cut connection or a clear 503, and nothing else.
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Finding, Shown } from './model.ts'

/** Who is asked for, and with which right. */
export type Tenant = { id: string; headers: Readonly<Record<string, string>> }

export type Ask = {
  tenant: Tenant
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the company. */
  path: string
  body?: object
  file?: { name: string; bytes: Buffer }
  key?: string | null
  /** Operations that each stand by themselves: which of them has to be refused, since it is wrong. */
  apart?: { refused: number }
  /** What happens to it is written down here. */
  history?: string[]
}

export type Answer = { status: number; bytes: Buffer; text: string; body: Shown; isReplayed: boolean }

/** Counts of a run, or of a round. */
export type Counts = { acknowledged: number; resolved: number; unknown: number; unavailable: number; cut: number }

/**
 * The longest that any answer may take, in milliseconds. The service waits 20 seconds for a lock and cuts a silent
 * connection after eight; a request can meet both, on a machine that is busy.
 */
const ANSWER_LIMIT_MS = 45_000
/** For how long something is asked again until it is answered, in milliseconds. */
const PATIENCE_MS = 180_000
/** Between two attempts, in milliseconds. */
const BREATH_MS = 60

type CourierOptions = {
  /** Where the service answers; each time another one where there are several. */
  origin: () => string
  /** Whether something is out of order, so that a 503 is right. */
  isTroubled: () => boolean
  /** For how long the service was recently suspended by the suite, in milliseconds: no process can answer meanwhile. */
  stoodStillMs: () => number
  report: (finding: Finding) => void
}

export type Courier = ReturnType<typeof newCourier>

export const newCourier = (options: CourierOptions) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const counts: Counts = { acknowledged: 0, resolved: 0, unknown: 0, unavailable: 0, cut: 0 }
  const begun = performance.now()

  const note = (ask: Ask, sentence: string): void => noteAt(ask, (performance.now() - begun) / 1000, sentence)
  const accuse = (fault: Finding['fault'], ask: Ask, what: string): void => {
    note(ask, what)
    options.report({ fault, sentence: `${ask.method} ${ask.path}: ${what}`, history: ask.history ?? [] })
  }

  /** One attempt: what came back, or why nothing did. */
  const attempt = async (ask: Ask): Promise<Answer | Lost> => {
    const started = performance.now()
    const answer = await exchange(agent, options.origin(), ask)
    const took = performance.now() - started
    if (took > ANSWER_LIMIT_MS + options.stoodStillMs()) accuse('hang', ask, `nothing for ${Math.round(took)} ms`)
    note(ask, 'status' in answer ? `${answer.status} ${answer.text.slice(0, 300)}` : answer.why)
    return answer
  }

  /** Whether it is an answer to go by; what must not be is reported. */
  const settles = (ask: Ask, answer: Answer): boolean => {
    if (answer.status < 300) {
      const { wrong, isDone } = apartIn(ask, answer, options.isTroubled())
      if (wrong) accuse('answer', ask, `${wrong}: ${answer.text}`)
      return isDone
    }
    if (isAway(answer)) {
      counts.unavailable += 1
      if (!options.isTroubled()) accuse('answer', ask, `503 while nothing was out of order: ${answer.text}`)
      return false
    }
    // The first request with this key may still be under way, though its caller has gone.
    if (answer.status === 409 && ask.key) return false
    accuse('answer', ask, `${answer.status} ${answer.text}`)
    return true
  }

  return {
    counts,
    // Asks, and again until there is an answer where that is safe: with a key, to read, or where nothing was sent.
    // Null if the outcome is unknown.
    async ask(ask: Ask): Promise<Answer | null> {
      const deadline = performance.now() + PATIENCE_MS
      const isSafe = ask.method === 'GET' || typeof ask.key === 'string'
      let wasLost = false
      while (performance.now() < deadline) {
        const answer = await attempt(ask)
        if ('status' in answer) {
          if (settles(ask, answer)) {
            if (ask.method !== 'GET' && answer.status < 300) counts.acknowledged += 1
            if (wasLost && ask.method !== 'GET') counts.resolved += 1
            return answer
          }
        } else counts.cut += answer.wasSent ? 1 : 0
        const mayBeDone = 'status' in answer || answer.wasSent
        if (mayBeDone && !isSafe) {
          counts.unknown += 1
          return null
        }
        wasLost ||= mayBeDone
        await pause(BREATH_MS)
      }
      accuse('hang', ask, `no answer in ${PATIENCE_MS / 1000} seconds of asking again`)
      return null
    },
    close: () => agent.destroy(),
  }
}

/**
 * What is wrong with the answer to operations that each stand by themselves, one of which had to be refused; and if
 * all are done, or some have to be asked again: those refused for now, and those under way with their key.
 */
const apartIn = ({ apart }: Ask, { body }: Answer, isTroubled: boolean): { wrong: string | null; isDone: boolean } => {
  if (!apart) return { wrong: null, isDone: true }
  const statuses = (body.results as Shown[]).map(({ status }) => Number(status))
  if (statuses.includes(503)) return { wrong: isTroubled ? null : '503 while nothing was out of order', isDone: false }
  if (statuses.includes(409)) return { wrong: null, isDone: false }
  const isRight = statuses.every((status, at) => (at === apart.refused ? status === 400 : status < 300))
  return { wrong: isRight ? null : `operation ${apart.refused} and no other is wrong`, isDone: true }
}

const noteAt = ({ method, path, key, history }: Ask, seconds: number, sentence: string): void => {
  history?.push(`${seconds.toFixed(3)} s: ${method} ${path}${key ? ` (key ${key})` : ''}: ${sentence}`)
}

/** A clear refusal for now: it says so, and when to come again. */
const isAway = ({ status, body, text }: Answer): boolean =>
  status === 503 && body.code === 'service-unavailable' && text.length > 0

type Lost = { why: string; wasSent: boolean }

const exchange = (agent: Agent, origin: string, ask: Ask): Promise<Answer | Lost> =>
  new Promise((resolve) => {
    const { tenant, method, path, key } = ask
    const { type, bytes } = contentOf(ask)
    const headers = {
      ...tenant.headers,
      ...(bytes === null ? {} : { 'content-type': type, 'content-length': bytes.length }),
      ...(key ? { 'idempotency-key': key } : {}),
    }
    const url = `${origin}/v1/companies/${tenant.id}${path}`
    let isConnected = false
    const asked = request(url, { method, agent, headers, timeout: 4 * ANSWER_LIMIT_MS }, (response) => {
      read(response).then(resolve, (cause: Error) => resolve({ why: cause.message, wasSent: true }))
    })
    asked.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (isConnected = true))
      else isConnected = true
    })
    asked.on('timeout', () => asked.destroy(new Error('nothing came')))
    asked.on('error', (cause: NodeJS.ErrnoException) =>
      resolve({ why: cause.code ?? cause.message, wasSent: isConnected }),
    )
    asked.end(bytes ?? undefined)
  })

const read = async (response: IncomingMessage): Promise<Answer> => {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  if (!response.complete) throw new Error('the answer was cut')
  const bytes = Buffer.concat(parts)
  const text = bytes.toString('utf8')
  const isReplayed = response.headers['idempotent-replayed'] === 'true'
  return { status: response.statusCode ?? 0, bytes, text, body: parsed(text), isReplayed }
}

const parsed = (text: string): Shown => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const BOUNDARY = 'a-boundary-that-no-file-has'

const contentOf = ({ body, file }: Ask): { type: string; bytes: Buffer | null } => {
  if (file) {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`
    const bytes = Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
    return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes }
  }
  return { type: 'application/json', bytes: body === undefined ? null : Buffer.from(JSON.stringify(body)) }
}
