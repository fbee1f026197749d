// Detects silent connections, whose packets are dropped without either side noticing. When a statement has had no
// answer for a while, we ask the server on a new connection whether it still works on it. If not, or if the server does
// not answer there either, the connection is cut and the request fails with an outage. A server that did not answer
// counts as away until it is heard from again; requests that arrive meanwhile share one new probe. A probe already in
// flight when a request arrived may have been lost before the server came back, so if it gets no answer, the request
// waits for one more probe, but not longer than both may take.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Outage } from './outage.ts'

/**
 * How long a statement may go unanswered before the server is asked about it, and how long the probe may take, in ms.
 */
export type SilencePatience = { silenceMs: number; probeMs: number }

export type SilenceWatch = {
  /** Watches a statement on this connection. */
  during<T>(client: pg.PoolClient, statement: () => Promise<T>): Promise<T>
  /** Whether the connection was heard from after the last one fell silent; otherwise it is probably silent too. */
  isTrusted(client: pg.PoolClient): boolean
  /**
   * Watches a wait for a connection: throws an outage once the server is away. A connection that arrives later goes to
   * `late`.
   */
  orAway<T>(connecting: Promise<T>, late: (value: T) => void): Promise<T>
  /** Whether the server did not answer the last probe and was not heard from since. */
  isAway(): boolean
  /** Asks whether the server answers; a refusal counts as an answer. */
  answers(): Promise<boolean>
  stop(): void
}

/** Whether all other servers answer that this one may be waiting for on behalf of a statement. */
type Others = () => Promise<boolean>

type Running = {
  client: pg.PoolClient
  askedAt: number
  bytesRead: number
  /** Set when the connection was cut: settles when the server has released its locks, or cannot be asked. */
  released: Promise<void> | null
}

/** The error for requests to a server that is away. */
export const notAnswering = (): Outage =>
  new Outage('database', 'The server of the database does not answer', { undone: true })

/** Time for an answer that is just arriving when its statement is found to be finished, in milliseconds. */
const GRACE_MS = 250
/** How often late statements are looked for, as a fraction of the allowed silence. */
const LOOKS = 4

export const newSilenceWatch = (
  connection: pg.ClientConfig,
  patience: SilencePatience,
  others: Others | null = null,
): SilenceWatch => {
  const running = new Set<Running>()
  const heardAt = new WeakMap<pg.PoolClient, number>()
  let distrustBefore = Number.NEGATIVE_INFINITY
  let asking = false
  const presence = newPresence(connection, patience)
  const hear = (client: pg.PoolClient): void => {
    heardAt.set(client, performance.now())
    presence.hear()
  }
  const cut = (one: Running, released: Promise<void>): void => {
    distrustBefore = performance.now() - patience.silenceMs
    one.released = released
    socketOf(one.client).destroy(new Error('the connection is silent'))
  }
  const look = async (): Promise<void> => {
    const now = performance.now()
    const isLate = ({ askedAt }: { askedAt: number }) => now - askedAt > patience.silenceMs
    const late = [...running].filter(isLate)
    if (asking) return
    asking = true
    try {
      if (late.length > 0) {
        const silent = (one: Running, released: Promise<void>) => {
          const isStillLate = running.has(one)
          if (isStillLate) cut(one, released)
          return isStillLate
        }
        await askAfter(connection, { ...patience, others, away: () => presence.away(now) }, late, silent)
      } else if (!presence.isAway() && presence.isLate(now)) await presence.answers()
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
        hear(client)
        return answer
      } catch (cause) {
        if (cause instanceof pg.DatabaseError) hear(client)
        // The caller may retry at once and would find the rows still locked.
        await one.released
        throw cause
      } finally {
        running.delete(one)
      }
    },
    isTrusted: (client) => (heardAt.get(client) ?? Number.POSITIVE_INFINITY) > distrustBefore,
    orAway: presence.orAway,
    isAway: presence.isAway,
    answers: presence.answers,
    stop: () => clearInterval(timer),
  }
}

/** Whether a server is reachable, as far as is known. */
const newPresence = (connection: pg.ClientConfig, patience: SilencePatience) => {
  const connecting = new Set<Connecting>()
  let isAway = false
  let question: Question | null = null
  const ask = (): Question => {
    const askedAt = performance.now()
    const answer = async (): Promise<boolean> => {
      const is = await answersAt(connection, patience)
      question = null
      if (is) isAway = false
      else away(askedAt)
      return is
    }
    question ??= { askedAt, answer: answer() }
    return question
  }
  /** Rejects those who waited when the probe was sent; it says nothing about later ones. */
  const away = (askedAt: number): void => {
    isAway = true
    for (const one of connecting) if (one.askedAt <= askedAt) one.giveUp()
    if (connecting.size > 0) ask()
  }
  const orAway: SilenceWatch['orAway'] = (awaited, late) =>
    new Promise((resolve, reject) => {
      const one: Connecting = { askedAt: performance.now(), giveUp: () => end(() => reject(notAnswering())) }
      const end = (told: () => void): void => {
        if (connecting.delete(one)) told()
      }
      connecting.add(one)
      awaited.then(
        (value) => (connecting.has(one) ? end(() => resolve(value)) : late(value)),
        (cause) => end(() => reject(cause)),
      )
    })
  return {
    away,
    orAway,
    hear() {
      isAway = false
    },
    isAway: () => isAway,
    isLate: (now: number) => [...connecting].some(({ askedAt }) => now - askedAt > patience.silenceMs),
    async answers(): Promise<boolean> {
      const cameAt = performance.now()
      const { askedAt, answer } = ask()
      const is = await answer
      return is || askedAt >= cameAt ? is : ask().answer
    },
  }
}

