// Identifiers are UUIDs of version 7 (RFC 9562), created by the application and sorted by creation time.
import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Random bytes per identifier, and identifiers per fetch: each fetch is expensive. */
const RANDOM_BYTES = 16
const FETCHED = 256

const fetched = Buffer.alloc(RANDOM_BYTES * FETCHED)
let used = fetched.length

/** Fresh random bytes; the caller must use them at once. */
const randomBytes = (): Buffer => {
  if (used === fetched.length) {
    randomFillSync(fetched)
    used = 0
  }
  used += RANDOM_BYTES
  return fetched.subarray(used - RANDOM_BYTES, used)
}

let latest = 0
let sequence = 0

/**
 * A new identifier: lower case, 36 characters. Identifiers of one process are increasing, also within a millisecond
 * (RFC 9562 §6.2): its first number is in the lower half of the range, which leaves the other half for increments.
 */
export const newId = (): string => {
  const random = randomBytes()
  const now = Date.now()
  sequence = now > latest ? random.readUInt32BE(0) >>> 1 : sequence + 1
  latest = Math.max(now, latest)
  return v7({ random, msecs: latest, seq: sequence })
}

/** Whether a text has the form of a UUID of any version, in lower case: ids from outside are lower-cased first. */
export const isId = (text: string): boolean => PATTERN.test(text)

/** Most difference between the clocks of two processes that the order of identifiers allows for, in milliseconds. */
export const CLOCKS_APART_MS = 10 * 60 * 1000

/** The number of leading characters, without dashes, that hold the creation time: milliseconds, in hexadecimal. */
const TIME_LENGTH = 12

/** A lower bound for all identifiers created at most `ms` milliseconds before this one. */
export const idBefore = (id: string, ms: number): string => {
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, TIME_LENGTH), 16)
  const time = Math.max(0, madeAt - ms)
    .toString(16)
    .padStart(TIME_LENGTH, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
