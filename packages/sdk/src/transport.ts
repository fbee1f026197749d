// One request, until it is answered: headers, repetitions, time limits, and what an answer becomes.
import { type Answer, answerFrom, keepAnswer } from './answers.ts'
import { type Asked, GrundbokError, NetworkError } from './errors.ts'
import { pause } from './events.ts'
import { Download, formOf, isRepeatable, type SentBody } from './files.ts'

/** Where access tokens come from, if they change. */
export type TokenSource = {
  /** A token that is valid now. */
  token(): Promise<string> | string
  /** Called when a token was refused: whether there is another one now. */
  renew?(refused: string): Promise<boolean>
}

export type ClientOptions = {
  /** Where the API is, with its version: `https://books.example.com/v1`. */
  baseUrl: string
  /** A private token, or the source of access tokens. */
  token?: string | TokenSource
  /** The integration itself, for the requests of OAuth that it makes in its own name. */
  client?: { id: string; secret: string }
  /** In place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The first word of the service's own headers and error ids (`API_BRAND`): `service` when left out. */
  brand?: string
  /** The language of sentences: English when left out. */
  language?: 'en' | 'sv'
  /** Whether unknown names are refused instead of ignored: they are when left out. */
  isStrict?: boolean
  /** How long a call may take with its repetitions, in milliseconds: a minute when left out, ten for files. */
  timeoutMs?: number
  /** How often a call is repeated: 4 times when left out. */
  retries?: number
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>
  /** Told of each answer that is no refusal. */
  onAnswer?: (answer: Answer) => void
}

/** What a call may be given beside what the service reads. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  retries?: number | undefined
  language?: 'en' | 'sv' | undefined
  headers?: Readonly<Record<string, string>> | undefined
  onAnswer?: ((answer: Answer) => void) | undefined
}

export type WriteOptions = CallOptions & {
  /** Under the same key, the same request is carried out once. Each call has a new one when left out. */
  idempotencyKey?: string | undefined
  /** Refuses the write with 412 if the resource has another version by now. */
  ifMatch?: string | undefined
  /** Checks and answers the write, and undoes it. */
  dryRun?: boolean | undefined
  /** With `dryRun`: the answer also says what would change; read it by `effectsOf`. */
  effects?: boolean | undefined
}

export type TaggedOptions = CallOptions & {
  /** Throws a refusal with the status 304 if the resource still has this version. */
  ifNoneMatch?: string | undefined
}

/** A request as the tree of resources makes it. */
export type Request = {
  method: string
  /** Below the base address, with its query. */
  path: string
  body?: { type: 'json' | 'form' | 'fields'; value: object } | undefined
  isByClient?: boolean
  takesKey?: boolean
  isFile: boolean
  options: WriteOptions & TaggedOptions
}

const TIMEOUT_MS = 60_000
/** An archive of a year is put together before its first byte comes. */
const FILE_TIMEOUT_MS = 600_000
const RETRIES = 4
/** Before the first repetition, if the service does not say how long; it doubles from there. */
const FIRST_PAUSE_MS = 250

export class Transport {
  readonly #options: ClientOptions
  readonly #base: string
  constructor(options: ClientOptions) {
    this.#options = options
    this.#base = options.baseUrl.replace(/\/+$/, '')
  }

  /** Sends a request until it is answered. Throws a {@link GrundbokError} or a {@link NetworkError}. */
  async send(request: Request): Promise<unknown> {
    const { method, path, options } = request
    const key = options.idempotencyKey ?? (request.takesKey ? crypto.randomUUID() : null)
    const asked: Asked = { method, path, idempotencyKey: key }
    const usual = request.isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS
    const limit = deadline(options.timeoutMs ?? this.#options.timeoutMs ?? usual, options.signal)
    try {
      const { response, text } = await this.#answered(request, asked, limit)
      const answer = answerFrom(response, this.#options.brand ?? 'service')
      this.#options.onAnswer?.(answer)
      options.onAnswer?.(answer)
      return text === null ? keepAnswer(new Download(response), answer) : bodyOf(text, { response, asked, answer })
    } finally {
      limit.clear()
    }
  }

  /** Repeats the request while that may help. */
  async #answered(request: Request, asked: Asked, { signal, endsAt, isOver }: Deadline): Promise<Came> {
    const { options, body } = request
    const mayRepeat =
      (body?.type !== 'form' || isRepeatable(body.value)) && (asked.method === 'GET' || request.takesKey)
    const retries = mayRepeat ? (options.retries ?? this.#options.retries ?? RETRIES) : 0
    let isRenewed = false
    for (let tried = 0; ; tried += 1) {
      const token = request.isByClient ? null : await this.#token()
      let lost: unknown
      const came = await this.#tried(request, asked, token, signal).catch((thrown: unknown) => {
        lost = thrown
        return null
      })
      if (came?.response.ok) return came
      const refusal = came && new GrundbokError(came.response.status, came.response.headers, came.text ?? '', asked)
      if (refusal?.status === 401 && token !== null && !isRenewed && mayRepeat) {
        isRenewed = true
        if (await this.#renew(token)) continue
      }
      const ms = pauseFor(refusal?.retryAfter ?? null, tried)
      const mayPause = tried < retries && Date.now() + ms < endsAt && (!refusal || isPassing(refusal))
      if (mayPause) await pause(ms, signal)
      options.signal?.throwIfAborted()
      if (!mayPause || signal.aborted) throw refusal ?? new NetworkError(asked, lost, isOver())
    }
  }

  /** One attempt, with the text of the answer; a file is left to be read as it comes. */
  async #tried(request: Request, asked: Asked, token: string | null, signal: AbortSignal): Promise<Came> {
    const response = await this.#fetched(request, asked, token, signal)
    return { response, text: response.ok && isDownload(response, request) ? null : await response.text() }
  }

