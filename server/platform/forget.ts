// Forgets rows that are too old. However many have been left, as where nothing was forgotten for days, each statement
// has little to do: one that took too long would be undone, and there would be more the next time.
import type { Db } from './db.ts'
import { type Sql, sql } from './sql.ts'

/** How much is forgotten in one statement, in milliseconds (an hour). */
const STEP_MS = 60 * 60 * 1000

export type Old = {
  table: Sql
  /** The column that says how old a row is, which has an index; and what else makes a row one of these. */
  at: Sql
  where?: Sql
  /** Rows from this moment and earlier are old. */
  upto: Date
  signal?: AbortSignal | undefined
}

/** Forgets the oldest first, an hour's worth at a time; answers how many are gone. What a signal ends goes on later. */
export const forgetOld = async (db: Db, { table, at, where = sql`true`, upto, signal }: Old): Promise<number> => {
  for (let gone = 0; ; ) {
    const { oldest } = await db.one<{ oldest: Date | null }>(sql`
      select min(${at}) as oldest from ${table} where ${at} <= ${upto} and ${where}`)
    if (oldest === null || signal?.aborted) return gone
    const until = new Date(Math.min(upto.getTime(), oldest.getTime() + STEP_MS))
    gone += (await db.rows(sql`delete from ${table} where ${at} <= ${until} and ${where} returning 1`)).length
  }
}
