// Two kinds of errors: a bug fails an assertion and becomes a 500; a refusal is declared once, in a context's
// refusals.ts, thrown where it is detected and turned into HTTP in one place.

/** The stable error codes and their HTTP status. */
export const statusOf = {
  'validation-error': 400,
  'operation-not-allowed': 400,
  'limit-exceeded': 400,
  'navigation-not-allowed': 400,
  unauthorized: 401,
  forbidden: 403,
  'quota-exceeded': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  version_sunset_brownout: 410,
  gone: 410,
  'precondition-failed': 412,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'idempotency-key-reuse': 422,
  'rate-limit-exceeded': 429,
  'internal-server-error': 500,
  'service-unavailable': 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** One error in a request: `field` is a JSON pointer with `#`, or the name of a query parameter. */
export type FieldError = { field: string; message: string }

type Values = Record<string, string | number>

/** What a client gets instead of an answer. `kind` is its declaration. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
  /** Replaces the standard body. */
  readonly body: Readonly<Record<string, unknown>> | null

  constructor(
    kind: RefusalKind,
    message: string,
    errors: readonly FieldError[] = [],
    headers: Values = {},
    body: Readonly<Record<string, unknown>> | null = null,
  ) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.errors = errors
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    this.body = body
  }
}

/** A declared refusal: called with the values of its sentence, it returns the error to throw. */
export type RefusalKind = {
  (values?: Values, errors?: readonly FieldError[], headers?: Values): Refusal
  readonly code: ErrorCode
  /** The sentence, with `{name}` for each value. */
  readonly sentence: string
}

/** A declared field error: called with the field and the values of its sentence, it returns the error. */
export type FaultKind = {
  (field: string, values?: Values): FieldError
  readonly sentence: string
}

/** Declares a refusal. `sentence` is the client's message, with `{name}` for each value. */
export const refusal = (code: ErrorCode, sentence: string): RefusalKind => {
  const kind: RefusalKind = Object.assign(
    (values: Values = {}, errors: readonly FieldError[] = [], headers: Values = {}) =>
      impersonal.keep(new Refusal(kind, fill(sentence, values), errors, headers), sentence, values),
    { code, sentence },
  )
  return kind
}

/** The same refusal with another body than the standard one. */
export const withBody = ({ kind, message, errors, headers }: Refusal, body: Readonly<Record<string, unknown>>) =>
  new Refusal(kind, message, errors, headers, body)

/** Declares a possible error of one request field. */
export const fault = (sentence: string): FaultKind =>
  Object.assign(
    (field: string, values: Values = {}) =>
      impersonal.keep({ field, message: fill(sentence, values) }, sentence, values),
    { sentence },
  )

/**
 * Declares a sentence that is not a refusal by itself: a warning, the cause of a failure, or the reason within a
 * refusal. Declared sentences can be translated.
 */
export const phrase =
  (sentence: string) =>
  (values: Values = {}): string =>
    fill(sentence, values)

/** Validation: all field errors of a request together. */
export const invalid = refusal('validation-error', 'Validation failed with {count}')

/** Throws if `errors` is not empty; all are reported together, at most {@link MAX_ERRORS} of them. */
export const refuseIfAny = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw invalidWith(errors)
}

export const invalidWith = (errors: readonly FieldError[]): Refusal =>
  invalid({ count: errors.length === 1 ? '1 error' : `${errors.length} errors` }, errors.slice(0, MAX_ERRORS))

/** Most field errors in one response. */
export const MAX_ERRORS = 100

/** Values without personal data: ids, days, scopes, and numbers too short for a personal or account number. */
const harmless =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d|[a-z-]{1,40}:(?:read|write)|-?[\d.]{1,8}|[A-Z]{2,3})$/

/** Sentences in a form that may be stored where others read them, without anything that the client sent. */
const impersonal = {
  told: new WeakMap<object, { sentence: string; values: Values }>(),
  keep<T extends object>(about: T, sentence: string, values: Values): T {
    impersonal.told.set(about, { sentence, values })
    return about
  },
}

/** The sentence of a refusal or a field error with only harmless values filled in; null if it is unknown. */
export const impersonalSentence = (about: Refusal | FieldError): string | null => {
  const told = impersonal.told.get(about)
  if (!told) return about instanceof Refusal ? about.kind.sentence.replace(/\{\w+\}/g, '…') : null
  const { sentence, values } = told
  const kept = Object.entries(values).map(
    ([name, value]) => [name, harmless.test(String(value)) ? value : '…'] as const,
  )
  return fill(sentence, Object.fromEntries(kept))
}

const fill = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
