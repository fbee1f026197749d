// Who waits for something to happen to a tenant is told when it was committed: by this process at once, by others over
// one connection that listens to the database. Waiting takes no connection. Nobody relies on being told: who waits
// looks again in the end all the same.
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Database } from '#platform/db'
import { sql } from '#platform/sql'

export type Told = {
  /** How far a tenant was told of; take it before looking, and wait from there. */
  mark(tenantId: string): number
  /** Ends with true when the tenant is told of beyond the mark, with false after the time or when given up. */
  beyond(tenantId: string, mark: number, ms: number, givenUp: AbortSignal): Promise<boolean>
  /** How many wait, in all and for one tenant. */
  waiting(tenantId: string): { all: number; ofTenant: number }
  /** Whether it tells nobody any more. */
  isClosed(): boolean
  /** Ends all waiting, now and from now on. */
  close(): Promise<void>
}

const CHANNEL = 'grundbok_events'
/** How long tenants are gathered before other processes are told of them together, in milliseconds. */
const GATHERED_MS = 20
/** Most tenants told of in one message: PostgreSQL takes less than 8,000 bytes of it. */
const MOST_TOLD = 200
/** How long a listener that lost its connection waits before it connects again, in milliseconds. */
const AGAIN_MS = 1000

/** Tells of what this database object commits and, given where to listen, of what other processes do. */
export const openTold = (database: Database, listenTo: ClientConfig | null): Told => {
  const marks = new Map<string, number>()
  const waiters = new Map<string, Set<() => void>>()
  const wake = (tenantId: string) => {
    marks.set(tenantId, (marks.get(tenantId) ?? 0) + 1)
    for (const waiter of waiters.get(tenantId) ?? []) waiter()
  }
  const wakeAll = () => {
    for (const tenantId of [...waiters.keys()]) wake(tenantId)
  }
  const ends = new Set<() => void>()
  const closing = new AbortController()
  const others = listenTo && listen(listenTo, { wake, wakeAll, closed: closing.signal })
  const pass = listenTo ? passerOn(database) : () => {}
  database.whenTold((tenantId) => {
    wake(tenantId)
    pass(tenantId)
  })
  return {
    mark: (tenantId) => marks.get(tenantId) ?? 0,
    waiting: (tenantId) => ({ all: ends.size, ofTenant: waiters.get(tenantId)?.size ?? 0 }),
    async beyond(tenantId, mark, ms, givenUp) {
      const isBeyond = () => (marks.get(tenantId) ?? 0) !== mark
      if (isBeyond() || ms <= 0 || givenUp.aborted || closing.signal.aborted) return isBeyond()
      const own = waiters.get(tenantId) ?? new Set()
      waiters.set(tenantId, own)
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer)
          own.delete(end)
          ends.delete(end)
          givenUp.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        own.add(end)
        ends.add(end)
        givenUp.addEventListener('abort', end)
      })
      if (own.size === 0 && waiters.get(tenantId) === own) waiters.delete(tenantId)
      return isBeyond()
    },
    isClosed: () => closing.signal.aborted,
    async close() {
      closing.abort()
      for (const end of [...ends]) end()
      await others
    },
  }
}

/** Tells other processes, of many tenants together. Who is not told for once is told by the next one. */
const passerOn = (database: Database): ((tenantId: string) => void) => {
  const gathered = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  const send = async () => {
    timer = null
    const tenants = [...gathered]
    gathered.clear()
    for (let from = 0; from < tenants.length; from += MOST_TOLD) {
      const payload = tenants.slice(from, from + MOST_TOLD).join(' ')
      await database.rows(sql`select pg_notify(${CHANNEL}, ${payload})`, 'tell-others').catch(() => {})
    }
  }
  return (tenantId) => {
    gathered.add(tenantId)
    if (timer === null) timer = setTimeout(send, GATHERED_MS).unref()
  }
}

type Listening = { wake: (tenantId: string) => void; wakeAll: () => void; closed: AbortSignal }

/** Listens until closed. What was said while the connection was lost is not known: then all look again. */
const listen = async (to: ClientConfig, { wake, wakeAll, closed }: Listening): Promise<void> => {
  while (!closed.aborted) {
    const client = new Client(to)
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.once('error', () => resolve())
      closed.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', ({ payload = '' }) => {
      for (const tenantId of payload.split(' ')) wake(tenantId)
    })
    const isThere = await client.connect().then(
      () => client.query(`listen ${CHANNEL}`).then(() => true),
      () => false,
    )
    if (isThere) {
      wakeAll()
      await lost
    }
    await client.end().catch(() => {})
    await pause(AGAIN_MS, undefined, { signal: closed }).catch(() => {})
  }
}
