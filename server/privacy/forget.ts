// Deletes rows that are too old, in small steps: after days without a run there may be many, and a statement that ran
// into the timeout would be rolled back and have even more to do the next time.
import type { Db } from '#platform/db'
import { type Sql, sql } from '#platform/sql'

/** The span of time deleted by one statement, in milliseconds (an hour). */
const STEP_MS = 60 * 60 * 1000

type Old = {
  table: Sql
  /** The indexed column with the row's age, and further conditions. */
  at: Sql
  where?: Sql
  /** Rows from this moment and earlier are old. */
  upto: Date
  signal?: AbortSignal | undefined
}

/**
 * Deletes an hour's worth of rows at a time, oldest first; returns how many. A later run continues where a signal
 * stopped this one.
 */
export const forgetOld = async (db: Db, { table, at, where = sql`true`, upto, signal }: Old): Promise<number> => {
  for (let gone = 0; ; ) {
    const { oldest } = await db.one<{ oldest: Date | null }>(sql`
      select min(${at}) as oldest from ${table} where ${at} <= ${upto} and ${where}`)
    if (oldest === null || signal?.aborted) return gone
    const until = new Date(Math.min(upto.getTime(), oldest.getTime() + STEP_MS))
    gone += (await db.rows(sql`delete from ${table} where ${at} <= ${until} and ${where} returning 1`)).length
  }
}
