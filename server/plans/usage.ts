// How much the private integrations of each company call in a month. Requests are counted here and added to the
// database every now and then, together with what other processes counted: no request waits for that, and what a
// process adds when it stops is nothing less than all it has let in.

import type { Day } from '#platform/day'
import type { Database } from '#platform/db'
import { sql } from '#platform/sql'

export type Usage = {
  /** Counts a request unless the quota of the month is spent. `stored` is what the database had a moment ago. */
  take(companyId: string, month: Day, stored: number): boolean
  /** Adds all that was counted to the database. */
  flush(): Promise<void>
  /** The same, and no more after it. */
  close(): Promise<void>
}

/** How often what was counted is added to the database, in milliseconds. */
const FLUSH_MS = 1000
/** How many additions a count outlives unused: no look-up that began before the last of them is still under way. */
const KEPT_FLUSHES = 120

/**
 * `total` is what the last addition came to; `adding` is on its way into the database, `waiting` is not. `idle` counts
 * the additions since something was counted.
 */
type Count = { companyId: string; month: Day; total: number; adding: number; waiting: number; idle: number }

export const newUsage = (database: Database, quota: number, report: (cause: unknown) => void): Usage => {
  const counts = new Map<string, Count>()
  let last = Promise.resolve()

  /** One addition after the other. */
  const flush = (): Promise<void> => {
    const next = last.then(() => addCounts(database, counts))
    last = next.catch(() => {})
    return next
  }
  const timer = setInterval(() => {
    if (counts.size > 0) flush().catch(report)
  }, FLUSH_MS).unref()

  return {
    take(companyId, month, stored) {
      const key = `${companyId} ${month}`
      const count = counts.get(key) ?? { companyId, month, total: 0, adding: 0, waiting: 0, idle: 0 }
      // Two totals that were true: neither counts twice, and the larger is nearer to what is true now.
      const used = Math.max(stored, count.total + count.adding) + count.waiting
      if (used >= quota) return false
      count.waiting += 1
      count.idle = 0
      counts.set(key, count)
      return true
    },
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
  }
}

const addCounts = async (database: Database, counts: Map<string, Count>): Promise<void> => {
  for (const [key, count] of counts) {
    if (count.waiting === 0 && ++count.idle > KEPT_FLUSHES) counts.delete(key)
  }
  // In one order everywhere, so that two processes never wait for each other.
  const batch = [...counts].filter(([, { waiting }]) => waiting > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (batch.length === 0) return
  for (const [, count] of batch) {
    count.adding = count.waiting
    count.waiting = 0
  }
  try {
    const rows = await database.rows<{ company_id: string; month: Day; requests: bigint }>(sql`
      insert into plans.monthly_usage as kept (company_id, month, requests)
      select * from unnest(
        ${batch.map(([, { companyId }]) => companyId)}::uuid[], ${batch.map(([, { month }]) => month)}::date[],
        ${batch.map(([, { adding }]) => adding)}::bigint[])
      on conflict (company_id, month) do update set requests = kept.requests + excluded.requests
      returning company_id, month, requests`)
    for (const { company_id, month, requests } of rows) {
      const count = counts.get(`${company_id} ${month}`)
      if (count) Object.assign(count, { total: Number(requests), adding: 0 })
    }
  } catch (cause) {
    for (const [, count] of batch) {
      count.waiting += count.adding
      count.adding = 0
    }
    throw cause
  }
}
