// Long lists on the event loop: worked through in slices of time, between which requests of others are heard.
import { channel } from 'node:diagnostics_channel'
import { mapSteps, type Steps } from './steps.ts'

/** How long a slice holds the event loop, in milliseconds; the last step of it may take longer. */
const SLICE_MS = 5

/** Where each slice is told of that had to stop before the end. */
const told = channel('grundbok:slices')

/** Does the steps of one piece of work in slices. */
export const runInSlices = async <Outcome>(steps: Steps<Outcome>): Promise<Outcome> => {
  let until = performance.now() + SLICE_MS
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() < until) continue
    told.publish(undefined)
    await yieldToEventLoop()
    until = performance.now() + SLICE_MS
  }
}

/** What each item becomes, in slices. */
export const mapInSlices = <Item, Made>(
  items: Iterable<Item>,
  each: (item: Item, index: number) => Made,
): Promise<Made[]> => runInSlices(mapSteps(items, each))

/** For loops that may go on for long without waiting: others have their turn each time that a slice is over. */
export const newSlicePauses = (): (() => Promise<void> | undefined) => {
  let until = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < until) return undefined
    told.publish(undefined)
    return yieldToEventLoop().then(() => {
      until = performance.now() + SLICE_MS
    })
  }
}

/** Lets the event loop go round once: what has come meanwhile is heard. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How many rows are written in one statement at most. */
const ROWS_AT_A_TIME = 1_000

/**
 * Writes a long list of rows in parts, so that others have their turn between two. `from` is the place of the first row
 * of a part, from 0.
 */
export const writeInParts = async <Item>(
  items: readonly Item[],
  write: (part: readonly Item[], from: number) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < items.length; from += ROWS_AT_A_TIME) {
    await write(items.slice(from, from + ROWS_AT_A_TIME), from)
  }
}

/** An array of PostgreSQL as its text, for lists that may be long: to be written as text[] or as what texts become. */
export const arrayText = async (items: readonly string[]): Promise<string> =>
  `{${(await mapInSlices(items, (item) => `"${item.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
