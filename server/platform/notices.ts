// What processes tell each other through the database (NOTIFY): one connection of a process hears all of it. A notice
// only says that it is worth looking now; whoever waits looks by itself as well, since notices may be lost with the
// connection, or never come through a pooler.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type Notices = {
  /** Calls `heard` whenever a notice comes on a channel, and when some may have been missed. Ends with the function. */
  on(channel: string, heard: () => void): () => void
  /** Whether notices arrive, as far as is known. */
  areHeard(): boolean
  close(): Promise<void>
}

/** Between attempts to connect, in milliseconds. */
const RETRY_MS = 1000
const CONNECTION_MS = 8000
/** After how long without any word a sign of life is asked for, in milliseconds. */
const KEEP_ALIVE_MS = 10_000

/** The connection is made when somebody first wants to hear. */
export const newNotices = (connection: pg.ClientConfig): Notices => {
  const listeners = new Map<string, Set<() => void>>()
  const closing = new AbortController()
  let client: pg.Client | null = null
  let staying: Promise<void> | null = null

  const tell = (channel: string): void => {
    for (const heard of listeners.get(channel) ?? []) heard()
  }
  const listen = (one: pg.Client, channel: string) => one.query(`listen ${pg.escapeIdentifier(channel)}`)
  /** Hears until the connection is lost. */
  const hear = async (): Promise<void> => {
    const one = new pg.Client({
      ...connection,
      connectionTimeoutMillis: CONNECTION_MS,
      query_timeout: CONNECTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    const lost = new Promise<void>((resolve) => {
      one.on('error', () => resolve())
      one.on('end', resolve)
    })
    one.on('notification', ({ channel }) => tell(channel))
    try {
      await one.connect()
      for (const channel of listeners.keys()) await listen(one, channel)
      client = one
      // What was told before is not told again.
      for (const channel of listeners.keys()) tell(channel)
      if (!closing.signal.aborted) await lost
    } finally {
      client = null
      await one.end().catch(() => {})
    }
  }
  const stay = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await hear().catch(() => {})
      await pause(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  return {
    on(channel, heard) {
      const known = listeners.get(channel)
      listeners.set(channel, new Set([...(known ?? []), heard]))
      if (!known && client) listen(client, channel).catch(() => {})
      staying ??= stay()
      return () => void listeners.get(channel)?.delete(heard)
    },
    areHeard: () => client !== null,
    async close() {
      closing.abort()
      await client?.end().catch(() => {})
      await staying
    },
  }
}
