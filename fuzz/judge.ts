// What is wrong with an answer: a mistake of the service, no answer for too long, what the document does not say, or a
// success where the document says that the request is none.

import { MAX_WAIT_SECONDS, type Row } from '#http'
import { check, expectRefusal, misfits } from '#support/checked'
import type { Outcome } from './exchange.ts'
import type { Draft, Rendered } from './request.ts'
import { bodySchemaOf } from './schemas.ts'

export type Fault = {
  kind:
    | 'mistake'
    | 'unavailable'
    | 'hang'
    | 'lost'
    | 'misfit'
    | 'lenient'
    | 'residue'
    | 'crash'
    | 'books'
    | 'log'
    | 'growth'
  says: string
}

/**
 * From here on a request hangs, in milliseconds. A machine that others use makes everybody wait: asked again it is
 * alone, and has so many times longer as the least request has just taken.
 */
export const HANG_MS = 5_000
const TIMES_LEAST = 20
/** For what makes very many files before the first byte of its answer, and is seldom asked for; in milliseconds. */
const LONGEST_MS = 60_000
/** These never wait to run alone. */
export const takesLongest = ({ lasts }: Row): boolean => lasts === 'longest'

/** A body above this may be refused before it was read, which ends the connection; in bytes. */
const READ_WHOLE = 60_000

/** What no operation was found for, or asked: the same is said of all of them. */
const UNREADABLE = /^The (?:address|request) could not be read/
/** Unknown names are ignored, unless the request says Prefer: handling=strict. */
const PASSED_OVER = /must NOT have (?:additional|unevaluated) properties/

/** What is wrong with the outcome of a request; null when nothing is. */
export const faultIn = (draft: Draft, sent: Rendered, { answer, lost, tookMs }: Outcome, leastMs = 0): Fault | null => {
  const allowed = (takesLongest(draft.row) ? LONGEST_MS : HANG_MS) + askedToWait(draft.row, sent)
  if (tookMs > allowed + TIMES_LEAST * leastMs) return { kind: 'hang', says: `${Math.round(tookMs)} ms` }
  if (!answer) {
    const isEarly = Buffer.byteLength(sent.body ?? '') > READ_WHOLE || lost?.startsWith('unsendable')
    return isEarly ? null : { kind: 'lost', says: lost ?? '' }
  }
  if (answer.status === 503) return { kind: 'unavailable', says: answer.body?.message ?? answer.text.slice(0, 200) }
  if (answer.status >= 500) return { kind: 'mistake', says: answer.body?.message ?? answer.text.slice(0, 200) }
  return misfitIn(sent, answer) ?? lenientTo(draft, sent, answer.status)
}

/** How long a read was told to wait for something new, in milliseconds. */
const askedToWait = ({ follow }: Row, { path }: Rendered): number => {
  const seconds = Number(new URLSearchParams(path.split('?', 2)[1]).get('wait'))
  return follow && seconds > 0 ? 1000 * Math.min(seconds, MAX_WAIT_SECONDS) : 0
}

const misfitIn = ({ method, path }: Rendered, answer: NonNullable<Outcome['answer']>): Fault | null => {
  try {
    if (UNREADABLE.test(answer.body?.message ?? '')) expectRefusal(answer)
    else check(method, path.split('?', 1)[0] ?? '', answer)
    return null
  } catch (cause) {
    return { kind: 'misfit', says: saidBy(cause) }
  }
}

/** What does not fit, before the whole answer that it stands in. */
const saidBy = (cause: unknown): string => {
  const { actual, message } = Object(cause)
  return `${Array.isArray(actual) ? `${actual.join('; ')}; ` : ''}${message ?? String(cause)}`
}

/** A success where the body does not fit the schema of the document. */
const lenientTo = (draft: Draft, { body, path }: Rendered, status: number): Fault | null => {
  if (status >= 300 || typeof body !== 'string' || path !== rightPathOf(draft)) return null
  const schema = bodySchemaOf(draft.row)
  if (!schema) return null
  // A parser may pass over a byte order mark (RFC 8259 §8.1), and ours does.
  const text = body.replace(/^\uFEFF/, '')
  if (!isJson(text)) return { kind: 'lenient', says: `${status}, though the body is no JSON` }
  if (misfits(schema, JSON.parse(text)).length === 0) return null
  const wrong = misfits(schema, withoutNulls(text))
  const [first] = wrong
  return first === undefined || wrong.some((one) => PASSED_OVER.test(one))
    ? null
    : { kind: 'lenient', says: `${status}, though ${first}` }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Null means absent wherever absent is allowed. */
const withoutNulls = (body: string): unknown =>
  JSON.parse(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
      : value,
  )

/** A path that leads elsewhere, such as one with dots in it, is judged by the document of another operation. */
const rightPathOf = ({ row, path, query }: Draft): string => {
  const values = new Map(path)
  const asked = query.map(([name, value]) => `${name}=${value}`).join('&')
  const address = row.path.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '')
  return `/v1${address}${asked === '' ? '' : `?${asked}`}`
}

/** A fault without what differs each time: ids, numbers and what was sent. */
export const sortOf = ({ kind, says }: Fault, stack: string): string => {
  if (kind === 'hang') return kind
  const plain = says
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/"[^"]{0,4000}"/g, '"…"')
    .replace(/\d+/g, '0')
  return `${kind} ${stack === '' ? plain.slice(0, 160) : stack}`
}
