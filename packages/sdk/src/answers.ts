// What an answer says beside its body: its headers, and what would have changed in a trial.
import type { Effects } from './types.gen.ts'

export type Answer = {
  status: number
  headers: Headers
  requestId: string | null
  /** The version of the resource, for `ifMatch`. */
  etag: string | null
  /** Problems that did not make the request fail. */
  warnings: readonly string[]
  /** What was sent and is unknown to the service; empty while requests are strict, since they are then refused. */
  ignored: readonly string[]
  /** Whether the write had been carried out before, under the same key. */
  isReplayed: boolean
  /** Whether it was only tried. */
  isTrial: boolean
}

export const answerFrom = ({ status, headers }: Response, brand: string): Answer => ({
  status,
  headers,
  requestId: headers.get('request-id'),
  etag: headers.get('etag'),
  warnings: listed(headers.get(`${brand}-warning`)).map(decodeURIComponent),
  ignored: listed(headers.get(`${brand}-ignored`)),
  isReplayed: headers.get('idempotent-replayed') === 'true',
  isTrial: headers.get(`${brand}-dry-run`) === 'true',
})

const listed = (header: string | null): string[] => (header ? header.split(',').map((one) => one.trim()) : [])

const answers = new WeakMap<object, Answer>()

export const keepAnswer = <Body>(body: Body, answer: Answer): Body => {
  if (typeof body === 'object' && body !== null) answers.set(body, answer)
  return body
}

/** What was said beside a body; undefined for what no call has returned, and for calls that return nothing. */
export const answerOf = (body: unknown): Answer | undefined =>
  typeof body === 'object' && body !== null ? answers.get(body) : undefined

/** The version of a resource that a call has returned, for `ifMatch` and `ifNoneMatch`. */
export const etagOf = (body: unknown): string | undefined => answerOf(body)?.etag ?? undefined

/** What would change, of a write that was called with `dryRun` and `effects`; null if the answer has no room for it. */
export const effectsOf = (body: unknown): Effects | null =>
  (typeof body === 'object' && body !== null && (body as { effects?: Effects }).effects) || null
