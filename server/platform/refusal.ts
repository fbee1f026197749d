// Two kinds of errors: a bug fails an assertion and becomes a 500; a refusal is declared once, in a context's
// refusals.ts, thrown where it is detected and turned into HTTP in one place.
import { FIRST_YEAR, LAST_YEAR } from './day.ts'
import { DeclaredSentence, declareSentence, type Values } from './sentences.ts'

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

type ErrorCode = keyof typeof statusOf

/**
 * One thing wrong with a request: `field` is a JSON pointer with `#`, or the name of a query parameter; `said` is the
 * declared sentence that `message` says in English.
 */
export type FieldError = { field: string; message: string; said?: DeclaredSentence }

/** What a client gets instead of an answer. `kind` is its declaration. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly said: DeclaredSentence
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
  /** Replaces the standard body. */
  readonly body: Readonly<Record<string, unknown>> | null

  constructor(
    kind: RefusalKind,
    said: DeclaredSentence,
    errors: readonly FieldError[] = [],
    headers: Readonly<Record<string, string | number>> = {},
    body: Readonly<Record<string, unknown>> | null = null,
  ) {
    super(said.in('en'))
    this.name = 'Refusal'
    this.kind = kind
    this.said = said
    this.errors = errors
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    this.body = body
  }
}

/** A declared refusal: called with the values of its sentence, it returns the error to throw. */
export type RefusalKind = {
  (values?: Values, errors?: readonly FieldError[], headers?: Readonly<Record<string, string | number>>): Refusal
  readonly code: ErrorCode
  /** The sentence, with `{name}` for each value. */
  readonly sentence: string
}

/** A declared field error: called with the field and the values of its sentence, it returns the error. */
export type FaultKind = {
  (field: string, values?: Values): FieldError
  said(values?: Values): DeclaredSentence
  readonly sentence: string
}

/** Declares a refusal: its code, its public reason, and the sentence in English and Swedish. */
export const refusal = (code: ErrorCode, reason: string, en: string, sv: string): RefusalKind => {
  const declared = declareSentence(reason, en, sv, code)
  const kind: RefusalKind = Object.assign(
    (
      values: Values = {},
      errors: readonly FieldError[] = [],
      headers: Readonly<Record<string, string | number>> = {},
    ) => new Refusal(kind, new DeclaredSentence(declared, values), errors, headers),
    { code, sentence: en },
  )
  return kind
}

/** The same refusal with a body of its own instead of the standard one. */
export const withBody = ({ kind, said, errors, headers }: Refusal, body: Readonly<Record<string, unknown>>) =>
  new Refusal(kind, said, errors, headers, body)

/** Declares what can be wrong with one field of a request. */
export const fault = (reason: string, en: string, sv: string): FaultKind => {
  const declared = declareSentence(reason, en, sv, 'validation-error')
  const said = (values: Values = {}) => new DeclaredSentence(declared, values)
  return Object.assign((field: string, values: Values = {}) => faultSaying(field, said(values)), { said, sentence: en })
}

/** A fault of a field that an existing sentence tells. */
export const faultSaying = (field: string, said: DeclaredSentence): FieldError => ({
  field,
  message: said.in('en'),
  said,
})

/** Answers the English text, or with `said` the sentence with its values, for what is kept. */
type Phrase = {
  (values?: Values): string
  said(values?: Values): DeclaredSentence
  readonly reason: string
}

/**
 * Declares a sentence that is no refusal of its own: a doubt, the cause of a failure, a part of another sentence. It
 * answers English text, which may be sent between threads; {@link translateText} finds the declaration again.
 */
export const phrase = (reason: string, en: string, sv: string): Phrase => {
  const declared = declareSentence(reason, en, sv)
  const said = (values: Values = {}) => new DeclaredSentence(declared, values)
  return Object.assign((values: Values = {}) => said(values).in('en'), { said, reason })
}

/** Validation: all field errors of a request together. */
export const invalid = refusal(
  'validation-error',
  'request.invalid',
  'Validation failed with {count}',
  'Det finns fel att rätta: {count}',
)

const errorCount = phrase('request.error-count', '{count} errors', '{count} fel')
const oneError = phrase('request.one-error', '1 error', '1 fel')

/** Throws if `errors` is not empty; all are reported together, at most {@link MAX_ERRORS} of them. */
export const refuseIfAny = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw invalidWith(errors)
}

export const invalidWith = (errors: readonly FieldError[]): Refusal =>
  invalid(
    { count: errors.length === 1 ? oneError() : errorCount({ count: errors.length }) },
    errors.slice(0, MAX_ERRORS),
  )

/** Most field errors in one response. */
export const MAX_ERRORS = 100

/** Values without personal data: ids, days, scopes, and numbers too short for a personal or account number. */
const harmless =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d|[a-z-]{1,40}:(?:read|write)|-?[\d.]{1,8}|[A-Z]{2,3})$/

/**
 * The English sentence of a refusal or a field error with only those values that identify no person, for logs that
 * others read; null when the error has no declared sentence.
 */
export const impersonalSentence = ({ said }: Refusal | FieldError): string | null => {
  if (!said) return null
  const kept = Object.entries(said.values).map(
    ([name, value]) => [name, harmless.test(String(value)) ? value : '…'] as const,
  )
  return new DeclaredSentence(said.declared, Object.fromEntries(kept)).in('en')
}

export const noDay = fault(
  'field.no-day',
  `must be a day from ${FIRST_YEAR} to ${LAST_YEAR}, as YYYY-MM-DD`,
  `ska vara en dag från ${FIRST_YEAR} till ${LAST_YEAR}, som ÅÅÅÅ-MM-DD`,
)

export const invisibleCharactersFault = fault(
  'field.has-unseen',
  'must not contain control characters, or characters that change the direction of the text',
  'får inte innehålla styrtecken, eller tecken som vänder skrivriktningen',
)

export const noCurrency = fault(
  'field.no-currency',
  'must be a currency code of ISO 4217, such as SEK',
  'ska vara en valutakod enligt ISO 4217, till exempel SEK',
)
