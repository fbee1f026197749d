// Identifiers are UUIDs of version 7 (RFC 9562): made by the application, sorted by the time they were made.
import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Random bytes of an identifier, and of how many identifiers they are fetched at a time: each fetch costs much. */
const RANDOM_BYTES = 16
const FETCHED = 256

const fetched = Buffer.alloc(RANDOM_BYTES * FETCHED)
let used = fetched.length

/** Random bytes that nobody has had; the caller uses them at once. */
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
 * A new identifier: lower case, 36 characters. Those of a process follow each other, also within a millisecond (RFC
 * 9562 §6.2): half of the numbers that a millisecond has lie beyond its first one.
 */
export const newId = (): string => {
  const random = randomBytes()
  const now = Date.now()
  sequence = now > latest ? random.readUInt32BE(0) >>> 1 : sequence + 1
  latest = Math.max(now, latest)
  return v7({ random, msecs: latest, seq: sequence })
}

/** Whether a text has the form of a UUID of any version, in lower case: ids from outside are made so before. */
export const isId = (text: string): boolean => PATTERN.test(text)

/** By how much the clocks of two processes may differ, in milliseconds, for the order of their identifiers. */
export const CLOCKS_APART_MS = 10 * 60 * 1000

/** How many characters of an identifier, without its dashes, tell when it was made: milliseconds, in hexadecimal. */
const TIME_LENGTH = 12

/** Before all identifiers that were made later than so many milliseconds before this one. */
export const idBefore = (id: string, ms: number): string => {
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, TIME_LENGTH), 16)
  const time = Math.max(0, madeAt - ms)
    .toString(16)
    .padStart(TIME_LENGTH, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