type Connecting = { askedAt: number; giveUp: () => void }
type Question = { askedAt: number; answer: Promise<boolean> }

/** Whether a server accepts a connection or gives a reason for not doing so. */
const answersAt = async (connection: pg.ClientConfig, { probeMs }: SilencePatience): Promise<boolean> => {
  const probe = new pg.Client({ ...connection, connectionTimeoutMillis: probeMs })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (cause) {
    return isAnswer(cause)
  } finally {
    void probe.end().catch(() => {})
    socketOf(probe as unknown as pg.PoolClient).destroy()
  }
}

/** If the port is closed, the operating system refuses at once, so there is nothing to wait for. */
const isAnswer = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError || (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED')

/** The connection's own socket, which the types of the package do not expose. */
export const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream

/**
 * Asks the server about late statements. `silent` is called with those that the server does not work on, and returns
 * whether they are still unanswered: if only this process was delayed, the answer has been read by now.
 */
const askAfter = async (
  connection: pg.ClientConfig,
  { probeMs, others, away }: SilencePatience & { others: Others | null; away: () => void },
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
    const found = await silentAmong(probe, late, others)
    await pause(GRACE_MS, undefined, { ref: false })
    // The server would hold their locks until it noticed the loss itself.
    const pids = found.filter((one) => silent(one, released)).map(({ client }) => processIdOf(client))
    if (pids.length > 0) await probe.query(END_ALL, [pids, Math.ceil(probeMs / 2)])
  } catch (cause) {
    if (!isAnswer(cause)) away()
    for (const one of late) silent(one, released)
  } finally {
    release()
    // The probe may be silent as well, so do not wait for its end.
    const gone = probe.end().catch(() => {})
    await Promise.race([gone, pause(GRACE_MS, undefined, { ref: false })])
    socketOf(probe as unknown as pg.PoolClient).destroy()
  }
}

/** Terminates all before waiting for any, each for at most so many milliseconds (PostgreSQL, table 9.89). */
const END_ALL = `
  with told as materialized (
    select pid, pg_terminate_backend(pid) as was_told from pg_stat_activity where pid = any($1))
  select pg_terminate_backend(pid, $2) from (select pid from told order by was_told) ending`

/**
 * Behind a pooler, the process ids that we know are not the server's, so nothing can be concluded. A server in a
 * cluster that waits for another one looks the same as one that waits to read from us; it counts as working while all
 * others answer.
 */
const silentAmong = async (probe: pg.Client, late: readonly Running[], others: Others | null): Promise<Running[]> => {
  const { rows } = await probe.query<{ pid: number; works: boolean; waits: string | null; own: number }>(
    `select pg_backend_pid() as own, pid, state = 'active' as works,
         case when wait_event_type = 'Client' then wait_event end as waits
       from (select pg_backend_pid() as pid union select unnest($1::int[])) asked
       left join pg_stat_activity using (pid)`,
    [late.map(({ client }) => processIdOf(client))],
  )
  if (rows[0]?.own !== processIdOf(probe)) return []
  const byPid = new Map(rows.map((row) => [row.pid, row]))
  const mayWaitForOthers = rows.some(({ works, waits }) => works && waits === 'ClientRead')
  const isForOthers = others !== null && mayWaitForOthers && (await others())
  return late.filter((one) => {
    const { works = false, waits = null } = byPid.get(processIdOf(one.client)) ?? {}
    const { bytesRead } = socketOf(one.client)
    const nothingCame = bytesRead === one.bytesRead
    one.askedAt = performance.now()
    one.bytesRead = bytesRead
    return !works || (waits !== null && nothingCame && !(isForOthers && waits === 'ClientRead'))
  })
}

const processIdOf = (client: pg.Client | pg.PoolClient): number =>
  (client as unknown as { processID: number | null }).processID ?? 0

/** The outage for a lost connection; null for errors that the server sent and for our own bugs. */
export const lossOf = (cause: unknown): Outage | null => {
  if (!(cause instanceof Error) || cause instanceof pg.DatabaseError || cause.name !== 'Error') return null
  return new Outage('database', `The connection to the database was lost (${cause.message})`, { undone: false, cause })
}
