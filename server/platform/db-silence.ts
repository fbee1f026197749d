// Connections that have gone silent: packets are swallowed on their way, and neither side learns of it. A statement
// that has no answer for a while is asked after on a new connection. The server says whether it still works on it; if
// not, or if it does not answer there either, the connection is cut, and whoever waits learns that the database is out
// of reach.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Outage } from './outage.ts'

/**
 * How long a statement may be without an answer before the server is asked about it, and how long that may take, in
 * ms.
 */
export type SilencePatience = { silenceMs: number; probeMs: number }

export type SilenceWatch = {
  /** Watches over a statement on this connection. */
  during<T>(client: pg.PoolClient, statement: () => Promise<T>): Promise<T>
  /** Whether the connection was heard of since the last one fell silent: otherwise it is probably silent too. */
  isTrusted(client: pg.PoolClient): boolean
  stop(): void
}

type Running = {
  client: pg.PoolClient
  askedAt: number
  bytesRead: number
  /** After the connection was cut: until the server has let go of what it held for it, or can't be asked. */
  released: Promise<void> | null
}

/** An answer may be just arriving when its statement is found to be over, in milliseconds. */
const GRACE_MS = 250
/** How often it is looked for late statements while one may be late, as a part of the silence that is borne. */
const LOOKS = 4

export const newSilenceWatch = (connection: pg.ClientConfig, patience: SilencePatience): SilenceWatch => {
  const running = new Set<Running>()
  const heardAt = new WeakMap<pg.PoolClient, number>()
  let distrustBefore = Number.NEGATIVE_INFINITY
  let asking = false

  const cut = (one: Running, released: Promise<void>): void => {
    distrustBefore = performance.now() - patience.silenceMs
    one.released = released
    socketOf(one.client).destroy(new Error('the connection is silent'))
  }
  const look = async (): Promise<void> => {
    const now = performance.now()
    const late = [...running].filter(({ askedAt }) => now - askedAt > patience.silenceMs)
    if (late.length === 0 || asking) return
    asking = true
    try {
      await askAfter(connection, patience, late, (one, released) => {
        const isLate = running.has(one)
        if (isLate) cut(one, released)
        return isLate
      })
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => void look(), patience.silenceMs / LOOKS).unref()

  return {
    async during(client, statement) {
      const { bytesRead } = socketOf(client)
      const one: Running = { client, askedAt: performance.now(), bytesRead, released: null }
      running.add(one)
      try {
        const answer = await statement()
        heardAt.set(client, performance.now())
        return answer
      } catch (cause) {
        if (cause instanceof pg.DatabaseError) heardAt.set(client, performance.now())
        // Whoever learns of it may ask for the same again at once, and would find it locked.
        await one.released
        throw cause
      } finally {
        running.delete(one)
      }
    },
    isTrusted: (client) => (heardAt.get(client) ?? Number.POSITIVE_INFINITY) > distrustBefore,
    stop: () => clearInterval(timer),
  }
}

/** The connection's own socket, which the types of the package keep to themselves. */
export const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream

/**
 * Asks the server after late statements; `silent` hears of those that it does not work on, and says whether they are
 * still without an answer. Where this process was held up the answer was there, and has been read since.
 */
const askAfter = async (
  connection: pg.ClientConfig,
  { probeMs }: SilencePatience,
  late: readonly Running[],
  silent: (one: Running, released: Promise<void>) => boolean,
): Promise<void> => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const probe = new pg.Client({ ...connection, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  probe.on('error', () => {})
  try {
    await probe.connect()
    const found = await silentAmong(probe, late)
    await pause(GRACE_MS, undefined, { ref: false })
    // What the server holds for them would be held until it learns of the loss itself.
    const pids = found.filter((one) => silent(one, released)).map(({ client }) => processIdOf(client))
    if (pids.length > 0) await probe.query(END_ALL, [pids, Math.ceil(probeMs / 2)])
  } catch {
    for (const one of late) silent(one, released)
  } finally {
    release()
    // It may be silent as well: then its end is not waited for.
    const gone = probe.end().catch(() => {})
    await Promise.race([gone, pause(GRACE_MS, undefined, { ref: false })])
    socketOf(probe as unknown as pg.PoolClient).destroy()
  }
}

/** All are told to end before any is waited for, each at most so many milliseconds (PostgreSQL, table 9.89). */
const END_ALL = `
  with told as materialized (
    select pid, pg_terminate_backend(pid) as was_told from pg_stat_activity where pid = any($1))
  select pg_terminate_backend(pid, $2) from (select pid from told order by was_told) ending`

/** Behind a pooler the process ids that we know are not the server's, and nothing can be said. */
const silentAmong = async (probe: pg.Client, late: readonly Running[]): Promise<Running[]> => {
  const { rows } = await probe.query<{ pid: number; works: boolean; waits: boolean; own: number }>(
    `select pg_backend_pid() as own, pid, state = 'active' as works, wait_event_type = 'Client' as waits
       from (select pg_backend_pid() as pid union select unnest($1::int[])) asked
       left join pg_stat_activity using (pid)`,
    [late.map(({ client }) => processIdOf(client))],
  )
  if (rows[0]?.own !== processIdOf(probe)) return []
  const byPid = new Map(rows.map((row) => [row.pid, row]))
  return late.filter((one) => {
    const { works = false, waits = false } = byPid.get(processIdOf(one.client)) ?? {}
    const { bytesRead } = socketOf(one.client)
    const nothingCame = bytesRead === one.bytesRead
    one.askedAt = performance.now()
    one.bytesRead = bytesRead
    return !works || (waits && nothingCame)
  })
}

const processIdOf = (client: pg.Client | pg.PoolClient): number =>
  (client as unknown as { processID: number | null }).processID ?? 0

/** What a lost connection comes to; errors that the server sent, and our own bugs, stay as they are. */
export const lossOf = (cause: unknown): Outage | null => {
  if (!(cause instanceof Error) || cause instanceof pg.DatabaseError || cause.name !== 'Error') return null
  return new Outage('database', `The connection to the database was lost (${cause.message})`, { undone: false, cause })
}
