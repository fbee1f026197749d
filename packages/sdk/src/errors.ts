// What is thrown: a refusal of the service, or no answer at all.
import type { ErrorCode, Reason } from './resources.gen.ts'

/** What is wrong with one field: `field` is a JSON pointer with `#` into the body, or the name of a parameter. */
export type FieldError = {
  field: string
  message: string
  reason: Reason
  values: Readonly<Record<string, string | number>>
}

/** What was asked, for those who look for it in a log. */
export type Asked = { method: string; path: string; idempotencyKey: string | null }

type Body = {
  code?: string
  error?: string
  reason?: string
  message?: string
  values?: Record<string, string | number>
  docUrl?: string
  errors?: Partial<FieldError>[]
  results?: unknown[]
  [name: string]: unknown
}

/**
 * The service has refused a request, or could not do it. Decide by `code` and `reason`, which do not change; `message`
 * is a sentence for people, in the language that was asked for.
 */
export class GrundbokError extends Error {
  override readonly name = 'GrundbokError'
  readonly status: number
  readonly code: ErrorCode
  /** The public name of the sentence; empty for refusals of the plan. */
  readonly reason: Reason
  /** The values in the sentence, by name. */
  readonly values: Readonly<Record<string, string | number>>
  /** Every wrong field; empty if the refusal is not about fields. */
  readonly errors: readonly FieldError[]
  /** Results of the operations of a refused bulk request. */
  readonly results: readonly unknown[]
  /** Quote it to the operator of the service: the log has the cause under it. */
  readonly errorId: string | null
  readonly requestId: string | null
  readonly docUrl: string | null
  /** After how many seconds the service asks to be tried again. */
  readonly retryAfter: number | null
  readonly asked: Asked

  constructor(status: number, headers: Headers, text: string, asked: Asked) {
    const body = bodyOf(text)
    super(sentenceOf(body) ?? `${asked.method} ${asked.path} was answered with ${status}`)
    this.status = status
    this.code = (body.code ?? body.error ?? 'unreadable-answer') as ErrorCode
    this.reason = body.reason ?? ''
    this.values = body.values ?? {}
    this.errors = (body.errors ?? []).map(({ field = '#', message = '', reason = '', values = {} }) => ({
      field,
      message,
      reason,
      values,
    }))
    this.results = body.results ?? []
    // Its name begins with the word for the service, which the operator chooses.
    const [, errorId] = Object.entries(body).find(([name]) => name.endsWith('ErrorId')) ?? []
    this.errorId = typeof errorId === 'string' ? errorId : null
    this.requestId = headers.get('request-id')
    this.docUrl = body.docUrl ?? null
    this.retryAfter = secondsOf(headers.get('retry-after'))
    this.asked = asked
  }
}

/** The sentence of the refusal, and those about its fields. */
const sentenceOf = ({ message, errors = [] }: Body): string | undefined =>
  message && [message, ...errors.map((one) => `${one.field} ${one.message}`)].join('\n')

const bodyOf = (text: string): Body => {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Body) : {}
  } catch {
    return {}
  }
}

/** `Retry-After` in seconds: a number, or a moment. */
const secondsOf = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

/**
 * No answer came: the network or the service is away, or the time limit is over. A write may have been carried out all
 * the same; send it again under the same `idempotencyKey` to find out, and it happens once.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly isTimeout: boolean
  readonly asked: Asked

  constructor(asked: Asked, cause: unknown, isTimeout: boolean) {
    super(`${asked.method} ${asked.path} was not answered${isTimeout ? ' in time' : ''}`, { cause })
    this.isTimeout = isTimeout
    this.asked = asked
  }
}

/** Whether something thrown is a refusal, with this code or reason if one is given. */
export const isRefusal = (thrown: unknown, codeOrReason?: ErrorCode | Reason): thrown is GrundbokError =>
  thrown instanceof GrundbokError &&
  (codeOrReason === undefined ||
    thrown.code === codeOrReason ||
    thrown.reason === codeOrReason ||
    thrown.errors.some(({ reason }) => reason === codeOrReason))
