// How much the private integrations of each company call in a month. Every request is one that the database has counted
// before it is let in, so that several services together let in exactly as many as there may be. They are counted in
// small lots, so that few requests wait for that; what is left of a lot that nobody uses is given back.

import type { Day } from '#platform/day'
import type { Database } from '#platform/db'
import { sql } from '#platform/sql'

export type Usage = {
  /** Counts a request unless the quota of the month is spent. `stored` is what the database had a moment ago. */
  take(companyId: string, month: Day, stored: number): Promise<boolean>
  /** Gives back what was counted and is not used. */
  flush(): Promise<void>
  /** The same, and no more after it. */
  close(): Promise<void>
}

/** How often unused counts are given back, in milliseconds. */
const FLUSH_MS = 1000
/** A lot is this part of what is left of the quota, and at most so many. */
const LOT_PART = 50
const MOST_IN_LOT = 100

/** Of a company and month: counted and not used; who waits for more; and whether any was used since the last flush. */
type Lot = {
  companyId: string
  month: Day
  left: number
  waiting: number
  more: Promise<boolean> | null
  used: boolean
}

export const newUsage = (database: Database, quota: number, report: (cause: unknown) => void): Usage => {
  const lots = new Map<string, Lot>()
  const { fetchMore, giveBack } = storeOf(database, quota)

  const flush = async (idle: (lot: Lot) => boolean = () => true): Promise<void> => {
    for (const [key, lot] of lots) {
      if (idle(lot) && lot.left > 0) await giveBack(lot)
      if (!lot.used && lot.left === 0 && lot.waiting === 0) lots.delete(key)
      lot.used = false
    }
  }
  let flushing: Promise<void> | null = null
  const timer = setInterval(() => {
    flushing ??= flush(({ used }) => !used)
      .catch(report)
      .finally(() => {
        flushing = null
      })
  }, FLUSH_MS).unref()

  return {
    async take(companyId, month, stored) {
      const key = `${companyId} ${month}`
      const lot = lots.get(key) ?? { companyId, month, left: 0, waiting: 0, more: null, used: false }
      lots.set(key, lot)
      lot.waiting += 1
      try {
        while (lot.left === 0) {
          lot.more ??= fetchMore(lot, stored).finally(() => {
            lot.more = null
          })
          if (!(await lot.more)) return false
        }
        lot.left -= 1
        lot.used = true
        return true
      } finally {
        lot.waiting -= 1
      }
    },
    flush: () => flush(),
    async close() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}

/** Lots of the database, which alone knows what all services have counted. */
const storeOf = (database: Database, quota: number) => {
  const count = async ({ companyId, month }: Lot, requests: number): Promise<boolean> => {
    const counted = await database.of(companyId).lookUps.rows(
      sql`
      insert into plans.monthly_usage as kept (company_id, month, requests)
      select ${companyId}::uuid, ${month}::date, ${requests}::bigint where ${requests}::bigint <= ${quota}::bigint
      on conflict (company_id, month) do update set requests = kept.requests + excluded.requests
      where kept.requests + excluded.requests <= ${quota}::bigint returning 1`,
      'count-requests',
    )
    return counted.length > 0
  }
  return {
    /** Whether there are more: as many as make sense, or one at least. */
    async fetchMore(lot: Lot, stored: number): Promise<boolean> {
      const usual = Math.min(MOST_IN_LOT, Math.floor((quota - stored) / LOT_PART))
      const many = Math.max(1, usual, lot.waiting)
      for (const requests of many > 1 ? [many, 1] : [1]) {
        if (await count(lot, requests)) {
          lot.left += requests
          return true
        }
      }
      return false
    },
    async giveBack(lot: Lot): Promise<void> {
      const { companyId, month, left } = lot
      lot.left = 0
      try {
        await database.of(companyId).lookUps.rows(sql`
          update plans.monthly_usage set requests = requests - ${left}
          where company_id = ${companyId} and month = ${month}`)
      } catch (cause) {
        lot.left += left
        throw cause
      }
    },
  }
}
