// Side notes of requests, such as when a token was last used. No request fails because of one; if it cannot be written
// now, a later request writes it.
import { setTimeout as pause } from 'node:timers/promises'
import { outageOf } from '#platform/outage'

/** How long a request waits for its note, in milliseconds. */
const NOTE_MS = 1000

type BestEffortWrites = (note: () => Promise<void>) => Promise<void>

/** Notes are written concurrently; while one of them is late, no others are started. */
export const newBestEffortWrites = (): BestEffortWrites => {
  let late = 0
  return async (note) => {
    if (late > 0) return
    const patience = new AbortController()
    const noted = note()
      .catch((cause: unknown) => {
        if (outageOf(cause) === null) throw cause
      })
      .finally(() => patience.abort())
    const isLate = await Promise.race([
      noted.then(() => false),
      pause(NOTE_MS, true, { signal: patience.signal }).catch(() => false),
    ])
    if (!isLate) return noted
    late += 1
    void noted
      .catch(() => {})
      .finally(() => {
        late -= 1
      })
  }
}
