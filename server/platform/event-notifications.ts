// Wakes requests that wait for events of a tenant when a transaction with such events has committed: immediately in
// this process, through notices in others. Waiting takes no database connection. Notices may be lost, so waiting
// requests also look again by themselves after a while.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './db.ts'
import { newId } from './id.ts'
import { sql } from './sql.ts'

export type EventNotifications = {
  /** The current position in a tenant's notifications; take it before looking, and wait from there. */
  mark(tenantId: string): number
  /** Resolves to true when the tenant has a notification after the mark, to false after the time or when aborted. */
  beyond(tenantId: string, mark: number, ms: number, givenUp: AbortSignal): Promise<boolean>
  /** How long to wait at most before looking anyway, in milliseconds: shorter while other processes are not heard. */
  patience(): number
  /**
   * From now on a tenant also gets the notifications of others. The list of others is read again after the tenant's own
   * events.
   */
  hear(tenantId: string, others: () => Promise<readonly string[]>): Promise<void>
  /** When the news that woke a tenant's readers arrived, by the clock of `performance`; read on waking up. */
  newsAt(tenantId: string): number
  /** Records that a reader who waited has got that news. */
  caughtUp(newsAt: number): void
  /**
   * How many requests wait: all in this process, and an estimate for one tenant in all processes, which assumes that
   * connections are distributed evenly.
   */
  waiting(tenantId: string): { all: number; ofTenant: number }
  /** Whether notifications have ended. */
  isClosed(): boolean
  /** Runs `work` when they end. The returned function cancels this. */
  whenClosed(work: () => void): () => void
  /** Ends all waiting, now and in the future. */
  close(): Promise<void>
}

const CHANNEL = 'grundbok_events'
/**
 * The first event is sent to other processes at once, later ones are collected for this time, in milliseconds: notices
 * cost a statement and a commit each, so a busy process sends few.
 */
const GATHERED_MS = 100
/** Pause before a failed notice is sent again, in milliseconds. */
const TELL_AGAIN_MS = 1000
/** How long a reader waits before looking anyway while other processes are not heard, in milliseconds. */
const UNHEARD_MS = 2000
/** Most tenants in one notice: PostgreSQL limits a payload to less than 8,000 bytes. */
const MOST_TOLD = 200
/**
 * Delay before the readers of a tenant are woken, per reader, in milliseconds: many readers of a busy tenant then get
 * events in batches, and a single one gets them at once.
 */
const PATIENCE_PER_WAITER_MS = 0.25
const MOST_PATIENCE_MS = 250
/** Most tenants that are remembered without a waiting reader. */
const MOST_REMEMBERED = 10_000

/** Most subscriptions to other tenants: beyond that, tenants without waiting readers lose theirs. */
const MOST_HEARD = 200_000

/**
 * When a tenant was last notified, and last of its own events; its waiting readers, their recent number, and the timer
 * that wakes them.
 */
type Known = {
  toldAt: number
  ownAt: number
  waiters: Set<() => void>
  many: number
  waking: NodeJS.Timeout | null
  newsAt: number
}

/** The state of tenants. The clock counts notifications; old ones may be forgotten. */
const newMemory = () => {
  const known = new Map<string, Known>()
  let clock = 0
  let forgotten = 0
  const forgetIdle = () => {
    for (const [tenantId, { waiters, waking }] of known) if (waiters.size === 0 && !waking) known.delete(tenantId)
    forgotten = clock
  }
  return {
    clock: () => clock,
    all: () => [...known.values()],
    of(tenantId: string): Known {
      const found = known.get(tenantId)
      if (found) return found
      if (known.size >= MOST_REMEMBERED) forgetIdle()
      const made = { toldAt: 0, ownAt: 0, waiters: new Set<() => void>(), many: 0, waking: null, newsAt: 0 }
      known.set(tenantId, made)
      return made
    },
    waitersOf: (tenantId: string) => known.get(tenantId)?.waiters.size ?? 0,
    note(one: Known, isOwn = true) {
      clock += 1
      one.toldAt = clock
      if (isOwn) one.ownAt = clock
    },
    noteAll() {
      clock += 1
      forgotten = clock
    },
    isBeyond: (one: Known, mark: number) => Math.max(one.toldAt, forgotten) > mark,
    isOwnBeyond: (one: Known, mark: number) => Math.max(one.ownAt, forgotten) > mark,
  }
}

type Memory = ReturnType<typeof newMemory>

/** Which tenants receive the notifications of which others. */
const newHearing = (tenants: Memory) => {
  const heard = new Map<string, { asOf: number; others: readonly string[] }>()
  const hearers = new Map<string, Set<string>>()
  const asking = new Map<string, Promise<void>>()
  let count = 0
  const forget = (tenantId: string) => {
    const { others = [] } = heard.get(tenantId) ?? {}
    heard.delete(tenantId)
    count -= others.length
    for (const other of others) {
      const own = hearers.get(other)
      own?.delete(tenantId)
      if (own?.size === 0) hearers.delete(other)
    }
  }
  const ask = async (tenantId: string, othersOf: () => Promise<readonly string[]>): Promise<void> => {
    const asOf = tenants.clock()
    const others = [...new Set(await othersOf())]
    forget(tenantId)
    heard.set(tenantId, { asOf, others })
    count += others.length
    for (const other of others) hearers.set(other, (hearers.get(other) ?? new Set()).add(tenantId))
    if (count <= MOST_HEARD) return
    for (const idle of [...heard.keys()]) if (idle !== tenantId && tenants.waitersOf(idle) === 0) forget(idle)
  }
  return {
    hearersOf: (tenantId: string): Iterable<string> => hearers.get(tenantId) ?? [],
    async hear(tenantId: string, othersOf: () => Promise<readonly string[]>): Promise<void> {
      const isStale = () => {
        const known = heard.get(tenantId)
        return !known || tenants.isOwnBeyond(tenants.of(tenantId), known.asOf)
      }
      while (isStale()) {
        const asked = asking.get(tenantId) ?? ask(tenantId, othersOf).finally(() => asking.delete(tenantId))
        asking.set(tenantId, asked)
        await asked
      }
    },
  }
}

