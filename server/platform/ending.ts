// The end of a connection whose server may have stopped to answer: a good-bye is waited for, but not for long.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

/** How long a server has to hear the good-bye, in milliseconds. */
const FAREWELL_MS = 1000

/** Ends a connection; one to a server that does not answer is cut. */
export const endSoon = async (client: Client): Promise<void> => {
  const over = new AbortController()
  const late = pause(FAREWELL_MS, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([client.end().catch(() => {}), late])
  over.abort()
  streamOf(client).destroy()
}

/** Cuts a connection unless the work on it ends within a time: what it waits for fails then. */
export const inTime = async <T>(client: Client, withinMs: number, work: () => Promise<T>): Promise<T> => {
  const late = setTimeout(() => streamOf(client).destroy(new Error('the server does not answer')), withinMs)
  try {
    return await work()
  } finally {
    clearTimeout(late)
  }
}

/** The types of the package do not tell of it. */
const streamOf = (client: Client): import('node:net').Socket =>
  (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream
