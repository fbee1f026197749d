// Notifications between processes through the database (NOTIFY), all received on one connection per process. A notice
// only means that it is worth looking now; receivers also poll, since notices can be lost with the connection, or never
// arrive through a pooler.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type Notices = {
  /**
   * Calls `heard` for each notice of a channel, and with null if some may have been missed, until the returned function
   * is called.
   */
  on(channel: string, heard: (notice: string | null) => void): () => void
  /** Whether notices arrive, as far as is known. */
  areHeard(): boolean
  close(): Promise<void>
}

/** Pause between attempts to connect, in milliseconds. */
const RETRY_MS = 1000
const CONNECTION_MS = 8000
/** Idle time before TCP keep-alive probes are sent, in milliseconds. */
const KEEP_ALIVE_MS = 10_000

/** The first listener opens the connection. */
export const newNotices = (connection: pg.ClientConfig): Notices => {
  const listeners = new Map<string, Set<(notice: string | null) => void>>()
  const closing = new AbortController()
  let client: pg.Client | null = null
  let staying: Promise<void> | null = null

  const tell = (channel: string, notice: string | null): void => {
    for (const heard of listeners.get(channel) ?? []) heard(notice)
  }
  const listen = (one: pg.Client, channel: string) => one.query(`listen ${pg.escapeIdentifier(channel)}`)
  /** Notices sent before this may have been missed. */
  const join = async (one: pg.Client, channel: string): Promise<void> => {
    await listen(one, channel).then(
      () => tell(channel, null),
      () => {},
    )
  }
  /** Receives notices until the connection is lost. */
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
    one.on('notification', ({ channel, payload = '' }) => tell(channel, payload))
    try {
      await one.connect()
      for (const channel of listeners.keys()) await listen(one, channel)
      client = one
      // Notices sent before are not repeated.
      for (const channel of listeners.keys()) tell(channel, null)
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
      if (!known && client) void join(client, channel)
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

/**
 * Delay before a notice of another machine is repeated, in milliseconds: it arrives with the commit on that machine,
 * and what the transaction wrote on the first machine becomes visible a little later.
 */
const ECHO_MS = 300

/** The notices of the first machine and of others. */
export const joined = (first: Notices, others: readonly Notices[]): Notices => ({
  on(channel, heard) {
    const echoes = new Set<NodeJS.Timeout>()
    const hear = (notice: string | null) => {
      heard(notice)
      const echo = setTimeout(() => {
        echoes.delete(echo)
        heard(notice)
      }, ECHO_MS)
      echoes.add(echo.unref())
    }
    const ends = [first.on(channel, heard), ...others.map((one) => one.on(channel, hear))]
    return () => {
      for (const end of ends) end()
      for (const echo of echoes) clearTimeout(echo)
    }
  },
  areHeard: () => [first, ...others].every((one) => one.areHeard()),
  async close() {
    await Promise.all([first, ...others].map((one) => one.close()))
  },
})