  async #token(): Promise<string | null> {
    const { token } = this.#options
    return (typeof token === 'object' ? await token.token() : token) ?? null
  }

  async #renew(refused: string): Promise<boolean> {
    const { token } = this.#options
    return typeof token === 'object' && ((await token.renew?.(refused)) ?? false)
  }

  #fetched(request: Request, asked: Asked, token: string | null, signal: AbortSignal): Promise<Response> {
    const { fetch = globalThis.fetch, client, brand: _, language, isStrict = true, headers: always } = this.#options
    const { method, options } = request
    const sent = sentBody(request)
    const prefer = [isStrict && 'handling=strict', options.effects && 'return=effects'].filter(Boolean).join(', ')
    const headers = {
      ...always,
      ...(!request.isFile && { accept: 'application/json' }),
      'accept-language': options.language ?? language ?? 'en',
      ...(prefer && { prefer }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(request.isByClient && client && { authorization: basic(client.id, client.secret) }),
      ...(asked.idempotencyKey !== null && { 'idempotency-key': asked.idempotencyKey }),
      ...(options.ifMatch && { 'if-match': options.ifMatch }),
      ...(options.ifNoneMatch && { 'if-none-match': options.ifNoneMatch }),
      ...sent.headers,
      ...options.headers,
    }
    const { body, isStream } = sent
    // A browser would follow to another origin with the token.
    const init = { method, headers, signal, redirect: 'manual' as const, ...(body !== undefined && { body }) }
    return fetch(`${this.#base}${request.path}`, isStream ? ({ ...init, duplex: 'half' } as RequestInit) : init)
  }
}

type Sent = { body?: SentBody; headers: Record<string, string>; isStream?: boolean }

const sentBody = ({ body }: Request): Sent => {
  if (!body) return { headers: {} }
  if (body.type === 'form') return formOf(body.value)
  if (body.type === 'json') {
    return { body: JSON.stringify(body.value), headers: { 'content-type': 'application/json' } }
  }
  const fields = Object.entries(body.value).filter(([, value]) => value !== undefined)
  return {
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])),
    headers: {},
  }
}

/** HTTP Basic, with both parts encoded as a form (RFC 6749 §2.3.1). */
export const basic = (id: string, secret: string): string =>
  `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`

/** Whether the same request may succeed later: nothing was done, or its key makes it happen once. */
const isPassing = ({ status, reason }: GrundbokError): boolean =>
  [429, 502, 503, 504].includes(status) || reason === 'request.key-running'

/** At least as long as the service says; otherwise longer each time, and not the same for all callers. */
export const pauseFor = (retryAfter: number | null, tried: number): number =>
  retryAfter !== null
    ? retryAfter * 1000 + Math.random() * FIRST_PAUSE_MS
    : FIRST_PAUSE_MS * 2 ** tried * (0.5 + Math.random())

/** `text` is null for a file. */
type Came = { response: Response; text: string | null }

const isDownload = ({ headers }: Response, { isFile }: Request): boolean => {
  const type = headers.get('content-type') ?? ''
  return isFile || (type !== '' && !/^application\/json\b/.test(type))
}

type Told = { response: Response; asked: Asked; answer: Answer }

const bodyOf = (text: string, { response, asked, answer }: Told): unknown => {
  if (text === '') return undefined
  try {
    return keepAnswer(JSON.parse(text), answer)
  } catch {
    throw new GrundbokError(response.status, response.headers, text, asked)
  }
}

type Deadline = { signal: AbortSignal; endsAt: number; isOver(): boolean; clear(): void }

/** A signal that ends after a time, or with the caller's. */
const deadline = (ms: number, outer?: AbortSignal): Deadline => {
  const controller = new AbortController()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort()
  }, ms)
  const end = () => controller.abort(outer?.reason)
  if (outer?.aborted) end()
  outer?.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    endsAt: Date.now() + ms,
    isOver: () => isOver,
    // What is read as a stream goes on under the caller's signal alone.
    clear: () => clearTimeout(timer),
  }
}
