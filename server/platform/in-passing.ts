// What is noted beside a request, such as when a token was used last, and what no request fails by: where it cannot be
// noted now, it is at one of the next requests.
import { setTimeout as pause } from 'node:timers/promises'
import { outageOf } from '#platform/outage'

/** How long a request waits for its note, in milliseconds. */
const NOTE_MS = 1000

export type InPassing = (note: () => Promise<void>) => Promise<void>

/** Notes are made one beside the other as ever; while one of them is late, no others are begun. */
export const inPassing = (): InPassing => {
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
