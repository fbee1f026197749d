// The reading of JSON bodies that are so large that they would hold up the event loop: in threads.
import { JsonFault } from '#text/json'
import { newFairThreads, TooMuchWork } from '#threads/threads'
import type { BodyOrder, BodyRead } from './json-worker.ts'

/** From how many bytes on a body is read in a thread (64 KiB): below, all that it may hold takes a few milliseconds. */
const LARGE_BYTES = 64 * 1024
/** From how many on it may take long in the thread too; bulks of many operations are so large. */
const VERY_LARGE_BYTES = 1024 * 1024
/** How many of these are read at once; others wait, by turns of callers. */
const MOST_LARGE = 2
/** How long one may take, and how long one waits for its turn, in milliseconds; most memory for its objects, in MiB. */
const MAX_MS = 10_000
const MAX_WAIT_MS = 30_000
const MAX_HEAP_MB = 256
/** What the worst known take, in MiB. */
const TAKES_MB = { large: 48, small: 24 }

const inTurn = newFairThreads<BodyOrder, BodyRead>({
  program: 'json-worker',
  mostLarge: MOST_LARGE,
  takesMb: TAKES_MB,
  maxMs: MAX_MS,
  maxWaitMs: MAX_WAIT_MS,
  maxHeapMb: MAX_HEAP_MB,
})

/** Whether a body is so large that what is done with it is done in pieces. */
export const isLargeBody = (bytes: number): boolean => bytes >= LARGE_BYTES

/**
 * The value of a large body, read in a thread by turns of callers.
 * @throws {JsonFault} with what is wrong with it
 */
export const readLargeBody = async (caller: string, body: Buffer, times: number | undefined): Promise<unknown> => {
  const read = await inTurn(caller, body.length >= VERY_LARGE_BYTES, { body, times }).catch((cause: unknown) => {
    if (cause instanceof TooMuchWork) return tooMuch
    throw cause
  })
  if ('errors' in read) throw new JsonFault(read.errors)
  return read.value
}

const tooMuch: BodyRead = { errors: [{ field: '#', message: 'The body takes too long to read' }] }
