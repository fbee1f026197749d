// Two kinds of wrong: a bug fails an assertion and becomes a 500; a refusal is declared once, in a context's
// refusals.ts, thrown where it is found and turned into HTTP in one place.

/** Each stable error code with its HTTP status. */
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

/** One thing wrong with a request: `field` is a JSON pointer with `#`, or the name of a query parameter. */
export type FieldError = { field: string; message: string }

type Values = Record<string, string | number>

/** What a caller gets instead of an answer. `kind` names the declaration it came from. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
  /** The whole body, where it is not the standard one. */
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

/** A declared refusal: call it with the values of its sentence to get the error to throw. */
export type RefusalKind = {
  (values?: Values, errors?: readonly FieldError[], headers?: Values): Refusal
  readonly code: ErrorCode
  /** The sentence, with `{name}` where a value goes. */
  readonly sentence: string
}

/** A declared fault of one field: call it with the field and the values of its sentence. */
export type FaultKind = {
  (field: string, values?: Values): FieldError
  readonly sentence: string
}

/** Declares a refusal. `sentence` is what the caller reads, with `{name}` where a value goes. */
export const refusal = (code: ErrorCode, sentence: string): RefusalKind => {
  const kind: RefusalKind = Object.assign(
    (values: Values = {}, errors: readonly FieldError[] = [], headers: Values = {}) =>
      impersonal.keep(new Refusal(kind, fill(sentence, values), errors, headers), sentence, values),
    { code, sentence },
  )
  return kind
}

/** The same refusal with a body of its own instead of the standard one. */
export const withBody = ({ kind, message, errors, headers }: Refusal, body: Readonly<Record<string, unknown>>) =>
  new Refusal(kind, message, errors, headers, body)

/** Declares what can be wrong with one field of a request. */
export const fault = (sentence: string): FaultKind =>
  Object.assign(
    (field: string, values: Values = {}) =>
      impersonal.keep({ field, message: fill(sentence, values) }, sentence, values),
    { sentence },
  )

/**
 * Declares a sentence that is no refusal of its own: what is doubtful, why something failed, or the reason within a
 * refusal. Declared, it is known to whoever says it in another language.
 */
export const phrase =
  (sentence: string) =>
  (values: Values = {}): string =>
    fill(sentence, values)

/** Validation: all field errors of a request together. */
export const invalid = refusal('validation-error', 'Validation failed with {count}')

/** Throws when there is anything in `errors`; they are reported all together, at most {@link MAX_ERRORS} of them. */
export const refuseIfAny = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw invalidWith(errors)
}

/** The refusal for these field errors. */
export const invalidWith = (errors: readonly FieldError[]): Refusal =>
  invalid({ count: errors.length === 1 ? '1 error' : `${errors.length} errors` }, errors.slice(0, MAX_ERRORS))

/** How many field errors one answer lists. */
export const MAX_ERRORS = 100

/** Values that tell nothing of anybody: ids, days, scopes, and numbers too short for a person's or an account's. */
const harmless =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d|[a-z-]{1,40}:(?:read|write)|-?[\d.]{1,8}|[A-Z]{2,3})$/

/** Sentences as they may be kept where others read them, and where nothing may stand of what the caller has sent. */
const impersonal = {
  told: new WeakMap<object, { sentence: string; values: Values }>(),
  keep<T extends object>(about: T, sentence: string, values: Values): T {
    impersonal.told.set(about, { sentence, values })
    return about
  },
}

/** The sentence of a refusal or a field error with the values that tell nothing of anybody; null when it is unknown. */
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
