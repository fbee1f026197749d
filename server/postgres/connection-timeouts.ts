// Closes connections whose server may have stopped answering: waits for the closing handshake, but not for long.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

/** How long the closing handshake may take, in milliseconds. */
const FAREWELL_MS = 1000

/** Closes a connection, and cuts it if the server does not answer. */
export const closeWithTimeout = async (client: Client): Promise<void> => {
  const over = new AbortController()
  const late = pause(FAREWELL_MS, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([client.end().catch(() => {}), late])
  over.abort()
  streamOf(client).destroy()
}

/** Cuts a connection if the work on it takes too long; pending statements then fail. */
export const withTimeout = async <T>(client: Client, withinMs: number, work: () => Promise<T>): Promise<T> => {
  const late = setTimeout(() => streamOf(client).destroy(new Error('the server does not answer')), withinMs)
  try {
    return await work()
  } finally {
    clearTimeout(late)
  }
}

/** The types of the package do not expose it. */
const streamOf = (client: Client): import('node:net').Socket =>
  (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream
