// Threads without work, of all programs: to start one takes a while, so that a few are kept for a short time.

/** How long a thread without work is kept, in milliseconds, and how many of all programs are. */
const IDLE_MS = 10_000
const MOST_IDLE = 3

/** A thread that holds more than this after its work is not kept, objects and buffers together, in bytes (56 MiB). */
export const KEPT_BYTES = 56 * 1024 * 1024

/** What ends each thread that is kept, the one longest without work first. */
const kept = new Map<object, { end: () => void; timer: NodeJS.Timeout }>()

/** Keeps a thread for a while; `end` is called when it is to end. */
export const keepIdle = (thread: object, end: () => void): void => {
  dropIdle(thread)
  kept.set(thread, { end, timer: setTimeout(() => endIdle(thread), IDLE_MS).unref() })
  const [oldest] = kept.keys()
  if (kept.size > MOST_IDLE && oldest) endIdle(oldest)
}

/** A thread has work again, or is gone. */
export const dropIdle = (thread: object): void => {
  clearTimeout(kept.get(thread)?.timer)
  kept.delete(thread)
}

const endIdle = (thread: object): void => {
  const one = kept.get(thread)
  dropIdle(thread)
  one?.end()
}
