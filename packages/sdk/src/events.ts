// The feed of events, as an iterator that goes on where it was left.
import { GrundbokError, NetworkError } from './errors.ts'

/** A number in the feed of a company, an opaque text in that of an agency. */
export type Position = number | string

type Feed<Event> = {
  list(options: {
    after?: string
    wait?: number
    limit?: number
    types?: string
    signal?: AbortSignal
    timeoutMs?: number
  }): PromiseLike<{ items: Event[]; after: Position; hasMore: boolean }>
}

type FollowOptions = {
  /** The position that was saved last; `latest` for events from now on; all that are kept when left out. */
  after?: Position | undefined
  /** Resources and kinds: `['customer', 'invoice.published']`; all when left out. */
  types?: readonly string[] | undefined
  /** Called with the position once the loop has asked for what comes after it: what was seen until then is done. */
  savePosition?: ((position: Position) => unknown) | undefined
  /** Ends the loop, without an error. */
  signal?: AbortSignal | undefined
  /** How long a request waits for events: 30 when left out, which is the most. */
  waitSeconds?: number | undefined
  /** Told when the service is away; the loop tries again. */
  onInterruption?: ((error: unknown) => unknown) | undefined
}

const WAIT_SECONDS = 30
/** How much longer than it waits a request may take, in milliseconds. */
const SPARE_MS = 30_000
const PAUSE_MS = 5_000

/**
 * Events in order, for ever: nothing is missed, and none comes twice while the position is saved.
 * ```ts
 * for await (const event of followEvents(company.events, { after, savePosition })) …
 * ```
 * Throws what will not go away by itself: 401, 403, and 410 if the position is older than the events that are kept.
 */
export async function* followEvents<Event extends { number: number; cursor?: string }>(
  feed: Feed<Event>,
  { after, types, savePosition, signal, waitSeconds = WAIT_SECONDS, onInterruption }: FollowOptions = {},
): AsyncGenerator<Event, void, undefined> {
  let position = String(after ?? '')
  // While it is not known where the end is, waiting could lose what comes during an interruption.
  let wait = position === 'latest' ? 0 : waitSeconds
  while (!signal?.aborted) {
    const page = await feed
      .list({
        wait,
        ...(position && { after: position }),
        timeoutMs: wait * 1000 + SPARE_MS,
        ...(types?.length && { types: types.join(',') }),
        ...(signal && { signal }),
      })
      .then(
        (found) => found,
        async (thrown: unknown) => {
          if (signal?.aborted) return null
          if (!isPassing(thrown)) throw thrown
          await onInterruption?.(thrown)
          await pause(PAUSE_MS * (0.5 + Math.random()), signal)
          return null
        },
      )
    if (!page) continue
    for (const event of page.items) {
      yield event
      await savePosition?.(event.cursor ?? event.number)
    }
    // It is further where nothing at the end was for this reader.
    if (String(page.after) !== position) await savePosition?.(page.after)
    position = String(page.after)
    wait = waitSeconds
  }
}

const isPassing = (thrown: unknown): boolean =>
  thrown instanceof NetworkError || (thrown instanceof GrundbokError && (thrown.status === 429 || thrown.status >= 500))

/** Ends early when the signal says so. */
export const pause = (ms: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
