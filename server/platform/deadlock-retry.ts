// Retries a transaction that the database aborted because of a deadlock: it was rolled back, and the other transaction
// will soon release its locks. Tables that are replicated to every machine of a cluster are locked as a whole, so two
// transactions may take those locks in another order than their row locks.
import { setTimeout as pause } from 'node:timers/promises'
import { sqlStateOf } from './db.ts'
import { newFairLimit } from './fair-limit.ts'

/** Most attempts, and the longest pause before the second one, in milliseconds; later pauses grow with the attempt. */
const ATTEMPTS = 6
const PAUSE_MS = 250
/** From this attempt on, retries run one at a time: many at once could deadlock again. */
const ONE_BY_ONE_FROM = 3
/** No retry starts after this many milliseconds; the client gets an answer instead. Large work takes long each time. */
const LONGEST_MS = 60_000

/** How long a retry waits for the one before it, in milliseconds. */
const oneByOne = newFairLimit(1, { maxWaitMs: 20_000 })

/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01'

/** Whether the database aborted a transaction because of a deadlock. */
export const isDeadlock = (cause: unknown): boolean => sqlStateOf(cause) === DEADLOCK

/** Runs work that is a whole transaction, and retries it after a deadlock. */
export const retryAfterDeadlock = async <T>(work: () => Promise<T>): Promise<T> => {
  const begun = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (attempt < ONE_BY_ONE_FROM ? work() : oneByOne('', work))
    } catch (cause) {
      const isOver = attempt === ATTEMPTS || performance.now() - begun > LONGEST_MS
      if (isOver || !isDeadlock(cause)) throw cause
      // Random, so that the retries do not collide again.
      await pause(attempt * PAUSE_MS * Math.random())
    }
  }
}
