// Creates responses: the text of an answer, or the body of a refusal. Refusals become HTTP only here.
import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Brand } from '#http/brand'
import { Answered, type Reply, type Row } from '#http/row'
import { type FieldError, type Refusal, statusOf } from '#platform/refusal'
import type { DeclaredSentence } from '#platform/sentences'
import { Written } from '#text/json'
import { AtomicBulkRefusal, type UndoneOperation } from './atomic-bulk-refusal.ts'
import { logFailure } from './failures.ts'
import { preferencesIn } from './language.ts'
import type { FileAnswer } from './send-file.ts'

export const SUPPORTED_VERSIONS = 'v1'
const DEPRECATED_VERSIONS = ''

/** The headers of every response. */
export const commonHeaders = (brand: Brand): Record<string, string> => ({
  [brand.supportedVersions]: SUPPORTED_VERSIONS,
  [brand.deprecatedVersions]: DEPRECATED_VERSIONS,
  'x-content-type-options': 'nosniff',
})

/** The response for a verb's answer, with the headers for warnings. With cursors, a page's next cursor is included. */
export const replyOf = (row: Row, answer: unknown, warning: Record<string, string>, byCursor = false): Reply => {
  if (row.answer === 'nothing') return { status: 204, headers: { ...warning }, body: null }
  if ('file' in row.answer) return { status: 200, headers: { ...warning }, body: answer as FileAnswer }
  const { answer: said, status, headers: beside } = answer instanceof Answered ? answer : new Answered(answer, {})
  const next = nextPageOf(said)
  const shown = next && !byCursor ? { ...(said as object), nextCursor: undefined } : said
  const body = shown instanceof Written ? shown.text : JSON.stringify(shown)
  const headers: Record<string, string> = { 'content-type': JSON_TYPE, ...warning, ...beside }
  if (row.tagged) headers.etag = row.passing ? etagOfShown(row, said) : etagOf(body)
  if (next) headers.link = next
  return { status, headers, body }
}

/** The response for a refusal; its cause is logged under the id that the client gets. */
export const refusalReply = (refused: Refusal, brand: Brand, log: FastifyBaseLogger, cause?: unknown): Reply => {
  const { kind, headers } = refused
  const status = statusOf[kind.code]
  const told = { brand, errorId: logFailure(log, refused, cause) }
  // A custom body is sent unchanged.
  const isOfMany = refused instanceof AtomicBulkRefusal && refused.body === null
  const results = isOfMany ? { results: refused.operations.map((one) => resultOf(one, told)) } : {}
  const body = JSON.stringify({ ...bodyOf(refused, told), ...results })
  return { status, headers: { 'content-type': JSON_TYPE, ...headers, ...untilNextTurn(refused, brand) }, body }
}

type ToldAs = { brand: Brand; errorId: string }

const bodyOf = (
  { kind, said, message, errors, body }: Refusal,
  { brand, errorId }: ToldAs,
): Readonly<Record<string, unknown>> =>
  body ?? {
    code: kind.code,
    reason: said.declared.reason,
    message,
    ...valuesOf(said),
    [brand.errorId]: errorId,
    docUrl: brand.docUrl(kind.code),
    ...(errors.length > 0 ? { errors: errors.map(shownError) } : {}),
  }

const shownError = ({ field, message, said }: FieldError) => ({
  field,
  message,
  ...(said ? { reason: said.declared.reason, ...valuesOf(said) } : {}),
})

/** The values of a sentence, where it has any; one that is a sentence itself is said in English. */
const valuesOf = ({ values }: DeclaredSentence) => {
  const said = Object.entries(values).map(([name, one]) => [name, typeof one === 'number' ? one : String(one)])
  return said.length > 0 ? { values: Object.fromEntries(said) } : {}
}

/** The status of an operation that was not done because another one was refused (Failed Dependency, RFC 4918 §11.4). */
const NOT_DONE = 424

const resultOf = ({ name, refused }: UndoneOperation, told: ToldAs) => ({
  ...(name === undefined ? {} : { name }),
  ...(refused
    ? { status: statusOf[refused.kind.code], body: bodyOf(refused, told) }
    : { status: NOT_DONE, body: null }),
})

/** After too many requests, the retry time is sent under both header names, for every kind of limit. */
const untilNextTurn = ({ kind, headers }: Refusal, brand: Brand): Record<string, string> => {
  const seconds = headers['retry-after']
  return kind.code === 'rate-limit-exceeded' && seconds !== undefined ? { [brand.rateRetryAfter]: seconds } : {}
}

/** A strong ETag (RFC 9110 §8.8.3) of a representation. */
const etagOf = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_LENGTH)}"`

/** The ETag of a resource as the row presents it. */
export const etagOfShown = ({ passing = [] }: Pick<Row, 'passing'>, shown: unknown): string => {
  if (passing.length === 0) return etagOf(JSON.stringify(shown))
  const lasting = Object.entries(shown as object).filter(([name]) => !passing.includes(name))
  return etagOf(JSON.stringify(Object.fromEntries(lasting)))
}

/** Whether an If-None-Match header contains this ETag, ignoring `W/` (weak comparison, RFC 9110 §13.1.2). */
export const namesEtag = (header: string, etag: string): boolean =>
  entriesOf(header).some((one) => one === '*' || one.replace(/^W\//, '') === etag)

/** Whether an If-Match header allows the change: a weak ETag never does (strong comparison, RFC 9110 §13.1.1). */
export const allowsChange = (header: string, etag: string): boolean =>
  entriesOf(header).some((one) => one === '*' || one === etag)

const entriesOf = (header: string) => header.split(',').map((one) => one.trim())

const JSON_TYPE = 'application/json; charset=utf-8'
/** Characters of the digest in an ETag; 22 are 132 bits. */
const ETAG_LENGTH = 22

const nextPageOf = (answer: unknown): string | undefined => {
  const cursor = (answer as { nextCursor?: unknown } | null)?.nextCursor
  return typeof cursor === 'string' ? cursor : undefined
}

const PROBLEM_TYPE = 'application/problem+json'

/** The reply as problem details where the caller asks for them; the same one otherwise, and where it is no error. */
export const asProblem = (reply: Reply, accept: string | undefined): Reply => {
  const { status, body, headers } = reply
  const isError = status >= 400 && typeof body === 'string' && headers['content-type']?.startsWith('application/json')
  if (!isError || !preferencesIn(accept).includes(PROBLEM_TYPE)) return reply
  const { docUrl = 'about:blank', message, ...members } = JSON.parse(body) as Record<string, unknown>
  const problem = { type: docUrl, title: STATUS_CODES[status], status, detail: message, ...members }
  const vary = [headers.vary, 'accept'].filter(Boolean).join(', ')
  return { status, headers: { ...headers, 'content-type': PROBLEM_TYPE, vary }, body: JSON.stringify(problem) }
}
