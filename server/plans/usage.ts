// Counts the monthly requests of each company's private integrations. Every request is counted in the database before
// it is admitted, so that several processes together admit exactly the quota. They are reserved in small lots, so that
// few requests wait for the database; unused reservations are returned.
import type { Day } from '#platform/day'
import type { Database } from '#platform/db'
import { sql } from '#platform/sql'

export type Usage = {
  /** Counts a request unless the month's quota is used up. `stored` is the recent count in the database. */
  take(companyId: string, month: Day, stored: number): Promise<boolean>
  /** Returns unused reservations. */
  flush(): Promise<void>
  /** The same, permanently. */
  close(): Promise<void>
}

/** How often unused reservations are returned, in milliseconds. */
const FLUSH_MS = 1000
/** The size of a lot: this fraction of the remaining quota, up to a maximum. */
const LOT_PART = 50
const MOST_IN_LOT = 100

/** A company's month: reserved and unused requests, waiting callers, and whether any was used since the last flush. */
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

/** Reserves lots in the database, the only place that knows the total of all processes. */
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
    /** Tries to reserve more: a usual lot, or otherwise one. */
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
