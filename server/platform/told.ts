// Who waits for something to happen to a tenant is told when it was committed: by this process at once, by others over
// the connection that hears notices. Waiting takes no connection. Nobody relies on being told: who waits looks again in
// the end all the same.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/db'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'

export type Told = {
  /** How far a tenant was told of; take it before looking, and wait from there. */
  mark(tenantId: string): number
  /** Ends with true when the tenant is told of beyond the mark, with false after the time or when given up. */
  beyond(tenantId: string, mark: number, ms: number, givenUp: AbortSignal): Promise<boolean>
  /** How long to wait at most before looking anyway, in milliseconds: shorter while others are not heard. */
  patience(): number
  /** From now on a tenant is told of what others are told of. Who they are is asked anew when it was told of itself. */
  hear(tenantId: string, others: () => Promise<readonly string[]>): Promise<void>
  /** When what a tenant was woken for came, by the clock of `performance`: who waited reads it on waking up. */
  newsAt(tenantId: string): number
  /** Notes that somebody who waited now has what came then. */
  caughtUp(newsAt: number): void
  /**
   * How many wait, in all here, and for one tenant in all processes of the service: as many in each as here, since
   * connections are dealt out to them in turns.
   */
  waiting(tenantId: string): { all: number; ofTenant: number }
  /** Whether it tells nobody any more. */
  isClosed(): boolean
  /** Has something done when that begins. Ends with the function. */
  whenClosed(work: () => void): () => void
  /** Ends all waiting, now and from now on. */
  close(): Promise<void>
}

const CHANNEL = 'grundbok_events'
/**
 * Other processes are told at once, and then of what is gathered in this time, in milliseconds: a busy process sends
 * few notices, since each is a statement and a commit.
 */
const GATHERED_MS = 100
/** Between attempts to tell other processes, when one failed, in milliseconds. */
const TELL_AGAIN_MS = 1000
/** How long one who waits leaves it at that while other processes are not heard, in milliseconds. */
const UNHEARD_MS = 2000
/** Most tenants told of in one message: PostgreSQL takes less than 8,000 bytes of it. */
const MOST_TOLD = 200
/**
 * How much longer those who wait for one tenant are left waiting, for each of them, in milliseconds: many readers of a
 * busy tenant then get what happens in portions, and one of them is told at once.
 */
const PATIENCE_PER_WAITER_MS = 0.25
const MOST_PATIENCE_MS = 250
/** Maximum number of tenants that are remembered while nobody waits for them. */
const MOST_REMEMBERED = 10_000

/** Maximum number of tenants that others hear of: beyond that, those for whom nobody waits hear of none. */
const MOST_HEARD = 200_000

/**
 * When a tenant was told of last, and last by itself; who waits for it, how many did of late, and when they are woken.
 */
type Known = {
  toldAt: number
  ownAt: number
  waiters: Set<() => void>
  many: number
  waking: NodeJS.Timeout | null
  newsAt: number
}

/** What is known of tenants. The clock counts all that is told; what was told long ago may be remembered no more. */
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

/** Which tenants hear of which others. */
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

/** Wakes all who wait for a tenant, a little later where they are many. */
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

export type ToldOptions = {
  /** How many processes answer requests of this service; one when left out. */
  processes?: number
  /** Hears how long news took, in seconds, to reach somebody who waited for them. */
  measure?: ((seconds: number) => void) | undefined
}

/** Tells of what this database object commits and, if it listens, of what other processes do. */
export const openTold = (
  database: Database,
  listens: boolean,
  { processes = 1, measure = () => {} }: ToldOptions = {},
): Told => {
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
 * Tells other processes, and hears of theirs. What was said while the connection was lost is not known: then all look
 * again.
 */
const passOn = (database: Database, { tell, tellAll }: Telling): (() => void) => {
  // A process hears its own notices as well, and knows already.
  const self = newId()
  const giveUp = tellOthers(database, self)
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
 * Tells other processes of what this database object commits, of many tenants together: whoever answers no requests has
 * nobody here to tell, and need not hear of others. After the function what cannot be told at once is given up.
 */
export const tellOthers = (database: Database, self: string = newId()): (() => void) => {
  const gathered = new Set<string>()
  let isSending = false
  let isOver = false
  /** Answers whether all were told. Those who were not are gathered again. */
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
      // Whoever closes goes on telling of what still ends, for as long as the database is there.
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
