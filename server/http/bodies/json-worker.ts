// The program of a thread that reads large JSON bodies, one after the other.
import type { FieldError } from '#platform/refusal'
import { JsonFault, parseJson } from '#text/json'
import { doEach } from '#threads/thread-work'

/** A body, and how many times as much it may hold as others. */
export type BodyOrder = { body: Uint8Array; times: number | undefined }

/** What it says, or what is wrong with it. */
export type BodyRead = { value: unknown } | { errors: readonly FieldError[] }

doEach(({ body, times }: BodyOrder): BodyRead => {
  try {
    return parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength), times)
  } catch (cause) {
    if (cause instanceof JsonFault) return { errors: cause.errors }
    throw cause
  }
})