/** Wakes all readers of a tenant, after a delay that grows with their number. */
const wake = (one: Known): void => {
  if (one.waking || one.waiters.size === 0) return
  one.newsAt = performance.now()
  one.many = Math.max(one.waiters.size, one.many / 2)
  const patience = Math.min(one.many * PATIENCE_PER_WAITER_MS, MOST_PATIENCE_MS)
  one.waking = setTimeout(() => {
    one.waking = null
    for (const end of [...one.waiters]) end()
  }, patience)
}

type EventNotificationsOptions = {
  /** The number of processes that answer requests; one if absent. */
  processes?: number
  /** Receives the time in seconds from the arrival of news until a waiting reader had it. */
  measure?: ((seconds: number) => void) | undefined
}

/** Notifies about commits of this database object and, if it listens, of other processes. */
export const openEventNotifications = (
  database: Database,
  listens: boolean,
  { processes = 1, measure = () => {} }: EventNotificationsOptions = {},
): EventNotifications => {
  const tenants = newMemory()
  const ends = new Set<() => void>()
  const atClose = new Set<() => void>()
  let isClosed = false
  const hearing = newHearing(tenants)
  const tell = (tenantId: string) => {
    const one = tenants.of(tenantId)
    tenants.note(one)
    wake(one)
    for (const hearer of hearing.hearersOf(tenantId)) {
      const other = tenants.of(hearer)
      tenants.note(other, false)
      wake(other)
    }
  }
  const tellAll = () => {
    tenants.noteAll()
    for (const one of tenants.all()) wake(one)
  }
  const deaf = listens ? passOn(database, { tell, tellAll }) : () => {}
  database.whenTold(tell)
  return {
    mark: () => tenants.clock(),
    hear: hearing.hear,
    newsAt: (tenantId) => tenants.of(tenantId).newsAt,
    caughtUp: (newsAt) => measure((performance.now() - newsAt) / 1000),
    waiting: (tenantId) => ({ all: ends.size, ofTenant: tenants.waitersOf(tenantId) * processes }),
    async beyond(tenantId, mark, ms, givenUp) {
      const one = tenants.of(tenantId)
      if (ms <= 0 || givenUp.aborted || isClosed) return tenants.isBeyond(one, mark)
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer)
          one.waiters.delete(end)
          ends.delete(end)
          givenUp.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        one.waiters.add(end)
        ends.add(end)
        givenUp.addEventListener('abort', end)
        if (tenants.isBeyond(one, mark)) wake(one)
      })
      return tenants.isBeyond(one, mark)
    },
    patience: () => (listens && !database.notices.areHeard() ? UNHEARD_MS : Number.POSITIVE_INFINITY),
    isClosed: () => isClosed,
    whenClosed(work) {
      atClose.add(work)
      return () => void atClose.delete(work)
    },
    async close() {
      isClosed = true
      deaf()
      for (const end of [...ends]) end()
      for (const work of [...atClose]) work()
    },
  }
}

type Telling = { tell: (tenantId: string) => void; tellAll: () => void }

/**
 * Exchanges notifications with other processes. After a lost connection some may have been missed, so all readers look
 * again.
 */
const passOn = (database: Database, { tell, tellAll }: Telling): (() => void) => {
  // A process also receives its own notices.
  const self = newId()
  const giveUp = notifyOtherProcesses(database, self)
  const deaf = database.notices.on(CHANNEL, (said) => {
    if (said === null) return tellAll()
    const [from, ...tenants] = said.split(' ')
    if (from !== self) for (const tenantId of tenants) tell(tenantId)
  })
  return () => {
    giveUp()
    deaf()
  }
}

/**
 * Notifies other processes about commits of this database object, in batches of tenants; enough for a process that
 * answers no requests. After the returned function is called, failed notices are not repeated.
 */
export const notifyOtherProcesses = (database: Database, self: string = newId()): (() => void) => {
  const gathered = new Set<string>()
  let isSending = false
  let isOver = false
  /** Returns whether all notices were sent; the rest is collected again. */
  const sendGathered = async (): Promise<boolean> => {
    const tenants = [...gathered]
    gathered.clear()
    for (let from = 0; from < tenants.length; from += MOST_TOLD) {
      const payload = [self, ...tenants.slice(from, from + MOST_TOLD)].join(' ')
      try {
        await database.rows(sql`select pg_notify(${CHANNEL}, ${payload})`, 'tell-others')
      } catch {
        for (const tenantId of tenants.slice(from)) gathered.add(tenantId)
        return false
      }
    }
    return true
  }
  const send = async () => {
    isSending = true
    while (gathered.size > 0) {
      const isTold = await sendGathered()
      // While closing, notices are still sent, as long as the database is available.
      if (!isTold && isOver) break
      await pause(isTold ? GATHERED_MS : TELL_AGAIN_MS, undefined, { ref: false })
    }
    isSending = false
  }
  database.whenTold((tenantId) => {
    gathered.add(tenantId)
    if (!isSending) void send()
  })
  return () => {
    isOver = true
  }
}
