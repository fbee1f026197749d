// Answers in the caller's language. Verbs answer in English, and so are answers kept for a repeated Idempotency-Key;
// what goes out to a caller who asks for Swedish (Accept-Language) is translated here.
import { sentencesIn } from '#http/bodies/schema'
import type { Brand } from '#http/brand'
import type { Reply, Row } from '#http/row'
import { mailFailure } from '#mail/mail-failure'
import { besideOf, type KeptValues, type Language, sentenceOf, translateText } from '#platform/sentences'
import { headerOf, warningsIn } from './warning.ts'

/** The reply in this language; the same one where nothing in it is translated. */
export const translated = (
  reply: Reply,
  language: Language,
  { row, brand }: { row?: Row | undefined; brand: Brand },
): Reply => {
  if (language === 'en') return reply
  const { status, body } = reply
  const headers = withWarnings(reply.headers, language, brand)
  const names = row ? sentencesOf(row) : none
  if (
    typeof body !== 'string' ||
    !hasSentences(row, { status, body, names }) ||
    !headers['content-type']?.startsWith('application/json')
  ) {
    return { ...reply, headers }
  }
  const told =
    status >= 400 || row?.bulk ? spoken(JSON.parse(body), language) : walked(JSON.parse(body), names, language)
  return {
    status,
    body: JSON.stringify(told),
    headers: {
      ...headers,
      'content-language': language,
      vary: [headers.vary, 'accept-language'].filter(Boolean).join(', '),
    },
  }
}

/** Whether something in the body is a sentence. The answers of many operations are large, and mostly have none. */
const hasSentences = (
  row: Row | undefined,
  { status, body, names }: { status: number; body: string; names: ReadonlySet<string> },
): boolean => status >= 400 || names.size > 0 || (row?.bulk !== undefined && /"(?:reason|warnings)":/.test(body))

/** Headers with the warnings in them in this language. */
export const withWarnings = (headers: Reply['headers'], language: Language, brand: Brand): Reply['headers'] => {
  if (language === 'en') return headers
  const name = brand.warning.toLowerCase()
  const given = headers[name]
  if (given === undefined) return headers
  return { ...headers, [name]: headerOf(warningsIn(given).map((sentence) => afterField(sentence, language))) }
}

/** A sentence that may stand behind the field that it is about: `#/vatNumber: the check digits are wrong`. */
const afterField = (text: string, language: Language): string => {
  const [, field = '', sentence = text] = /^(#\S*:? )(.*)$/s.exec(text) ?? []
  return `${field}${translateText(language, sentence)}`
}

/** The body of a refusal, or of many operations with refusals in it. */
const spoken = (value: unknown, language: Language): unknown => {
  if (Array.isArray(value)) return value.map((one) => spoken(one, language))
  if (typeof value !== 'object' || value === null) return value
  const { message, reason, values = {}, warnings } = value as Body
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, NESTED.has(name) ? spoken(one, language) : one]),
  )
  const said =
    typeof message === 'string' && typeof reason === 'string'
      ? { message: sentenceOf(language, reason, values) ?? message }
      : {}
  const doubts = Array.isArray(warnings) ? { warnings: warnings.map((one) => afterField(String(one), language)) } : {}
  return { ...inner, ...said, ...doubts }
}

type Body = { message?: unknown; reason?: unknown; values?: KeptValues; warnings?: unknown }

/** Where refusals stand within an answer. */
const NESTED = new Set(['errors', 'results', 'body'])

const none: ReadonlySet<string> = new Set()

const known = new WeakMap<Row, ReadonlySet<string>>()

/** The properties of a row's answer that hold a sentence which was kept in English. */
const sentencesOf = (row: Row): ReadonlySet<string> => {
  const names =
    known.get(row) ?? (typeof row.answer === 'object' && 'json' in row.answer ? sentencesIn(row.answer.json) : none)
  known.set(row, names)
  return names
}

const walked = (value: unknown, names: ReadonlySet<string>, language: Language): unknown => {
  if (Array.isArray(value)) return value.map((one) => walked(one, names, language))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      names.has(name) && typeof one === 'string'
        ? (besideIn(value, name, language) ?? (name === 'failure' ? mailFailure(one) : null) ?? one)
        : walked(one, names, language),
    ]),
  )
}

/**
 * A kept sentence whose reason and values are beside it: `failure` with `failureReason` and `failureValues`. Several in
 * one text, `reason`, are beside it one by one, in `reasons`. A text without them is what another mail server answered,
 * what people wrote, or was kept before reasons were.
 */
const besideIn = (value: object, name: string, language: Language): string | null => {
  const beside = besideOf(name)
  const found = value as Record<string, unknown>
  const { [name]: text, [beside.reason]: reason, [beside.values]: values, [`${name}s`]: several } = found
  if (Array.isArray(several) && several.length > 0) {
    return several.map((one) => besideIn(one, 'message', language) ?? one.message).join(SEPARATOR)
  }
  const said = typeof reason === 'string' ? sentenceOf(language, reason, (values ?? {}) as KeptValues) : null
  return said && `${/^#\S*:? /.exec(String(text))?.[0] ?? ''}${said}`
}

/** Stands between several sentences in one text. */
const SEPARATOR = '; '
