// A transaction that the database ended since it and others waited for each other is run again: it has left nothing
// behind, and whoever held what it wanted is done soon. What is on every machine of a cluster is locked by the table,
// so that two transactions meet there in another order than they would by their rows.
import { setTimeout as pause } from 'node:timers/promises'
import { sqlStateOf } from '#platform/db'
import { turns } from '#platform/turns'

/** How often, and how long it waits before that at most each time, in milliseconds. */
const ATTEMPTS = 6
const PAUSE_MS = 250
/** From this attempt on they go one after the other: many that meet may end each other once more. */
const ONE_BY_ONE_FROM = 3
/** After so many milliseconds whoever asked is answered instead: what is large takes its time with each attempt. */
const LONGEST_MS = 60_000

/** Whoever is next waits for a slow one no longer than that, in milliseconds. */
const oneByOne = turns(1, { maxWaitMs: 20_000 })

/** What a deadlock ends a transaction with. */
const DEADLOCK = '40P01'

/** Whether the database ended a transaction since it and others waited for each other. */
export const endedByDeadlock = (cause: unknown): boolean => sqlStateOf(cause) === DEADLOCK

/** Runs work that is a whole transaction, and again where others ended it. */
export const againAfterDeadlock = async <T>(work: () => Promise<T>): Promise<T> => {
  const begun = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (attempt < ONE_BY_ONE_FROM ? work() : oneByOne('', work))
    } catch (cause) {
      const isOver = attempt === ATTEMPTS || performance.now() - begun > LONGEST_MS
      if (isOver || !endedByDeadlock(cause)) throw cause
      // By chance, or all of them would meet again.
      await pause(attempt * PAUSE_MS * Math.random())
    }
  }
}
