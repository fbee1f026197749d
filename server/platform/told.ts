// Who waits for something to happen to a tenant is told when it was committed: by this process at once, by others over
// the connection on which a process hears all notices. Waiting takes no connection. Nobody relies on being told: who
// waits looks again in the end all the same.
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

/** Tells of what this database object commits and, if it listens, of what other processes do. */
export const openTold = (database: Database, listens: boolean): Told => {
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
  const deafen = listens ? database.notices.on(CHANNEL, heard) : () => {}
  const pass = listens ? passerOn(database) : () => {}
  /** What was said while the connection was lost is not known: then all look again. */
  function heard(notice: string | null): void {
    if (notice === null) wakeAll()
    else for (const tenantId of notice.split(' ')) wake(tenantId)
  }
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
      deafen()
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
